"""The tiers of a game being solved, in memory or on disk, and how far the solver has come."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from zermelo.solver.crews.machine import TABLES, Machine
from zermelo.solver.keys.keyarrays import place_of
from zermelo.solver.store.arrays import KEYS, SCORES
from zermelo.solver.store.draft import Draft
from zermelo.solver.tally import Tally, sum_of

Array = Any
SAVE_SECONDS = 2.0  # work that a kill may cost at most, besides the tier under way
SAVE_STATES: Final = 1 << 22  # states that wait in memory at most before they are written


@dataclass
class Tier:
    """The states of one tier.

    number   what the game's `tier` says of them
    first    how many canonical states are in the tiers before
    count    how many are in this one
    reach    the highest tier that a move leads to from here
    inner    whether some moves lead back into the tier
    keys     int64 (count), in order, or None when only the disk has them
    scores   int16 (count), or None when not known yet or only the disk has them
    """

    number: int
    first: int
    count: int
    reach: int
    inner: bool
    keys: Array | None = field(default=None, repr=False)
    scores: Array | None = field(default=None, repr=False)

    def facts(self) -> dict[str, Any]:
        """What the manifest says of the tier."""
        return {
            "tier": self.number,
            "first": self.first,
            "count": self.count,
            "reach": self.reach,
            "inner": self.inner,
        }


class Shelf:
    """All tiers found so far; those below `scored` still wait for their scores.

    draft    where they are written, or None to keep all in memory
    machine  how much memory the arrays kept may take; beyond, those written are dropped
    """

    def __init__(self, draft: Draft | None, machine: Machine) -> None:
        self.draft, self.machine = draft, machine
        self.tiers: list[Tier] = []
        self.complete = False  # no tier is missing
        self.scored = 0  # the first of `tiers` whose scores are known, once all are found
        self.tally = Tally()  # of the states scored
        self.writing = 0.0  # seconds spent writing
        self.earlier = 0.0  # seconds spent solving by earlier runs
        self._began = time.perf_counter()
        self._unsaved: list[tuple[str, Tier]] = []
        self._saved_at = time.monotonic()

    def restore(self, progress: dict[str, Any]) -> None:
        """Take over what an earlier run has written."""
        self.tiers = [
            Tier(t["tier"], t["first"], t["count"], t["reach"], t["inner"])
            for t in progress["tiers"]
        ]
        self.complete, self.scored = progress["complete"], progress["scored"]
        self.tally, self.earlier = Tally(**progress["tally"]), progress["seconds"]

    def put_keys(self, number: int, keys: Array, reach: int, inner: bool) -> None:
        """Shelve a new tier, above all others."""
        first = self.tiers[-1].first + self.tiers[-1].count if self.tiers else 0
        tier = Tier(number, first, len(keys), reach, inner, keys)
        self.tiers.append(tier)
        self._wrote(KEYS, tier)

    def all_found(self) -> None:
        """There are no more tiers."""
        self.complete, self.scored = True, len(self.tiers)

    def put_scores(self, index: int, scores: Array, tally: Tally) -> None:
        """The scores of tier `index`, the last that had none, and their tally."""
        self.tiers[index].scores, self.scored = scores, index
        self.tally = sum_of([self.tally, tally])
        self._wrote(SCORES, self.tiers[index])

    def keys(self, tier: Tier) -> Array:
        """A tier's keys, from memory or disk."""
        if tier.keys is None and self.draft is not None:
            tier.keys = self.draft.read(KEYS, tier.first, tier.count)
        return tier.keys

    def scores(self, tier: Tier) -> Array:
        """A tier's scores, from memory or disk."""
        if tier.scores is None and self.draft is not None:
            tier.scores = self.draft.read(SCORES, tier.first, tier.count)
        return tier.scores

    def score_of(self, number: int, key: int) -> int:
        """The score of a state that was found, in the tier `number`."""
        tier = next(tier for tier in self.tiers if tier.number == number)
        return int(self.scores(tier)[place_of(self.keys(tier), key)])

    def _wrote(self, name: str, tier: Tier) -> None:
        if self.draft is None:
            return
        self._unsaved.append((name, tier))
        waiting = sum(tier.count for _, tier in self._unsaved)
        if waiting >= SAVE_STATES or time.monotonic() - self._saved_at >= SAVE_SECONDS:
            self.save()

    def save(self) -> None:
        """Write all that is only in memory; drop what does not fit there."""
        if self.draft is None:
            return
        began = time.perf_counter()
        for name in (KEYS, SCORES):
            unsaved = sorted(
                (tier for kind, tier in self._unsaved if kind == name), key=lambda tier: tier.first
            )
            if unsaved:
                held: list[Array] = [t.keys if name == KEYS else t.scores for t in unsaved]
                items = np.concatenate(held)
                self.draft.write(name, unsaved[0].first, items, self.machine.map)
        tiers = [tier.facts() for tier in self.tiers]
        done = {"complete": self.complete, "scored": self.scored, "tally": self.tally._asdict()}
        self.draft.save({"tiers": tiers, **done, "seconds": self.seconds()})
        self._unsaved.clear()
        self._drop()
        self._saved_at = time.monotonic()
        self.writing += time.perf_counter() - began

    def seconds(self) -> float:
        """Seconds spent by all runs so far; writing and compiling are not counted."""
        spent = time.perf_counter() - self._began - self.writing - self.machine.kernels.compiling
        return self.earlier + spent

    def _drop(self) -> None:
        """Forget arrays that are on disk, those of the tiers far from the work first."""
        near = len(self.tiers) if not self.complete else self.scored
        far_first = sorted(self.tiers, key=lambda tier: -abs(self.tiers.index(tier) - near))
        kept = sum(_bytes(tier) for tier in self.tiers)
        for tier in far_first:
            if kept <= self.machine.memory // TABLES:
                return
            kept -= _bytes(tier)
            tier.keys = tier.scores = None


def _bytes(tier: Tier) -> int:
    return sum(held.nbytes for held in (tier.keys, tier.scores) if held is not None)
