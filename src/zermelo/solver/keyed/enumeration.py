"""The forward pass: every state that can be reached, tier by tier, each once.

The states one move after a share of a tier are cut where the next tier is cut into shares; each of
those collects its parts. A tier with moves inside it is enumerated in rounds: there a key belongs
to a share by its hash, which spreads states evenly in any order. Each share goes on from the keys
that were new to it; once nothing is new, the tier is cut into shares like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

import numpy as np

from zermelo.contract.game import Game
from zermelo.native import kernel
from zermelo.native.arrays import Array
from zermelo.native.keys import key_at, put_key
from zermelo.solver.crews.crew import Actor, Crew, Pending, exchange
from zermelo.solver.crews.machine import Kernels
from zermelo.solver.crews.space import Space
from zermelo.solver.keyed.expand import following, united
from zermelo.solver.keyed.lookups import FEW_OWNERS
from zermelo.solver.keys.keyarrays import (
    MERGED,
    first_from,
    merged,
    order_of,
    pieces,
    places_of,
    room_for_keys,
)
from zermelo.solver.keys.packing import Packing, no_keys

STIRRED: Final = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F)  # odd, irregular
SAMPLED: Final = 1 << 10  # keys of a share's states, a sample that decides where to cut
PIECE: Final = 1 << 17  # states that are found between two exchanges, or a little more
GROWN: Final = 1 << 14  # states that wait in a share, from which on more shares are worth it
KEY_BYTES: Final = 256  # that it takes to find a state, meanwhile
LEAST: Final = 1 << 6  # states that are worth an exchange
PARTS: Final = 4  # how many times as many states a finished share returns at once


class Sample(NamedTuple):
    """How many keys there are, and some of them, evenly spaced; small enough to send anywhere."""

    size: int
    keys: Array


def samples(runs: dict[int, Array]) -> dict[int, Sample]:
    """Samples of keys, by their tiers."""
    return {
        tier: Sample(len(run), run[:: len(run) // SAMPLED + 1].copy()) for tier, run in runs.items()
    }


def follow(
    kernels: Kernels, game: Game, packing: Packing, tier: int, keys: Array
) -> tuple[dict[int, Sample], dict[int, Array]]:
    """A task: the keys one move after a share's, by their tiers, and samples of them."""
    runs = following(kernels, game, packing, tier, keys)
    return samples(runs), runs


def cut(runs: dict[int, Array], tier: int, cuts: Array) -> tuple[Array, ...]:
    """A task: the keys of one tier, in as many parts as the tier has shares."""
    run = runs[tier]
    return tuple(run[begin:end] for begin, end in pairwise([0, *places_of(run, cuts), len(run)]))


def collect(kernels: Kernels, *runs: Array) -> tuple[tuple[int, int], Array]:
    """A task: a share's keys, each once, from all runs; how many, and the least."""
    keys = united(kernels, *runs)
    return (len(keys), key_at(keys, 0) if len(keys) else 0), keys


def cuts_of(sampled: Sequence[Sample], shares: int) -> Array:
    """The keys at which shares of much the same length begin, but for the first."""
    keys = np.concatenate([one.keys for one in sampled])
    stands_for = [np.full(len(one.keys), one.size / len(one.keys)) for one in sampled]
    order = order_of(keys)
    upto = np.cumsum(np.concatenate(stands_for)[order])
    at = np.searchsorted(upto, [upto[-1] * share / shares for share in range(1, shares)])
    return keys[order][at]


@kernel
def leave_out(keys: Array, known: Array) -> int:
    """Move the keys that are not among the known ones to the front; how many they are.

    Both are in order.
    """
    left = low = 0
    for i in range(len(keys)):
        key, high, step = key_at(keys, i), low, 1
        while high < len(known) and key_at(known, high) < key:  # it is mostly near
            low, high, step = high + 1, high + step, 2 * step
        low = first_from(known, key, low, min(high, len(known)))
        if low == len(known) or key_at(known, low) != key:
            put_key(keys, left, key)
            left += 1
    return left


