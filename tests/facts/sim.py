"""Facts of Sim."""

from facts.facts import Counts, Facts
from oracles.sim import Sim


def exchanged(text: str) -> str:
    """The move with points 1 and 4 exchanged."""
    return "-".join(sorted(text.translate(str.maketrans("14", "41")).split("-")))


FACTS = Facts(
    perft={  # the first triangle may close with the fifth line
        "sim": Counts([15, 15 * 14, 15 * 14 * 13, 15 * 14 * 13 * 12])
    },
    oracles={"sim": Sim()},
    symmetries={"sim": (exchanged,)},
    solved={"sim": {"XOOXXXX.OO.O.XO X": 1}},
    long={
        "sim": {"": -1}  # Mead, Rosa and Huang, The game of Sim, 1974
    },
    record=("sim", "4-6 5-6 1-2 1-4 1-5 2-6 2-3 3-4 2-4 3-6 1-6 1-3"),
    impossible={
        "sim": {
            "............... O": "tells who is to move",
            "XX...X...OO...O X": "has ended the game before",
            "XX...X...OO.... O": None,
            "XX...X...OO.": "who is to move",
            "XX. X": "shape",
        }
    },
)
