# exercise: bestmoves
import random
from fractions import Fraction
from functools import cache

ONGOING = 2


@cache
def value(game, state):
    outcome = game.outcome(state)
    if outcome != ONGOING:
        return Fraction(outcome)
    best = Fraction(-1)
    for move in game.moves(state):
        best = max(best, -value(game, game.play(state, move)))
        if best == 1:
            break
    return best


def best_moves(game, state):
    worth = value(game, state)
    if game.outcome(state) != ONGOING:
        return worth, ()
    return worth, tuple(m for m in game.moves(state) if -value(game, game.play(state, m)) == worth)


def best_move(game, state, seed):
    moves = best_moves(game, state)[1]
    return moves[random.Random(seed).randrange(len(moves))]
