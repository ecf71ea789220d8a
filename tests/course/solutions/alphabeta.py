def alpha_beta_max(game, state, alpha, beta):
    if game.finished(state):
        return game.utility(state)
    for child in game.next_states(state):
        value = alpha_beta_min(game, child, alpha, beta)
        if value >= beta:
            return beta
        alpha = max(alpha, value)
    return alpha


def alpha_beta_min(game, state, alpha, beta):
    if game.finished(state):
        return game.utility(state)
    for child in game.next_states(state):
        value = alpha_beta_max(game, child, alpha, beta)
        if value <= alpha:
            return alpha
        beta = min(beta, value)
    return beta
