"""What the engine knows of one move of a position: bounds that are proven, and the latest score."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zermelo.contract.analysis import Bound
from zermelo.search.bounds import WORDS, bound_in
from zermelo.search.engine.score import ENDLESS, ESTIMATE, INFINITE, PROVEN, value_of


@dataclass
class Known:
    """What is known of one move, all for who makes it.

    low, high  proven bounds of its score
    score      what the latest search said; an estimate, unless it is one of the bounds
    bound      how the true score of that depth relates to it: "exact", "at most", "at least"
    twin       an earlier move that leads to the same but for a symmetry, and is searched for both
    """

    move: int
    child: Any
    low: int = -INFINITE
    high: int = INFINITE
    score: int = -INFINITE
    bound: Bound = "at least"
    twin: Known | None = None

    @property
    def decided(self) -> bool:
        """Whether the move is proven to win, to draw or to lose, or its score is."""
        return are_decisive(self.low, self.high)

    @property
    def worth(self) -> int:
        """The score, proven or estimated, without the distance of what is not."""
        if self.decided:
            return decided_score(self.low, self.high)
        return max(-ESTIMATE, min(self.score, ESTIMATE))

    @property
    def value(self) -> float:
        """The same between LOSS and WIN."""
        return value_of(self.worth)

    def learn(self, score: int, floor: int, ceiling: int, *, settled: bool) -> None:
        """Take in what a search with the window (floor, ceiling) returned."""
        self.score, self.bound = score, WORDS[bound_in(score, floor, ceiling)]
        if score > floor and (settled or score > PROVEN):
            self.low = max(self.low, score)
        if score < ceiling and (settled or score < -PROVEN):
            self.high = min(self.high, score)


def are_decisive(low: int, high: int) -> bool:
    """Whether proven bounds of a score leave no doubt about the value."""
    return low >= ENDLESS or high <= -ENDLESS or low >= high


def decided_score(low: int, high: int) -> int:
    """A score of the value that decisive bounds prove."""
    return high if high <= -ENDLESS else low
