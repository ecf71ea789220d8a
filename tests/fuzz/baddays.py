"""Bad days of a disk, drawn from a seed: `python -m fuzz.run --seed 3 --days 1`.

A fault happens at one of the steps that `zermelo.process.disk` takes: the disk fails, is full or is
interrupted, a write is short, the same command runs at the same time, a bit is read wrongly, or the
power is cut. A power cut may lose anything that was not synced: blocks of files, in any order, and
new names. It must not lose a recorded game of a match, or leave a table cut off. A run that ends
without an error has to give the same result as an undisturbed run, and so does the next run.
"""

import atexit
import contextlib
import errno
import functools
import json
import os
import random
import shutil
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

BLOCK = 64  # bytes that are written or lost as a whole
STEPS = (4, 25, 100, 400)  # the latest step at which a fault happens
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
SMALL = 2  # items in a chunk, so that a small game has several chunks


class PowerCut(BaseException):
    """Ends a run at any step."""


class Disk:
    """The real disk of one folder, with a fault at one step; it tracks what was synced."""

    def __init__(self, place: Path, chance: random.Random, run: Run) -> None:
        self.place, self.chance, self.run = place, chance, run
        self.fault, self.left = chance.choice(FAULTS), chance.randrange(chance.choice(STEPS))
        if run is rewrite_file and self.fault == "rot":
            self.fault = "EIO"  # because this file has no digest
        self.lines = whole_lines(place / "games")  # of records that must not be lost
        self.names = self._inodes()  # names that were synced
        self.kept = {inode: Path(place, name).read_bytes() for name, inode in self.names.items()}
        self.open = [os.open(place / name, os.O_RDONLY) for name in self.names]  # see `sync`

    def _inodes(self) -> dict[str, int]:
        """The inode of each name below the folder."""
        files = filter(Path.is_file, self.place.rglob("*"))
        return {str(path.relative_to(self.place)): path.stat().st_ino for path in files}

    def step(self) -> bool:
        """Return whether the fault happens at this step; raise the error if the disk fails."""
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
        self.open.append(
            os.open(f"/proc/self/fd/{file}", os.O_RDONLY)
        )  # so that no other gets its number

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
        """Reduce the folder to what may be left after a power cut."""
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
        """The content of a file of which only some blocks were written."""
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
    """Have a fault happen at one step of the run."""
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
    """The number of sound lines at the beginning of records, without the first line."""
    count = 0
    with contextlib.suppress(OSError, ValueError):
        for line in path.read_bytes().split(b"\n")[1:-1]:
            json.loads(line[9:])
            count += 1
    return count


def play_match(place: Path) -> list[Any]:
    """Play a match with records; return its games."""
    path = place / "games"
    zermelo.match(NIM, "first", "random", games=6, native=False, records=path)
    return sorted([*game[:7], *(move[0] for move in game[7])] for game in values(path)[1:])


def export_match(place: Path) -> list[Any]:
    """Export a match as JSON Lines; return the moves."""
    path = place / "lines"
    zermelo.match(NIM, "first", "random", games=2, native=False, export=path)
    return [line.partition('"moves"')[0] for line in path.read_text().splitlines()]


def make_book(place: Path, name: str = "book", **limits: int) -> list[Any]:
    """Make a book that is saved after every position; return its rows."""
    with mock.patch.multiple("zermelo.books.making", SAVED=0.0, WRITING=0.0):
        zermelo.book(NIM, place / name, plies=2, native=False, **limits or {"nodes": 50})
    return rows(place / name)


def make_sampled_book(place: Path) -> list[Any]:
    """Make a book from random games; return its rows."""
    return make_book(place, "sample", playouts=12)


def solve_keyed(place: Path) -> list[Any]:
    """Solve by keys into one chunk; return the files."""
    zermelo.solve(NIM, out=place / "solved", threads=1, native=False)
    return _files(place / "solved")


def solve_in_shards(place: Path) -> list[Any]:
    """Solve by keys, saving each tier, with chunks of two states and shards of three chunks."""
    with contextlib.ExitStack() as patched:
        patched.enter_context(mock.patch.multiple("zermelo.solver.store.arrays", LOOSE=1, SHARD=3))
        for module in ("keyed.tiers", "store.arrays"):
            patched.enter_context(mock.patch(f"zermelo.solver.{module}.kinds", _small))
        patched.enter_context(mock.patch("zermelo.solver.store.arrays.CHUNK", SMALL))
        patched.enter_context(mock.patch("zermelo.solver.keyed.tiers.SAVE_SECONDS", 0.0))
        zermelo.solve(NIM, out=place / "shared", threads=1, native=False)
    return _files(place / "shared")


def solve_numbered(place: Path) -> list[Any]:
    """Solve by numbers; return the files."""
    zermelo.solve(GRAPH, out=place / "numbered", threads=1, native=False)
    return _files(place / "numbered")


def _small(words: int) -> dict[str, Kind]:
    return {name: replace(kind, chunk=SMALL) for name, kind in kinds(words).items()}


def _files(folder: Path) -> list[Any]:
    """The files of a database without its manifest, which contains the time of its making."""
    files = filter(Path.is_file, folder.rglob("*"))
    names = sorted(path for path in files if path.name != MANIFEST)
    return [(str(path.relative_to(folder)), path.read_bytes()) for path in names]


def prove_claim(place: Path) -> list[Any]:
    """Begin a proof, then finish it; return the certificate."""
    for seconds in (1e-6, None):
        zermelo.prove(NIM, claim="win", out=place / "proof", seconds=seconds, native=False)
    return [(place / "proof").read_bytes()]


def export_table(place: Path) -> list[Any]:
    """Export a database as a Parquet file; return its content."""
    path = place / "table"
    with whole_file(path) as draft:
        export(Database(_source() / "solved", NIM), draft, threads=1, native=False)
    return [path.read_bytes()]


@functools.cache
def _source() -> Path:
    """A folder with an undamaged database."""
    folder = Path(tempfile.mkdtemp(prefix="zermelo-days-"))
    atexit.register(shutil.rmtree, folder)
    solve_keyed(folder)
    return folder


def rewrite_file(place: Path) -> list[Any]:
    """Replace a file as a whole; return its content."""
    path = place / "whole"
    if not path.exists():
        with whole_file(path) as draft:
            draft.write(b"{}")
    with whole_file(path) as draft:
        draft.write(bytes(range(250)) * 8)
    return [path.read_bytes()]


def remember_fact(place: Path) -> list[Any]:
    """Remember a fact in the cache of machine code; a damaged file is computed again."""
    with mock.patch.dict(os.environ, ZERMELO_CACHE_DIR=str(place / "cache")):
        return [remember("fact", lambda: list(range(40)))]


RUNS = (
    *(play_match, export_match, make_book, make_sampled_book, solve_keyed, solve_in_shards),
    *(solve_numbered, export_table, rewrite_file, prove_claim, remember_fact),
)


def is_torn(path: Path, whole: list[Any]) -> bool:
    """Whether a file exists with other content than these."""
    return path.exists() and path.read_bytes() not in whole


def is_draft(path: Path) -> bool:
    """Whether the name is that of an unfinished file."""
    return path.name.startswith(".") or path.suffix in (".part", ".partial")


def fault_of(seed: int, place: Path) -> str | None:
    """Go through the day with this seed; return its fault, or None."""
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
