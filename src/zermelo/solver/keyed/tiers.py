"""The tiers of a game during solving, cut into shares, in memory or on disk; and their progress."""

import itertools
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import numpy as np

from zermelo.errors import UsageError
from zermelo.native.arrays import Array, key_at
from zermelo.solver.crews.crew import TABLES, Call, Crew, Machine, Pending, Task
from zermelo.solver.keys.keyarrays import SMALL, place_of
from zermelo.solver.keys.layouts import Packing, words_of
from zermelo.solver.solution import Tally, sum_of
from zermelo.solver.store.arrays import CHUNK_STARTS, KEYS, MOST_STATES, SCORES, kinds
from zermelo.solver.store.chunks import read_items, whole_chunks, write_share
from zermelo.solver.store.draft import Draft

SAVE_SECONDS = 2.0  # the most seconds of work that a killed process loses, besides the current tier
SAVE_STATES: Final = 1 << 22  # the most states that wait in memory to be written
CUT_OFF: Final = 1 << 16  # a cluster rereads saved shares with more states, see `_forget`
A_THREAD: Final = 4  # shares for each thread of one process
REMOTE: Final = 4  # the factor by which a cluster's smallest shares are larger than others
AT_ONCE: Final = 256  # shares whose edges are fetched together when tiers are written
TASK_BYTES: Final = 250  # memory of a call for each state of its share, mostly for its moves
GROUP_BYTES: Final = 40  # further memory of a task for each state of its group, for messages
LOOP_BYTES: Final = 1000  # like TASK_BYTES, for actors, which get half the memory
WORD_BYTES: Final = 8  # the size of a word of a key
STATE_BYTES: Final = 10  # the size of a state's score and its part of the lookup table


@dataclass
class Share:
    """A part of a tier."""

    first: int  # the number of states in earlier shares, of all tiers
    count: int  # the number of its states
    least: int  # the smallest key
    place: float  # the position of its middle in the tier, from 0 to 1
    keys: Pending | None = None  # int64 (count), pending; None if only on disk
    scores: Pending | None = None  # int16 (count), pending; None if unknown or only on disk

    @property
    def size(self) -> int:
        """The bytes that the share takes in its group's task."""
        return self.count * GROUP_BYTES


@dataclass
class Tier:
    """The states of one tier."""

    number: int  # the value of the game's `tier` for its states
    first: int  # the number of canonical states in earlier tiers
    count: int  # the number of its canonical states
    reach: int  # the highest tier that its moves lead to
    inner: bool  # whether some moves stay in the tier
    shares: list[Share]  # the parts of the tier, ordered by key

    def facts(self) -> dict[str, Any]:
        """The tier's entry in the manifest."""
        others = ("first", "count", "reach", "inner")
        return {"tier": self.number} | {name: getattr(self, name) for name in others}


