"""Proves whether the player to move gets at least a number of points, without an exact score."""

from __future__ import annotations

from typing import Final

from zermelo.search.engine.memory import DEEPEST
from zermelo.search.engine.movebounds import MoveBounds
from zermelo.search.engine.score import unit
from zermelo.search.engine.thinking import Thinking

FEW: Final = 6  # depth of the first searches, if the game's length is bounded; then to the end


class Margin:
    """Searches deeper and deeper until it is proven whether the mover gets `points` or more."""

    def __init__(self, thinking: Thinking, points: int) -> None:
        self.thinking, self.points = thinking, points
        self.floor = points * unit(thinking.game) - 1

    def find_out(self, depth: int | None) -> None:
        """Search with increasing depth, up to `depth` plies, until the answer is proven."""
        far = DEEPEST if depth is None else depth
        steps = range(1, 1 + (min(FEW, far) if self.thinking.bounded else far))
        for step in [*steps, far]:
            for entry in self.thinking.asked:
                if self.answer is None and self.of(entry) is None:
                    self.thinking.ask(entry, step, self.floor, self.floor + 1)
            self.thinking.depth = self.thinking.clock.depth = step
            if self.answer is not None:
                return

    def of(self, entry: MoveBounds) -> bool | None:
        """Whether a move is proven to reach the points or to miss them; None: undecided."""
        if entry.low > self.floor:
            return True
        return False if entry.high <= self.floor else None

    @property
    def answer(self) -> bool | None:
        """Whether some move is proven to reach the points, or all to miss them; None: undecided."""
        answers = [self.of(entry) for entry in self.thinking.asked]
        return True if True in answers else None if None in answers else False
