"""The command `go` of engine protocols: its limits, and the reply of scores and one best move."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from zermelo.contract.analysis import Analysis
from zermelo.contract.game import WIN, Game
from zermelo.contract.ranges import DEPTH, NODES, SECONDS, Range
from zermelo.contract.winchance import curve_of
from zermelo.errors import clip
from zermelo.players.protocols import Notation
from zermelo.search.limits import Limits, Snapshot

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


PER_PAWN: Final = 0.368208  # lichess: the log-odds of a win, from -1 to 1, that a pawn is worth


def centipawns(game: Game, value: float) -> int:
    """An estimate, above LOSS and below WIN, in hundredths of a pawn.

    `game.pawn`, where a game has it, is what a pawn adds to the evaluation; a queen at chess is
    then about 900. In other games the value stands for a chance to win, and becomes the centipawns
    at which lichess expects that chance in chess: 75% become 298.
    """
    pawn = getattr(game, "pawn", None)
    return round(100 * (value / pawn if pawn else curve_of(game).odds(value) / PER_PAWN))


def protocol_score(game: Game, value: float, plies: int) -> str:
    """The score of a value: "cp 35" of an estimate, "mate 3" or "mate -2" of a win or a loss.

    plies  until the win or the loss ends the game; protocols count the mover's turns
    """
    if abs(value) < WIN:
        return f"cp {centipawns(game, value)}"
    return f"mate {(plies + 1) // 2 if value > 0 else -(plies // 2)}"


GRACE: Final = 0.03  # seconds a search that has to end gets to come back by itself


class Reply:
    """Says what a search of `state` finds; its best move is the first of the latest line.

    best      the move to say where none is found in time
    released  set once the best move may be printed
    stopped   set once the search has to end
    said      set once it is printed
    """

    def __init__(
        self, state: Any, notation: Notation, best: str, say: Callable[[str], None]
    ) -> None:
        self._state, self._notation, self._best, self._say = state, notation, best, say
        self._lock, self._timer = threading.RLock(), threading.Timer(0, self.end)
        self.depth, self.released = 0, threading.Event()
        self.stopped, self.said = threading.Event(), threading.Event()

    def report(self, found: Analysis | Snapshot) -> None:
        """Say how deep the search is, what it is worth, and the line it would play."""
        with self._lock:
            if self.said.is_set() or found.value is None:
                return
            line = found.line_moves if isinstance(found, Analysis) else found.line
            self.depth, pv = max(self.depth, found.depth), self._written(line)
            plies = found.remoteness or len(line)
            score = protocol_score(self._notation.game, found.value, plies)
            spent = f"time {round(1000 * found.seconds)} nodes {found.nodes}"
            self._say(" ".join([f"info depth {self.depth} score {score} {spent} pv", *pv]))
            self._best = pv[0] if pv else self._best

    def finish(self) -> None:
        """Say the best move known, unless that was done."""
        with self._lock:
            if not self.said.is_set():
                self._timer.cancel()
                self._say(f"bestmove {self._best}")
                self.said.set()

    def end(self) -> None:
        """Have the search end, and the best move said, whatever the search is doing."""
        self.stopped.set()
        self.released.set()
        if not self.said.wait(GRACE):
            self.finish()

    def end_within(self, seconds: float) -> None:
        """`end` after so many seconds."""
        self._timer = threading.Timer(seconds, self.end)
        self._timer.daemon = True
        self._timer.start()

    def _written(self, line: Sequence[str]) -> list[str]:
        """A line of our texts as the protocol writes it."""
        game, state, texts = self._notation.game, self._state, []
        for text in line:
            move = game.parse_move(state, text)
            texts.append(self._notation.format_move(state, move))
            state = game.play(state, move)
        return texts
