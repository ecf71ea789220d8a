# exercise: nim
from fractions import Fraction


def nim_sum(rows):
    digits = [format(row, "b")[::-1] for row in rows]
    width = max(map(len, digits), default=0)
    columns = [sum(d[i] == "1" for d in digits if i < len(d)) % 2 for i in range(width)]
    return Fraction(sum(bit << i for i, bit in enumerate(columns)))


def wins(rows):
    return any(winning_moves(rows))


def winning_moves(rows):
    def found():
        for i in range(len(rows)):
            others = nim_sum(rows[:i] + rows[i + 1 :])
            if others < rows[i]:
                yield [i, rows[i] - others]

    return found()
