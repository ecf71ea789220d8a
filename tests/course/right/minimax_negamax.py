# exercise: minimax
from fractions import Fraction


def mover_value(game, state):
    return max(
        (-mover_value(game, game.play(state, m)) for m in game.moves(state)), default=Fraction(-1)
    )


def terminal_test(game, state):
    return len(list(game.moves(state))) == 0


def max_value(game, state):
    return mover_value(game, state)


def min_value(game, state):
    return -mover_value(game, state)


def minimax_decision(game, state):
    return min(game.moves(state), key=lambda move: mover_value(game, game.play(state, move)))
