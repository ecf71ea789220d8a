"""How many states are won, drawn and lost."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from zermelo.native.arrays import Array
from zermelo.solver.score import ENDLESS, NOW


class Tally(NamedTuple):
    """States by their values, for their movers, and the remoteness of what is decided last."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    longest: int = 0

    @property
    def states(self) -> int:
        """How many there are."""
        return self.wins + self.draws + self.losses


def tally(scores: Array, weights: Array, *, by_score: bool) -> Tally:
    """The tally of states with these scores, each as often as its weight, once without weights.

    by_score  whether scores are points, of which none is decided last
    """
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
    """The tally of all states that these are of."""
    wins, draws, losses, longest = zip(Tally(), *tallies, strict=True)
    return Tally(sum(wins), sum(draws), sum(losses), max(longest))
