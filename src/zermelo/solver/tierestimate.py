"""What solving a game by its states' numbers takes: arithmetic, and a few seconds of the work.

How many numbers each tier has is known. What one costs is timed on some of the largest tiers, on
stretches of numbers chosen at random, with all tiers above unknown.
"""

from __future__ import annotations

import random
import time
from typing import Any, Final

import numpy as np

from zermelo.game import Game
from zermelo.solver.cells import Cells, narrow_cells
from zermelo.solver.machine import Machine
from zermelo.solver.rounds import SPARE, Above, Known, open_share, send
from zermelo.solver.score import NOW
from zermelo.solver.shares import BLOCK, BOX, PLIES
from zermelo.solver.tierplan import TierPlan

Array = Any
TIMED: Final = 6  # tiers, the largest ones, and as many more chosen by their sizes
STRETCH: Final = 1 << 15  # numbers that are timed at a time
STRETCH_PLAIN: Final = 1 << 6
DECIDED: Final = 0.6  # of the numbers of a tier with moves inside, about
PACKED: Final = 0.25  # bytes on disk for each byte of cells, about


class TierSurvey:
    """One estimate under way; see `Estimate` for what it finds."""

    def __init__(self, game: Game[Any], machine: Machine, starts: list[Any], seed: int) -> None:
        self.game, self.machine, self.chance = game, machine, random.Random(seed)
        self.cells: Cells = narrow_cells()
        self.images = sum(1 for _ in game.symmetries(starts[0]))
        self.plan = TierPlan(game, machine.kernels)
        self.plan.add(int(game.tier(start)) for start in starts)
        self.sizes = {tier: int(game.tier_size(tier)) for tier in self.plan.leads}

    @property
    def numbers(self) -> int:
        """How many numbers there are."""
        return sum(self.sizes.values())

    @property
    def states(self) -> int:
        """How many states there are about, symmetric ones counted."""
        return round(self.numbers * self.weight())

    @property
    def disk(self) -> int:
        """Bytes of the database."""
        return int(PACKED * self.numbers)

    @property
    def memory(self) -> int:
        """Bytes that the tier takes that takes most."""
        members = self.machine.threads
        boxes = members * members * (BOX + 2 * SPARE) * 4
        return boxes + max(
            size * 3
            + (size >> BLOCK) * PLIES[1]
            + sum(self.sizes[o] for o in self.plan.leads[tier])
            for tier, size in self.sizes.items()
        )

    def weight(self) -> float:
        """How many states a number stands for, on average."""
        found = []
        for tier, size in self.sample():
            number = self.chance.randrange(size)
            state = self.game.unindex(tier, number)
            counts = self.game.index(state) == number
            found.append(self.images / self.game.stabiliser(state) if counts else 0)
        return sum(found) / len(found)

    def sample(self) -> list[tuple[int, int]]:
        """Some tiers with their sizes, the larger the likelier."""
        pairs = list(self.sizes.items())
        return self.chance.choices(pairs, [size for _, size in pairs], k=256)

    def seconds(self) -> float:
        """Time that all takes on this machine."""
        largest = sorted(self.sizes.items(), key=lambda pair: -pair[1])[:TIMED]
        timed = dict(largest + self.sample()[:TIMED])
        costs = [self.cost(tier) for tier in timed]
        mean = sum(cost * timed[tier] for cost, tier in zip(costs, timed, strict=True))
        return mean / sum(timed.values()) * self.numbers / self.machine.threads

    def cost(self, tier: int) -> float:
        """Seconds that a number of this tier takes one thread."""
        size = self.sizes[tier]
        count = min(size, STRETCH if self.machine.kernels.native else STRETCH_PLAIN)
        first = self.chance.randrange(size - count + 1)
        tiers = self.plan.above(tier)
        firsts = np.cumsum([0, *(self.sizes[other] for other in tiers)]).astype(np.int64)
        above = Above(np.array(tiers, np.int64), firsts[:-1].copy(), np.zeros(firsts[-1], np.uint8))
        found, best, left = (np.zeros(count, np.uint8) for _ in range(3))
        agenda = np.zeros((PLIES[1], (count >> BLOCK) + 1), np.uint8)
        known = Known(found, best, left, agenda, BLOCK)
        given = self.game, self.cells, tier
        opened, (inner, _, _) = self.timed(open_share, *given, first, known, above)
        if not inner:
            return opened / count
        lost = int(self.cells.cells[4 - NOW & (1 << 16) - 1])
        known.cells[known.cells == 0] = lost
        known.agenda[4] = 1
        cuts, fill = np.array([0, size], np.int64), np.zeros(1, np.int64)
        boxes = np.empty((1, 64 * count + SPARE), np.uint32)
        sent, _ = self.timed(send, *given, first, 4, 0, known, cuts, boxes, fill)
        return (opened + DECIDED * sent) / count

    def timed(self, kernel: Any, *given: Any) -> tuple[float, Any]:
        """Seconds that a kernel takes, compiling apart, and what it returns."""
        began, compiled = time.perf_counter(), self.machine.kernels.compiling
        found = self.machine.run(kernel, *given)
        return time.perf_counter() - began - (self.machine.kernels.compiling - compiled), found
