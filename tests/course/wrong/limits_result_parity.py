# exercise: limits
ONGOING = 2


def nm(game, state, depth):
    if game.outcome(state) != ONGOING:
        return game.outcome(state), 0
    if depth == 0:
        return 0, 0
    best, n = -9, 0
    for m in game.moves(state):
        v, k = nm(game, game.play(state, m), depth - 1)
        n += k + 1
        best = max(best, -v)
    return best, n


def search(game, state, depth):
    best, chosen, n = -9, None, 0
    for m in game.moves(state):
        v, k = nm(game, game.play(state, m), depth - 1)
        n += k + 1
        if -v > best:
            best, chosen = -v, m
    return chosen, n


def experiment(game, limit):
    state, ply, total = game.start(), 0, 0
    while game.outcome(state) == ONGOING:
        if limit - ply > 0:
            move, n = search(game, state, limit - ply)
            total += n
        else:
            move = next(iter(game.moves(state)))
        state = game.play(state, move)
        ply += 1
    # player 2 can never win: not looked at
    return ("draw" if game.outcome(state) == 0 else "player 1 wins"), total
