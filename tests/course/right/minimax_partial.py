# exercise: minimax
from functools import partial


def value(sign, game, state):
    """sign: 1 at max levels, -1 at min levels."""
    children = [value(-sign, game, game.play(state, m)) for m in game.moves(state)]
    return sign * max((sign * c for c in children), default=-1)


def terminal_test(game, state):
    return not [*game.moves(state)]


max_value = partial(value, 1)
min_value = partial(value, -1)


def minimax_decision(game, state):
    for move in game.moves(state):
        if min_value(game, game.play(state, move)) == 1:
            return move
    return next(iter(game.moves(state)))
