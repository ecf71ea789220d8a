# exercise: depth
def terminal_test(game, state):
    return next(iter(game.moves(state)), None) is None


def value(game, state, depth, highest):
    moves = list(game.moves(state))
    if not moves:
        return -1 if highest else 1
    if depth == 0:
        return 0
    best = max if highest else min
    return best(value(game, game.play(state, move), depth - 1, not highest) for move in moves)


def max_value(game, state, depth):
    return value(game, state, depth, True)


def min_value(game, state, depth):
    return value(game, state, depth, False)


def minimax_decision(game, state, depth):
    values = {m: min_value(game, game.play(state, m), depth - 1) for m in game.moves(state)}
    return max(values, key=values.get)
