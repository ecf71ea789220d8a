"""Facts of checkers."""

from facts.facts import Facts, published
from oracles.checkers import Checkers

COLOURS = str.maketrans("bwBW", "wbWB")


def exchanged(text: str) -> str:
    """The position with the board turned by half and the colours exchanged."""
    board, player = text.split()
    return f"{board[::-1].translate(COLOURS)} {player.translate(COLOURS)}"


LATE = {
    "checkers": {
        "..../..../.B../..../..../..../..../W... B": 1,  # the king in the corner is caught
        "..../..../..../.b../..../.w../..../.... B": -1,  # whoever has to come near is taken
    }
}

FACTS = Facts(
    perft={"checkers": published("checkers")},
    oracles={"checkers": Checkers()},
    mirrors={"checkers": (exchanged,)},
    solved=LATE,
    proved=LATE,
    record=(
        "checkers",
        "12-16 22-18 9-13 18-15 11x18 23x14 10x17 21x14 5-9 14x5 6-9 24-20 8-11 25-21 11-15 "
        "20x11 7x16 28-24 13-17 21x14 9x18 24-20 1-6 20x11 18-23 26x19x10x1 2-7 11x2 4-8 31-26 "
        "3-7 2x11x4",
    ),
    impossible={
        "checkers": {
            "bbbb/bbbb/bbbb/..../..../wwww/wwww/wwww": "who is to move",
            "bbbb/bbbb/bbbb/b.../..../wwww/wwww/wwww B": "at most 12",
            "..../..../..../..../..../..../..../b... W": "capital letter",
            "w.../..../..../..../..../..../..../.... B": "capital letter",
            "..../..../..../..../..../..../..../B... W": None,
            "..../..../..../..../..../..../.... W": "shape",
        }
    },
)
