# exercise: nim
from functools import reduce
from operator import xor


def nim_sum(rows):
    return reduce(xor, rows, 0)


def wins(rows):
    return 1 if nim_sum(rows) else 0


def winning_moves(rows):
    return {
        (place, count)
        for place, row in enumerate(rows)
        for count in range(1, row + 1)
        if nim_sum([*rows[:place], row - count, *rows[place + 1 :]]) == 0
    }
