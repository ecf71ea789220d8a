"""The cost of solving a game by its states' numbers: arithmetic, and a few seconds of the work.

The size of each tier is known. The time for one number is measured on random stretches, with all
tiers above unknown. The share of a tier that is decided, and its size on disk, come from the game,
which knows them from experience (`Game.forecast`).
"""

from __future__ import annotations

import math
import random
import shutil
import time
from pathlib import Path
from statistics import mean
from typing import Any, Final

import numpy as np

from zermelo.contract.numbered import Numbered
from zermelo.errors import UsageError
from zermelo.native.arrays import Array
from zermelo.solver.crews.machine import Machine
from zermelo.solver.numbered.rounds import (
    SPARE,
    Above,
    Known,
    open_share,
    receive,
    renumber,
    send,
    weigh_cells,
    write_cells,
)
from zermelo.solver.numbered.shares import BLOCK, BOX, PLIES, shares_for
from zermelo.solver.numbered.solver import TierPlan
from zermelo.solver.score import NOW
from zermelo.solver.store.numbers import Cells, narrow_cells

GIB: Final = 1 << 30
MANY: Final = 1 << 32  # numbers, from which on the time is looked at
MOST_DAYS: Final = 0.5  # that solving takes unless it is asked for anyway
TIMED: Final = 120  # stretches of numbers that are timed
TIMED_PLAIN: Final = 6  # in plain runs
STRETCH: Final = 1 << 13  # numbers in each
STRETCH_PLAIN: Final = 1 << 6
TOUCHED: Final = 1 << 26  # bytes of each array that are looked up at random: more than caches hold
PAGE: Final = 1 << 12  # bytes that come into memory at once
WEIGHED: Final = 256  # numbers that are looked at for how many states they stand for
PROCESS: Final = 430 << 20  # bytes of a process besides its arrays: compiler, code, tables


def refuse_too_much(survey: TierSurvey, out: str | Path | None) -> None:
    """Raise `UsageError` with the figures for too much memory, disk at `out`, or days of work."""
    room = free_at(out)
    memory = survey.machine.memory
    days = survey.seconds() / 86400 if survey.numbers > MANY else 0.0
    if survey.memory > memory or survey.disk > room or days > MOST_DAYS:
        raise UsageError(
            f"{survey.game} has {survey.numbers:,} numbers: they take {survey.memory / GIB:,.1f} "
            f"GiB of memory at once, of {memory / GIB:,.1f}, about {survey.disk / GIB:,.1f} GiB of "
            f"disk, of {room / GIB:,.1f}, and {days:,.1f} days here; --anyway begins all the same"
        )


def free_at(out: str | Path | None) -> float:
    """Bytes that are free where `out` is or will be; without end when nothing is written."""
    if out is None:
        return math.inf
    place = Path(out).absolute()
    while not place.exists():
        place = place.parent
    return shutil.disk_usage(place).free


