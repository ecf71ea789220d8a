# exercise: depth
from functools import lru_cache


def terminal_test(game, state):
    return not game.moves(state)


@lru_cache(None)
def max_value(game, state, depth):
    if terminal_test(game, state):
        return -1.0
    if not depth:
        return 0.0
    best = -1.0
    for move in game.moves(state):
        best = max(best, min_value(game, game.play(state, move), depth - 1))
        if best == 1:  # nothing is better
            break
    return best


@lru_cache(None)
def min_value(game, state, depth):
    if terminal_test(game, state):
        return 1.0
    if not depth:
        return 0.0
    best = 1.0
    for move in game.moves(state):
        best = min(best, max_value(game, game.play(state, move), depth - 1))
        if best == -1:
            break
    return best


def minimax_decision(game, state, depth):
    return max(game.moves(state), key=lambda m: min_value(game, game.play(state, m), depth - 1))
