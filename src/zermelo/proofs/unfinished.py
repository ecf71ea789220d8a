"""An unfinished proof, kept beside the certificate's file, so that the same command goes on.

The file, `FILE.part`, has lines with digests, see `zermelo.process.ledger`:

line 2   which claim it is about, by which rules, the nodes visited, which of the claim's goals are
         proven, and by how many positions and moves each
others   the moves of these goals, and the entries of the searches' tables that took the most work;
         64-bit numbers, compressed, in base64

A search that has these entries soon is where it was. A certificate is checked by the rules all the
same, whatever its search began with.
"""

from __future__ import annotations

import time
import zlib
from array import array
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from zermelo.contract.game import Game
from zermelo.errors import UsageError
from zermelo.native.disk.fingerprint import truth_fingerprint
from zermelo.process import disk
from zermelo.process.files import file_errors, whole_file
from zermelo.process.ledger import Kind, damaged
from zermelo.proofs.claim import Claim

PART: Final = Kind(holds="part of a proof", busy="another command", version=1, compressed=False)
SUFFIX: Final = ".part"
EVERY: Final = 30.0  # seconds from one writing to the next, and
SHARE: Final = 20  # at least so many times as long as it takes
CHUNK: Final = 1 << 16  # numbers a line


class Kept(NamedTuple):
    """The content of a file.

    nodes   visited so far
    goals   of each proven goal its positions and moves
    tables  of each search, by name, the entries of its table: keys and data in turn
    """

    nodes: int
    goals: list[tuple[int, list[int]]]
    tables: dict[str, array[int]]


class Unfinished:
    """The file of one unfinished proof."""

    def __init__(self, out: Path, game: Game, state: str | None, claim: Claim) -> None:
        self.path = out.with_name(out.name + SUFFIX)
        rules = truth_fingerprint(game)
        self._about = {"game": str(game), "rules": rules, "state": state, "claim": claim.text}
        self._next = time.monotonic() + EVERY

    def read(self) -> Kept | None:
        """The content, None if there is no such file, or one about something else."""
        if not self.path.exists():
            return None
        about, *lines = PART.read(self.path) or [None]
        whole = isinstance(about, dict) and type(about.get("nodes")) is int
        if not whole or not isinstance(about.get("goals"), list):
            raise damaged(self.path, "it does not say which proof it is a part of")
        if any(about.get(name) != value for name, value in self._about.items()):
            raise UsageError(
                f"{self.path} is part of another proof; remove it, or name another --out"
            )
        columns: dict[str, array[int]] = {}
        try:
            for name, text in lines:
                columns.setdefault(name, array("q")).frombytes(zlib.decompress(b64decode(text)))
        except (ValueError, TypeError, zlib.error):
            raise damaged(self.path, "it has other lines than it was written with") from None
        goals = [
            (positions, columns.pop(f"moves {number}", array("q")).tolist())
            for number, positions in enumerate(about["goals"])
        ]
        return Kept(about["nodes"], goals, columns)

    def write_when_due(self, kept: Callable[[], Kept]) -> None:
        """Write what is kept by now, from time to time."""
        began = time.monotonic()
        if began >= self._next:
            self.write(kept())
            ended = time.monotonic()
            self._next = ended + max(EVERY, SHARE * (ended - began))

    def write(self, kept: Kept) -> None:
        """Write the file, whole or not at all."""
        goals = [positions for positions, _ in kept.goals]
        about = {**self._about, "nodes": kept.nodes, "goals": goals}
        with whole_file(self.path) as draft:
            draft.write(PART.lines([about, *_lines(kept)]))

    def remove(self) -> None:
        """Take the file away: the proof is whole, or there is none."""
        if self.path.exists():
            with file_errors("remove", self.path):
                disk.remove(self.path)


def _lines(kept: Kept) -> Iterator[tuple[str, str]]:
    columns = {f"moves {n}": array("q", moves) for n, (_, moves) in enumerate(kept.goals)}
    for name, numbers in (columns | kept.tables).items():
        for first in range(0, len(numbers), CHUNK):
            part = zlib.compress(numbers[first : first + CHUNK].tobytes(), 1)
            yield name, b64encode(part).decode()
