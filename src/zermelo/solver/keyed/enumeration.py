"""The forward pass, which finds every reachable state once, tier by tier.

The successors of a share are cut at the share boundaries of the next tier; each share there
collects its parts. A tier with moves inside it is enumerated in rounds: a hash assigns each key to
a share, so that all shares have about the same size. Each share continues from its new keys; once
there are no new ones, the tier is cut into shares like any other.
"""

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

import numpy as np

from zermelo.native import kernel
from zermelo.native.arrays import Array, key_at, put_key
from zermelo.solver.crews.crew import Kernels, Packet, Space
from zermelo.solver.keyed.lookups import FEW_OWNERS, Rules, following_by_tier, unite
from zermelo.solver.keys import keyarrays
from zermelo.solver.keys.keyarrays import Room, first_from
from zermelo.solver.keys.layouts import no_keys

STIRRED: Final = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F)  # factors for hashing
SAMPLED: Final = 1 << 10  # the most keys sampled from a share, to decide where to cut
SAMPLES: Final = 1 << 18  # the most keys that all shares of a tier sample together
FEWEST: Final = 1 << 6  # keys that each share may sample, even if this exceeds SAMPLES in total
PIECE: Final = 1 << 17  # the approximate number of states to find between two exchanges
KEY_BYTES: Final = 256  # bytes of memory for each state that a step may find
LEAST: Final = 1 << 6  # the fewest states worth an exchange
PARTS: Final = 4  # pieces in a part of a result; a step may find 1/PARTS as many states as known


class Sample(NamedTuple):
    """The number of keys and an evenly spaced sample, which is small enough to send anywhere."""

    size: int
    keys: Array


