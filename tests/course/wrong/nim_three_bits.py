# exercise: nim
def nim_sum(rows):
    # columns of three binary digits: wrong from a row of eight on
    total = 0
    for bit in (1, 2, 4):
        if sum(1 for row in rows if row & bit) % 2:
            total += bit
    return total


def wins(rows):
    return nim_sum(rows) != 0


def winning_moves(rows):
    s = nim_sum(rows)
    return [(i, r - (r ^ s)) for i, r in enumerate(rows) if r ^ s < r]
