# exercise: heuristic
from collections import namedtuple
from decimal import Decimal

Position = namedtuple("Position", "white black white_hand black_hand", defaults=(9, 9))
Weights = namedtuple("Weights", "stones stash mills possible", defaults=(1, 1, 4, 2))
ROWS = ["abcdefg"]
LINES = """0 1 2;3 4 5;6 7 8;9 10 11;12 13 14;15 16 17;18 19 20;21 22 23
0 9 21;3 10 18;6 11 15;1 4 7;16 19 22;8 12 17;5 13 20;2 14 23"""
LINES = [
    frozenset(map(int, line.split())) for part in LINES.splitlines() for line in part.split(";")
]


def closed_mills(own):
    return len([line for line in LINES if line.issubset(own)])


def possible_mills(own, other):
    count = 0
    for line in LINES:
        mine, theirs = line.intersection(own), line.intersection(other)
        if (len(mine), len(theirs)) == (2, 0):
            count += 1
    return count


def heuristic(position, player, weights=Weights()):
    w = Weights(*map(Decimal, weights))
    top = 9 * max(w.stones, w.stash) + 4 * w.mills + 8 * w.possible + 1
    total = (
        w.stones * (len(position.white) - len(position.black))
        + w.stash * (position.white_hand - position.black_hand)
        + w.mills * (closed_mills(position.white) - closed_mills(position.black))
        + w.possible
        * (
            possible_mills(position.white, position.black)
            - possible_mills(position.black, position.white)
        )
    )
    return (total if player == "white" else -total) / top
