"""Solve a tier of numbered states with a crew, whose actors each own a share of the numbers.

First, each state is opened: its moves out of the tier are looked up, and inner moves are counted.
Then round n settles the states that end in n plies, and reverses the inner moves to them: messages
notify the owners of the preceding states. A state is won as soon as one move reaches a lost one,
and lost once all its moves reach won ones; an undecided state is a draw (Ströhlein 1970, Thompson
1986).

With symmetry, one number stands for several states, and a reversed move for several moves: as many
as the preceding state has symmetries of its own if the following state has none; otherwise, they
are counted by playing them.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from zermelo.contract.game import ONGOING
from zermelo.contract.numbered import Numbered
from zermelo.errors import ContractError, ZermeloError
from zermelo.native import kernel
from zermelo.native.arrays import Array
from zermelo.solver.crews.crew import Actor, Crew, Kernels, Packet
from zermelo.solver.score import NOW, UNKNOWN, farther
from zermelo.solver.store.numbers import NONE, SCORES, Cells, TiersHeld, place_of_tier

BLOCK: Final = 12  # a block has 2 ** BLOCK numbers, all skipped if none may be due
MOST_BLOCKS: Final = 1 << 10  # the most blocks of a share with wide cells, whose agenda is long
A_THREAD: Final = 4  # shares per thread, to balance the load
SMALL: Final = 1 << 16  # fewer numbers are not worth a share
BOX: Final = 1 << 21  # messages that one share sends to all shares at a time
PLIES: Final = {1: 256, 2: NOW + 1}  # rows of an agenda, by the bytes of a cell


SOUND: Final = 0
STUCK: Final = 1  # an unfinished state has no moves
MISSING: Final = 2  # a move leads to an unknown tier
NARROW: Final = 3  # a value does not fit in a cell of a byte
CROWDED: Final = 4  # a state has more retreats than fit into a box
SPARE: Final = 1 << 12  # messages that the last state of a batch may send to one share
SCORE: Final = SCORES - 1  # the mask of a score in `Cells.cells`
WINS: Final = 1  # the bit of a message, next to the place, that says whether the move wins


class Known(NamedTuple):
    """A share: a tier's grouped numbers from `first` on, and arrays of facts about each number."""

    tier: int
    first: int
    cells: Array  # the decided values
    best: Array  # the cell of the best move out of the tier, 0 for none or a draw
    left: Array  # the inner moves not known to lose; all bits set if a move out avoids a loss
    # uint8 (plies, blocks): whether a block of `1 << block` numbers may have states to settle this
    # many plies before the end
    agenda: Array
    block: int


class Post(NamedTuple):
    """Messages from one share to every share."""

    cuts: Array  # int64 (shares + 1): the first number of each share, and the end
    boxes: Array  # uint32 (shares, ·), written: for each share, places in it, or messages of `send`
    fill: Array  # int64 (shares), written: the number of messages


@kernel
def open_share(
    game: Numbered[Any], cells: Cells, known: Known, above: TiersHeld
) -> tuple[int, int, int]:
    """Read all moves from the numbers of a share. Returns how many moves stay in the tier, then
    SOUND or a fault, and the faulty number or the missing tier.
    """
    inner, most = 0, (1 << 8 * known.left.itemsize) - 1
    for place in range(len(known.cells)):
        number = known.first + place
        state = game.grouped_state(known.tier, number)
        if game.grouped_index(state) != number:
            known.cells[place] = cells.cells[UNKNOWN & SCORE]
            continue
        top, inside, fault, where = look(game, cells, known.tier, state, above)
        if fault != SOUND:
            return inner, fault, where if fault == MISSING else number
        cell = cells.cells[top & SCORE] if top != UNKNOWN else 0
        if cell == NONE or inside >= most:
            return inner, NARROW, number
        known.best[place], inner = cell, inner + inside
        known.left[place] = most if top == 0 or (top > 0 and inside > 0) else inside
        if top not in (0, UNKNOWN):
            known.agenda[NOW - abs(top), place >> known.block] = 1
    return inner, SOUND, known.first


@kernel
def look(
    game: Numbered[Any], cells: Cells, tier: int, state: Any, above: TiersHeld
) -> tuple[int, int, int, int]:
    """Return the score of a finished game or of the best move out of the tier (UNKNOWN without
    one), how many moves stay in the tier, SOUND or a fault, and the tier that is MISSING.
    """
    outcome = game.outcome(state)
    if outcome != ONGOING:
        return outcome * NOW, 0, SOUND, 0
    least, first, met, inside = NOW + 1, 0, tier, game.stays(state)
    for target, number in game.exits(state):
        if number < 0:
            least = -NOW
            continue
        if target != met:
            place = place_of_tier(above.tiers, target)
            if place < 0:
                return UNKNOWN, inside, MISSING, target
            met, first = target, int(above.firsts[place])
        least = min(least, int(cells.scores[above.cells[first + number]]))
    if least <= NOW:
        return farther(-least), inside, SOUND, 0
    return UNKNOWN, inside, SOUND if inside else STUCK, 0


