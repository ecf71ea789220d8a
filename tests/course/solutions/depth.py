def terminal_test(game, state):
    return not list(game.moves(state))


def max_value(game, state, depth):
    if terminal_test(game, state):
        return -1
    if depth == 0:
        return 0
    return max(min_value(game, game.play(state, move), depth - 1) for move in game.moves(state))


def min_value(game, state, depth):
    if terminal_test(game, state):
        return 1
    if depth == 0:
        return 0
    return min(max_value(game, game.play(state, move), depth - 1) for move in game.moves(state))


def minimax_decision(game, state, depth):
    moves = list(game.moves(state))
    return max(moves, key=lambda move: min_value(game, game.play(state, move), depth - 1))
