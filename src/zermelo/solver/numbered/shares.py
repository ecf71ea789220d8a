"""A tier of numbered states, solved by a crew: each member owns a share of the numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from zermelo.contract.game import Game
from zermelo.errors import ContractError, ZermeloError
from zermelo.native.arrays import Array
from zermelo.solver.crews.crew import Actor, Crew, Pending, exchange
from zermelo.solver.crews.machine import Kernels
from zermelo.solver.numbered.rounds import (
    CROWDED,
    MISSING,
    NARROW,
    SPARE,
    STUCK,
    Above,
    Known,
    above_of,
    open_share,
    receive,
    send,
    weigh_cells,
)
from zermelo.solver.score import NOW
from zermelo.solver.store.cells import Cells

BLOCK: Final = 12  # bits: numbers that are looked at together if one of them may be due
MOST_BLOCKS: Final = 1 << 10  # of a share with wide cells, whose agenda is long
BOX: Final = 1 << 20  # messages from one share to another at a time
PLIES: Final = {1: 256, 2: NOW + 1}  # rows of an agenda, by the bytes of a cell


class TooNarrow(ZermeloError):  # noqa: N818 - a request, caught by the solver
    """A byte does not say what has to be stored of some state."""


class MissingTier(ZermeloError):  # noqa: N818 - another one
    """A move leads to the tier `number`, which has not been solved."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class Share:
    """The numbers from `cuts[mine]` on, up to the next cut, and what is known of them.

    It may live in another process: what its methods are given and return can be sent.
    """

    def __init__(
        self, game: Game, kernels: Kernels, cells: Cells, tier: int, cuts: Array, mine: int
    ) -> None:
        self.game, self.kernels, self.cells, self.tier = game, kernels, cells, tier
        self.cuts, self.first = cuts, int(cuts[mine])
        count, size = int(cuts[mine + 1]) - self.first, cells.dtype.itemsize
        block = BLOCK
        while size > 1 and count >> block > MOST_BLOCKS:
            block += 1
        decided, best, left = (np.zeros(count, cells.dtype) for _ in range(3))
        agenda = np.zeros((PLIES[size], (count >> block) + 1), np.uint8)
        self.known = Known(decided, best, left, agenda, block)
        self.boxes = np.empty((0, 0), np.uint32)
        self.place = 0

    def open(self, above: Above) -> int:
        """Look at all moves; how many lead back into the tier."""
        here = above_of(above.tiers, above.firsts, above.cells)
        given = self.game, self.cells, self.tier, self.first, self.known, here
        inner, fault, shown = self.kernels.run(open_share, *given)
        if fault == MISSING:
            raise MissingTier(int(shown))
        if fault == NARROW:
            raise TooNarrow("a move, or an end, needs more than a byte")
        if fault == STUCK:
            state = self.game.unindex(self.tier, int(shown))
            raise ContractError(f"{self.game} goes on in {state}, but there are no moves")
        return int(inner)

    def settle(self) -> None:
        """Settle all at once, when no move leads back into the tier."""
        cells = self.known.cells
        np.copyto(cells, self.known.best, where=cells == 0)

    def due(self, ply: int) -> bool:
        """Whether anything may be settled that ends in `ply` plies, or later."""
        return bool(self.known.agenda[ply:].any())

    def send(self, ply: int, again: bool) -> tuple[Any, ...]:
        """A batch of messages to each share; whether there are more comes first.

        again   whether to go on where the last batch ended
        """
        shares = len(self.cuts) - 1
        if not len(self.boxes):
            room = min(BOX, 64 * len(self.known.cells)) + 2 * SPARE
            self.boxes = np.empty((shares, room), np.uint32)
        fill = np.zeros(shares, np.int64)
        given = self.game, self.cells, self.tier, self.first, ply, self.place if again else 0
        self.place, fault = self.kernels.run(send, *given, self.known, self.cuts, self.boxes, fill)
        if fault == CROWDED:
            raise ContractError(f"{self.game}: too many retreats from one state")
        more = self.place < len(self.known.cells)
        return more, *(box[:count].copy() for box, count in zip(self.boxes, fill, strict=True))

    def receive(self, ply: int, *batches: Array) -> None:
        """Take up what the shares have sent."""
        for messages in batches:
            if self.kernels.run(receive, self.cells, ply, messages, self.known) == NARROW:
                raise TooNarrow(f"an end {ply + 1} plies away needs more than a byte")

    def weighed(self, images: int) -> Array:
        """Wins, draws and losses of all states, numbers, and the longest; all is settled now."""
        tally = np.zeros(5, np.int64)
        given = self.game, self.cells, self.tier, self.first, self.known.cells
        self.kernels.run(weigh_cells, *given, images, tally)
        return tally

    def result(self) -> Array:
        """The cells of the share."""
        return self.known.cells


def solve_tier(
    game: Game, kernels: Kernels, crew: Crew, cells: Cells, tier: int, above: Above, count: int
) -> list[Actor]:
    """Solve a tier whose other tiers are known; its `count` shares, in the order of their numbers.

    Raises `MissingTier`, `TooNarrow`, and `Lost` when it has to be solved again.
    """
    size, known = game.tier_size(tier), crew.put(above)
    cuts = np.array([size * share // count for share in range(count + 1)], np.int64)
    shares = [crew.keep(Share, game, kernels, cells, tier, cuts, mine) for mine in range(count)]
    if not sum(crew.get([share.start("open", known) for share in shares])):
        crew.get([share.start("settle") for share in shares])
        return shares
    ply = 0
    while any(crew.get([share.start("due", ply) for share in shares])):
        again = False
        while _batch(crew, shares, ply, again=again):
            again = True
        ply += 1
    return shares


def _batch(crew: Crew, shares: Sequence[Actor], ply: int, *, again: bool) -> bool:
    """One exchange of messages; whether there are more."""
    count, more = len(shares), []

    def sent(share: int) -> Sequence[Pending]:
        parts = shares[share].start_parts(1 + count, "send", ply, again)
        more.append(parts[0])
        return parts[1:]

    received = exchange(
        count, sent, lambda share, *sent: shares[share].start("receive", ply, *sent)
    )
    crew.get(received)
    return any(crew.get(more))
