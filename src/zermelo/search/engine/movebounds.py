"""The engine's knowledge of root moves: their proven bounds and latest scores.

Of symmetric moves one is searched, and the others get its result.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zermelo.contract.analysis import Bound
from zermelo.contract.game import Game
from zermelo.search.bounds import WORDS, bound_in
from zermelo.search.engine.score import ENDLESS, ESTIMATE, INFINITE, PROVEN, plies_to_end, value_of


@dataclass(eq=False)
class MoveBounds:
    """The bounds of one move's score, for the player who makes it.

    low, high  proven bounds of the score
    score      the result of the latest search; an estimate unless it equals a proven bound
    bound      how the score at that depth relates to it: "exact", "at most", "at least"
    twin       an earlier move that is symmetric to this one, and is searched for both
    """

    move: int
    child: Any
    low: int = -INFINITE
    high: int = INFINITE
    score: int = -INFINITE
    bound: Bound = "at least"
    twin: MoveBounds | None = None

    @property
    def decided(self) -> bool:
        """Whether the move's value is proven."""
        return are_decisive(self.low, self.high)

    @property
    def timed(self) -> bool:
        """Whether the score is proven, and with it how soon a win or a loss ends the game."""
        return self.low >= self.high

    @property
    def remoteness(self) -> int | None:
        """Plies from before the move to the end, of wins and losses where proven."""
        return plies_to_end(self.low) if self.timed and abs(self.low) > PROVEN else None

    @property
    def worth(self) -> int:
        """The score, proven or estimated; an estimate has no distance."""
        if self.decided:
            return decided_score(self.low, self.high)
        return max(-ESTIMATE, min(self.score, ESTIMATE))

    @property
    def value(self) -> float:
        """The score as a value from LOSS to WIN."""
        return value_of(self.worth)

    def learn(self, score: int, floor: int, ceiling: int, *, settled: bool) -> None:
        """Record the result of a search with the window (floor, ceiling)."""
        self.score, self.bound = score, WORDS[bound_in(score, floor, ceiling)]
        if score > floor and (settled or score > PROVEN):
            self.low = max(self.low, score)
        if score < ceiling and (settled or score < -PROVEN):
            self.high = min(self.high, score)


def are_decisive(low: int, high: int) -> bool:
    """Whether proven bounds of a score determine the value."""
    return low >= ENDLESS or high <= -ENDLESS or low >= high


def decided_score(low: int, high: int) -> int:
    """A score with the value that decisive bounds prove."""
    return high if high <= -ENDLESS else low


def distinct(game: Game, state: Any, known: list[MoveBounds]) -> list[MoveBounds]:
    """The moves without those that are symmetric to an earlier one, their twin."""
    images = list(game.symmetries(state))
    if len(images) == len(set(images)):
        return known
    first: dict[Any, MoveBounds] = {}
    for entry in known:
        same = (first[image] for image in game.symmetries(entry.child) if image in first)
        entry.twin = next(same, None)
        if entry.twin is None:
            first[entry.child] = entry
    return [entry for entry in known if entry.twin is None]


def update_twins(known: list[MoveBounds]) -> None:
    """Copy each searched move's result to its symmetric twins."""
    for entry in known:
        if entry.twin is not None:
            entry.low, entry.high = entry.twin.low, entry.twin.high
            entry.score, entry.bound = entry.twin.score, entry.twin.bound
