"""Retrograde analysis by rounds over states that are numbers: kernels for a share of a tier.

First, each state is opened: its moves out of the tier are looked up, and inner moves are counted.
Then round n settles the states that end in n plies, and reverses the inner moves to them: messages
notify the owners of the preceding states. A state is won as soon as one move reaches a lost one,
and lost once all its moves reach won ones; an undecided state is a draw (Ströhlein 1970, Thompson
1986).

With symmetry, one number stands for several states, and a reversed move for several moves: as many
as the preceding state has symmetries of its own if the following state has none; otherwise, they
are counted by playing them.
"""

from typing import Any, Final, NamedTuple

from zermelo.contract.game import ONGOING
from zermelo.contract.numbered import Numbered
from zermelo.native import kernel
from zermelo.native.arrays import Array
from zermelo.solver.score import NOW, UNKNOWN, farther
from zermelo.solver.store.numbers import NONE, SCORES, Cells, TiersHeld, place_of_tier

SOUND: Final = 0
STUCK: Final = 1  # an unfinished state has no moves
MISSING: Final = 2  # a move leads to an unknown tier
NARROW: Final = 3  # a value does not fit in a cell of a byte
CROWDED: Final = 4  # a state has more retreats than fit into a box
SPARE: Final = 1 << 12  # messages that the last state of a batch may send to one share
SCORE: Final = SCORES - 1  # the mask of a score in `Cells.cells`
WINS: Final = 1  # the bit of a message, next to the place, that says whether the move wins


class Known(NamedTuple):
    """A share: grouped numbers of a tier from `first` on, and facts about each, in its place."""

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
        known.left[place] = inside
        if top == 0 or (top > 0 and inside > 0):
            known.left[place] = most
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
    """Write a message to a number `times` times; False if there is no room."""
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