class Tiers:
    """All tiers enumerated so far; those with an index below `scored` still lack scores.

    draft  the draft to write tiers to, or None to keep all in memory
    first  the only tier whose scores are needed at the end; None if all are
    """

    def __init__(
        self, packing: Packing, draft: Draft | None, machine: Machine, first: int | None
    ) -> None:
        self.packing, self.draft, self.machine, self.first = packing, draft, machine, first
        self.crew: Crew = machine.crew
        self.memory = machine.memory * machine.crew.machines  # bytes, of all machines together
        self.kinds = kinds(words_of(packing.layout))
        self.all: list[Tier] = []
        self.complete = False  # whether all tiers are enumerated
        self.scored = 0  # the index in `all` of the first tier with scores
        self.tally = Tally()  # the tally of the scored states
        self.saved: dict[str, Any] | None = None  # the latest saved progress
        self.writing = self.earlier = 0.0  # seconds of writing, and of solving in earlier runs
        self._began, self._saved_at = time.perf_counter(), time.monotonic()
        self._unsaved: list[Tier] = []

    def restore(self, draft: Draft, progress: dict[str, Any]) -> None:
        """Resume an earlier run, whose states are in a draft."""
        for facts in progress["tiers"]:
            number, first, count = facts["tier"], facts["first"], facts["count"]
            parts = self.shares_for(count, inner=facts["inner"])
            ends = [first + count * part // parts for part in range(parts + 1)]
            shares = [
                Share(begin, end - begin, key_at(least, 0), (at + 0.5) / parts)
                for at, (begin, end) in enumerate(itertools.pairwise(ends))
                for least in [read_items(draft.path, KEYS, self.kinds[KEYS], begin, 1)]
            ]
            self.all.append(Tier(number, first, count, facts["reach"], facts["inner"], shares))
        self.complete, self.scored = progress["complete"], progress["scored"]
        self.tally, self.earlier = Tally(**progress["tally"]), progress["seconds"]

    # Sizes of shares ------------------------------------------------------------------------------

    def shares_for(self, states: int, *, inner: bool) -> int:
        """The number of shares for a tier of this size; `inner` if it has moves inside it."""
        members, needed = self.crew.members, LOOP_BYTES if inner else TASK_BYTES
        memory = self.memory // 2 if self.crew.remote and not inner else self.memory
        at_once = max(memory // (members * needed), 1)
        # Several shares for each thread: one can start before another's arrays are needed.
        usual = members if self.crew.remote else A_THREAD * members
        wanted = self.machine.shares or max(usual, -(-states // at_once))
        fewest = SMALL * REMOTE if self.crew.remote else SMALL
        return max(min(wanted, -(-states // fewest)), 1)

    def at_once(self, tier: Tier) -> list[slice]:
        """A tier's shares, in sets whose inner moves fit into memory; one set if remote."""
        count, largest = len(tier.shares), max(share.count for share in tier.shares)
        fitting = max(self.memory // (LOOP_BYTES * largest), self.crew.members)
        most = count if self.crew.remote else fitting
        return [slice(begin, begin + most) for begin in range(0, count, most)]

    def require(self, tier: Tier) -> None:
        """Raise `UsageError` if a tier and its successors don't fit into memory here; moves inside
        may go to disk.
        """
        if not self.crew.remote:
            first = tier.number + tier.inner
            above = [other.count for other in self.all if first <= other.number <= tier.reach]
            state = WORD_BYTES * words_of(self.packing.layout) + STATE_BYTES
            self.machine.require(state * sum(above))

    # Adding tiers and scores ----------------------------------------------------------------------

    def add(self, number: int, shares: Sequence[Share]) -> Tier:
        """Add a tier above all others; each share's `first` so far counts from the tier's start."""
        first = self.all[-1].first + self.all[-1].count if self.all else 0
        if self.draft is not None and first > MOST_STATES:
            raise UsageError(f"more than {MOST_STATES:,} states, too many for a database")
        count = shares[-1].first + shares[-1].count
        for share in shares:
            share.first += first
        self.all.append(Tier(number, first, count, number, False, [*shares]))
        self._unsaved.append(self.all[-1])
        return self.all[-1]

    def take_back(self) -> Tier:
        """Remove and return the tier that was added last."""
        self._unsaved.pop()
        return self.all.pop()

    def put_scores(self, scored: Sequence[Sequence[Pending]]) -> None:
        """Set the scores of the last unscored tier: `scored` has each share's tally and scores."""
        tier = self.all[self.scored - 1]
        for share, (_, scores) in zip(tier.shares, scored, strict=True):
            share.scores = scores
        self.tally = sum_of([self.tally, *self.crew.get([parts[0] for parts in scored])])
        self.scored -= 1
        self._unsaved.append(tier)

    # Reading and writing --------------------------------------------------------------------------

    def keys(self, share: Share) -> Pending:
        """The keys of a share, from memory or disk."""
        return share.keys if share.keys is not None else self._read_share(KEYS, share)

    def scores(self, share: Share) -> Pending:
        """The scores of a share, from memory or disk."""
        return share.scores if share.scores is not None else self._read_share(SCORES, share)

    def score_of(self, number: int, key: int) -> int:
        """The score of a known state in the tier `number`."""
        tier = next(tier for tier in self.all if tier.number == number)
        share = [share for share in tier.shares if share.least <= key][-1]
        score = self.crew.start(score_among, self.keys(share), self.scores(share), key)
        return int(self.crew.get([score])[0])

    def _read_share(self, name: str, share: Share) -> Pending:
        assert self.draft is not None
        path, kind = self.draft.path.resolve(), self.kinds[name]
        return partial(read_items, path, name, kind, share.first, share.count)

    def save_soon(self) -> None:
        """Save if it is time, if many states wait, or if only actors could recompute the data."""
        waiting = sum(tier.count for tier in self._unsaved)
        late = time.monotonic() - self._saved_at >= SAVE_SECONDS
        dear = self.crew.remote and any(tier.inner for tier in self._unsaved)
        if dear or late or waiting >= SAVE_STATES:
            self.save()

    def save(self) -> None:
        """Write all data that is only in memory; forget data no longer needed in memory."""
        began = time.perf_counter()
        if self.draft is not None:
            if self._unsaved:
                self._write(self.draft, SCORES if self.complete else KEYS)
            tiers = [tier.facts() for tier in self.all]
            done = {"complete": self.complete, "scored": self.scored, "seconds": self.seconds()}
            self.saved = {"tiers": tiers, **done, "tally": self.tally._asdict()}
            self.draft.save(self.saved)
            count = self.all[-1].first + self.all[-1].count
            self.draft.arrays[KEYS].make_shards(0, count, self.do)
            if self.complete and self.scored < len(self.all):
                self.draft.arrays[SCORES].make_shards(self.all[self.scored].first, count, self.do)
        self._unsaved.clear()
        self._forget()
        self._saved_at = time.monotonic()
        self.writing += time.perf_counter() - began

    def _write(self, draft: Draft, name: str) -> None:
        """Let tasks write the shares' new data; write the chunks that shares have in common."""
        kind, path = self.kinds[name], draft.path.resolve()
        unsaved = sorted(self._unsaved, key=lambda tier: tier.first)
        shares = [share for tier in unsaved for share in tier.shares]
        draft.grow(name, shares[-1].first + shares[-1].count)
        held = self.keys if name == KEYS else self.scores
        tasks = [
            Call(self.crew, (write_share, path, name, kind, share.first, held(share)), share.place)
            for share in shares
        ]
        written = self.crew.start_all(tasks)
        done = (
            one
            for at in range(0, len(written), AT_ONCE)
            for one in self.crew.get(itertools.chain.from_iterable(written[at : at + AT_ONCE]))
        )
        begin, edges, heads = shares[0].first, list[Array](), list[Array]()

        def write_edges() -> None:
            items = np.concatenate(edges)
            draft.write(name, begin, items)
            heads.append(items[-begin % kind.chunk :: kind.chunk])

        for share, firsts, (low, high) in zip(shares, done, done, strict=True):
            edges.append(low)
            if whole_chunks(kind, share.first, share.count):
                write_edges()
                heads.append(firsts)
                begin, edges = share.first + share.count - len(high), [high]
        write_edges()
        if name == KEYS:
            draft.write(CHUNK_STARTS, -(-shares[0].first // kind.chunk), np.concatenate(heads))

    def do(self, task: Task, each: Sequence[tuple[Any, ...]]) -> list[Any]:
        """The results of a task for each list of arguments."""
        return self.crew.get([self.crew.start(task, *given) for given in each])

    def _forget(self) -> None:
        """Forget data that is no longer needed, or is on disk and far from the current work. For a
        remote crew, forget all large saved data: if a machine failed, Ray would repeat all tasks
        that led to its data.
        """
        near = self.scored if self.complete else len(self.all)
        needed = max((tier.reach for tier in self.all[:near]), default=None)
        state, kept = WORD_BYTES * words_of(self.packing.layout) + 2, 0
        for index in sorted(range(len(self.all)), key=lambda index: abs(index - near)):
            tier = self.all[index]
            done = self.complete and (needed is None or tier.number > needed)
            kept += 0 if done else tier.count * state
            lost = self.crew.remote and tier.count > CUT_OFF * len(tier.shares)
            far = self.draft is not None and (lost or kept > self.memory // TABLES)
            if far or (done and self.first not in (None, tier.number)):
                for share in tier.shares:
                    share.keys = share.scores = None

    def seconds(self) -> float:
        """Seconds spent by all runs so far, without writing and compiling."""
        spent = time.perf_counter() - self._began - self.writing - self.machine.kernels.compiling
        return self.earlier + spent


def score_among(keys: Array, scores: Array, key: int) -> int:
    """A task: the score for a key of a share."""
    return int(scores[place_of(keys, key)])
