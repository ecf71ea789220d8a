"""Facts of Pentago."""

from facts.facts import Counts, Facts
from oracles.pentago import Pentago


def mirrored(text: str) -> str:
    """The position with the columns in opposite order."""
    board, player = text.split()
    return f"{'/'.join(row[::-1] for row in board.split('/'))} {player}"


LATE = {
    "pentago": {
        "OXXOXO/OOX.OX/OXO.OO/XXOXXX/XOXO.O/OXXOXX O": 1,
        "XOOOO./OXO.OO/XXXOOX/X.XOXO/XXXXOO/XXOXOX O": 1,
    }
}

FACTS = Facts(
    perft={
        "pentago": Counts([288, 80640])  # OpenSpiel 2.0.2, pentago
    },
    oracles={"pentago": Pentago()},
    mirrors={"pentago": (mirrored,)},
    solved=LATE,
    proved=LATE,
    record=("pentago", "d5-3R d2-1L d4-1L c3-1R b6-2L b5-1L d4-2L f3-2L a6-1R"),
    impossible={
        "pentago": {
            "....../....../....../....../....../......": "who is to move",
            "X...../....../....../....../....../...... X": "as many stones",
            "....../....../....../....../....../...... O": "as many stones",
            "X...../....../....../....../....../...... O": None,
            "......./....../....../....../....../...... X": "shape",
        }
    },
)
