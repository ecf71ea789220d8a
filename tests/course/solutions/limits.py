ONGOING = 2


def value(game, state, depth, count):
    outcome = game.outcome(state)
    if outcome != ONGOING:
        return outcome
    if depth == 0:
        return 0
    best = -1
    for move in game.moves(state):
        count[0] += 1
        best = max(best, -value(game, game.play(state, move), depth - 1, count))
    return best


def search(game, state, depth):
    count, best, chosen = [0], -2, None
    for move in game.moves(state):
        count[0] += 1
        result = -value(game, game.play(state, move), depth - 1, count)
        if result > best:
            best, chosen = result, move
    return chosen, count[0]


def experiment(game, limit):
    state, ply, states = game.start(), 0, 0
    while game.outcome(state) == ONGOING:
        depth = max(limit - ply, 0)
        if depth == 0:
            move = next(iter(game.moves(state)))
        else:
            move, generated = search(game, state, depth)
            states += generated
        state, ply = game.play(state, move), ply + 1
    result = game.outcome(state) * (-1) ** ply  # for player 1
    if result == 0:
        return "draw", states
    return ("player 1 wins" if result == 1 else "player 2 wins"), states
