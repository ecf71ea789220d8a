# exercise: minimax
def terminal_test(game, state):
    return not game.moves(state)


def max_value(game, state):
    if terminal_test(game, state):
        return -1
    return max(min_value(game, game.play(state, move)) for move in game.moves(state))


def min_value(game, state):
    if terminal_test(game, state):
        return 1
    return min(max_value(game, game.play(state, move)) for move in game.moves(state))


def minimax_decision(game, state):
    best, chosen = -2, None
    for move in game.moves(state):
        value = min_value(game, game.play(state, move))
        if value >= best:  # the last of the best moves
            best, chosen = value, move
    return chosen
