def terminal_test(game, state):
    return not list(game.moves(state))


def max_value(game, state):
    if terminal_test(game, state):
        return -1
    value = -2
    for move in game.moves(state):
        value = max(value, min_value(game, game.play(state, move)))
    return value


def min_value(game, state):
    if terminal_test(game, state):
        return 1
    value = 2
    for move in game.moves(state):
        value = min(value, max_value(game, game.play(state, move)))
    return value


def minimax_decision(game, state):
    return max(game.moves(state), key=lambda move: min_value(game, game.play(state, move)))
