def moves_of(game, state, player):
    piece = state.own if player == state.player else state.other
    return game.reach(piece, state.open).bit_count()


def own_moves(game, state, player):
    return moves_of(game, state, player)


def difference(game, state, player):
    return moves_of(game, state, player) - moves_of(game, state, 1 - player)


def value(game, state, depth, player, evaluate):
    moves = list(game.moves(state))
    if not moves:
        return -100 if state.player == player else 100
    if depth == 0:
        return evaluate(game, state, player)
    best = max if state.player == player else min
    return best(value(game, game.play(state, m), depth - 1, player, evaluate) for m in moves)


def decision(game, state, depth, evaluate):
    me = state.player
    return max(
        game.moves(state),
        key=lambda move: value(game, game.play(state, move), depth - 1, me, evaluate),
    )
