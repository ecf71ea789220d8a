"""Bad days of a disk, drawn from a seed: `python -m fuzz.baddays --seed 3 --days 1`.

Every step that `zermelo.process.disk` does is counted. At one of them something goes wrong: the
disk fails, is full or is interrupted, writes less than it was given, the same command runs beside
this one, a bit is read wrongly, or the power is cut. Of all that was not synced by then any part
may be lost: blocks of files, in any order, and new names. A power cut may lose no game of a match
that was kept, and leave no table cut off. Whatever ends without an error has to end as an
undisturbed run does, and the next run always has to.
"""

import argparse
import atexit
import contextlib
import errno
import functools
import json
import os
import random
import shutil
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest import mock

import zermelo
from graphgames import NumberedGraph
from ledgers import rows, values
from zermelo.bridges.parquet import export
from zermelo.errors import LossWarning, ZermeloError
from zermelo.native.cache import remember
from zermelo.process import disk
from zermelo.process.files import whole_file
from zermelo.process.ledger import Ledger
from zermelo.solver.probing.database import Database
from zermelo.solver.store.arrays import Kind, kinds
from zermelo.solver.store.manifest import MANIFEST

BLOCK = 64  # bytes that are written or lost together
STEPS = (4, 25, 100, 400)  # how late something goes wrong, at most
FAULTS = ("EIO", "ENOSPC", "EINTR", "short", "second run", "rot", "power", "power", "power")
STEPPING = (
    *("open_file", "open_nameless", "link", "replace", "truncate", "lock"),
    *("remove", "remove_tree", "make_folder", "remove_folder"),
)
Run = Callable[[Path], list[Any]]
NIM = zermelo.game("nim(rows=[1, 2])")
GRAPH = NumberedGraph(
    children=((1, 2), (0, 3), (4,), (4, 5), (3, 6), (7,), (), (5, 6)),
    players=(0, 1, 1, 0, 1, 0, 1, 0),
    eighths=(0,) * 8,
    tiers=(0, 0, 0, 1, 1, 2, 2, 2),
)
SMALL = 2  # items of a chunk, of which a small game has several


class PowerCut(BaseException):
    """The end of the run, at whatever it is."""


