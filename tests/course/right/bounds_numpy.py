# exercise: bounds
from math import inf

import numpy as np


def search(game, state, alpha, beta, table, sign):
    low, high = table.get(state, (-np.inf, np.inf))
    if low >= beta:
        return low
    if high <= alpha:
        return high
    if low == high:
        return low
    if game.finished(state):
        low = high = best = np.float64(game.utility(state))
    else:
        a, b = np.maximum(alpha, low), np.minimum(beta, high)
        a0, b0, best = a, b, -sign * inf
        for child in game.next_states(state):
            best = sign * max(sign * best, sign * search(game, child, a, b, table, -sign))
            a, b = (max(a, best), b) if sign == 1 else (a, min(b, best))
            if a >= b:
                break
        low, high = (max(low, best) if best > a0 else low), (min(high, best) if best < b0 else high)
    table[state] = np.array([low, high])
    return best


def bounded_max(game, state, alpha, beta, table):
    return search(game, state, alpha, beta, table, 1)


def bounded_min(game, state, alpha, beta, table):
    return search(game, state, alpha, beta, table, -1)
