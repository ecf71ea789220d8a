# exercise: bounds
from math import inf
from typing import NamedTuple


class Entry(NamedTuple):
    low: float = -inf
    high: float = inf

    def answers(self, alpha, beta):
        return self.low == self.high or self.low >= beta or self.high <= alpha


def bounded_max(game, state, alpha, beta, table):
    return look(game, state, alpha, beta, table, bounded_min, 1)


def bounded_min(game, state, alpha, beta, table):
    return look(game, state, alpha, beta, table, bounded_max, -1)


def look(game, state, alpha, beta, table, below, sign):
    known = Entry(*table.get(state, ()))
    if known.answers(alpha, beta):
        return known.low if known.low >= beta or known.low == known.high else known.high
    if game.finished(state):
        table[state] = Entry(game.utility(state), game.utility(state))
        return game.utility(state)
    alpha, beta = max(alpha, known.low), min(beta, known.high)
    a, b, best = alpha, beta, -sign * inf
    for child in game.next_states(state):
        value = below(game, child, a, b, table)
        best = value if sign * value > sign * best else best
        a, b = (max(a, best), b) if sign > 0 else (a, min(b, best))
        if a >= b:
            break
    low = best if best > alpha else known.low
    high = best if best < beta else known.high
    table[state] = Entry(low, high)
    return best