class Seen:
    """Keys that have been met: runs of which each is more than twice as long as the next.

    room  makes the arrays of runs
    most  keys of a run that are merged at a time
    """

    def __init__(
        self, kernels: Kernels, room: Callable[..., Array] = np.empty, most: int = MERGED
    ) -> None:
        self.kernels, self.room, self.most = kernels, room, most
        self.runs: list[Array] = []
        self.count = 0

    def add(self, keys: Array) -> Array:
        """Take in keys that are in order, each once; those that are new, in order."""
        left = keys.copy()
        for run in self.runs:
            left = left[: self.kernels.run(leave_out, left, run)]
        fresh = self.room(left.shape, np.int64)
        fresh[:] = left
        self.count += len(fresh)
        self.runs.append(fresh)
        while len(self.runs) > 1 and len(self.runs[-2]) <= 2 * len(self.runs[-1]):
            self._merge(2)
        return fresh

    def keys(self) -> Array:
        """All keys in order."""
        self._merge(len(self.runs))
        return self.runs[0]

    def _merge(self, count: int) -> None:
        if count > 1:
            self.runs[-count:] = [merged(self.runs[-count:], self.kernels, self.room, self.most)]


def grouped(owner: Array, shares: int, *columns: Array) -> tuple[Any, ...]:
    """Rows put together by their owners, in order: for each share its part of every column."""
    if shares == 1:
        return (columns,)
    order = np.argsort(owner.astype(np.uint16 if shares < FEW_OWNERS else np.uint32), kind="stable")
    ends = np.cumsum(np.bincount(owner, minlength=shares))
    ordered = [column[order] for column in columns]
    return tuple(
        tuple(column[begin:end] for column in ordered) for begin, end in pairwise([0, *ends])
    )


def scatter(keys: Array, shares: int) -> tuple[Array, ...]:
    """Keys by the share to which their hash gives them, each part in the order of `keys`."""
    if shares == 1:
        return (keys,)
    words = keys.view(np.uint64).reshape(len(keys), 1 if keys.ndim == 1 else keys.shape[1])
    stirred = words[:, 0] * STIRRED[0]
    for column in range(1, words.shape[1]):
        stirred = (stirred ^ stirred >> np.uint64(32)) + words[:, column] * STIRRED[column]
    owner = (stirred >> np.uint64(33)) % np.uint64(shares)
    return tuple(part for (part,) in grouped(owner.astype(np.int64), shares, keys))


def scatter_of(runs: dict[int, Array], tier: int, shares: int) -> tuple[Array, ...]:
    """A task: the keys of one tier, by shares."""
    return scatter(runs[tier], shares)


