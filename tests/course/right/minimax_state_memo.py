# exercise: minimax
memo = {}


def terminal_test(game, state):
    return game.outcome(state) != 2


def max_value(game, state):
    if ("max", state) not in memo:
        children = [game.play(state, m) for m in game.moves(state)]
        memo["max", state] = max((min_value(game, c) for c in children), default=-1)
    return memo["max", state]


def min_value(game, state):
    if ("min", state) not in memo:
        children = [game.play(state, m) for m in game.moves(state)]
        memo["min", state] = min((max_value(game, c) for c in children), default=1)
    return memo["min", state]


def minimax_decision(game, state):
    return sorted(game.moves(state), key=lambda m: -min_value(game, game.play(state, m)))[0]
