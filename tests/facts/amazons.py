"""Facts of Amazons."""

from facts.facts import Counts, Facts
from oracles.amazons import Amazons


def mirrored(text: str) -> str:
    """The position with the columns in opposite order."""
    board, player = text.split()
    return f"{'/'.join(row[::-1] for row in board.split('/'))} {player}"


FACTS = Facts(
    perft={
        "amazons": Counts([2176]),  # as in the literature on its openings
        "amazons(size=6)": Counts([544, 238532]),  # OpenSpiel 2.0.2, amazons
    },
    oracles={"amazons(size=4)": Amazons(4), "amazons(size=5)": Amazons(5)},
    mirrors={"amazons(size=4)": (mirrored,)},
    solved={
        "amazons(size=4)": {
            "#OO./.O#./XXOX/.##X X": 1,
            ".#O./#O#O/O#XX/X.X. X": -1,
            "O#O./#X#O/.OXX/#.X. X": -1,
        }
    },
    searched={"amazons(size=4)": {"": -1}},
    record=(
        "amazons(size=5)",
        "e2-e3/d3 b5-b4/b5 a2-b2/c3 b4-c5/a3 b2-c2/d2 a4-c4/b4 c2-b3/a2 e4-e5/d4 e3-e4/e3",
    ),
    impossible={
        "amazons(size=4)": {
            ".OO./O..O/X..X/.XX.": "who is to move",
            ".OO./O..O/X..X/.X.. X": "four amazons",
            ".OO./O..O/X..X/.XX. O": "X should be to move",
            ".OO./O#.O/X..X/.XX. X": "O should be to move",
            ".OO./O#.O/X..X/.XX. O": None,
        }
    },
    refused={"amazons(size=3)": "4 to 16"},
)