class Disk:
    """The real disk of one folder, but for one step; it knows what has been synced."""

    def __init__(self, place: Path, chance: random.Random, run: Run) -> None:
        self.place, self.chance, self.run = place, chance, run
        self.fault, self.left = chance.choice(FAULTS), chance.randrange(chance.choice(STEPS))
        if run is rewrite_file and self.fault == "rot":
            self.fault = "EIO"  # as this file has no digest
        self.lines = whole_lines(place / "games")  # that have been kept
        self.names = self._inodes()  # that are synced
        self.kept = {inode: Path(place, name).read_bytes() for name, inode in self.names.items()}
        self.open = [os.open(place / name, os.O_RDONLY) for name in self.names]  # see `sync`

    def _inodes(self) -> dict[str, int]:
        """The file behind each name, below the folder."""
        files = filter(Path.is_file, self.place.rglob("*"))
        return {str(path.relative_to(self.place)): path.stat().st_ino for path in files}

    def step(self) -> bool:
        """Whether something goes wrong at this step; a failing disk raises it."""
        self.left -= 1
        if self.left != -1:
            return False
        if self.fault == "power":
            raise PowerCut
        if self.fault == "second run":
            with contextlib.suppress(ZermeloError):
                self.run(self.place)
        elif self.fault not in ("short", "rot"):
            number = getattr(errno, self.fault)
            raise OSError(number, os.strerror(number))
        return True

    def content(self, file: int, *part: int) -> bytes:
        result = bytearray(content(file, *part))
        if self.step() and self.fault == "rot" and result:
            result[self.chance.randrange(len(result))] ^= 1 << self.chance.randrange(8)
        return bytes(result)

    def write(self, file: int, content: memoryview, at: int) -> int:
        short = self.step() and self.fault == "short" and len(content) > 1
        return os.pwrite(file, content[: len(content) // 2] if short else content, at)

    def sync(self, file: int) -> None:
        self.step()
        self.kept[os.fstat(file).st_ino] = content(file)
        self.open.append(os.open(f"/proc/self/fd/{file}", os.O_RDONLY))  # no other gets its number

    def sync_folder(self, folder: Path) -> None:
        self.step()
        inside = str(folder.relative_to(self.place))
        elsewhere = {name: inode for name, inode in self.names.items() if parent(name) != inside}
        here = {name: inode for name, inode in self._inodes().items() if parent(name) == inside}
        self.names = elsewhere | here

    def stepping(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def called(*given: Any, **options: Any) -> Any:
            self.step()
            return function(*given, **options)

        return called

    def cut_power(self) -> None:
        """Leave of the folder what may be left of it."""
        now = self._inodes()
        current = {inode: Path(self.place, name).read_bytes() for name, inode in now.items()}
        for name in sorted({*now, *self.names}):
            inode = self.chance.choice((self.names, now)).get(name)
            path = self.place / name
            path.unlink(missing_ok=True)
            if inode is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(self._torn(self.kept.get(inode, b""), current.get(inode)))

    def _torn(self, kept: bytes, current: bytes | None) -> bytes:
        """A file of which some blocks were written and others not."""
        if current is None or current == kept:
            return kept
        length = self.chance.choice((len(kept), len(current), len(current)))
        whole = bytearray(kept[:length].ljust(length, b"\0"))
        for first in range(0, length, BLOCK):
            if self.chance.random() < 0.5:
                part = current[first : min(first + BLOCK, length)]
                whole[first : first + len(part)] = part
        return bytes(whole)


content = disk.content  # the real one


def parent(name: str) -> str:
    return str(Path(name).parent)


@contextmanager
def bad_day(place: Path, chance: random.Random, run: Run) -> Iterator[Disk]:
    """Have something go wrong at one step of the run."""
    bad = Disk(place, chance, run)
    replaced = {name: getattr(bad, name) for name in ("content", "write", "sync", "sync_folder")}
    for name in STEPPING:
        replaced[name] = bad.stepping(getattr(disk, name))

    def append(ledger: Ledger, value: Any) -> None:
        appending(ledger, value)
        bad.lines += 1

    appending = Ledger.append
    with mock.patch.multiple(disk, **replaced), mock.patch.object(Ledger, "append", append):
        try:
            yield bad
        finally:
            for file in bad.open:
                os.close(file)


def whole_lines(path: Path) -> int:
    """How many lines of records are sound from the first on, which does not count."""
    count = 0
    with contextlib.suppress(OSError, ValueError):
        for line in path.read_bytes().split(b"\n")[1:-1]:
            json.loads(line[9:])
            count += 1
    return count


def play_match(place: Path) -> list[Any]:
    """The games of a match with records."""
    path = place / "games"
    zermelo.match(NIM, "first", "random", games=6, native=False, records=path)
    return sorted([*game[:7], *(move[0] for move in game[7])] for game in values(path)[1:])


def export_match(place: Path) -> list[Any]:
    """The moves of a match as JSON Lines."""
    path = place / "lines"
    zermelo.match(NIM, "first", "random", games=2, native=False, export=path)
    return [line.partition('"moves"')[0] for line in path.read_text().splitlines()]


def make_book(place: Path, name: str = "book", **limits: int) -> list[Any]:
    """The rows of a book, written after every position."""
    with mock.patch.multiple("zermelo.books.making", SAVED=0.0, WRITING=0.0):
        zermelo.book(NIM, place / name, plies=2, native=False, **limits or {"nodes": 50})
    return rows(place / name)


def make_sampled_book(place: Path) -> list[Any]:
    """The rows of a book from random games."""
    return make_book(place, "sample", playouts=12)


def solve_keyed(place: Path) -> list[Any]:
    """A database of keyed states, in one chunk."""
    zermelo.solve(NIM, out=place / "solved", threads=1, native=False)
    return _files(place / "solved")


def solve_in_shards(place: Path) -> list[Any]:
    """A database of keyed states, saved tier by tier, in chunks of two and shards of three."""
    with contextlib.ExitStack() as patched:
        patched.enter_context(mock.patch.multiple("zermelo.solver.store.arrays", LOOSE=1, SHARD=3))
        for module in ("keyed.tiers", "store.arrays"):
            patched.enter_context(mock.patch(f"zermelo.solver.{module}.kinds", _small))
        patched.enter_context(mock.patch("zermelo.solver.store.arrays.CHUNK", SMALL))
        patched.enter_context(mock.patch("zermelo.solver.keyed.tiers.SAVE_SECONDS", 0.0))
        zermelo.solve(NIM, out=place / "shared", threads=1, native=False)
    return _files(place / "shared")


def solve_numbered(place: Path) -> list[Any]:
    """A database of numbered states."""
    zermelo.solve(GRAPH, out=place / "numbered", threads=1, native=False)
    return _files(place / "numbered")


def _small(words: int) -> dict[str, Kind]:
    return {name: replace(kind, chunk=SMALL) for name, kind in kinds(words).items()}


def _files(folder: Path) -> list[Any]:
    """The files of a database, but its manifest, which says when it was made."""
    files = filter(Path.is_file, folder.rglob("*"))
    names = sorted(path for path in files if path.name != MANIFEST)
    return [(str(path.relative_to(folder)), path.read_bytes()) for path in names]


def prove_claim(place: Path) -> list[Any]:
    """The certificate of a proof, which is left unfinished first."""
    for seconds in (1e-6, None):
        zermelo.prove(NIM, claim="win", out=place / "proof", seconds=seconds, native=False)
    return [(place / "proof").read_bytes()]


def export_table(place: Path) -> list[Any]:
    """The Parquet file of a database."""
    path = place / "table"
    with whole_file(path) as draft:
        export(Database(_source() / "solved", NIM), draft, threads=1, native=False)
    return [path.read_bytes()]


@functools.cache
def _source() -> Path:
    """A folder with a database that no bad day has seen."""
    folder = Path(tempfile.mkdtemp(prefix="zermelo-days-"))
    atexit.register(shutil.rmtree, folder)
    solve_keyed(folder)
    return folder


def rewrite_file(place: Path) -> list[Any]:
    """A file that was there, and was written again as a whole."""
    path = place / "whole"
    if not path.exists():
        with whole_file(path) as draft:
            draft.write(b"{}")
    with whole_file(path) as draft:
        draft.write(bytes(range(250)) * 8)
    return [path.read_bytes()]


def remember_fact(place: Path) -> list[Any]:
    """What is remembered, as machine code is kept: found out again where the file is not whole."""
    with mock.patch.dict(os.environ, ZERMELO_CACHE_DIR=str(place / "cache")):
        return [remember("fact", lambda: list(range(40)))]


RUNS = (
    *(
        play_match,
        export_match,
        make_book,
        make_sampled_book,
        solve_keyed,
        solve_in_shards,
        solve_numbered,
        export_table,
        rewrite_file,
    ),
    *(prove_claim, remember_fact),
)


def is_torn(path: Path, whole: list[Any]) -> bool:
    """Whether a file that is written whole is there, and has none of these contents."""
    return path.exists() and path.read_bytes() not in whole


def is_draft(path: Path) -> bool:
    """Whether a file is one that was not written to its end."""
    return path.name.startswith(".") or path.suffix in (".part", ".partial")


def fault_of(seed: int, place: Path) -> str | None:
    """What is wrong with what came of the day with this seed; None if nothing is."""
    chance = random.Random(seed)
    run, good = chance.choice(RUNS), place / "good"
    bad = place / "bad"
    good.mkdir()
    bad.mkdir()
    whole, powered = run(good), False
    for _ in range(chance.choice((1, 1, 2, 3))):
        with warnings.catch_warnings(), bad_day(bad, chance, run) as day:
            warnings.simplefilter("ignore", LossWarning)
            try:
                if run(bad) != whole:
                    return f"{run.__name__}: another result, and not a word"
            except PowerCut:
                day.cut_power()
                powered = True
                if whole_lines(bad / "games") < day.lines:
                    return f"{run.__name__}: a game that was kept is lost"
                if run is export_table and is_torn(bad / "table", whole):
                    return f"{run.__name__}: the table is torn"
                if run is rewrite_file and is_torn(bad / "whole", [b"{}", *whole]):
                    return f"{run.__name__}: the file is torn"
            except (ZermeloError, OSError):
                pass
    collected: list[str] = []
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        try:
            output = run(bad)
        except ZermeloError as error:
            return f"{run.__name__}: {error}"
    collected = [str(each.message) for each in heard if each.category is not LossWarning]
    if output != whole or collected:
        return f"{run.__name__}: {output} for {whole}; {collected}"
    strange = [path.name for path in bad.rglob("*") if is_draft(path) and not powered]
    return f"{run.__name__}: left {strange}" if strange else None


def main() -> int:
    """Go through some days and print what is wrong with them."""
    parser = argparse.ArgumentParser(prog="fuzz.baddays", description=__doc__)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--days", type=int, default=1000)
    given, result = parser.parse_args(), 0
    for seed in range(given.seed, given.seed + given.days):
        with tempfile.TemporaryDirectory(prefix="zermelo-days-") as place:
            fault = fault_of(seed, Path(place))
        if fault is not None:
            result += 1
            print(f"seed {seed}: {fault}", flush=True)
    print(f"{given.days:,} days from seed {given.seed}: {result} faults")
    return int(result > 0)


if __name__ == "__main__":
    sys.exit(main())