class TierSurvey:
    """One estimate under way; see `Estimate` for what it finds."""

    def __init__(self, game: Numbered[Any], machine: Machine, starts: list[Any], seed: int) -> None:
        self.game, self.machine, self.chance = game, machine, random.Random(seed)
        self.cells: Cells = narrow_cells()
        self.images = sum(1 for _ in game.symmetries(starts[0]))
        self.plan = TierPlan(game, machine.kernels)
        self.plan.add(int(game.tier(start)) for start in starts)
        self.sizes = {tier: int(game.tier_size(tier)) for tier in self.plan.leads}
        self.at_work = {tier: int(game.grouped_size(tier)) for tier in self.sizes}
        self.rooms: dict[str, Array] = {}

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
        return int(sum(self.game.forecast(tier)[1] * size for tier, size in self.sizes.items()))

    @property
    def memory(self) -> int:
        """Bytes of all processes of one machine during the tier that takes most."""
        crew = self.machine.crew
        shares = max(shares_for(size, crew) for size in self.sizes.values())
        boxes = shares * (BOX + shares * 2 * SPARE) * 4
        processes = 1 if crew.machines == 1 else 1 + -(-crew.members // crew.machines)
        return (
            PROCESS * processes
            + boxes // crew.machines
            + max(
                (size * 3 + (size >> BLOCK) * PLIES[1]) // crew.machines
                + sum(self.sizes[o] for o in self.plan.leads[tier])
                for tier, size in self.sizes.items()
            )
        )

    def weight(self) -> float:
        """How many states a number stands for, on average."""
        weights = []
        for tier in self.sample(WEIGHED):
            number = self.chance.randrange(self.sizes[tier])
            state = self.game.unindex(tier, number)
            counts = self.game.index(state) == number
            weights.append(self.images / self.game.stabiliser(state) if counts else 0.0)
        return mean(weights)

    def sample(self, count: int) -> list[int]:
        """Some tiers, one as likely as its size."""
        return self.chance.choices(list(self.sizes), list(self.sizes.values()), k=count)

    def seconds(self) -> float:
        """Time that all takes here."""
        tiers = self.sample(TIMED if self.machine.kernels.native else TIMED_PLAIN)
        return mean(map(self.cost, tiers)) * self.numbers / self.machine.crew.members

    def cost(self, tier: int) -> float:
        """Seconds that a number of this tier takes one thread."""
        size = self.at_work[tier]
        count = min(size, STRETCH if self.machine.kernels.native else STRETCH_PLAIN)
        first = self.chance.randrange(size - count + 1)
        tiers = np.array(self.plan.above(tier), np.int64)
        above = Above(tiers, np.zeros(len(tiers), np.int64), self.room("above"))
        agenda = np.zeros((PLIES[1], (size >> BLOCK) + 1), np.uint8)
        cells, best, left = (np.zeros(count, np.uint8) for _ in range(3))
        known = Known(cells, best, left, agenda, BLOCK)
        given = self.game, self.cells, tier
        opened, (inner, _, _) = self.timed(open_share, *given, first, known, above)
        tally = np.zeros(5, np.int64)
        weighed, _ = self.timed(weigh_cells, *given, first, known.cells, self.images, tally)
        boxes, fill = np.empty((1, 64 * count + SPARE), np.uint32), np.zeros(1, np.int64)
        ordered = self.ordering(tier, first, known.cells, boxes, fill)
        if not inner:
            return (opened + weighed + ordered) / count
        known.cells[known.cells == 0] = int(self.cells.cells[4 - NOW & (1 << 16) - 1])
        known.agenda[4] = 1
        cuts, fill[:] = np.array([0, size], np.int64), 0
        sent, _ = self.timed(send, *given, first, 4, 0, known, cuts, boxes, fill)
        cells, best, left = (self.room(name)[:TOUCHED] for name in ("cells", "best", "left"))
        whole = Known(cells, best, left, agenda, BLOCK)
        messages: Array = boxes[0, : fill[0]]
        messages = (messages >> 1) % np.uint32(len(cells)) << 1 | messages & 1
        received, _ = self.timed(receive, self.cells, 4, messages, whole)
        decided = self.game.forecast(tier)[0] * (sent + received)
        return (opened + weighed + ordered + decided) / count

    def ordering(self, tier: int, first: int, known: Array, boxes: Array, fill: Array) -> float:
        """Seconds that putting the numbers in order takes."""
        ends, values = np.array([0, self.sizes[tier]], np.int64), np.empty(boxes.shape, known.dtype)
        given = self.game, tier, first, 0, self.cells.nothing, known, ends, boxes, values, fill
        sent, _ = self.timed(renumber, *given)
        cells = self.room("cells")[:TOUCHED]
        places = boxes[0, : fill[0]] % np.uint32(len(cells))
        written, _ = self.timed(write_cells, places, values[0, : fill[0]], cells)
        return sent + written

    def room(self, name: str) -> Array:
        """Room for the cells of any tier; what is written goes to a part that is in memory."""
        if name not in self.rooms:
            self.rooms[name] = np.zeros(max(self.at_work.values()), np.uint8)
            self.rooms[name][:TOUCHED:PAGE] = 0
        return self.rooms[name]

    def timed(self, kernel: Any, *given: Any) -> tuple[float, Any]:
        """Seconds of one core that a kernel takes, compiling aside, and what it returns."""
        run = self.machine.kernels.prepared(kernel, *given)
        began = time.thread_time()
        result = run(*given)
        return time.thread_time() - began, result
