"""The reply to one `go`: lines about the search, then exactly one best move."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any, Final

from zermelo.bridges.centipawns import protocol_score
from zermelo.contract.analysis import Analysis
from zermelo.players.protocols import Notation
from zermelo.search.limits import Snapshot

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