@kernel
def send(
    game: Numbered[Any], cells: Cells, ply: int, place: int, known: Known, post: Post
) -> tuple[int, int]:
    """Settle states that end in `ply` plies, from `place` on. Send each preceding state a message:
    its place, and whether its move WINS. Returns the place to continue from (the share's length
    once done), and SOUND or CROWDED.
    """
    won, lost = cells.cells[NOW - ply], cells.cells[ply - NOW & SCORE]
    row, room = known.agenda[ply], post.boxes.shape[1]
    while place < len(known.cells):
        if not row[place >> known.block]:
            place = ((place >> known.block) + 1) << known.block
            continue
        cell = known.cells[place]
        if cell == 0:
            due = known.best[place]
            if due != 0 and (due == won or (due == lost and known.left[place] == 0)):
                known.cells[place] = cell = due
        if cell != 0 and cell in (won, lost):
            for share in range(len(post.fill)):
                if post.fill[share] > room - SPARE:
                    return place, SOUND
            if not take_back(game, known.tier, known.first + place, cell == won, post):
                return place, CROWDED
        place += 1
    return len(known.cells), SOUND


@kernel
def take_back(game: Numbered[Any], tier: int, number: int, won: bool, post: Post) -> bool:
    """Write messages to all states with a move to this one; False if there is no room. If the state
    has symmetries of its own, the moves to it are counted.
    """
    share, seen, state = 0, [number], game.grouped_state(tier, number)
    symmetric = game.stabiliser(state) > 1
    for index, images in game.retreat_numbers(state):
        if symmetric and index in seen[1:]:
            continue
        times = images if won else 1
        if symmetric:
            seen.append(index)
            times = moves_to(game, tier, index, number)
        share = share_of(index, post.cuts, share)
        if not write(index, not won, times, share, post):
            return False
    return True


@kernel
def share_of(index: int, cuts: Array, share: int) -> int:
    """The share of the number `index`; the search begins at `share`."""
    while index >= cuts[share + 1]:
        share += 1
    while index < cuts[share]:
        share -= 1
    return share


@kernel
def write(index: int, wins: bool, times: int, share: int, post: Post) -> bool:
    """Write a message to the state numbered `index`, `times` times; False if there is no room."""
    cuts, boxes, fill = post
    for _ in range(times):
        if fill[share] == boxes.shape[1]:
            return False
        boxes[share, fill[share]] = (index - cuts[share]) << 1 | (WINS if wins else 0)
        fill[share] += 1
    return True


@kernel
def moves_to(game: Numbered[Any], tier: int, index: int, number: int) -> int:
    """The number of moves from the state with number `index` to one with `number`."""
    count, state = 0, game.grouped_state(tier, index)
    for move in game.moves(state):
        child = game.play(state, move)
        if game.tier(child) == tier and game.grouped_index(child) == number:
            count += 1
    return count


@kernel
def receive(cells: Cells, ply: int, messages: Array, known: Known) -> int:
    """Receive messages from states that end in `ply` plies; return SOUND or NARROW."""
    won, lost = cells.cells[NOW - ply - 1], cells.cells[ply + 1 - NOW & SCORE]
    most = (1 << 8 * known.left.itemsize) - 1
    for message in messages:
        place = int(message) >> 1
        if known.cells[place] != 0 or (known.left[place] == most and not message & WINS):
            continue
        cell = won
        if not message & WINS:
            known.left[place] -= 1
            due = known.best[place]
            late = NOW - abs(int(cells.scores[due])) if due != 0 else 0
            if known.left[place] > 0 or late > ply + 1:
                continue
            cell = lost
        if cell == NONE:
            return NARROW
        known.cells[place] = cell
        known.agenda[ply + 1, place >> known.block] = 1
    return SOUND


@kernel
def weigh_cells(game: Numbered[Any], cells: Cells, known: Known, images: int, tally: Array) -> None:
    """Add to `tally`, int64 (5): the wins, draws, losses, numbers with a state, and the longest
    distance. A state without symmetry counts `images` times.
    """
    for place in range(len(known.cells)):
        score = int(cells.scores[known.cells[place]])
        if score != UNKNOWN:
            state = game.grouped_state(known.tier, known.first + place)
            kind = 1 if score == 0 else 0 if score > 0 else 2
            tally[kind] += images // game.stabiliser(state)
            tally[3] += 1
            if score != 0:
                tally[4] = max(tally[4], NOW - abs(score))


