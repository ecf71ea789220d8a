# exercise: minimax
import numpy as np


def legal(game, state):
    return np.array(list(game.moves(state)), dtype=int)


def terminal_test(game, state):
    return np.equal(legal(game, state).size, 0)


def max_value(game, state):
    if terminal_test(game, state):
        return np.int8(-1)
    return np.max([min_value(game, game.play(state, move)) for move in legal(game, state)])


def min_value(game, state):
    if terminal_test(game, state):
        return np.int8(1)
    return np.min([max_value(game, game.play(state, move)) for move in legal(game, state)])


def minimax_decision(game, state):
    moves = legal(game, state)
    return moves[np.argmax([min_value(game, game.play(state, move)) for move in moves])]
