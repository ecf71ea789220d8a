"""The result of solving a game, the solver's progress, and counts of states by value."""

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

import numpy as np

from zermelo.contract.analysis import By, Result, by_of
from zermelo.contract.game import Game
from zermelo.native.arrays import Array
from zermelo.solver.score import ENDLESS, NOW, distance_of, worth_of


@dataclass(frozen=True)
class Step:
    """Progress of a solver: the states found so far and, once `complete`, the states scored."""

    states: int
    scored: int
    seconds: float
    complete: bool = False

    def __str__(self) -> str:
        if not self.complete:
            return f"{self.states:,} states found, {self.states / self.seconds:,.0f}/s"
        return f"{self.states:,} states, {self.scored / self.states:.0%} scored"


Progress = Callable[[Any], None]  # gets a `Step` or a text


class Solution(Result):
    """The result of solving a game; `value` and `remoteness` are those of its (first) start.

    game              the game's text
    states            the number of reachable states, counting symmetric ones separately
    canonical_states  the number of stored states, one for each set of symmetric ones
    wins, draws, losses  the numbers of states that are won, drawn and lost for their movers
    longest           the largest remoteness; 32,765 means at least that
    value             1, 0 or -1 for the player to move in the start; by score its points
    remoteness        plies to the end under best play, None for draws, endless play, and by score
    seconds           time spent solving in all runs, excluding compiling and writing
    by                "outcome", or "score" for values in points

    >>> import zermelo
    >>> solution = zermelo.solve("nim(rows=[1, 2])", native=False)
    >>> solution.wins, solution.draws, solution.losses, solution.longest
    (5, 0, 3, 3)
    """

    game: str
    states: int
    canonical_states: int
    wins: int
    draws: int
    losses: int
    longest: int
    value: int
    remoteness: int | None
    seconds: float
    by: By = "outcome"

    def as_dict(self) -> dict[str, Any]:
        """The fields for JSON; `by` is left out if it is "outcome"."""
        return self.facts() | ({"by": self.by} if self.by == "score" else {})

    def facts(self) -> dict[str, Any]:
        """The fields for a manifest, which has its own entry for `by`."""
        return {name: value for name, value in asdict(self).items() if name != "by"}


class Tally(NamedTuple):
    """Counts of states by value, for their movers, and the largest remoteness."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    longest: int = 0

    @property
    def states(self) -> int:
        """The number of states."""
        return self.wins + self.draws + self.losses


def solution_of(game: Game, tally: Tally, canonical: int, score: int, seconds: float) -> Solution:
    """The result of solving `game`, whose (first) start has this score."""
    return Solution(
        game=str(game),
        states=tally.states,
        canonical_states=canonical,
        **tally._asdict(),
        value=worth_of(game, score),
        remoteness=distance_of(game, score),
        seconds=seconds,
        by=by_of(game),
    )


def tally(scores: Array, weights: Array, *, by_score: bool) -> Tally:
    """Count states with these scores, each with its weight, or once if there are no weights."""
    wins, draws, losses = (
        int(weights[chosen].sum() if len(weights) else np.count_nonzero(chosen))
        for chosen in (scores > 0, scores == 0, scores < 0)
    )
    nearest = NOW
    if not by_score:
        distances = np.abs(scores.astype(np.int32))
        nearest = int(distances.min(initial=NOW, where=distances > ENDLESS))
    return Tally(wins, draws, losses, NOW - nearest)


def sum_of(tallies: Iterable[Tally]) -> Tally:
    """The sum of tallies."""
    wins, draws, losses, longest = zip(Tally(), *tallies, strict=True)
    return Tally(sum(wins), sum(draws), sum(losses), max(longest))
