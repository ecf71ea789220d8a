"""Retrograde analysis by rounds (Ströhlein 1970, Thompson 1986): kernels for a share of a tier.

Results of finished games spread backwards along reversed moves, the nearest first. A state is won
as soon as one move reaches a lost one, and lost once all its moves reach won ones. Both sides can
keep undecided states open forever, so these have the value of endless play. By score, a player who
can gain more than by endless play, or make the opponent lose more, does so; the biggest gains are
settled first.

Each share settles its due states and sends messages to the preceding states, in any share. A
message has the preceding state's number and the value of the move for its mover. The result of a
round does not depend on the order in which messages arrive.
"""

from typing import Final

from zermelo.contract.game import Game
from zermelo.native import kernel
from zermelo.native.arrays import Array, key_at
from zermelo.native.items import row_for, state_of
from zermelo.solver.keys.layouts import Packing
from zermelo.solver.score import UNKNOWN, endless_score, farther

EMPTY: Final = -1  # the end of a list of places
DRAWN: Final = -1  # replaces the count of moves of a state that can force a draw


@kernel
def group_moves(
    places: Array, before: Array, first: int, filled: int, starts: Array, parents: Array
) -> None:
    """Group the moves to some states by the states they lead to.

    places   (moves): the place of the state after each move, at least `first`
    before   (moves): the state before each move, see `link`
    filled   how many moves lead to earlier states
    starts   int64 (states + 1), written: where moves to each state begin in `parents`, and the end
    parents  (moves to all states), written from `filled` on: the states before the moves
    """
    starts[:] = 0
    for k in range(len(places)):
        starts[places[k] - first + 1] += 1
    starts[0] = filled
    for i in range(1, len(starts)):
        starts[i] += starts[i - 1]
    for k in range(len(places)):
        i = places[k] - first
        parents[starts[i]] = before[k]
        starts[i] += 1
    for i in range(len(starts) - 1, 0, -1):  # a state's moves end where the next state's begin
        starts[i] = starts[i - 1]
    starts[0] = filled


@kernel
def schedule(place: int, step: int, heads: Array, following: Array) -> None:
    """Add a place to the list of places to settle at `step`."""
    following[place] = heads[step]
    heads[step] = place


@kernel
def weigh_endless(game: Game, packing: Packing, keys: Array, worth: Array) -> None:
    """Write the value of endless play through each key's state, for its mover, to `worth`."""
    row = row_for(packing.layout)
    for i in range(len(keys)):
        state = state_of(game, key_at(keys, i), packing.example, packing.layout, row)
        worth[i] = endless_score(game, state)


@kernel
def plan_first(
    best: Array, open_moves: Array, worth: Array, heads: Array, following: Array, scores: Array
) -> None:
    """Put decided states on the agenda, ordered by how much their value differs from `worth`.

    heads      (steps), all EMPTY, written: the first place of each step's list; the largest
               differences come first: by outcome, the values nearest the end
    following  (2 · states), written: the next place in a list; place i is state i decided by a move
               out of the tier, place states + i the same state decided by a move inside
    """
    for i in range(len(scores)):
        if scores[i] != UNKNOWN or best[i] == UNKNOWN:
            continue
        gain = int(best[i]) - int(worth[i])
        if gain > 0 or (gain < 0 and open_moves[i] == 0):
            schedule(i, len(heads) - abs(gain), heads, following)


@kernel
def settle_due(
    step: int, best: Array, heads: Array, following: Array, scores: Array, chosen: Array
) -> int:
    """Score the states due at a step; write them to `chosen` and return their number."""
    count = 0
    while heads[step] != EMPTY:
        place = heads[step]
        heads[step], i = following[place], place % len(scores)
        if scores[i] == UNKNOWN:
            scores[i], chosen[count] = best[i], i
            count += 1
    return count


@kernel
def write_messages(
    chosen: Array, values: Array, starts: Array, parents: Array, numbers: Array, seen: Array
) -> None:
    """Write a message for each move to a chosen state: the state before, and the move's value."""
    count = 0
    for k in range(len(chosen)):
        i = chosen[k]
        for edge in range(starts[i], starts[i + 1]):
            numbers[count], seen[count] = parents[edge], -values[i]
            if parents[edge] < 0:
                numbers[count], seen[count] = ~parents[edge], values[i]
            count += 1


@kernel
def receive_values(
    places: Array,
    seen: Array,
    worth: Array,
    by_score: bool,
    best: Array,
    open_moves: Array,
    heads: Array,
    following: Array,
    scores: Array,
) -> None:
    """Receive the values of moves to settled states; put states decided by them on the agenda."""
    for k in range(len(places)):
        i, value = places[k], int(seen[k])
        if scores[i] != UNKNOWN:
            continue
        if not by_score:
            value = farther(value)
        better = value > best[i]
        if better:
            best[i] = value
        if value > worth[i]:
            if better:
                gain = value - int(worth[i])
                schedule(len(scores) + i, len(heads) - gain, heads, following)
            continue
        open_moves[i] -= 1
        if open_moves[i] == 0 and best[i] < worth[i]:
            loss = int(worth[i]) - int(best[i])
            schedule(len(scores) + i, len(heads) - loss, heads, following)
