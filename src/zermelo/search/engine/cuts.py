"""The worth of a position beside others, as two cuts through the numbers.

Under normal play a position is a value G (Conway 1976; Left is player 0). Two cuts say how it
compares with the numbers x: up to which x Left wins G − x if Right begins, that is G ≥ x, and up to
which she wins it if she begins. Whether G is a number, and which, follows from the options' cuts by
the simplicity theorem. So two ints hold what a sum needs of its parts most of the time, and no
canonical form is computed.

A cut c lies above the number x, counted in UNITs, exactly if 2x < c: 2x + 1 lies right above x,
2x right below.
"""

from __future__ import annotations

from typing import Any, Final

from zermelo.contract.bits import mixed
from zermelo.contract.game import Game
from zermelo.native import array_at, kernel
from zermelo.search.counters import check_limit, visit
from zermelo.search.engine.memory import Memory

UNIT: Final = 1 << 12  # the number 1
NEVER: Final = 1 << 28  # a cut above all numbers; −NEVER lies below all
NONE: Final = -1  # cuts that are not known
KEYS: Final = (1 << 61) - 1  # so that sums of keys are no wider than a word
_FIRST_AT: Final = 32


@kernel
def packed(first: int, second: int) -> int:
    """Both cuts in one int: Left begins, Right begins."""
    return first + NEVER << _FIRST_AT | second + NEVER


@kernel
def first_of(cuts: int) -> int:
    """The cut where Left begins."""
    return (cuts >> _FIRST_AT) - NEVER


@kernel
def second_of(cuts: int) -> int:
    """The cut where Right begins."""
    return (cuts & (1 << _FIRST_AT) - 1) - NEVER


@kernel
def cuts_between(low: int, high: int) -> int:
    """The cuts of a position whose options have these: the highest of Left's where Right begins,
    the lowest of Right's where Left begins."""
    if low >= high:  # no number: it pays to move first, or nobody minds
        return packed(low, high)
    least, most = low + 1 >> 1, high - 1 >> 1
    if least > most:
        return NONE
    number = simplest(least, most)
    return packed(2 * number, 2 * number + 1)


@kernel
def simplest(least: int, most: int) -> int:
    """The simplest number from `least` to `most`, both in UNITs.

    >>> simplest(-5, 3), simplest(UNIT // 4, UNIT), simplest(-UNIT // 2 - 1, -1) * 2 == -UNIT
    (0, 4096, True)
    """
    if least <= 0 <= most:
        return 0
    if most < 0:
        return -simplest_positive(-most, -least)
    return simplest_positive(least, most)


@kernel
def simplest_positive(least: int, most: int) -> int:
    """The simplest number from `least` to `most`, which are positive."""
    step = UNIT
    while True:
        number = (least + step - 1) // step * step
        if number <= most:
            return number
        step //= 2


@kernel
def cuts_of(game: Game, at: Any, largest: int, memory: Memory) -> int:
    """The cuts of a position in which player 0 is to move; NONE if they are not known.

    largest  plies: a part that may last longer is not looked into
    """
    if game.remaining(at) > largest:
        return NONE
    key = game.key(at)
    words = array_at(memory["endgames"])
    place = 2 * (mixed(key) & memory["slots"] - 1)
    if words[place] == key:
        return words[place + 1]
    visit(memory)
    check_limit(memory)
    numbers, hot, count, whole = 0, packed(0, 1), 0, False
    for part in game.parts(at):
        if game.key(part) == key:
            whole = True
            break
        cuts = cuts_of(game, part, largest, memory)
        if cuts == NONE:
            return NONE
        if second_of(cuts) == first_of(cuts) + 1:  # a number, which shifts the rest
            numbers += first_of(cuts)
        else:
            hot = cuts
            count += 1
    if whole or count > 1:
        low, high = -NEVER, NEVER
        other = game.other_to_move(at)
        for move in game.moves(at):
            cuts = cuts_of(game, game.other_to_move(game.play(at, move)), largest, memory)
            if cuts == NONE:
                return NONE
            low = max(low, second_of(cuts))
        for move in game.moves(other):
            cuts = cuts_of(game, game.play(other, move), largest, memory)
            if cuts == NONE:
                return NONE
            high = min(high, first_of(cuts))
        hot, numbers = cuts_between(low, high), 0
    if hot != NONE:
        hot = packed(first_of(hot) + numbers, second_of(hot) + numbers)
    words[place], words[place + 1] = key, hot
    return hot
