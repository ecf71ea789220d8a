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


def ahead(mine: set, theirs: set, fives: list[set]) -> dict:
    """By empty cell: what completes a five once a stone is on it; by None what does at once."""
    cells = {None: set()}
    for five in fives:
        rest = tuple(five - mine)
        if not five & theirs and len(rest) == 1:
            cells[None].add(rest[0])
        if not five & theirs and len(rest) == 2:
            for one, other in (rest, rest[::-1]):
                cells.setdefault(one, set()).add(other)
    return cells


def test_the_next_fives_are_foreseen():
    inside = set(product(range(15), range(15)))
    lines = [
        {(x + i * right, y + i * down) for i in range(5)}
        for x, y, (right, down) in product(range(15), range(15), WAYS)
    ]
    fives, seen = [five for five in lines if five <= inside], set()
    for state in [state for _ in range(2) for state in random_state()]:
        rows = GAME.format_state(state).split("/")
        mover = "XO"[state.player]
        mine = {(x, y) for x, y in inside if rows[y][x] == mover}
        theirs = {(x, y) for x, y in inside if rows[y][x] not in (mover, ".")}
        own, other = ahead(mine, theirs, fives), ahead(theirs, mine, fives)[None]
        forked = any(len(cells) > 1 for cell, cells in own.items() if cell is not None)
        expected = 1 if own[None] else min(0, 2 - 2 * len(other)) if other else 3 * forked
        assert GAME.foresee(state) == max(expected, -2)
        seen.add(GAME.foresee(state))
        chosen = {GAME.format_move(state, move) for move in GAME.candidates(state)}
        urgent = {f"{y},{x}" for x, y in own[None] or other}
        assert (len(chosen) == 1 and chosen <= urgent) if urgent else len(chosen) > 100
    assert seen >= {0, 3}
