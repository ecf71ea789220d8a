def nim_sum(rows):
    total = 0
    for row in rows:
        total ^= row
    return total


def wins(rows):
    return nim_sum(rows) != 0


def winning_moves(rows):
    total, result = nim_sum(rows), []
    for place, row in enumerate(rows):
        left = row ^ total
        if left < row:
            result.append((place, row - left))
    return result
