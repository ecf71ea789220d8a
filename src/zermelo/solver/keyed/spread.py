"""Tiers in shares that members of a crew hold: solved without anybody having all of a tier.

Only numbers of states and samples of keys pass through here. A tier that all moves leave is done by
tasks, one with moves inside it by keepers in rounds (`finding`, `settling`). What a keeper has
found nobody makes again by itself: `Lost` is raised for it, and who called goes on from `saved`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, NamedTuple

import numpy as np

from zermelo.contract.game import Game
from zermelo.errors import ContractError
from zermelo.native.keys import key_at
from zermelo.solver.crews.crew import Crew, Keeper, Pending
from zermelo.solver.crews.machine import TABLES, Machine
from zermelo.solver.keyed.asking import (
    Found,
    Holders,
    answer,
    ask,
    collect,
    cut,
    cuts_of,
    follow,
    score_asked,
)
from zermelo.solver.keyed.finding import Finder, find_all, scatter, scatter_of
from zermelo.solver.keyed.keyshares import LoopShare
from zermelo.solver.keyed.settling import Rounds
from zermelo.solver.keyed.shelf import SAVE_SECONDS, SAVE_STATES, Tier
from zermelo.solver.keys.keyarrays import SMALL, array_of, distinct, place_of
from zermelo.solver.keys.layouts import words_of
from zermelo.solver.keys.packing import Packing, key_for, no_keys
from zermelo.solver.store.arrays import CHUNK_STARTS, KEYS, SCORES, kinds
from zermelo.solver.store.chunks import read_items, whole_chunks, write_share
from zermelo.solver.store.draft import Draft
from zermelo.solver.tally import Tally, sum_of

Array = Any
TASK_BYTES: Final = 250  # that a task takes for a state of its share: mostly for its moves
LOOP_BYTES: Final = 1000  # the same beside keepers, to which half of the memory is left


@dataclass
class Share:
    """A part of a tier.

    first   how many states are in the shares before, those of other tiers too
    count   how many are in this one
    least   the least of its keys
    place   of its middle in the tier, from 0 to 1
    keys    who has them; None: nobody but the disk
    scores  the same of their scores
    """

    first: int
    count: int
    least: int
    place: float
    keys: Pending | None = None
    scores: Pending | None = None


class Run(NamedTuple):
    """What a task has found of some tiers: what is known here of one of them, and all of it.

    place  of the share that it works on
    """

    found: Found
    keys: Pending
    place: float


class Spread:
    """A solution under way whose tiers are spread over a crew."""

    def __init__(
        self,
        game: Game[Any],
        packing: Packing,
        draft: Draft | None,
        machine: Machine,
        first: int,
    ) -> None:
        self.game, self.packing, self.draft, self.machine = game, packing, draft, machine
        self.first = first  # the tier that is asked for at last
        self.crew: Crew = machine.crew
        self.rules = machine.kernels, game, packing
        self.kinds = kinds(words_of(packing.layout))
        self.tiers: list[Tier] = []
        self.shares: list[list[Share]] = []
        self.tally, self.scored, self.complete = Tally(), 0, False
        self.earlier, self._began = 0.0, time.perf_counter()
        self.saved: dict[str, Any] | None = None  # what was saved last
        self._backward = False
        self._unsaved: list[int] = []
        self._saved_at = time.monotonic()

    def restore(self, progress: dict[str, Any]) -> None:
        """Go on where an earlier run has ended."""
        for told in progress["tiers"]:
            tier = Tier(told["tier"], told["first"], told["count"], told["reach"], told["inner"])
            self.tiers.append(tier)
            self.shares.append(self._shares_on_disk(tier))
        self.complete, self.scored = progress["complete"], progress["scored"]
        self.tally, self.earlier = Tally(**progress["tally"]), progress["seconds"]

    def _shares_on_disk(self, tier: Tier) -> list[Share]:
        assert self.draft is not None
        count = self._count_for(tier.count, inner=tier.inner)
        ends = [tier.first + tier.count * share // count for share in range(count + 1)]
        shares = [
            Share(begin, end - begin, 0, (share + 0.5) / count)
            for share, (begin, end) in enumerate(pairwise(ends))
        ]
        for share in shares:
            share.least = key_at(self.draft.read(KEYS, share.first, 1), 0)
        return shares

    def _count_for(self, states: int, *, inner: bool) -> int:
        """Into how many shares a tier is cut, one with moves inside it or another."""
        crew, needed = self.crew, LOOP_BYTES if inner else TASK_BYTES
        at_once = max(self._memory // (crew.members * needed), 1)
        wanted = self.machine.shares or max(crew.members, -(-states // at_once))
        return max(min(wanted, -(-states // SMALL)), 1)

    @property
    def _keepers(self) -> int:
        """How many members keep what is known of a tier with moves inside it."""
        return self.machine.shares or self.crew.members

    @property
    def _memory(self) -> int:
        """Bytes that may be kept on all machines together."""
        return self.machine.memory * self.crew.machines

    # Forward -------------------------------------------------------------------------------------

    def forward(self, starts: Sequence[Any], told: Callable[[], None]) -> None:
        """Find all tiers."""
        waiting: dict[int, list[Run]] = {}
        last = self.tiers[-1].number if self.tiers else None
        self._begin(starts, waiting, last)
        for index, tier in enumerate(self.tiers):
            if last is not None and tier.reach > last:
                self._follow(index, waiting, last)
        while waiting:
            number = min(waiting)
            self._gather(number, waiting.pop(number))
            inside = self._follow(len(self.tiers) - 1, waiting, number)
            if inside:
                self._find_inside(inside, waiting)
            self._save_soon(now=bool(inside))
            told()
        self.complete, self.scored = True, len(self.tiers)
        self.save()

    def _begin(
        self,
        starts: Sequence[Any],
        waiting: dict[int, list[Run]],
        last: int | None,
    ) -> None:
        begun: dict[int, list[int]] = {}
        for start in starts:
            number = int(self.game.tier(start))
            if last is None or number > last:
                begun.setdefault(number, []).append(key_for(self.game, self.packing, start))
        for number, given in begun.items():
            keys = distinct(array_of(given, no_keys(self.packing)))
            run = Run(Found(len(keys), keys), self.crew.put({number: keys}), 0.0)
            waiting.setdefault(number, []).append(run)

    def _gather(self, number: int, runs: Sequence[Run], *, inner: bool = False) -> None:
        """Complete a tier: each share collects what was found of it."""
        count = self._count_for(sum(run.found.size for run in runs), inner=inner)
        cuts, crew = cuts_of([run.found for run in runs], count), self.crew
        sent = [
            crew.start_parts(count, cut, run.keys, number, cuts, place=run.place) for run in runs
        ]
        places = [(share + 0.5) / count for share in range(count)]
        collected = [
            crew.start_parts(2, collect, self.machine.kernels, *parts, place=place)
            for place, parts in zip(places, zip(*sent, strict=True), strict=True)
        ]
        facts = crew.get([parts[0] for parts in collected])
        first = begin = self.tiers[-1].first + self.tiers[-1].count if self.tiers else 0
        shares = []
        for (size, least), (_, keys), place in zip(facts, collected, places, strict=True):
            if size:
                shares.append(Share(begin, size, least, place, keys))
                begin += size
        self.tiers.append(Tier(number, first, begin - first, number, False))
        self.shares.append(shares)
        self._unsaved.append(len(self.tiers) - 1)

    def _follow(self, index: int, waiting: dict[int, list[Run]], last: int) -> list[Run]:
        """Put what a tier leads to, beyond tier `last`, to what is waiting; what is inside it."""
        tier, shares, inside = self.tiers[index], self.shares[index], []
        sent = [
            self.crew.start_parts(2, follow, *self.rules, self._keys(share), place=share.place)
            for share in shares
        ]
        told = self.crew.get([parts[0] for parts in sent])
        for share, by_tier, (_, keys) in zip(shares, told, sent, strict=True):
            for target, found in by_tier.items():
                if target < tier.number:
                    raise ContractError(f"no move may lower the tier of {self.game}, but one does")
                run = Run(found, keys, share.place)
                tier.reach = max(tier.reach, target)
                if target == tier.number:
                    inside.append(run)
                elif target > last:
                    waiting.setdefault(target, []).append(run)
        return inside

    def _find_inside(self, inside: Sequence[Run], waiting: dict[int, list[Run]]) -> None:
        """Complete the last tier, some of whose moves stay in it, and cut it anew."""
        begun, shares, crew = self.tiers.pop(), self.shares.pop(), self.crew
        self._unsaved.pop()
        number, reach, count = begun.number, begun.reach, self._keepers
        known = [crew.start_parts(count, scatter, self._keys(share), count) for share in shares]
        first = [crew.start_parts(count, scatter_of, run.keys, number, count) for run in inside]
        crew.let_go()
        given = *self.rules, number, count, self._memory // (2 * count)
        finders = [crew.keep(Finder, *given) for _ in range(count)]
        sent = find_all(crew, finders, [*zip(*known, strict=True)], [*zip(*first, strict=True)])
        told = crew.get([parts[0] for parts in sent])
        for at, (by_tier, (_, keys)) in enumerate(zip(told, sent, strict=True)):
            for target, found in by_tier.items():
                reach = max(reach, target)
                waiting.setdefault(target, []).append(Run(found, keys, (at + 0.5) / len(sent)))
        self._gather(number, waiting.pop(number), inner=True)
        self.tiers[-1].reach, self.tiers[-1].inner = reach, True
        crew.let_go()

    # Backward ------------------------------------------------------------------------------------

    def backward(self, told: Callable[[], None]) -> None:
        """Score all tiers, the last first."""
        self._backward = True
        while self.scored:
            index = self.scored - 1
            tallies = self._score(index)
            self.scored, self.tally = index, sum_of([self.tally, *tallies])
            self._unsaved.append(index)
            self._save_soon(now=self.tiers[index].inner)
            told()
        self.save()

    def _score(self, index: int) -> list[Tally]:
        shares = self.shares[index]
        above = [
            (tier.number, share)
            for tier, held in zip(self.tiers[index + 1 :], self.shares[index + 1 :], strict=True)
            if tier.number <= self.tiers[index].reach
            for share in held
        ]
        work = self._in_rounds if self.tiers[index].inner else self._by_tasks
        scored = work(index, above)
        tallies: list[Tally] = self.crew.get([parts[0] for parts in scored])
        for share, (_, scores) in zip(shares, scored, strict=True):
            share.scores = scores
        return tallies

    def _asked(self, shares: Sequence[Share], above: Sequence[tuple[int, Share]]) -> list[Any]:
        """For each share what it keeps of its moves, and what it asks each holder."""
        tiers = np.array([number for number, _ in above], np.int64)
        leasts = array_of([share.least for _, share in above], no_keys(self.packing))
        holders, parts = Holders(tiers, leasts), 1 + len(above)
        return [
            self.crew.start_parts(
                parts, ask, *self.rules, self._keys(share), holders, place=share.place
            )
            for share in shares
        ]

    def _answers(self, asked: Sequence[Any], above: Sequence[tuple[int, Share]]) -> list[Any]:
        """What each holder answers to each share; the last questions are theirs."""
        first = len(asked[0]) - len(above)
        return [
            self.crew.start_parts(
                len(asked), answer, *self.rules, number, self._keys(holder), self._scores(holder),
                *(parts[first + at] for parts in asked), place=holder.place,
            )
            for at, (number, holder) in enumerate(above)
        ]  # fmt: skip

    def _by_tasks(self, index: int, above: Sequence[tuple[int, Share]]) -> list[Any]:
        """Score a tier that all moves leave: for each share its tally and scores."""
        shares, crew = self.shares[index], self.crew
        asked = self._asked(shares, above)
        told = self._answers(asked, above)
        return [
            crew.start_parts(
                2, score_asked, *self.rules, self._keys(share), parts[0],
                *(answers[at] for answers in told), place=share.place,
            )
            for at, (share, parts) in enumerate(zip(shares, asked, strict=True))
        ]  # fmt: skip

    def _in_rounds(self, index: int, above: Sequence[tuple[int, Share]]) -> list[Any]:
        """The same of a tier with moves inside it: each keeper has some shares of it, in order."""
        tier, shares = self.tiers[index], self.shares[index]
        count = min(self._keepers, len(shares))
        ends = [len(shares) * at // count for at in range(count + 1)]
        held = [shares[begin:end] for begin, end in pairwise(ends)]
        keepers = self._linked(tier, held, above)
        Rounds(self.game, self.crew, keepers).settle()
        return [
            keeper.start_parts(2, "found", share.first - first, share.first - first + share.count)
            for keeper, shares in zip(keepers, held, strict=True)
            for first in (shares[0].first,)
            for share in shares
        ]

    def _linked(
        self, tier: Tier, held: Sequence[Sequence[Share]], above: Sequence[tuple[int, Share]]
    ) -> list[Keeper]:
        """Keepers that know the moves to their states, by what each holds of a tier."""
        crew, count, shares = self.crew, len(held), [share for part in held for share in part]
        asked = self._asked(shares, [*((tier.number, part[0]) for part in held), *above])
        told = self._answers(asked, above)
        firsts = np.array([*(part[0].first - tier.first for part in held), tier.count], np.int64)
        crew.let_go()
        given = *self.rules, tier.number, firsts
        memory = self._memory // (2 * count)
        keepers = [crew.keep(LoopShare, *given, at, memory) for at in range(count)]
        owners = [keeper for keeper, part in zip(keepers, held, strict=True) for _ in part]
        opened = [
            owner.start_parts(
                1 + count, "open", self._keys(share), asked[at][0], *(parts[at] for parts in told)
            )
            for at, (owner, share) in enumerate(zip(owners, shares, strict=True))
        ]
        moves = sum(crew.get([parts[0] for parts in opened]))
        for at, keeper in enumerate(keepers):
            keeper.start("expect", int(moves[at]))
            for keys, parents in zip(asked, opened, strict=True):
                keeper.start("link", keys[1 + at], parents[1 + at])
        crew.get([keeper.start("reverse") for keeper in keepers])
        return keepers

    def score_of(self, number: int, key: int) -> int:
        """The score of a state that was found, in the tier `number`."""
        tier = next(index for index, tier in enumerate(self.tiers) if tier.number == number)
        share = [share for share in self.shares[tier] if share.least <= key][-1]
        given = self._keys(share), self._scores(share)
        told = self.crew.get([self.crew.start(score_among, *given, key)])
        return int(told[0])

    # What is kept --------------------------------------------------------------------------------

    def _keys(self, share: Share) -> Pending:
        return share.keys if share.keys is not None else self._read(KEYS, share)

    def _scores(self, share: Share) -> Pending:
        return share.scores if share.scores is not None else self._read(SCORES, share)

    def _read(self, name: str, share: Share) -> Pending:
        assert self.draft is not None
        path = self.draft.path.resolve()
        given = path, name, self.kinds[name], share.first, share.count
        return self.crew.start(read_items, *given, place=share.place)

    def _save_soon(self, *, now: bool) -> None:
        """Have what keepers have found saved at once: only they could make it again."""
        waiting = sum(self.tiers[index].count for index in self._unsaved)
        if now or waiting >= SAVE_STATES or time.monotonic() - self._saved_at >= SAVE_SECONDS:
            self.save()

    def save(self) -> None:
        """Have all written that is only in memory; forget what is no longer needed there."""
        if self.draft is not None:
            if self._unsaved:
                self._write(SCORES if self._backward else KEYS)
            tiers = [tier.facts() for tier in self.tiers]
            done = {"complete": self.complete, "scored": self.scored, "seconds": self.seconds()}
            self.saved = {"tiers": tiers, **done, "tally": self.tally._asdict()}
            self.draft.save(self.saved)
        self._unsaved.clear()
        self._forget()
        self._saved_at = time.monotonic()

    def _write(self, name: str) -> None:
        """Have the shares written that are not yet; what shares a chunk is written here."""
        assert self.draft is not None
        draft, kind, path = self.draft, self.kinds[name], self.draft.path.resolve()
        shares = [share for index in sorted(self._unsaved) for share in self.shares[index]]
        draft.grow(name, shares[-1].first + shares[-1].count)
        held = self._keys if name == KEYS else self._scores
        tasks = [
            self.crew.start(
                write_share, path, name, kind, share.first, held(share), place=share.place
            )
            for share in shares
        ]
        for share, (heads, edges) in zip(shares, self.crew.get(tasks), strict=True):
            if name == KEYS:
                begun = whole_chunks(kind, share.first, share.count).start
                draft.write(CHUNK_STARTS, begun, heads)
            draft.write(name, share.first, edges[0])
            draft.write(name, share.first + share.count - len(edges[1]), edges[1])

    def _forget(self) -> None:
        """Leave to the disk, or to nobody, what is not needed next."""
        memory = self._memory // TABLES
        held = sum(tier.count for tier in self.tiers) * (8 * words_of(self.packing.layout) + 2)
        needed = max((tier.reach for tier in self.tiers[: self.scored]), default=None)
        for tier, shares in zip(self.tiers, self.shares, strict=True):
            done = (
                self._backward
                and tier.number != self.first
                and (needed is None or tier.number > needed)
            )
            far = self.draft is not None and held > memory and not self._backward
            if done or (far and tier is not self.tiers[-1]):
                for share in shares:
                    share.keys = share.scores = None

    def seconds(self) -> float:
        """Seconds spent by all runs so far."""
        return self.earlier + time.perf_counter() - self._began


def score_among(keys: Array, scores: Array, key: int) -> int:
    """A task: the score that belongs to a key of a share."""
    return int(scores[place_of(keys, key)])
