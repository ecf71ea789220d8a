# exercise: heuristic
from fractions import Fraction
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


class Side:
    """One player's men."""

    def __init__(self, own, other, hand):
        self.own, self.other, self.hand = own, other, hand

    def lines(self, mine, theirs=0):
        return [
            line
            for line in LINES
            if len(set(line) & set(self.own)) == mine and len(set(line) & set(self.other)) == theirs
        ]

    def worth(self, weights):
        counts = len(self.own), self.hand, len(self.lines(3)), len(self.lines(2))
        return sum(Fraction(weight) * count for weight, count in zip(weights, counts, strict=True))


def closed_mills(own):
    return len(Side(own, (), 0).lines(3))


def possible_mills(own, other):
    return len(Side(own, other, 0).lines(2))


def heuristic(position, player, weights=Weights()):
    white, black, *hands = position
    stones, stash, mills, possible = map(Fraction, weights)
    most = 9 * max(stones, stash) + 4 * mills + 8 * possible + 1
    value = Side(white, black, hands[0]).worth(weights) - Side(black, white, hands[1]).worth(
        weights
    )
    return {"white": 1, "black": -1}[player] * value / most
