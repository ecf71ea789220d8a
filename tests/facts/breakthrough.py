"""Facts of Breakthrough."""

from facts.facts import Facts, published
from oracles.breakthrough import Breakthrough

COLUMNS = str.maketrans("abcde", "edcba")

FACTS = Facts(
    perft={"breakthrough": published("breakthrough(width=8, height=8)")},
    oracles={"breakthrough": Breakthrough(), "breakthrough(width=3, height=5)": Breakthrough(3, 5)},
    small={"breakthrough(width=2, height=4)": Breakthrough(2, 4)},
    symmetries={"breakthrough(width=5, height=4)": (lambda text: text.translate(COLUMNS),)},
    solved={
        "breakthrough(width=3, height=4)": {".O./OO./XX./.X. X": 1},
        "breakthrough(width=4, height=5)": {"O.../X.X./.OO./.X.O/.... O": 1},
    },
    searched={"breakthrough(width=4, height=5)": {"": -1}},
    record=("breakthrough(width=5, height=5)", "c2-c3 d4-d3 c3xb4 d5-d4 b4xc5"),
    impossible={
        "breakthrough(width=2, height=4)": {
            "OO/OO/XX/XX": "shape",
            "OO/OO/OX/XX X": "at most 4 men",
            "XO/.O/../.X X": "has won before",
            ".O/.O/../OX O": "has won before",
            "XO/.O/../.X O": None,
        }
    },
    refused={
        "breakthrough(width=1)": "width should be 2 to 16",
        "breakthrough(height=3)": "height should be 4 to 16",
    },
)
