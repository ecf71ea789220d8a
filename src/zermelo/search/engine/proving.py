"""Exact scores by null-window searches, each of which asks whether the score is above a bound.

For games of bounded length. The first questions cover ends near the root, later ones distant ends.
So short wins are proven fast, and every answer stays in the table as a proven bound (proof by
successive null windows: Coplan 1982, Plaat 1996).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from zermelo.contract.game import Game
from zermelo.native import kernel
from zermelo.search.engine.memory import Memory
from zermelo.search.engine.score import INFINITE, PROVEN, WON, lost_in, won_in
from zermelo.search.engine.search import search

NEAREST: Final = 3  # plies: the first horizon


@kernel
def prove(game: Game, state: Any, depth: int, ply: int, longest: int, memory: Memory) -> int:
    """The proven score of `state`: asks all questions in one call.

    `depth` and `ply` have to be DEEPEST and 0.
    """
    low, high, horizon = -INFINITE, INFINITE, NEAREST
    while low < high:
        horizon = horizon_of(low, high, horizon, longest)
        asked = question(low, high, horizon, longest)
        score = search(game, state, depth, asked, asked + 1, ply, memory)
        low, high = (score, high) if score > asked else (low, score)
    return low


@kernel
def horizon_of(low: int, high: int, horizon: int, longest: int) -> int:
    """The horizon for ends: larger than `horizon` once no end lies within it."""
    while horizon < longest and high <= won_in(horizon + 1) and low >= lost_in(horizon + 1):
        horizon += 2 + horizon // 4
    return horizon


@kernel
def question(low: int, high: int, horizon: int, longest: int) -> int:
    """The next question for a score between `low` and `high`: is it above the result?"""
    if low > PROVEN:  # a win: bisect its distance
        return won_in((2 * WON - low - high) // 2 + 1)
    if high < -PROVEN:
        return lost_in((2 * WON + low + high) // 2)
    if horizon >= longest:
        return 0 if high > 0 else -1
    return won_in(horizon + 1) if high > won_in(horizon + 1) else lost_in(horizon)


class Proof:
    """Narrows the bounds `low` and `high` of a score, in a game of bounded length.

    longest    the most plies that the game can still last
    distance   narrow down to the exact score; otherwise only until its value is decided
    """

    def __init__(self, longest: int, *, distance: bool) -> None:
        self.low, self.high = -INFINITE, INFINITE
        self.expected = 0  # the first question of a proof in points
        self.distance, self.longest = distance, longest
        self.horizon = NEAREST if distance else longest

    def run(self, ask: Callable[[int], int]) -> None:
        """Ask until `done`.

        ask(score) searches and returns a lower bound above `score` if the true score is above
        it, else an upper bound of at most `score`.
        """
        while not self.done:
            asked = self.question()
            score = ask(asked)
            if score > asked:
                self.low = self.expected = score
            else:
                self.high, self.expected = score, score - 1

    @property
    def done(self) -> bool:
        """Whether the score is known, or its value if that is enough."""
        same_side = self.low > PROVEN or self.high < -PROVEN
        return self.low >= self.high or (same_side and not self.distance)

    def question(self) -> int:
        """The next question: is the true score above this? Nearer ends come first."""
        self.horizon = horizon_of(self.low, self.high, self.horizon, self.longest)
        return question(self.low, self.high, self.horizon, self.longest)


class PointsProof(Proof):
    """A proof of a score in points, starting from the expected one (MTD(f): Plaat 1996).

    Each answer is a bound; the next question asks whether the score equals it.
    """

    @property
    def done(self) -> bool:
        """Whether the score is known."""
        return self.low >= self.high

    def question(self) -> int:
        """The next question: is the true score above this?"""
        return max(self.low, min(self.expected, self.high - 1))
