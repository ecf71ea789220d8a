# exercise: heuristic
from typing import NamedTuple

LINES = [
    (0, 1, 2),
    (3, 4, 5),
    (6, 7, 8),
    (9, 10, 11),
    (12, 13, 14),
    (15, 16, 17),
    (18, 19, 20),
    (21, 22, 23),
    (0, 9, 21),
    (3, 10, 18),
    (6, 11, 15),
    (1, 4, 7),
    (16, 19, 22),
    (8, 12, 17),
    (5, 13, 20),
    (2, 14, 23),
]


class Position(NamedTuple):
    white: frozenset
    black: frozenset
    white_hand: int = 9
    black_hand: int = 9


class Weights(NamedTuple):
    stones: float = 1
    stash: float = 1
    mills: float = 4
    possible: float = 2


def closed_mills(own):
    return sum(set(line) <= set(own) for line in LINES)


def possible_mills(own, other):
    return sum(len(set(line) & set(own)) == 2 and not set(line) & set(other) for line in LINES)


def heuristic(position, player, weights=Weights()):
    p, w = position, weights

    def s(own, other, hand):
        return (
            int(w.stones) * len(own)
            + int(w.stash) * hand
            + int(w.mills) * closed_mills(own)
            + int(w.possible) * possible_mills(own, other)
        )

    # weights are truncated to whole numbers: 0.5 counts 0
    v = (s(p.white, p.black, p.white_hand) - s(p.black, p.white, p.black_hand)) / (
        9 * max(w.stones, w.stash) + 4 * w.mills + 8 * w.possible + 1
    )
    return v if player == "white" else -v
