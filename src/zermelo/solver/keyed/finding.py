"""A tier of keyed states with moves inside it, found by a crew that keeps its shares, in rounds.

A key belongs to a share by its hash, which is even in whatever order states are found. Each share
goes on from what was new to it; once nothing is new, the tier is cut into shares as others are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from zermelo.contract.game import Game
from zermelo.errors import ContractError
from zermelo.solver.crews.crew import Crew, Keeper, Pending, exchange
from zermelo.solver.crews.machine import Kernels
from zermelo.solver.crews.space import Space
from zermelo.solver.keyed.asking import FEW_HOLDERS, Found, like_these
from zermelo.solver.keyed.enumerate import Seen, following, united
from zermelo.solver.keys.keyarrays import pieces, room_for_keys
from zermelo.solver.keys.packing import Packing, no_keys

Array = Any
STIRRED: Final = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F)  # odd, irregular
PIECE: Final = 1 << 17  # states that are found between two exchanges, or a little more
KEY_BYTES: Final = 256  # that it takes to find a state, meanwhile
LEAST: Final = 1 << 6  # states that are worth an exchange
PARTS: Final = 4  # how many times as many are told at once


def dealt(owner: Array, shares: int, *columns: Array) -> tuple[Any, ...]:
    """Rows put together by their owners, in order: for each share its part of every column."""
    if shares == 1:
        return (columns,)
    order = np.argsort(
        owner.astype(np.uint16 if shares < FEW_HOLDERS else np.uint32), kind="stable"
    )
    ends = np.cumsum(np.bincount(owner, minlength=shares))
    begins = [0, *ends[:-1]]
    sorted_columns = [column[order] for column in columns]
    return tuple(
        tuple(column[begin:end] for column in sorted_columns)
        for begin, end in zip(begins, ends, strict=True)
    )


def scatter(keys: Array, shares: int) -> tuple[Array, ...]:
    """Keys by the share to which their hash gives them, each part in the order of `keys`."""
    words = keys.view(np.uint64).reshape(len(keys), 1 if keys.ndim == 1 else keys.shape[1])
    stirred = words[:, 0] * STIRRED[0]
    for column in range(1, words.shape[1]):
        stirred = (stirred ^ stirred >> np.uint64(32)) + words[:, column] * STIRRED[column]
    owner = (stirred >> np.uint64(33)) % np.uint64(shares)
    return tuple(part for (part,) in dealt(owner.astype(np.int64), shares, keys))


def scatter_of(found: dict[int, Array], tier: int, shares: int) -> tuple[Array, ...]:
    """A task: what was found of a tier, by shares."""
    return scatter(found[tier], shares)


class Finder:
    """The states of a tier that a hash gives to one share, and what follows from them.

    memory  bytes for it: half of them for what is kept, the rest for what is being done
    """

    def __init__(
        self,
        kernels: Kernels,
        game: Game[Any],
        packing: Packing,
        tier: int,
        shares: int,
        memory: int,
    ) -> None:
        self.kernels, self.game, self.packing = kernels, game, packing
        self.tier, self.shares = tier, shares
        self.space = Space(memory // 2)
        self.most = min(max(memory // 2 // KEY_BYTES, LEAST), PIECE)
        self.seen, self.beyond = self._seen(), dict[int, Seen]()
        self.waiting: list[Array] = []

    def _seen(self) -> Seen:
        return Seen(self.kernels, self.space.array, self.most)

    def know(self, run: Array) -> None:
        """Take in states from which others have gone on."""
        self.seen.add(run)

    def take(self, *runs: Array) -> int:
        """Take in states; how many wait for their moves to be made."""
        fresh = self.seen.add(united(self.kernels, *runs))
        if len(fresh):
            self.waiting.append(fresh)
        return sum(map(len, self.waiting))

    def step(self) -> tuple[Array, ...]:
        """What follows in the tier from some states that wait, by shares."""
        inside, found = [room_for_keys(0, no_keys(self.packing))], 0
        while self.waiting and found < self.most:
            at_once = self.most // 16 + 1
            keys, left = self.waiting[0][:at_once], self.waiting[0][at_once:]
            self.waiting[:1] = [left] if len(left) else []
            for target, run in following(self.kernels, self.game, self.packing, keys).items():
                if target < self.tier:
                    raise ContractError(f"no move may lower the tier of {self.game}, but one does")
                if target == self.tier:
                    inside.append(run)
                else:
                    self.beyond.setdefault(target, self._seen()).add(run)
                found += len(run)
        return scatter(united(self.kernels, *inside), self.shares)

    def finish(self) -> int:
        """Nothing is new any more: in how many parts all that was found is told."""
        found = {tier: seen.keys() for tier, seen in {self.tier: self.seen, **self.beyond}.items()}
        self.parts = [
            (tier, part)
            for tier, keys in found.items()
            for part in pieces(keys, PARTS * self.most, 1)
            if len(part)
        ]
        return len(self.parts)

    def found(self, part: int) -> tuple[dict[int, Found], dict[int, Array]]:
        """States of the share, or what they lead to, of one tier; and what these are like."""
        kept = dict([self.parts[part]])
        return like_these(kept), kept


def find_all(
    crew: Crew, finders: Sequence[Keeper], known: Sequence[Any], first: Sequence[Any]
) -> list[Sequence[Pending]]:
    """Go on until nothing is new; see `Finder.found` for what is found, in two parts each.

    known   for each share what others have gone on from already
    first   for each share what that has led to

    Raises `Lost`.
    """
    count = len(finders)
    for finder, runs in zip(finders, known, strict=True):
        for run in runs:
            finder.start("know", run)
    pending = [
        finder.start("take", run)
        for finder, runs in zip(finders, first, strict=True)
        for run in runs
    ]
    while any(crew.get(pending)):
        pending = exchange(
            count,
            lambda share: finders[share].start_parts(count, "step"),
            lambda share, *runs: finders[share].start("take", *runs),
        )
    told = crew.get([finder.start("finish") for finder in finders])
    return [
        finder.start_parts(2, "found", part)
        for finder, parts in zip(finders, told, strict=True)
        for part in range(parts)
    ]
