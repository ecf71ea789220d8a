"""A tier of numbered states for a crew to solve, where each member owns a share of the numbers."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from zermelo.contract.numbered import Numbered
from zermelo.errors import ContractError, ZermeloError
from zermelo.native.arrays import Array
from zermelo.solver.crews.crew import Actor, Call, Crew, Kernels, Packet
from zermelo.solver.numbered import rounds
from zermelo.solver.numbered.rounds import Known, Post
from zermelo.solver.score import NOW
from zermelo.solver.store.numbers import Cells, TiersHeld

BLOCK: Final = 12  # a block has 2 ** BLOCK numbers, all skipped if none may be due
MOST_BLOCKS: Final = 1 << 10  # the most blocks of a share with wide cells, whose agenda is long
A_THREAD: Final = 4  # shares per thread, to balance the load
SMALL: Final = 1 << 16  # fewer numbers are not worth a share
BOX: Final = 1 << 21  # messages that one share sends to all shares at a time
PLIES: Final = {1: 256, 2: NOW + 1}  # rows of an agenda, by the bytes of a cell


class TooNarrow(ZermeloError):  # noqa: N818 - a request, caught by the solver
    """A value does not fit into a byte."""


class MissingTier(ZermeloError):  # noqa: N818 - a request, caught by the solver
    """A move leads to the tier `number`, which is not solved."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class Share:
    """A part of a tier: states with the grouped numbers from `cuts[mine]` to the next cut, and what
    is known about them. The finished cells have the order of the game's own numbers, from
    `ends[mine]` on. All arguments and results can be pickled, for shares in other processes.
    """

    def __init__(
        self,
        game: Numbered[Any],
        kernels: Kernels,
        cells: Cells,
        tier: int,
        cuts: Array,
        ends: Array,
        mine: int,
    ) -> None:
        self.game, self.kernels, self.cells = game, kernels, cells
        self.cuts, self.ends, self.mine, first = cuts, ends, mine, int(cuts[mine])
        count, size = int(cuts[mine + 1]) - first, cells.dtype.itemsize
        block = BLOCK
        while size > 1 and count >> block > MOST_BLOCKS:
            block += 1
        decided, best, left = (np.zeros(count, cells.dtype) for _ in range(3))
        agenda = np.zeros((PLIES[size], (count >> block) + 1), np.uint8)
        self.known = Known(tier, first, decided, best, left, agenda, block)
        self.boxes = np.empty((0, 0), np.uint32)
        self.place = 0

    def open(self, above: TiersHeld) -> int:
        """Read all moves; return how many stay in the tier."""
        given = self.game, self.cells, self.known, above
        inner, fault, shown = self.kernels.run(rounds.open_share, *given)
        if fault == rounds.MISSING:
            raise MissingTier(int(shown))
        if fault == rounds.NARROW:
            raise TooNarrow("a move, or an end, needs more than a byte")
        if fault == rounds.STUCK:
            state = self.game.grouped_state(self.known.tier, int(shown))
            raise ContractError(f"{self.game} goes on in {state}, but there are no moves")
        return int(inner)

    def settle(self) -> None:
        """Settle all states at once, if no move stays in the tier."""
        cells = self.known.cells
        np.copyto(cells, self.known.best, where=cells == 0)

    def due(self, ply: int) -> bool:
        """Whether states that end in `ply` plies or more may still have to be settled."""
        return bool(self.known.agenda[ply:].any())

    def send(self, ply: int, again: bool) -> tuple[bool, Packet]:
        """Return whether more messages remain, and a batch of them for each share. If `again`,
        continue where the last batch ended.
        """
        post = self.empty_boxes(self.cuts)
        given = self.game, self.cells, ply, self.place if again else 0
        self.place, fault = self.kernels.run(rounds.send, *given, self.known, post)
        if fault == rounds.CROWDED:
            raise ContractError(f"{self.game}: retreats yields too many states")
        filled = zip(post.boxes, post.fill, strict=True)
        sent = Packet.of([(box[:count],) for box, count in filled])
        return self.place < len(self.known.cells), sent

    def empty_boxes(self, cuts: Array) -> Post:
        """Empty boxes for the shares that begin at these cuts."""
        shares = len(self.cuts) - 1
        if not len(self.boxes):
            room = min(BOX // shares, 64 * len(self.known.cells)) + 2 * rounds.SPARE
            self.boxes = np.empty((shares, room), np.uint32)
        return Post(cuts, self.boxes, np.zeros(shares, np.int64))

    def receive(self, ply: int, *packets: Packet) -> None:
        """Receive messages from the shares."""
        for (messages,) in (packet.columns for packet in packets):
            given = self.cells, ply, messages, self.known
            if self.kernels.run(rounds.receive, *given) == rounds.NARROW:
                raise TooNarrow(f"an end {ply + 1} plies away needs more than a byte")

    def tally(self, images: int) -> Array:
        """Count wins, draws, losses and numbers with a state, and find the longest distance."""
        tally = np.zeros(5, np.int64)
        given = self.game, self.cells, self.known, images, tally
        self.kernels.run(rounds.weigh_cells, *given)
        return tally

    def order(self) -> None:
        """Free the arrays that only solving needs, and allocate the result."""
        cells = self.known.cells
        self.known = self.known._replace(best=cells[:0], left=cells[:0])
        size = int(self.ends[self.mine + 1] - self.ends[self.mine])
        self.ordered = np.full(size, self.cells.nothing, cells.dtype)

    def renumber(self, again: bool) -> tuple[bool, Packet]:
        """Return whether more cells remain, and a batch of them for each share. If `again`,
        continue where the last batch ended.
        """
        post = self.empty_boxes(self.ends)
        values = np.empty(self.boxes.shape, self.known.cells.dtype)
        given = self.game, self.place if again else 0, self.cells.nothing, self.known, post
        self.place = self.kernels.run(rounds.renumber, *given, values)
        filled = zip(post.boxes, values, post.fill, strict=True)
        sent = Packet.of([(box[:count], value[:count]) for box, value, count in filled])
        return self.place < len(self.known.cells), sent

    def take_over(self, *packets: Packet) -> None:
        """Put cells at the places of their numbers."""
        for places, values in (packet.columns for packet in packets):
            self.ordered[places] = values

    def result(self) -> Array:
        """The cells of the share's numbers."""
        return self.ordered


def shares_for(size: int, crew: Crew) -> int:
    """The number of shares for a tier of `size` numbers."""
    if crew.remote or crew.members == 1:
        return crew.members
    return crew.members * min(A_THREAD, 1 + size // crew.members // SMALL)


def cuts_of(size: int, count: int) -> Array:
    """Where the shares of a tier begin, and the end."""
    return np.array([size * share // count for share in range(count + 1)], np.int64)


def send_all(crew: Crew, shares: Sequence[Actor], send: str, receive: str, *given: Any) -> None:
    """Exchange messages until there are no more."""
    again, left = False, True
    while left:
        senders = [Call(share, (send, *given, again)) for share in shares]
        more, sent = crew.exchange(senders, [1] * len(shares), heads=1)
        crew.get(
            share.start(receive, *given, *parts) for share, parts in zip(shares, sent, strict=True)
        )
        again, left = True, any(crew.get(parts[0] for parts in more))
