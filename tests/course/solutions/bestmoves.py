import random

ONGOING = 2


def value(game, state):
    outcome = game.outcome(state)
    if outcome != ONGOING:
        return outcome
    return max(-value(game, game.play(state, move)) for move in game.moves(state))


def best_moves(game, state):
    outcome = game.outcome(state)
    if outcome != ONGOING:
        return outcome, []
    values = {move: -value(game, game.play(state, move)) for move in game.moves(state)}
    best = max(values.values())
    return best, [move for move, worth in values.items() if worth == best]


def best_move(game, state, seed):
    return random.Random(seed).choice(best_moves(game, state)[1])
