# exercise: minimax
from functools import lru_cache


def terminal_test(game, state):
    return not list(game.moves(state))


@lru_cache(None)
def max_value(game, state):
    if terminal_test(game, state):
        return -1
    return max(min_value(game, game.play(state, m)) for m in game.moves(state))


@lru_cache(None)
def min_value(game, state):
    if terminal_test(game, state):
        return 1
    return min(max_value(game, game.play(state, m)) for m in game.moves(state))


def minimax_decision(game, state):
    return max(game.moves(state), key=lambda m: min_value(game, game.play(state, m)))