def samples(runs: dict[int, Array], shares: int) -> dict[int, Sample]:
    """A share's samples of its keys, by tier; `shares` shares contribute samples."""
    most = min(max(SAMPLES // shares, FEWEST), SAMPLED)
    return {
        tier: Sample(len(run), run[:: len(run) // most + 1].copy()) for tier, run in runs.items()
    }


def follow(
    rules: Rules, tier: int, shares: int, keys: Array
) -> tuple[dict[int, Sample], dict[int, Array]]:
    """A task: find the keys of a share's successors; return samples, then all keys, by tier."""
    runs = following_by_tier(rules, tier, keys)
    return samples(runs, shares), runs


def cut_by_share(runs: dict[int, Array], tier: int, cuts: Array) -> Packet:
    """A task: the keys of one tier, cut into a piece for each share of that tier."""
    run = runs[tier]
    return Packet((run,), np.array([*keyarrays.places_of(run, cuts), len(run)]))


def collect(kernels: Kernels, *found: Packet) -> tuple[tuple[int, int], Array]:
    """A task: merge a share's keys from all runs; return (number, least key), then the keys."""
    keys = keyarrays.sorted_once([packet.columns[0] for packet in found], kernels)
    return (len(keys), key_at(keys, 0) if len(keys) else 0), keys


def cuts_of(sampled: Sequence[Sample], shares: int) -> Array:
    """The first keys of shares of similar size, except the first share's."""
    keys = np.concatenate([one.keys for one in sampled])
    stands_for = [np.full(len(one.keys), one.size / len(one.keys)) for one in sampled]
    order = keyarrays.order_of(keys)
    upto = np.cumsum(np.concatenate(stands_for)[order])
    at = np.searchsorted(upto, [upto[-1] * share / shares for share in range(1, shares)])
    return keys[order][at]


@kernel
def leave_out(keys: Array, known: Array) -> int:
    """Move keys that `known` lacks to the front; return their number. Both arrays are sorted."""
    left = low = 0
    for i in range(len(keys)):
        key, high, step = key_at(keys, i), low, 1
        while high < len(known) and key_at(known, high) < key:  # the place is usually near
            low, high, step = high + 1, high + step, 2 * step
        low = first_from(known, key, low, min(high, len(known)))
        if low == len(known) or key_at(known, low) != key:
            put_key(keys, left, key)
            left += 1
    return left


class Seen:
    """Keys found so far, in runs that are each more than twice as long as the next. `room` makes
    their arrays; merging takes at most `most` keys of each run at a time.
    """

    def __init__(
        self, kernels: Kernels, room: Room = np.empty, most: int = keyarrays.MERGED
    ) -> None:
        self.kernels, self.room, self.most = kernels, room, most
        self.runs: list[Array] = []
        self.count = 0

    def add(self, keys: Array) -> Array:
        """Add sorted distinct keys; return the new ones, sorted."""
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
            self.runs[-count:] = [
                keyarrays.merge_runs(self.runs[-count:], self.kernels, self.room, self.most)
            ]


def group_rows(owner: Array, shares: int, *columns: Array) -> Packet:
    """Group rows by owner, in order: each share gets its part of every column."""
    if shares == 1:
        return Packet(columns, np.array([len(owner)]))
    order = np.argsort(owner.astype(np.uint16 if shares < FEW_OWNERS else np.uint32), kind="stable")
    ends = np.cumsum(np.bincount(owner, minlength=shares))
    return Packet(tuple(column[order] for column in columns), ends)


def scatter(keys: Array, shares: int) -> Packet:
    """Keys by the share that their hash selects, each piece in the order of `keys`."""
    if shares == 1:
        return Packet((keys,), np.array([len(keys)]))
    words = keys.view(np.uint64).reshape(len(keys), 1 if keys.ndim == 1 else keys.shape[1])
    stirred = words[:, 0] * STIRRED[0]
    for column in range(1, words.shape[1]):
        stirred = (stirred ^ stirred >> np.uint64(32)) + words[:, column] * STIRRED[column]
    owner = (stirred >> np.uint64(33)) % np.uint64(shares)
    return group_rows(owner.astype(np.int64), shares, keys)


def scatter_of(runs: dict[int, Array], tier: int, shares: int) -> Packet:
    """A task: the keys of one tier, by share."""
    return scatter(runs[tier], shares)


class Enumerator:
    """The states of a tier in one share, and their successors; half of `memory` keeps states."""

    def __init__(self, rules: Rules, tier: int, shares: int, memory: int) -> None:
        self.rules, self.tier, self.shares = rules, tier, shares
        self.space = Space(memory // 2)
        self.fitting = max(memory // 2 // KEY_BYTES, LEAST)
        self.piece = min(self.fitting, PIECE)
        self.new_seen = partial(Seen, rules.kernels, self.space.array, self.piece)
        self.seen, self.beyond = self.new_seen(), dict[int, Seen]()
        self.waiting: list[Array] = []

    def know(self, *found: Packet) -> None:
        """Add states that are already expanded; call this only before the first `take`."""
        self.take(*found)
        self.waiting.clear()

    def take(self, *found: Packet) -> tuple[int, int]:
        """Add states; return how many wait to be expanded, and how many this share has found."""
        keys = keyarrays.sorted_once([packet.columns[0] for packet in found], self.rules.kernels)
        fresh = self.seen.add(keys)
        if len(fresh):
            self.waiting.append(fresh)
        return sum(map(len, self.waiting)), self.seen.count

    def step(self) -> Packet:
        """Expand some waiting states; return their successors in the tier, by share."""
        inside, count = [keyarrays.room_for_keys(0, no_keys(self.rules.packing))], 0
        most = min(max(self.seen.count // PARTS, self.piece), self.fitting)
        while self.waiting and count < most:
            at_once = self.piece // 16 + 1
            keys, left = self.waiting[0][:at_once], self.waiting[0][at_once:]
            self.waiting[:1] = [left] if len(left) else []
            for target, run in following_by_tier(self.rules, self.tier, keys).items():
                if target == self.tier:
                    inside.append(run)
                else:
                    self.beyond.setdefault(target, self.new_seen()).add(run)
                count += len(run)
        return scatter(unite(self.rules.kernels, *inside), self.shares)

    def finish(self) -> int:
        """Cut all found keys into parts, once no states wait; return the number of parts."""
        self.parts = [
            (tier, part)
            for tier, seen in {self.tier: self.seen, **self.beyond}.items()
            if seen.count
            for part in keyarrays.pieces(seen.keys(), PARTS * self.piece, 1)
        ]
        return len(self.parts)

    def result(self, part: int) -> tuple[dict[int, Sample], dict[int, Array]]:
        """One part of the result: a sample of some keys of one tier, then all these keys."""
        kept = dict([self.parts[part]])
        return samples(kept, self.shares), kept
