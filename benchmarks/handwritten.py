"""Alpha-beta for tic-tac-toe as good students write it: the yardsticks for plain Python's speed.

`search` has the rules inside the search, which is fastest in Python; `search_by_rules` has them in
separate functions, as in lectures, so that the search works for other games, too. Both are
fail-hard, on bitboards in the order of the cells, with values for X; neither uses Zermelo.
"""

LINES = (0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100)
FULL = 0b111111111

nodes = 0


def won(stones):
    for line in LINES:  # noqa: SIM110 - any() with a generator takes twice as long
        if stones & line == line:
            return True
    return False


# The rules inside the search ---------------------------------------------------------------------


def alpha_beta_max(x, o, alpha, beta):
    global nodes
    nodes += 1
    if won(o):
        return max(alpha, -1)
    if x | o == FULL:
        return max(alpha, min(0, beta))
    for cell in range(9):
        bit = 1 << cell
        if not (x | o) & bit:
            value = alpha_beta_min(x | bit, o, alpha, beta)
            if value >= beta:
                return beta
            if value > alpha:
                alpha = value
    return alpha


def alpha_beta_min(x, o, alpha, beta):
    global nodes
    nodes += 1
    if won(x):
        return min(1, beta)
    if x | o == FULL:
        return max(alpha, min(0, beta))
    for cell in range(9):
        bit = 1 << cell
        if not (x | o) & bit:
            value = alpha_beta_max(x, o | bit, alpha, beta)
            if value <= alpha:
                return alpha
            if value < beta:
                beta = value
    return beta


def search():
    """The value of tic-tac-toe for X, and the number of visited nodes: (0, 16811)."""
    global nodes
    nodes = 0
    return alpha_beta_max(0, 0, -1, 1), nodes


# The rules in functions --------------------------------------------------------------------------


def finished(state):
    x, o, _player = state
    return won(x) or won(o) or x | o == FULL


def utility(state):
    x, o, _player = state
    return 1 if won(x) else -1 if won(o) else 0


def next_states(state):
    x, o, player = state
    for cell in range(9):
        bit = 1 << cell
        if not (x | o) & bit:
            yield (x, o | bit, 0) if player else (x | bit, o, 1)


def rules_max(state, alpha, beta):
    global nodes
    nodes += 1
    if finished(state):
        return utility(state)
    for child in next_states(state):
        value = rules_min(child, alpha, beta)
        if value >= beta:
            return beta
        alpha = max(alpha, value)
    return alpha


def rules_min(state, alpha, beta):
    global nodes
    nodes += 1
    if finished(state):
        return utility(state)
    for child in next_states(state):
        value = rules_max(child, alpha, beta)
        if value <= alpha:
            return alpha
        beta = min(beta, value)
    return beta


def search_by_rules():
    """The same result as `search`, with the rules in functions."""
    global nodes
    nodes = 0
    return rules_max((0, 0, 0), -1, 1), nodes
