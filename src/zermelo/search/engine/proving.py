"""Exact scores by questions of yes and no: is the score above this? Each is a null-window search.

For games of bounded length. Questions ask for ends near the root first, then ever farther ones, so
that short wins are found fast and every answer stays in the table as a proven bound (proof by
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
def prove(game: Game[Any], state: Any, depth: int, ply: int, longest: int, memory: Memory) -> int:
    """The score of `state`, by questions without a break from the first to the last.

    `depth` and `ply` are those of its search, DEEPEST and 0: for constants, numba would compile a
    second search, which does not find the first one when that was loaded from the disk.
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
    """How far to look for ends: farther than `horizon` once nothing ends within that."""
    while horizon < longest and high <= won_in(horizon + 1) and low >= lost_in(horizon + 1):
        horizon += 2 + horizon // 4
    return horizon


@kernel
def question(low: int, high: int, horizon: int, longest: int) -> int:
    """The score to ask about, of one known to lie from `low` to `high`: is it above that?"""
    if low > PROVEN:  # a win: within half of the distances left?
        return won_in((2 * WON - low - high) // 2 + 1)
    if high < -PROVEN:
        return lost_in((2 * WON + low + high) // 2)
    if horizon >= longest:
        return 0 if high > 0 else -1
    return won_in(horizon + 1) if high > won_in(horizon + 1) else lost_in(horizon)


class Proof:
    """The narrowing of a score known to lie from `low` to `high`, in a game of bounded length.

    ask        ask(score) searches, and returns a score: above `score` if the true one is, which
               is then at least that; otherwise the true one is at most that
    longest    the plies that the game can still last
    distance   narrow to the score itself; else only until its value is certain
    """

    def __init__(self, longest: int, *, distance: bool) -> None:
        self.low, self.high = -INFINITE, INFINITE
        self.expected = 0  # what to ask about first, of points
        self.distance, self.longest = distance, longest
        self.horizon = NEAREST if distance else longest

    def run(self, ask: Callable[[int], int]) -> None:
        """Ask until all is known that was wanted."""
        while not self.done:
            asked = self.question()
            score = ask(asked)
            if score > asked:
                self.low = self.expected = score
            else:
                self.high, self.expected = score, score - 1

    @property
    def done(self) -> bool:
        """Whether the score is known, or without `distance` its value."""
        same_side = self.low > PROVEN or self.high < -PROVEN
        return self.low >= self.high or (same_side and not self.distance)

    def question(self) -> int:
        """The score to ask about: is the true one above it? Nearer ends come first."""
        self.horizon = horizon_of(self.low, self.high, self.horizon, self.longest)
        return question(self.low, self.high, self.horizon, self.longest)


class PointsProof(Proof):
    """The same for a score in points: from what is expected on, towards the truth.

    Each answer bounds the score, and the next question is whether it is just that (MTD(f): Plaat
    1996).
    """

    @property
    def done(self) -> bool:
        """Whether the score is known."""
        return self.low >= self.high

    def question(self) -> int:
        """The score to ask about: is the true one above it?"""
        return max(self.low, min(self.expected, self.high - 1))
