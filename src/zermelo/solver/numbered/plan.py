"""Which tier of a numbered game comes next: those that a tier leads to come before it.

They are seen from some states of the tier, chosen at random. A tier that none of them led to is
added when a move to it is met, and so comes in time.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from zermelo.contract.game import ONGOING
from zermelo.contract.numbered import Numbered
from zermelo.errors import ContractError
from zermelo.native import kernel
from zermelo.native.arrays import Array
from zermelo.process.texts import seconds_text
from zermelo.solver.crews.machine import Kernels

SAMPLE: Final = 4096  # numbers of a tier that are looked at
SAMPLE_PLAIN: Final = 256  # in plain runs


@dataclass(frozen=True)
class TierStep:
    """How many numbers of how many are done, and the time it took."""

    done: int
    left: int
    seconds: float

    def __str__(self) -> str:
        """The progress, and how long the rest takes at this speed."""
        of = self.done + self.left
        if not self.done:
            return f"{of:,} numbers"
        ahead = self.seconds * self.left / self.done
        return f"{of:,} numbers, {self.done / of:.0%} done, {seconds_text(ahead, 0)} left"


@kernel
def tiers_after(game: Numbered[Any], tier: int, numbers: Array) -> list[int]:
    """The tiers that moves from these numbers lead to, each once."""
    tiers = [tier]
    for sampled in numbers:
        number = int(sampled)
        state = game.unindex(tier, number)
        if game.index(state) == number and game.outcome(state) == ONGOING:
            for move in game.moves(state):
                child = game.play(state, move)
                target = game.tier(child)
                if target not in tiers and game.tier_size(target) > 0:
                    tiers.append(target)
    return tiers


class TierPlan:
    """All tiers that are needed, and those that are done."""

    def __init__(self, game: Numbered[Any], kernels: Kernels) -> None:
        self.game, self.kernels = game, kernels
        self.leads: dict[int, set[int]] = {}
        self._done: set[int] = set()
        self._chance = random.Random(0)

    def add(self, tiers: Iterable[int]) -> None:
        """Have these tiers solved, and all that they lead to."""
        waiting = [tier for tier in tiers if self.game.tier_size(tier)]
        while waiting:
            tier = waiting.pop()
            if tier not in self.leads:
                self.leads[tier] = self._sampled(tier)
                waiting += self.leads[tier]

    def need(self, tier: int, other: int) -> None:
        """A move leads from `tier` to the `other`."""
        if other in self.leads[tier] or not self.game.tier_size(other):
            raise ContractError(f"{self.game}: no move may lead from tier {tier} to {other}")
        self.leads[tier].add(other)
        self.add([other])

    def _sampled(self, tier: int) -> set[int]:
        size = self.game.tier_size(tier)
        most = SAMPLE if self.kernels.native else SAMPLE_PLAIN
        numbers = range(size) if size <= most else self._chance.sample(range(size), most)
        tiers = self.kernels.run(tiers_after, self.game, tier, np.array(numbers, np.int64))
        lower = min(tiers)
        if lower < tier:
            raise ContractError(
                f"no move may lower the tier of {self.game}, but one leads from {tier} to {lower}"
            )
        return {int(other) for other in tiers} - {tier}

    def finish(self, tier: int) -> None:
        """The tier is solved."""
        self._done.add(tier)

    def next(self) -> int | None:
        """A tier all of whose following tiers are done, the last of them, None if all are done."""
        waiting = [tier for tier in self.leads if tier not in self._done]
        return max(waiting, default=None)

    def above(self, tier: int) -> list[int]:
        """The tiers that a tier leads to, in their order."""
        return sorted(self.leads[tier])

    @property
    def done(self) -> int:
        """How many numbers are done."""
        return sum(self.game.tier_size(tier) for tier in self.leads if tier in self._done)

    @property
    def left(self) -> int:
        """How many are left."""
        return sum(self.game.tier_size(tier) for tier in self.leads if tier not in self._done)
