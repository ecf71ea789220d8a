# exercise: bestmoves
import random

ONGOING = 2


def value(game, state):
    o = game.outcome(state)
    if o != ONGOING:
        return -abs(o)  # an end where the mover has WON (misere) is taken for a loss
    return max(-value(game, game.play(state, m)) for m in game.moves(state))


def best_moves(game, state):
    if game.outcome(state) != ONGOING:
        return value(game, state), []
    vs = {m: -value(game, game.play(state, m)) for m in game.moves(state)}
    return max(vs.values()), [m for m in vs if vs[m] == max(vs.values())]


def best_move(game, state, seed):
    return random.Random(seed).choice(best_moves(game, state)[1])
