"""The command `go` of engine protocols: what limits a search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from zermelo.contract.ranges import DEPTH, NODES, SECONDS, Range
from zermelo.errors import clip
from zermelo.search.limits import Limits

SHARE: Final = 25  # a move takes this part of the time that is left
SOONEST: Final = 0.001  # seconds of the shortest search
TIMES: Final = {"ugi": ("p1time", "p2time", "p1inc", "p2inc")}
CHESS_TIMES: Final = ("wtime", "btime", "winc", "binc")
NUMBERS: Final = ("depth", "nodes", "mate", "movetime", "movestogo")
WORDS: Final = frozenset(
    (*NUMBERS, *TIMES["ugi"], *CHESS_TIMES, "searchmoves", "infinite", "ponder")
)
TURNS: Final = Range(1, DEPTH.most // 2)
MILLISECONDS: Final = Range(0, 1000 * SECONDS.most, whole=False)


@dataclass(frozen=True)
class GoCommand:
    """The arguments of a `go`.

    depth, nodes, seconds  the limits of the search, as far as there are any
    moves      the texts of the only moves to search; empty: all
    infinite   whether the best move waits for `stop`
    ponder     whether it waits for `stop` or `ponderhit`, from which the seconds count
    faults     numbers that cannot be read, each a sentence
    """

    depth: int | None
    nodes: int | None
    seconds: float | None
    moves: tuple[str, ...]
    infinite: bool
    ponder: bool
    faults: tuple[str, ...]

    @property
    def waits(self) -> bool:
        """Whether the best move is to be held back when the search is done."""
        return self.infinite or self.ponder

    @property
    def plays(self) -> bool:
        """Whether to search as in a game, where the time or the nodes of a move are limited."""
        limited = self.seconds is not None or self.nodes is not None
        return limited and self.depth is None and not self.infinite

    def limits(self, passed: float) -> Limits:
        """The limits of a search that begins `passed` seconds later; one for a depth deepens."""
        seconds = None if self.waits else self.seconds
        left = None if seconds is None else max(SOONEST, seconds - passed)
        free = left is None and self.nodes is None
        return Limits(self.depth, left, int(NODES.most) if free else self.nodes)


def parse_go(words: list[str], protocol: str, player: int) -> GoCommand:
    """The command of these words, in which `player` is to move.

    Numbers beyond what makes sense stand for the nearest that does, unreadable ones for the least:
    every `go` ends.
    """
    given: dict[str, list[str]] = {}
    values: list[str] = []
    for word in words:
        if word in WORDS:
            values = given.setdefault(word, [])
        else:
            values.append(word)
    faults: list[str] = []

    def number(name: str, allowed: Range) -> float | None:
        if name not in given:
            return None
        text = " ".join(given[name][:1])
        try:
            return max(allowed.least, min(float(text), allowed.most))
        except ValueError:
            faults.append(f"{name} should be a number, {allowed.least} or more, not {clip(text)!r}")
            return allowed.least

    times = TIMES.get(protocol, CHESS_TIMES)
    left, more = number(times[player], MILLISECONDS), number(times[2 + player], MILLISECONDS) or 0
    turns, depth = number("mate", TURNS), number("depth", DEPTH)
    share = min(SHARE, number("movestogo", TURNS) or SHARE)
    movetime = number("movetime", MILLISECONDS)
    if movetime is None and left is not None:
        movetime = min(left / share + 0.8 * more, left / 2)
    depths = [int(plies) for plies in (depth, turns and 2 * turns - 1) if plies]
    nodes = number("nodes", NODES)
    return GoCommand(
        depth=min(depths, default=None),
        nodes=None if nodes is None else int(nodes),
        seconds=None if movetime is None else max(SOONEST, movetime / 1000),
        moves=tuple(given.get("searchmoves", ())),
        infinite="infinite" in given,
        ponder="ponder" in given,
        faults=tuple(faults),
    )
