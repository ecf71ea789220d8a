"""Facts of Gomoku."""

from facts.facts import Facts, published
from oracles.mnk import Mnk

FULL = "/".join("".join("XO"[(x + 2 * y) % 4 // 2] for x in range(15)) for y in range(15))

LATE = {"gomoku": {FULL.replace("XXOOX", ".....", 1): 0}}

FACTS = Facts(
    perft={"gomoku": published("gomoku")},
    oracles={"gomoku": Mnk(15, 15, 5)},
    solved=LATE,
    proved=LATE,
    record=("gomoku", "7,7 6,6 7,8 6,8 7,6 7,5 7,9 6,7 7,10"),
    mirrors={"gomoku": (lambda text: "/".join(row[::-1] for row in text.split("/")),)},
    impossible={
        "gomoku": {
            "X.O": "shape",
            "/".join(["XX............."] + ["..............."] * 14): "as many stones",
        }
    },
)
