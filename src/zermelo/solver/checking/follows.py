"""Whether stored values follow from the moves, number by number: `numbered` as kernels.

They look forward only, from a number to those that its moves lead to, and know cells by the
encoding that the manifest documents: nothing of the solver's rounds is here.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from zermelo.contract.game import ONGOING, Game
from zermelo.native import kernel
from zermelo.native.arrays import Array

FOLLOWS: Final = 0
FAULTY: Final = 1  # the value is another than the moves make it
ABSENT: Final = 2  # a move leads to a tier that is not at hand
NOTHING: Final = -2  # in `Stored.values`: the number stands for no state
LATE: Final = 1 << 30  # more plies than there are
UNTIMED: Final = -1  # plies that nobody knows


class Stored(NamedTuple):
    """The cells of some tiers.

    tiers   int64: their numbers, the one that is checked first
    firsts  int64: where the cells of each begin
    cells   of all of them
    values  int8: what each cell says, for its mover
    plies   int16: to the end, or UNTIMED for all where outcomes alone are stored
    """

    tiers: Array
    firsts: Array
    cells: Array
    values: Array
    plies: Array


@kernel
def compare(
    game: Game, numbers: Array, begin: int, stored: Stored, images: int, count: Array
) -> tuple[int, int, int]:
    """Compare the numbers from index `begin` on, till one is faulty or leads to an absent tier.

    images  how many symmetries there are
    count   int64 (4), added to: states, symmetric ones counted, drawn, won and lost, and numbers

    Returns the index of that one, or how many there are, then FOLLOWS or what it is, and the tier.
    """
    tier = int(stored.tiers[0])
    for at in range(begin, len(numbers)):
        number = int(numbers[at])
        state, cell = game.unindex(tier, number), stored.cells[number]
        value = int(stored.values[cell])
        if game.index(state) != number:
            if value != NOTHING and stored.plies[cell] != UNTIMED:
                return at, FAULTY, tier
            continue
        if value == NOTHING:
            return at, FAULTY, tier
        verdict, where = follows(game, state, value, int(stored.plies[cell]), stored)
        if verdict != FOLLOWS:
            return at, verdict, where
        count[0 if value == 0 else 1 if value > 0 else 2] += images // game.stabiliser(state)
        count[3] += 1
    return len(numbers), FOLLOWS, tier


@kernel
def follows(game: Game, state: Any, value: int, plies: int, stored: Stored) -> tuple[int, int]:
    """Whether the moves make a state worth `value`, `plies` from the end; and an absent tier."""
    outcome, untimed = game.outcome(state), plies == UNTIMED
    if outcome != ONGOING:
        return (FOLLOWS if value == outcome and (untimed or plies == 0) else FAULTY), 0
    player, drawn, soonest, latest = game.player(state), False, LATE, -1
    for move in game.moves(state):
        child = game.play(state, move)
        tier, place, worth, left = game.tier(child), 0, game.outcome(child), 0
        while place < len(stored.tiers) and stored.tiers[place] != tier:
            place += 1
        if place < len(stored.tiers):
            cell = stored.cells[stored.firsts[place] + game.index(child)]
            worth, left = int(stored.values[cell]), int(stored.plies[cell])
        elif worth == ONGOING:
            return ABSENT, tier
        if worth == NOTHING:
            return FAULTY, 0
        if game.player(child) != player:
            worth = -worth
        if worth > 0:
            soonest = min(soonest, left + 1)
        elif worth < 0:
            latest = max(latest, left + 1)
        else:
            drawn = True
    if soonest < LATE:
        return (FOLLOWS if value == 1 and (untimed or plies == soonest) else FAULTY), 0
    if drawn:
        return (FOLLOWS if value == 0 else FAULTY), 0
    return (FOLLOWS if value == -1 and (untimed or plies == latest) else FAULTY), 0
