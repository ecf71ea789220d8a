"""Gomoku's evaluation, and what it looks at first, against counts by hand."""

import random
from itertools import product

import zermelo

GAME = zermelo.game("gomoku")
WAYS = ((1, 0), (0, 1), (1, 1), (-1, 1))
INSIDE = set(product(range(15), range(15)))


def random_state():
    chance, state = random.Random(), GAME.start()
    for _ in range(90):  # in the upper rows, where lines come about
        moves = list(GAME.moves(state))[:50]
        if not moves:
            break
        yield state
        state = GAME.play(state, chance.choice(moves))


def warmth(mine: set, theirs: set, cell: tuple[int, int]) -> int:
    """The heat of a cell by the fives of one player through it."""
    total = 0
    for right, down in WAYS:
        worths = set()
        for back in range(5):
            five = {(cell[0] + (i - back) * right, cell[1] + (i - back) * down) for i in range(5)}
            if five <= INSIDE and not five & theirs:
                worth = {1: 1, 2: 4, 3: 16}.get(len(five & mine), 0)
                total += worth if worth < 16 else 0
                worths.add(worth)
        total += 16 * (16 in worths)
    return total


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
    lines = [
        {(x + i * right, y + i * down) for i in range(5)}
        for x, y, (right, down) in product(range(15), range(15), WAYS)
    ]
    fives, seen = [five for five in lines if five <= INSIDE], set()
    for state in [state for _ in range(2) for state in random_state()]:
        rows = GAME.format_state(state).split("/")
        mover = "XO"[state.player]
        mine = {(x, y) for x, y in INSIDE if rows[y][x] == mover}
        theirs = {(x, y) for x, y in INSIDE if rows[y][x] not in (mover, ".")}
        own, other = ahead(mine, theirs, fives), ahead(theirs, mine, fives)[None]
        forked = any(len(cells) > 1 for cell, cells in own.items() if cell is not None)
        expected = 1 if own[None] else min(0, 2 - 2 * len(other)) if other else 3 * forked
        assert GAME.foresee(state) == max(expected, -2)
        seen.add(GAME.foresee(state))
        urgent = own[None] or other
        moves = {(x, y) for x, y in INSIDE if rows[y][x] == "."}
        forks = {c: ends for c, ends in ahead(theirs, mine, fives).items() if c and len(ends) > 1}
        met = [{c} | (ends if len(ends) == 2 else set()) for c, ends in forks.items()]
        fours = {cell for cell in own if cell is not None}
        sensible = moves.intersection(*met) | fours if forks else moves
        chosen = [(move % 16, move // 16) for move in GAME.candidates(state)]
        assert len(chosen) == len(set(chosen))
        if urgent or not sensible:
            assert len(chosen) == 1 and set(chosen) <= (urgent or moves)
        else:
            assert set(chosen) == sensible
        for x, y in set() if urgent else moves.difference(chosen):
            assert GAME.foresee(GAME.play(state, 16 * y + x)) == 3
        seen.add(bool(forks) and not urgent)
    assert seen >= {0, 3, True}


def test_the_hottest_cells_come_first():
    for state in list(random_state())[::6]:
        planes, chosen = GAME.heat(state), list(GAME.candidates(state))
        heats = [sum((planes[2 + bit] >> cell & 1) << bit for bit in range(5)) for cell in chosen]
        assert heats == sorted(heats, reverse=True)
