"""The cost of solving a game by its states' numbers, from arithmetic and a few seconds of work.

The size of each tier is known. Reading moves is timed on random stretches of numbers; the time for
other work is a multiple of that, measured in solved tiers. The game estimates the decided share of
a tier and its size on disk (`Numbered.forecast`).
"""

import math
import random
import shutil
import time
from functools import cached_property
from pathlib import Path
from statistics import mean
from typing import Any, Final

import numpy as np

from zermelo.contract.numbered import Numbered
from zermelo.native.arrays import Array
from zermelo.solver.crews.crew import Machine
from zermelo.solver.numbered import shares as divided
from zermelo.solver.numbered.solver import TierPlan
from zermelo.solver.store.arrays import MOST_CHUNKS, MOST_FILES
from zermelo.solver.store.manifest import TIER_VERSION
from zermelo.solver.store.numbers import Cells, TiersHeld, cell_kind, narrow_cells

GIB: Final = 1 << 30
HUGE: Final = GIB * 10**10  # from this many bytes on, messages write a power of ten
MANY: Final = 1 << 32  # up to this many state numbers, no solution is refused for its duration
MOST_DAYS: Final = 0.5  # a longer solution is refused unless the user insists
TIMED: Final = {True: 120, False: 6}  # stretches of numbers to time, by `native`
STRETCH: Final = {True: 1 << 13, False: 1 << 6}  # numbers in a stretch, by `native`
TOUCHED: Final = 1 << 26  # bytes of the cells read at random: more than caches hold
PAGE: Final = 1 << 12  # bytes loaded at once
ALL_WORK: Final = 1.5  # the time for a number, in multiples of the time to read its moves
TAKING_BACK: Final = 2.0  # additional multiples for a decided state, to find its preceding states
WEIGHED: Final = 256  # numbers sampled to estimate how many states a number represents
PROCESS: Final = 430 << 20  # bytes of a process besides arrays: compiler, code, tables


def free_at(out: str | Path | None) -> float:
    """The bytes free at `out`, existing or not; infinite if nothing is written."""
    if out is None:
        return math.inf
    place = Path(out).absolute()
    while not place.exists():
        place = place.parent
    return shutil.disk_usage(place).free


def shortage(
    needing: str, disk: float, memory: float, days: float | None, out: str | Path | None, most: int
) -> str | None:
    """Say that the states described by `needing` take more `disk` than is free at `out`, more
    `memory` than the bytes `most`, or more `days` than work may take; None if they don't.
    """
    room = free_at(out)
    if disk <= room and memory <= most and (days or 0.0) <= MOST_DAYS:
        return None
    written = f"{disk / GIB:,.1f}" if disk < HUGE else f"{disk / GIB:.4g}"
    here = "" if days is None else f", and {days:,.1f} days here"
    return (
        f"{needing}: they take {written} GiB of disk ({room / GIB:,.1f} free) and "
        f"{memory / GIB:,.1f} GiB of memory at once ({most / GIB:,.1f} allowed){here}; "
        "use --anyway to start regardless"
    )


