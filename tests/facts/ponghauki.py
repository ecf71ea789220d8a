"""Facts of Pong Hau K'i."""

from facts.facts import Counts, Facts
from oracles.ponghauki import PongHauKi

ACROSS = str.maketrans("1245", "2154")


def mirrored(text: str) -> str:
    """The position seen in a mirror beside the board."""
    points, player = text.split()
    return f"{points[1]}{points[0]}{points[2]}{points[4]}{points[3]} {player}"


FACTS = Facts(
    perft={
        # Either man to the centre; the man below; the one to the centre, or back; by hand.
        "ponghauki": Counts([2, 2, 2, 4], [2, 2, 2])
    },
    oracles={"ponghauki": PongHauKi()},
    symmetries={"ponghauki": (lambda text: text.translate(ACROSS),)},
    mirrors={"ponghauki": (mirrored,)},
    solved={
        "ponghauki": {
            "": 0,  # Straffin, Position graphs for Pong Hau K'i and Mu Torere, 1995
            "O.OXX X": 0,
            "XO.XO O": 1,  # the upper man to the centre shuts both of X in
        }
    },
    record=("ponghauki", "1-3 4-1 3-4 5-3 4-5 1-4"),
    impossible={
        "ponghauki": {
            "XX.OO": "1 row of 5 cells",
            "XX..O X": "as many men",
            "XX.OOO X": "shape",
            "XO.XO O": None,
        }
    },
)
