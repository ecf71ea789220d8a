from math import inf


def bounded(game, state, alpha, beta, table, highest):
    low, high = table.get(state, (-inf, inf))
    if low >= beta or low == high:
        return low
    if high <= alpha:
        return high
    alpha, beta = max(alpha, low), min(beta, high)
    if game.finished(state):
        value = game.utility(state)
        table[state] = (value, value)
        return value
    first, last, best = alpha, beta, -inf if highest else inf
    for child in game.next_states(state):
        value = bounded(game, child, first, last, table, not highest)
        if highest:
            best = max(best, value)
            first = max(first, best)
        else:
            best = min(best, value)
            last = min(last, best)
        if first >= last:
            break
    if best > alpha:
        low = max(low, best)
    if best < beta:
        high = min(high, best)
    table[state] = (low, high)
    return best


def bounded_max(game, state, alpha, beta, table):
    return bounded(game, state, alpha, beta, table, True)


def bounded_min(game, state, alpha, beta, table):
    return bounded(game, state, alpha, beta, table, False)