class TierSurvey:
    """Estimates the cost of solving numbered states; see `Estimate` for the results."""

    def __init__(self, game: Numbered[Any], machine: Machine, starts: list[Any], seed: int) -> None:
        self.game, self.machine, self.chance = game, machine, random.Random(seed)
        self.cells: Cells = narrow_cells()
        self.images = sum(1 for _ in game.symmetries(starts[0]))
        self.plan = TierPlan(game, machine.kernels)
        self.plan.add(int(game.tier(start)) for start in starts)
        self.sizes = {tier: int(game.tier_size(tier)) for tier in self.plan.leads}
        self.numbers = sum(self.sizes.values())
        self.at_work = {tier: int(game.grouped_size(tier)) for tier in self.sizes}

    def too_many(self) -> str | None:
        """Say that there are more state numbers than a database can have; None if there are not."""
        kind = cell_kind(TIER_VERSION, 1)
        files, most = sum(map(kind.count_files, self.sizes.values())), MOST_CHUNKS * kind.chunk
        if max(self.sizes.values()) <= most and files <= MOST_FILES:
            return None
        return (
            f"a database of {self.game} would have {self.numbers:,} numbers in {files:,} files; "
            f"a tier may have at most {most:,} numbers, and a database {MOST_FILES:,} files: "
            "choose a smaller board, or an endgame"
        )

    def too_large(self, out: str | Path | None) -> str | None:
        """Say that memory, the disk at `out` or the allowed days don't suffice; None if they do."""
        days = self.seconds() / 86400 if self.numbers > MANY else 0.0
        needing = f"{self.game} has {self.numbers:,} numbers"
        return shortage(needing, self.disk, self.memory, days, out, self.machine.memory)

    @property
    def states(self) -> int:
        """The approximate number of states, including symmetric ones, from a sample of numbers."""
        weights = []
        for tier in self.sample(WEIGHED):
            number = self.chance.randrange(self.sizes[tier])
            state = self.game.unindex(tier, number)
            counts = self.game.index(state) == number
            weights.append(self.images / self.game.stabiliser(state) if counts else 0.0)
        return round(self.numbers * mean(weights))

    @property
    def disk(self) -> int:
        """Bytes of the database."""
        return int(sum(self.game.forecast(tier)[1] * size for tier, size in self.sizes.items()))

    @property
    def memory(self) -> int:
        """Bytes of all processes of one machine in the largest tier."""
        crew = self.machine.crew
        shares = max(divided.shares_for(size, crew) for size in self.sizes.values())
        boxes = shares * (divided.BOX + shares * 2 * divided.SPARE) * 4
        processes = 1 if crew.machines == 1 else 1 + -(-crew.members // crew.machines)
        largest = max(
            (size * 3 + (size >> divided.BLOCK) * divided.PLIES[1]) // crew.machines
            + sum(self.sizes[o] for o in self.plan.leads[tier])
            for tier, size in self.sizes.items()
        )
        return PROCESS * processes + boxes // crew.machines + largest

    def sample(self, count: int) -> list[int]:
        """Some tiers, chosen with a probability proportional to their size."""
        return self.chance.choices(list(self.sizes), list(self.sizes.values()), k=count)

    def seconds(self) -> float:
        """The time that solving takes here."""
        tiers = self.sample(TIMED[self.machine.kernels.native])
        return mean(map(self.cost, tiers)) * self.numbers / self.machine.crew.members

    def cost(self, tier: int) -> float:
        """Seconds that one thread needs per number of `tier`."""
        size, kernels = self.at_work[tier], self.machine.kernels
        count = min(size, STRETCH[kernels.native])
        first = self.chance.randrange(size - count + 1)
        tiers, scores = np.array(sorted(self.plan.leads[tier]), np.int64), self.cells.scores
        above = TiersHeld(tiers, np.zeros(len(tiers), np.int64), self.room, scores)
        agenda = np.zeros((divided.PLIES[1], (size >> divided.BLOCK) + 1), np.uint8)
        cells, best, left = (np.zeros(count, np.uint8) for _ in range(3))
        known = divided.Known(tier, first, cells, best, left, agenda, divided.BLOCK)
        given = self.game, self.cells, known, above
        run = kernels.prepare(divided.open_share, *given)
        began = time.thread_time()
        inner, _, _ = run(*given)
        opened = (time.thread_time() - began) / count
        decided = self.game.forecast(tier)[0] if inner else 0.0
        return opened * (ALL_WORK + TAKING_BACK * decided)

    @cached_property
    def room(self) -> Array:
        """An array for the cells of any tier, partly in memory."""
        made = np.zeros(max(self.at_work.values()), np.uint8)
        made[:TOUCHED:PAGE] = 0
        return made
