"""Facts of Fox and Geese."""

from facts.facts import Counts, Facts
from oracles.foxandgeese import FoxAndGeese

FACTS = Facts(
    perft={
        "foxandgeese": Counts([2, 14, 56, 344, 1032, 6264])  # counted by the oracle
    },
    oracles={"foxandgeese": FoxAndGeese(), "foxandgeese(size=6)": FoxAndGeese(6)},
    asymmetric="a mirror would take the dark squares to light ones, and the geese only go down",
    solved={"foxandgeese(size=4)": {"": -1}, "foxandgeese(size=6)": {"": 1}},
    long={
        "foxandgeese": {"": -1}  # Berlekamp, Conway, Guy: Winning Ways (1982), chapter 20
    },
    record=(
        "foxandgeese",
        "e1-d2 b8-a7 d2-c3 f8-e7 c3-d4 d8-c7 d4-c5 e7-f6 c5-d6 f6-e5 d6-e7 h8-g7",
    ),
    impossible={
        "foxandgeese(size=4)": {
            ".G.G/..../..../..F.": "who is to move",
            ".G.G/..../..../.... F": "one fox and 2 geese",
            ".G../..../..../..F. F": "one fox and 2 geese",
            "G..G/..../..../..F. F": "on dark squares",
            ".G.G/..../..../..F. G": "odd number of moves",
            ".G.G/..../...F/.... F": "odd number of moves",
            ".G.G/..../...F/.... G": None,
        }
    },
    refused={"foxandgeese(size=5)": "even number", "foxandgeese(size=12)": "from 4 to 10"},
)
