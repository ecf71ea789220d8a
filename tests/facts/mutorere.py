"""Facts of Mū tōrere."""

from facts.facts import Counts, Facts
from oracles.mutorere import MuTorere

ACROSS = str.maketrans("12345678", "43218765")


def turned(text: str) -> str:
    """The position with the ring a point further."""
    points, player = text.split()
    return f"{points[7]}{points[:7]}{points[8]} {player}"


FACTS = Facts(
    perft={
        # A man at either end of his row to the centre; the enemy beside the gap; back, or around.
        "mutorere": Counts([2, 2, 2, 6], [2, 2, 2])
    },
    oracles={"mutorere": MuTorere()},
    symmetries={"mutorere": (lambda text: text.translate(ACROSS),)},
    mirrors={"mutorere": (turned,)},
    solved={
        "mutorere": {
            "": 0  # Ascher, Mu Torere: an analysis of a Maori game, 1987
        }
    },
    record=("mutorere", "1-9 8-1 9-8 1-9 8-1 7-8"),
    impossible={
        "mutorere": {
            "XXXXOOOO.": "who is to move",
            "XXXXOOO.. X": "as many men",
            "XXXXOOO.O X": None,
        }
    },
)
