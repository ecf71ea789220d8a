"""Endless play that one player wins: it decides what retrograde analysis leaves open.

Where nobody can force a win, the one whom endless play suits has it, unless the other can force a
draw by the rules: the other's attractor of these draws (Zermelo 1913, Ströhlein 1970).
"""

from __future__ import annotations

from typing import Any, Final

from zermelo.contract.game import Game
from zermelo.native import kernel
from zermelo.native.items import row_for, state_of
from zermelo.native.keys import key_at
from zermelo.solver.keys.packing import Packing
from zermelo.solver.score import endless_score

Array = Any
DRAWN: Final = -1  # in place of a count of moves


@kernel
def weigh_endless(game: Game[Any], packing: Packing, keys: Array, worth: Array) -> None:
    """Write to `worth` what endless play through each key's state is worth to its mover."""
    row = row_for(packing.layout)
    for i in range(len(keys)):
        state = state_of(game, key_at(keys, i), packing.example, packing.layout, row)
        worth[i] = endless_score(game, state)


@kernel
def keeps_worth(starts: Array, parents: Array, worth: Array, asked: Array) -> bool:
    """Whether no move inside, to a state `asked` about, changes what endless play is worth."""
    for i in range(len(worth)):
        if not asked[i]:
            continue
        for edge in range(starts[i], starts[i + 1]):
            same = parents[edge] < 0
            parent = ~parents[edge] if same else parents[edge]
            if worth[parent] != (worth[i] if same else -worth[i]):
                return False
    return True


@kernel
def settle_endless(
    best: Array,
    left: Array,
    starts: Array,
    parents: Array,
    worth: Array,
    queue: Array,
    scores: Array,
) -> None:
    """Score the states that `zermelo.solver.keyed.retrograde.settle` has left at 0.

    best     as `settle` leaves it: 0 where a move out of the tier draws, or the game is drawn
    left     int32 (states), overwritten: the moves inside to states that are open
    starts, parents  the moves inside, reversed, see `zermelo.solver.keyed.retrograde.reverse`
    worth    int16 (states): what endless play is worth to who moves there, never a draw
    queue    int64 (states), overwritten: the drawn states in the order they are found
    scores   int16 (states): 0 where open, written: 0 where a draw can be forced, else `worth`
    """
    count = done = 0
    count_open(starts, parents, scores, left)
    for i in range(len(scores)):
        if scores[i] == 0 and best[i] == 0 and (worth[i] < 0 or left[i] == 0):
            queue[count], count = i, count + 1
            left[i] = DRAWN
    while done < count:
        i, done = int(queue[done]), done + 1
        for edge in range(starts[i], starts[i + 1]):
            parent = max(int(parents[edge]), ~int(parents[edge]))
            if scores[parent] != 0 or left[parent] == DRAWN:
                continue
            left[parent] -= 1
            if worth[parent] < 0 or left[parent] == 0:
                queue[count], count = parent, count + 1
                left[parent] = DRAWN
    for i in range(len(scores)):
        if scores[i] == 0 and left[i] != DRAWN:
            scores[i] = worth[i]


@kernel
def count_open(starts: Array, parents: Array, scores: Array, left: Array) -> None:
    """Write to `left` how many moves inside lead from each state to open ones, which score 0."""
    for i in range(len(scores)):
        left[i] = 0
    for i in range(len(scores)):
        if scores[i] == 0:
            for edge in range(starts[i], starts[i + 1]):
                left[max(int(parents[edge]), ~int(parents[edge]))] += 1
