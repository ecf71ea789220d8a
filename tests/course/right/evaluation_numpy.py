# exercise: evaluation
import numpy as np


def moves_of(game, state, player):
    piece = state.own if player == state.player else state.other
    return game.reach(piece, state.open).bit_count()


def own_moves(game, state, player):
    return np.float64(moves_of(game, state, player))


def difference(game, state, player):
    return np.subtract(moves_of(game, state, player), moves_of(game, state, 1 - player))


def negamax(game, state, depth, evaluate, player):
    """The value for the player to move, where estimates are those of `player`."""
    sign = 1 if state.player == player else -1
    moves = list(game.moves(state))
    if not moves:
        return np.int64(-100)
    if depth == 0:
        return sign * evaluate(game, state, player)
    return np.max([-negamax(game, game.play(state, m), depth - 1, evaluate, player) for m in moves])


def value(game, state, depth, player, evaluate):
    result = negamax(game, state, depth, evaluate, player)
    return result if state.player == player else -result


def decision(game, state, depth, evaluate):
    moves = list(game.moves(state))
    return moves[
        np.argmax(
            [value(game, game.play(state, m), depth - 1, state.player, evaluate) for m in moves]
        )
    ]
