"""Facts of Lines of Action."""

from facts.facts import Counts, Facts
from oracles.linesofaction import LinesOfAction

COLUMNS = str.maketrans("abcdefgh", "hgfedcba")
ROWS = str.maketrans("12345678", "87654321")

FACTS = Facts(
    perft={
        "linesofaction": Counts([36, 1244, 44952])  # OpenSpiel 2.0.2, lines_of_action
    },
    oracles={"linesofaction": LinesOfAction(), "linesofaction(size=5)": LinesOfAction(5)},
    symmetries={
        "linesofaction": (lambda text: text.translate(COLUMNS), lambda text: text.translate(ROWS))
    },
    solved={"linesofaction(size=4)": {"X.O./..../...X/.O.. X": 1}},
    long={"linesofaction(size=4)": {"": 1}},
    record=(
        "linesofaction(size=4)",
        "c4-a4 a2-c2 a4-c4 d2-d4 c1-a1 c2-d1 b1-a2 a3-c3 a1-c1 d4-b2 b4-d4 b2-b1 a2-a1 c3-b4 a1-c3 "
        "b1-a2 c4xa2 d3-c4 c3-d3 b4-c3 c1-a1 c3-b4 a2-b1 b4-a3 a1xa3 c4-a4 b1-a2 d1-c1 d3-d1 c1-d2 "
        "a3-b2 a4-c2",
    ),
    impossible={
        "linesofaction(size=4)": {
            ".XX./O..O/O..O/.XX.": "who is to move",
            ".XX./O..O/O..O X": "shape",
            ".XX./..../..../.XX. O": "1 to 4 men",
            "XXX./O..O/O..O/.XX. O": "1 to 4 men",
            "..../.OO./..X./.XX. X": None,
        }
    },
    refused={"linesofaction(size=3)": "4 to 12"},
)