@kernel
def renumber(
    game: Numbered[Any], place: int, nothing: int, known: Known, post: Post, values: Array
) -> int:
    """Send the cells of grouped numbers, from `place` on, to the shares that own the numbers. A
    cell with the value `nothing` has no state.

    values   of the cells' type and the boxes' shape, written: the cell for each place in a box

    Returns the place to continue from, which is the share's length once done.
    """
    share, (cuts, boxes, fill) = 0, post
    while place < len(known.cells):
        if known.cells[place] != nothing:
            index = game.index(game.grouped_state(known.tier, known.first + place))
            share = share_of(index, cuts, share)
            if fill[share] == boxes.shape[1]:
                return place
            boxes[share, fill[share]] = index - cuts[share]
            values[share, fill[share]] = known.cells[place]
            fill[share] += 1
        place += 1
    return len(known.cells)


class TooNarrow(ZermeloError):  # noqa: N818 - a request, caught by the solver
    """A value does not fit into a byte."""


class MissingTier(ZermeloError):  # noqa: N818 - a request, caught by the solver
    """A move leads to a tier, the argument, which is not solved."""


class Share:
    """A part of a tier: states with the grouped numbers from `cuts[mine]` to the next cut, and what
    is known about them. The finished cells have the order of the game's own numbers, from
    `ends[mine]` on. All arguments and results can be pickled, for shares in other processes.
    """

    def __init__(
        self, game: Numbered[Any], kernels: Kernels, cells: Cells, tier: int, shares: int, mine: int
    ) -> None:
        self.game, self.kernels, self.cells, self.mine = game, kernels, cells, mine
        self.cuts = cuts_of(game.grouped_size(tier), shares)
        self.ends = cuts_of(game.tier_size(tier), shares)
        first, last = map(int, self.cuts[mine : mine + 2])
        count, size = last - first, cells.dtype.itemsize
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
        inner, fault, shown = self.kernels.run(open_share, self.game, self.cells, self.known, above)
        if fault == MISSING:
            raise MissingTier(int(shown))
        if fault == NARROW:
            raise TooNarrow("a move, or an end, needs more than a byte")
        if fault == STUCK:
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
        place, fault = self.kernels.run(send, *given, self.known, post)
        if fault == CROWDED:
            raise ContractError(f"{self.game}: retreats yields too many states")
        return self._batch(place, post)

    def empty_boxes(self, cuts: Array) -> Post:
        """Empty boxes for the shares that begin at these cuts."""
        shares = len(self.cuts) - 1
        if not len(self.boxes):
            room = min(BOX // shares, 64 * len(self.known.cells)) + 2 * SPARE
            self.boxes = np.empty((shares, room), np.uint32)
        return Post(cuts, self.boxes, np.zeros(shares, np.int64))

    def receive(self, ply: int, *packets: Packet) -> None:
        """Receive messages from the shares."""
        for (messages,) in (packet.columns for packet in packets):
            if self.kernels.run(receive, self.cells, ply, messages, self.known) == NARROW:
                raise TooNarrow(f"an end {ply + 1} plies away needs more than a byte")

    def tally(self, images: int) -> Array:
        """Count wins, draws, losses and numbers with a state, and find the longest distance, once
        all states are settled; then prepare for `renumber`.
        """
        tally = np.zeros(5, np.int64)
        self.kernels.run(weigh_cells, self.game, self.cells, self.known, images, tally)
        cells = self.known.cells  # free the arrays that only solving needs; allocate the result
        self.known = self.known._replace(best=cells[:0], left=cells[:0])
        size = int(self.ends[self.mine + 1] - self.ends[self.mine])
        self.ordered = np.full(size, self.cells.nothing, cells.dtype)
        return tally

    def renumber(self, again: bool) -> tuple[bool, Packet]:
        """Return whether more cells remain, and a batch of them for each share, like `send`."""
        post = self.empty_boxes(self.ends)
        values = np.empty(self.boxes.shape, self.known.cells.dtype)
        given = self.game, self.place if again else 0, self.cells.nothing, self.known, post
        return self._batch(self.kernels.run(renumber, *given, values), post, values)

    def _batch(self, place: int, post: Post, *values: Array) -> tuple[bool, Packet]:
        self.place = place
        filled = zip(post.fill, post.boxes, *values, strict=True)
        pieces = [tuple(box[:count] for box in boxes) for count, *boxes in filled]
        return place < len(self.known.cells), Packet.of(pieces)

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
    again, more = False, [True]
    while any(more):
        heads, _ = crew.pass_on(shares, (send, *given, again), (receive, *given), heads=1)
        again, more = True, crew.get(parts[0] for parts in heads)
