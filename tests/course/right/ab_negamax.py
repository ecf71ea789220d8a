# exercise: alphabeta
def _nega(game, state, alpha, beta, sign):
    if game.finished(state):
        return sign * game.utility(state)
    for child in game.next_states(state):
        alpha = max(alpha, -_nega(game, child, -beta, -alpha, -sign))
        if alpha >= beta:
            return alpha
    return alpha


def alpha_beta_max(game, state, alpha, beta):
    return _nega(game, state, alpha, beta, 1)


def alpha_beta_min(game, state, alpha, beta):
    return -_nega(game, state, -beta, -alpha, -1)
