"""Alpha-beta for tic-tac-toe as a good student writes it by hand: the yardstick for plain speed.

Bitboards in the order of the cells, fail-hard, values for X; nothing here knows of Zermelo.
"""

LINES = (0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100)
FULL = 0b111111111

nodes = 0


def won(stones):
    for line in LINES:  # noqa: SIM110 - any() with a generator takes twice as long
        if stones & line == line:
            return True
    return False


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
    """Value of tic-tac-toe for X, and the nodes visited: (0, 16811)."""
    global nodes
    nodes = 0
    return alpha_beta_max(0, 0, -1, 1), nodes
