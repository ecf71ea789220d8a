"""Facts of Qubic."""

from facts.facts import Counts, Facts
from oracles.qubic import Qubic


def across(text: str) -> str:
    """The move in the same layer, mirrored."""
    return text[0] + "dcba"["abcd".index(text[1])] + text[2]


def tipped(text: str) -> str:
    """The move with layers for rows, and rows for layers."""
    return text[2] + text[1] + text[0]


FACTS = Facts(
    perft={"qubic": Counts([64, 64 * 63]), "qubic(rods=True)": Counts([16, 16 * 16, 16**3])},
    oracles={"qubic": Qubic(), "qubic(rods=True)": Qubic(4, True), "qubic(size=3)": Qubic(3)},
    small={"qubic(size=2)": Qubic(2), "qubic(size=2, rods=True)": Qubic(2, True)},
    symmetries={"qubic": (across, tipped), "qubic(rods=True)": (across,)},
    solved={"qubic(size=2)": {"": 1}},
    proved={
        "qubic": {
            ".XO./..X./X..O/.O../..OO/X..O/.O../.X../...X/X.../.XOO/.X../O.X./..O./X.../.O.X": 1,
            "..../.XX./..OX/OO../..../...X/..../OX../..XX/XOO./.X../..../XOO./O..O/OX../..OX": 1,
        }
    },
    record=("qubic", "3a4 4a4 2c3 4b3 3c1 4c2 4d4 3d2 3d4 1b4 4d1 2d1 4a1 2a4 4c4 1a3 1a1 1b2 2b1"),
    impossible={
        "qubic(size=2)": {
            "XX/../../..": "as many stones",
            "XX/O./../..": None,
            "XX/OO/../..": "has ended the game before",
            "XX/OO": "shape",
        },
        "qubic(size=2, rods=True)": {"../../X./..": "beads sink"},
    },
    refused={"qubic(size=5)": "2 to 4"},
)
