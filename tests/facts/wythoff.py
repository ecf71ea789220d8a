"""Facts of Wythoff's game."""

from facts.facts import Counts, Facts
from oracles.wythoff import Wythoff


def exchanged(text: str) -> str:
    """The move with the heaps exchanged."""
    return ",".join(reversed(text.split(",")))


FACTS = Facts(
    perft={
        "wythoff": Counts([8 + 12 + 8]),
        "wythoff(first=1, second=2)": Counts([4, 7, 3]),  # by hand
    },
    oracles={"wythoff": Wythoff(), "wythoff(first=7, second=4)": Wythoff(7, 4)},
    small={
        "wythoff(first=3, second=5)": Wythoff(3, 5),
        "wythoff(first=4, second=4)": Wythoff(4, 4),
    },
    symmetries={"wythoff(first=6, second=6)": (exchanged,)},
    solved={  # Wythoff, A modification of the game of Nim, 1907; all pairs: test_wythoff.py
        "wythoff": {"": 1},
        "wythoff(first=8, second=13)": {"": -1},
        "wythoff(first=10, second=6)": {"": -1},
    },
    record=("wythoff", "5,0 3,0 0,5 0,1 0,4 0,2"),
    impossible={
        "wythoff": {
            "8,12": "who is to move",
            "8,x A": "both heaps",
            "9,12 A": "larger than at the start",
            "8,12 B": "A moves first",
            "7,12 B": None,
        }
    },
    refused={"wythoff(first=0)": "1 to 40", "wythoff(second=41)": "1 to 40"},
)
