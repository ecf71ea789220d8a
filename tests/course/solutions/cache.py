def cached_max(game, state, alpha, beta, table):
    key = (state, alpha, beta)
    if key in table:
        return table[key]
    if game.finished(state):
        value = game.utility(state)
    else:
        value = alpha
        for child in game.next_states(state):
            value = max(value, cached_min(game, child, value, beta, table))
            if value >= beta:
                value = beta
                break
    table[key] = value
    return value


def cached_min(game, state, alpha, beta, table):
    key = (state, alpha, beta)
    if key in table:
        return table[key]
    if game.finished(state):
        value = game.utility(state)
    else:
        value = beta
        for child in game.next_states(state):
            value = min(value, cached_max(game, child, alpha, value, table))
            if value <= alpha:
                value = alpha
                break
    table[key] = value
    return value
