"""Positions for comparing solvers: Connect Four after random moves, determined by a seed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import zermelo
from zermelo import LOSS, ONGOING
from zermelo.games.connectfour import Discs

CONNECT_FOUR = zermelo.game("connectfour")

Columns = tuple[int, ...]  # the moves that lead to a position, columns from 0


def undecided(plies: int, count: int, seed: int) -> list[Columns]:
    """`count` different positions after `plies` random moves each.

    Nobody has won in them, and the player to move cannot win at once.
    """
    return list(islice(_different(plies, random.Random(f"{plies} {seed}")), count))


def reached(columns: Columns) -> Discs:
    """The state after these moves."""
    state = CONNECT_FOUR.start()
    for column in columns:
        state = CONNECT_FOUR.play(state, CONNECT_FOUR.parse_move(state, str(column + 1)))
    return state


def _different(plies: int, chance: random.Random) -> Iterator[Columns]:
    seen = set()
    while True:
        columns = _random_moves(plies, chance)
        state = reached(columns)
        if len(columns) == plies and state not in seen and not _wins_at_once(state):
            seen.add(state)
            yield columns


def _random_moves(plies: int, chance: random.Random) -> Columns:
    """Random moves: `plies` of them, or fewer if the game ends earlier."""
    state, columns = CONNECT_FOUR.start(), []
    while len(columns) < plies and CONNECT_FOUR.outcome(state) == ONGOING:
        move = chance.choice(list(CONNECT_FOUR.moves(state)))
        columns.append(move // CONNECT_FOUR.stride)
        state = CONNECT_FOUR.play(state, move)
    return tuple(columns)


def _wins_at_once(state: Discs) -> bool:
    """Whether the game is over in `state`, or could be won with the next move."""
    if CONNECT_FOUR.outcome(state) != ONGOING:
        return True
    children = (CONNECT_FOUR.play(state, move) for move in CONNECT_FOUR.moves(state))
    return any(CONNECT_FOUR.outcome(child) == LOSS for child in children)
