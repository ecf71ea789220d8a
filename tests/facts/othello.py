"""Facts of Othello."""

from facts.facts import Facts, known, published
from oracles.othello import Othello

FACTS = Facts(
    perft={"othello": published("othello(size=8)")},
    oracles={"othello": Othello(), "othello(size=4)": Othello(4)},
    symmetries={
        "othello(size=6)": (
            lambda text: f"{'abcdef'[int(text[1]) - 1]}{'abcdef'.index(text[0]) + 1}",
        )
    },
    solved={
        "othello(size=4)": {"OXXX/.XX./XXO./.... O": -14, "OXXX/.OX./.XO./.... X": 14},
        "othello(size=4, empties='nobody')": {
            "OXXX/.XX./XXO./.... O": -8,
            "OXXX/.OX./.XO./.... X": 8,
        },
    },
    long={
        "othello(size=4)": {"": known("othello(size=4)")["score"] - 2}  # that is of discs alone
    },
    record=("othello(size=4)", "b1 c1 d1 a1 a3 pass d4"),
    impossible={
        "othello(size=4)": {
            "..../.OX./.XO./....": "who is to move",
            "..../.OX./.X../.... X": "in the middle",
            "..../.OX./.XO. X": "shape",
            "..../.Q../..../.... X": "cell 'Q'",
            "..../.OX./.XX./...X O": None,
        }
    },
    refused={
        "othello(size=5)": "even number",
        "othello(size=2)": "from 4 to 16",
        "othello(empties='loser')": "empties should be 'winner' or 'nobody'",
    },
)
