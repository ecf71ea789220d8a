"""Facts of Quoridor."""

from facts.facts import Counts, Facts
from oracles.quoridor import Quoridor


def exchanged(text: str) -> str:
    """The move with left and right exchanged."""
    column = "edcba"["abcde".index(text[0])] if text[2:] == "" else "dcba"["abcd".index(text[0])]
    return column + text[1:]


FACTS = Facts(
    perft={
        "quoridor": Counts([35, 1109, 31540])  # OpenSpiel 2.0.2, quoridor(board_size=5)
    },
    oracles={"quoridor": Quoridor(), "quoridor(size=3, walls=1)": Quoridor(3, 1)},
    symmetries={"quoridor": (exchanged,)},
    solved={"quoridor(size=3, walls=1)": {"": -1}},
    searched={"quoridor(size=3)": {"": -1}},
    record=("quoridor", "a4v b1 c4 a1h c4h c1v b2v d1h c3 c1 c2 c3 c1"),
    impossible={
        "quoridor(size=3, walls=1)": {
            ".O.../...../...../...../..X.. 1,1 X": "pawns should be on cells",
            "..O../...../...../...../..X.. X": "hands",
            "..O../...../...../...../..X.. 1,0 X": "2 walls in all",
            "..O../...../...../...../..X.. 1,1": "hands",
            "..O../...../...../..X.. 1,1 X": "shape",
            "..O../###../...../...../..X.. 0,1 O": None,
            "..O../.##../...../...../..X.. 0,1 O": "walls between them",
            "X.O../...../...../...../..... 1,1 X": "two pawns on their ways",
            "..O../...../...../...../X.X.. 1,1 X": "two pawns on their ways",
        }
    },
    refused={"quoridor(size=4)": "an odd number from 3 to 9", "quoridor(walls=11)": "0 to 10"},
)
