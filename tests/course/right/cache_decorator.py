# exercise: cache
from functools import wraps
from math import inf


def remembered(search):
    @wraps(search)
    def wrapped(game, state, alpha, beta, table):
        key = state, alpha, beta
        if key not in table:
            table[key] = (
                game.utility(state)
                if game.finished(state)
                else search(game, state, alpha, beta, table)
            )
        return table[key]

    return wrapped


@remembered
def cached_max(game, state, alpha, beta, table):
    best = -inf
    for child in game.next_states(state):
        best = max(best, cached_min(game, child, max(alpha, best), beta, table))
        if best >= beta:
            break
    return best


@remembered
def cached_min(game, state, alpha, beta, table):
    best = inf
    for child in game.next_states(state):
        best = min(best, cached_max(game, child, alpha, min(beta, best), table))
        if alpha >= best:
            break
    return best
