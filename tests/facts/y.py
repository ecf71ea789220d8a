"""Facts of Y."""

from facts.facts import Counts, Facts
from oracles.y import Y


def across(text: str) -> str:
    """The move on a triangle of four with rows for columns."""
    return f"{'abcd'[int(text[1:]) - 1]}{'abcd'.index(text[0]) + 1}"


def round_about(text: str) -> str:
    """The move after a third of a turn."""
    x, y = "abcd".index(text[0]), int(text[1:]) - 1
    return f"{'abcd'[3 - x - y]}{x + 1}"


FACTS = Facts(
    perft={
        "y": Counts([45, 45 * 44, 45 * 44 * 43])  # nobody can have won by then
    },
    oracles={"y": Y(), "y(size=4)": Y(4)},
    small={"y(size=1)": Y(1), "y(size=2)": Y(2)},
    symmetries={"y(size=4)": (across, round_about)},
    solved={  # as in Hex who begins wins on every board
        "y(size=2)": {"": 1},
        "y(size=3)": {"": 1},
        "y(size=4)": {"": 1},
    },
    record=("y(size=4)", "c2 a3 a1 d1 b3 b2 a4 c1"),
    impossible={
        "y(size=3)": {
            "XX./O./.": None,
            "XXX/XO/O": "as many stones",
            "XX./.../.": "shape",
            "XX./../.": "as many stones",
            "XOO/XO/X": "has won before",
        }
    },
    refused={"y(size=0)": "1 to 19", "y(size=20)": "1 to 19"},
)
