"""Gomoku's evaluation and order against counts by hand."""

from __future__ import annotations

import random
from itertools import product

import zermelo

GAME = zermelo.game("gomoku")
WAYS = ((1, 0), (0, 1), (1, 1), (-1, 1))


def prospects(mine: set, theirs: set, worths: dict[int, int]) -> int:
    """The worths of all fives without stones of the other's, by the stones in them."""
    worth = 0
    for x, y, (right, down) in product(range(15), range(15), WAYS):
        five = {(x + i * right, y + i * down) for i in range(5)}
        if all(0 <= a < 15 and 0 <= b < 15 for a, b in five) and not five & theirs:
            worth += worths.get(len(five & mine), 0)
    return worth


def random_state():
    chance, state = random.Random(), GAME.start()
    for _ in range(90):  # in the upper rows, where lines come about
        moves = list(GAME.moves(state))[:50]
        if not moves:
            break
        yield state
        state = GAME.play(state, chance.choice(moves))


def test_fives_are_worth_what_they_hold():
    for state in list(random_state())[::6]:
        text = GAME.format_state(state).split("/")
        at = {(x, y): text[y][x] for x in range(15) for y in range(15)}
        mover = "XO"[state.player]
        mine = {place for place in at if at[place] == mover}
        theirs = {place for place in at if at[place] not in (mover, ".")}
        own = prospects(mine, theirs, {2: 3, 3: 24, 4: 248, 5: 248})
        other = prospects(theirs, mine, {2: 2, 3: 12, 4: 48, 5: 48})
        assert abs(GAME.evaluate(state) - (own - other) / (own + other + 64)) < 1e-12
        for move in GAME.moves(state):
            y, x = map(int, GAME.format_move(state, move).split(","))
            near = {(x + right, y + down) for right in (-1, 0, 1) for down in (-1, 0, 1)}
            assert GAME.order(state, move) == len(near & (mine | theirs))
