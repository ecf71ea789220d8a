# exercise: alphabeta
"""The ends are looked at by their parents, and the window is tested before each child."""


def worth(game, child, search, alpha, beta):
    return game.utility(child) if game.finished(child) else search(game, child, alpha, beta)


def alpha_beta_max(game, state, alpha, beta):
    if game.finished(state):
        return game.utility(state)
    for child in game.next_states(state):
        if alpha >= beta:
            break
        alpha = max(alpha, worth(game, child, alpha_beta_min, alpha, beta))
    return alpha


def alpha_beta_min(game, state, alpha, beta):
    if game.finished(state):
        return game.utility(state)
    for child in game.next_states(state):
        if alpha >= beta:
            break
        beta = min(beta, worth(game, child, alpha_beta_max, alpha, beta))
    return beta
