"""Whether the player to move gets at least so many points: one question, and no exact score."""

from __future__ import annotations

from typing import Final

from zermelo.search.engine.memory import DEEPEST
from zermelo.search.engine.movebounds import Known
from zermelo.search.engine.score import unit
from zermelo.search.engine.thinking import Thinking

FEW: Final = 6  # plies to look ahead before a search to the end, where the game's length is bounded


class Margin:
    """The question whether the mover of a position gets at least `points`, ever better answered."""

    def __init__(self, thinking: Thinking, points: int) -> None:
        self.thinking, self.points = thinking, points
        self.floor = points * unit(thinking.game) - 1

    def find_out(self, depth: int | None) -> None:
        """Look ever farther ahead, `depth` plies at most, until the answer is proven."""
        far = DEEPEST if depth is None else depth
        steps = range(1, 1 + (min(FEW, far) if self.thinking.bounded else far))
        for step in [*steps, far]:
            for entry in self.thinking.asked:
                if self.answer is None and self.of(entry) is None:
                    self.thinking.ask(entry, step, self.floor, self.floor + 1)
            self.thinking.depth = self.thinking.clock.depth = step
            if self.answer is not None:
                return

    def of(self, entry: Known) -> bool | None:
        """Whether a move is proven to bring as many points, or not to; None: that is open."""
        if entry.low > self.floor:
            return True
        return False if entry.high <= self.floor else None

    @property
    def answer(self) -> bool | None:
        """Whether some move is proven to, or none."""
        answers = [self.of(entry) for entry in self.thinking.asked]
        return True if True in answers else None if None in answers else False
