"""A tier of keyed states with moves inside it, found by a crew that keeps its shares, in rounds.

A key belongs to a share by its hash, which is even in whatever order states are found. Each share
goes on from what was new to it; once nothing is new, the tier is cut into shares as others are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from zermelo.errors import ContractError, UsageError
from zermelo.game import Game
from zermelo.solver.asking import FEW_HOLDERS, Found, like_these
from zermelo.solver.crew import Crew, Keeper, Pending, exchange
from zermelo.solver.enumerate import Seen, following, united
from zermelo.solver.keyarrays import pieces
from zermelo.solver.machine import MIB, Kernels
from zermelo.solver.packing import Packing

Array = Any
STIRRED: Final = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F)  # odd, irregular
PIECE: Final = 1 << 17  # states that are expanded at a time


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
    """The states of a tier that a hash gives to one share, and what follows from them."""

    def __init__(
        self, kernels: Kernels, game: Game[Any], packing: Packing, tier: int, shares: int
    ) -> None:
        self.kernels, self.game, self.packing = kernels, game, packing
        self.tier, self.shares = tier, shares
        self.seen, self.beyond = Seen(kernels), dict[int, Seen]()
        self.fresh: Array = None

    def know(self, *runs: Array) -> None:
        """Take in states from which others have gone on."""
        self.seen.add(united(self.kernels, *runs))

    def take(self, *runs: Array) -> tuple[int, int]:
        """Take in states; how many are new, and the bytes that are kept."""
        self.fresh = self.seen.add(united(self.kernels, *runs))
        held = [run.nbytes for seen in (self.seen, *self.beyond.values()) for run in seen.runs]
        return len(self.fresh), sum(held)

    def step(self) -> tuple[Array, ...]:
        """What follows in the tier from the new states, by shares."""
        inside = []
        for keys in pieces(self.fresh, PIECE, 1):
            for target, found in following(self.kernels, self.game, self.packing, keys).items():
                if target < self.tier:
                    raise ContractError(f"no move may lower the tier of {self.game}, but one does")
                if target == self.tier:
                    inside.append(found)
                else:
                    self.beyond.setdefault(target, Seen(self.kernels)).add(found)
        return scatter(united(self.kernels, self.fresh[:0], *inside), self.shares)

    def found(self) -> tuple[dict[int, Found], dict[int, Array]]:
        """All states of the share, and what they lead to, by tiers; and what these are like."""
        runs = {tier: seen.keys() for tier, seen in {self.tier: self.seen, **self.beyond}.items()}
        kept = {tier: run for tier, run in runs.items() if len(run)}
        return like_these(kept), kept


def find_all(
    crew: Crew, finders: Sequence[Keeper], known: Sequence[Any], first: Sequence[Any], memory: int
) -> None:
    """Go on until nothing is new.

    known   for each share what others have gone on from already
    first   for each share what that has led to
    memory  bytes that all shares may keep

    Raises `UsageError` when they keep more, and `Lost`.
    """
    count = len(finders)
    for finder, runs in zip(finders, known, strict=True):
        finder.start("know", *runs)
    pending: list[Pending] = [
        finder.start("take", *runs) for finder, runs in zip(finders, first, strict=True)
    ]
    while True:
        told = crew.get(pending)
        require(sum(held for _, held in told), memory, "what is found of a tier with loops")
        if not any(new for new, _ in told):
            return
        pending = exchange(
            count,
            lambda share: finders[share].start_parts(count, "step"),
            lambda share, *runs: finders[share].start("take", *runs),
        )


def require(needed: int, memory: int, what: str) -> None:
    """Raise `UsageError` when so many bytes are more than there are."""
    if needed > memory:
        raise UsageError(
            f"{memory // MIB:,} MiB of memory are too few on all machines together: {what} takes "
            f"{needed // MIB + 1:,} MiB; allow more, or add machines"
        )
