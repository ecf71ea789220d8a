from typing import NamedTuple

# The 24 points are numbered row by row, from 0 at the upper left to 23 at the lower right.
LINES = [
    (0, 1, 2), (3, 4, 5), (6, 7, 8), (9, 10, 11), (12, 13, 14), (15, 16, 17), (18, 19, 20), (21, 22, 23),
    (0, 9, 21), (3, 10, 18), (6, 11, 15), (1, 4, 7), (16, 19, 22), (8, 12, 17), (5, 13, 20), (2, 14, 23),
]  # fmt: skip


class Position(NamedTuple):
    """Sets of the points with men, and the numbers of men in hand."""

    white: frozenset
    black: frozenset
    white_hand: int = 9
    black_hand: int = 9


class Weights(NamedTuple):
    """The weight of each feature."""

    stones: float = 1
    stash: float = 1
    mills: float = 4
    possible: float = 2


def closed_mills(own):
    return sum(all(point in own for point in line) for line in LINES)


def possible_mills(own, other):
    result = 0
    for line in LINES:
        mine = [point for point in line if point in own]
        empty = [point for point in line if point not in own and point not in other]
        result += len(mine) == 2 and len(empty) == 1
    return result


def worth(own, other, hand, weights):
    return (
        weights.stones * len(own)
        + weights.stash * hand
        + weights.mills * closed_mills(own)
        + weights.possible * possible_mills(own, other)
    )


def heuristic(position, player, weights=Weights()):
    white = worth(position.white, position.black, position.white_hand, weights)
    black = worth(position.black, position.white, position.black_hand, weights)
    most = 9 * max(weights.stones, weights.stash) + 4 * weights.mills + 8 * weights.possible + 1
    value = (white - black) / most
    return value if player == "white" else -value
