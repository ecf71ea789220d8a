# exercise: alphabeta
from functools import lru_cache


@lru_cache(None)
def search(game, state, alpha, beta, highest):
    if game.finished(state):
        return game.utility(state)
    best = float("-inf") if highest else float("inf")
    for child in game.next_states(state):
        value = search(game, child, alpha, beta, not highest)
        if highest:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def alpha_beta_max(game, state, alpha, beta):
    return search(game, state, alpha, beta, True)


def alpha_beta_min(game, state, alpha, beta):
    return search(game, state, alpha, beta, False)
