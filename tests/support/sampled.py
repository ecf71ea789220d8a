"""Sampled positions of small games, and what the oracles say of them."""

import random
from functools import cache

import oracles

ORACLES = {  # and from which ply on positions are late enough for the oracle
    "tictactoe": (oracles.Mnk(), 3),
    "isolation(width=3, height=3)": (oracles.Isolation(3, 3), 1),
    "connectfour(width=4, height=4, k=3)": (oracles.ConnectFour(4, 4, 3), 7),
    "nim(rows=[2, 3, 2])": (oracles.Nim((2, 3, 2)), 2),
}


@cache
def sampled(spec: str) -> list[tuple[str, ...]]:
    """Histories of unfinished games, no two of them the same."""
    rules, earliest = ORACLES[spec]
    generator, histories = random.Random(spec), {}
    while len(histories) < 25:
        history, following = (), rules.moves(())
        while following:
            if len(history) >= earliest and generator.random() < 0.5:
                histories[history] = None
                break
            history = (*history, generator.choice(following))
            following = rules.moves(history)
    return list(histories)


@cache
def solved(spec: str, history: tuple[str, ...]) -> tuple[int, int]:
    return oracles.solve(ORACLES[spec][0], history)


def best_of(spec: str, history: tuple[str, ...]) -> dict[str, int]:
    """Each move's true value for its player."""
    moves = ORACLES[spec][0].moves(history)
    return {move: -solved(spec, (*history, move))[0] for move in moves}
