# exercise: nim
import numpy as np


def nim_sum(rows):
    return np.bitwise_xor.reduce(np.array(rows, dtype=int))


def wins(rows):
    return nim_sum(rows) != 0


def winning_moves(rows):
    rows = np.array(rows, dtype=int)
    s = nim_sum(rows)
    left = rows ^ s
    return [(int(i), int(rows[i] - left[i])) for i in np.flatnonzero(left < rows)]