class Enumerator:
    """The states of a tier that a hash gives to one share, and what follows from them.

    memory  bytes for it: half of them for what is kept, the rest for what is being done
    """

    def __init__(
        self,
        kernels: Kernels,
        game: Game,
        packing: Packing,
        tier: int,
        shares: int,
        memory: int,
    ) -> None:
        self.kernels, self.game, self.packing = kernels, game, packing
        self.tier, self.shares = tier, shares
        self.space = Space(memory // 2)
        self.fitting = max(memory // 2 // KEY_BYTES, LEAST)
        self.piece = min(self.fitting, PIECE)
        self.seen, self.beyond = self._seen(), dict[int, Seen]()
        self.waiting: list[Array] = []

    def _seen(self) -> Seen:
        return Seen(self.kernels, self.space.array, self.piece)

    def know(self, run: Array) -> None:
        """Take in states from which others have gone on."""
        self.seen.add(run)

    def take(self, *runs: Array) -> int:
        """Take in states; how many wait for their moves to be made."""
        return self._wait(self.seen.add(united(self.kernels, *runs)))

    def found(self) -> int:
        """How many states of the tier this share has met."""
        return self.seen.count

    def resume(self, seen: Array, waiting: Array) -> int:
        """Go on where others have handed over, see `hand_over`; how many wait."""
        self.seen.add(seen)
        return self._wait(waiting)

    def _wait(self, fresh: Array) -> int:
        if len(fresh):
            self.waiting.append(fresh)
        return sum(map(len, self.waiting))

    def step(self) -> tuple[Array, ...]:
        """Expand some states that wait: the states in the tier that they lead to, by shares."""
        inside, count = [self._none()], 0
        most = min(max(self.seen.count // PARTS, self.piece), self.fitting)
        given = self.kernels, self.game, self.packing, self.tier
        while self.waiting and count < most:
            at_once = self.piece // 16 + 1
            keys, left = self.waiting[0][:at_once], self.waiting[0][at_once:]
            self.waiting[:1] = [left] if len(left) else []
            for target, run in following(*given, keys).items():
                if target == self.tier:
                    inside.append(run)
                else:
                    self.beyond.setdefault(target, self._seen()).add(run)
                count += len(run)
        return scatter(united(self.kernels, *inside), self.shares)

    def _none(self) -> Array:
        return room_for_keys(0, no_keys(self.packing))

    def hand_over(self, shares: int) -> tuple[Array, ...]:
        """The states that were met, by shares that go on instead; then those that wait."""
        waiting = united(self.kernels, self._none(), *self.waiting)
        seen, self.seen, self.waiting = self.seen, self._seen(), []
        return *scatter(seen.keys(), shares), *scatter(waiting, shares)

    def finish(self) -> int:
        """Nothing is new any more: in how many parts all that was found is returned."""
        met = {self.tier: self.seen, **self.beyond}
        self.parts = [
            (tier, part)
            for tier, seen in met.items()
            if seen.count
            for part in pieces(seen.keys(), PARTS * self.piece, 1)
        ]
        return len(self.parts)

    def result(self, part: int) -> tuple[dict[int, Sample], dict[int, Array]]:
        """States of the share, or what they lead to, of one tier; and a sample of them."""
        kept = dict([self.parts[part]])
        return samples(kept), kept


class Enumeration:
    """The states inside one tier, found by enumerators in rounds; any call may raise `Lost`.

    make    has a member of the crew make one of so many enumerators
    most    how many there may be
    report  is given the number of states inside that were found, after each round
    """

    def __init__(
        self,
        crew: Crew,
        make: Callable[[int], Actor],
        count: int,
        most: int,
        report: Callable[[int], None],
    ) -> None:
        self.crew, self.make, self.most, self.report = crew, make, most, report
        self.enumerators = [make(count) for _ in range(count)]
        self.results: list[Sequence[Pending]] = []

    def run(self, known: Sequence[Any], first: Sequence[Any]) -> list[Sequence[Pending]]:
        """Go on until nothing is new; each result has the two parts of `Enumerator.result`.

        known   for each share what others have gone on from already
        first   for each share what that has led to
        """
        for enumerator, runs in zip(self.enumerators, known, strict=True):
            for run in runs:
                enumerator.start("know", run)
        pending = [
            enumerator.start("take", run)
            for enumerator, runs in zip(self.enumerators, first, strict=True)
            for run in runs
        ]
        while any(waiting := self.crew.get(pending)):
            self.report(sum(self.crew.get([one.start("found") for one in self.enumerators])))
            grown = len(self.enumerators) < self.most and max(waiting) > GROWN
            pending = self._grow() if grown else self._exchange()
        self._finish()
        return self.results

    def _exchange(self) -> list[Pending]:
        """One round: every share makes moves and receives what is its own."""
        shares, count = self.enumerators, len(self.enumerators)
        return exchange(
            count,
            lambda share: shares[share].start_parts(count, "step"),
            lambda share, *runs: shares[share].start("take", *runs),
        )

    def _grow(self) -> list[Pending]:
        """Have as many shares as there may be, now that it is worth it."""
        count = self.most
        handed = [one.start_parts(2 * count, "hand_over", count) for one in self.enumerators]
        self._finish()
        self.enumerators = [self.make(count) for _ in range(count)]
        return [
            one.start("resume", parts[at], parts[count + at])
            for at, one in enumerate(self.enumerators)
            for parts in handed
        ]

    def _finish(self) -> None:
        counts = self.crew.get([one.start("finish") for one in self.enumerators])
        self.results += [
            one.start_parts(2, "result", part)
            for one, parts in zip(self.enumerators, counts, strict=True)
            for part in range(parts)
        ]
