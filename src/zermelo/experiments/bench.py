"""The engine's fixed positions: how fast it is here, and whether it still visits the same nodes.

The signature is a digest of the node counts. It changes with whatever changes the search: a change
that moves it on purpose says why, one that does not is only a matter of speed.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Final
from zlib import crc32

from zermelo.contract.result import Result
from zermelo.search.analyze import analyze
from zermelo.search.engine.table import Table
from zermelo.search.limits import Progress
from zermelo.spec import parse_game

POSITIONS: Final = (  # game, position, depth; without a depth the position is proven
    ("tictactoe", ".../.../...", None),
    ("nim(rows=[3, 4, 5, 6])", "3,4,5,6 A", None),
    ("connectfour", "......./......./......./......./......./.......", 14),
    ("connectfour", "......./......./...X.../...O.../.X.X..X/.O.XO.O", None),
    ("isolation(width=4, height=4)", "..../..../..../.... A", None),
    ("isolation(width=7, height=7, pieces='knight')", None, 7),
)
MEBIBYTES: Final = 16.0
NODES: Final = 20_000_000  # at most for one position


@dataclass(frozen=True)
class BenchRow:
    """One position searched: `nodes` visited in `seconds`."""

    game: str
    depth: int
    nodes: int
    seconds: float


@dataclass(frozen=True)
class Bench(Result):
    """All positions searched, each by one thread with an empty table."""

    rows: tuple[BenchRow, ...]

    @property
    def nodes(self) -> int:
        """The nodes of all positions."""
        return sum(row.nodes for row in self.rows)

    @property
    def seconds(self) -> float:
        """The time of all searches, compiling not counted."""
        return sum(row.seconds for row in self.rows)

    @property
    def signature(self) -> str:
        """Eight hexadecimal digits that the node counts determine."""
        return f"{crc32(repr([row.nodes for row in self.rows]).encode()):08x}"

    def as_dict(self) -> dict[str, Any]:
        """The fields as JSON."""
        rows = [asdict(row) for row in self.rows]
        total = {"nodes": self.nodes, "seconds": self.seconds, "signature": self.signature}
        return {"rows": rows, **total}


def bench(*, native: bool = True, progress: Progress | None = None) -> Bench:
    """Search the fixed positions, which takes a few seconds once their games are compiled.

    Ctrl-C raises `KeyboardInterrupt`: a part of the searches has no signature.
    """
    rows = []
    for spec, text, depth in POSITIONS:
        game = parse_game(spec)
        analysis = analyze(
            game,
            game.start() if text is None else game.parse_state(text),
            algorithm="engine",
            depth=depth,
            nodes=NODES,
            native=native,
            progress=progress,
            table=Table(MEBIBYTES),
        )
        if analysis.interrupted:
            raise KeyboardInterrupt
        rows.append(BenchRow(spec, analysis.depth, analysis.nodes, analysis.seconds))
    return Bench(tuple(rows))
