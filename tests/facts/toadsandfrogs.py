"""Facts of Toads and Frogs."""

from facts.facts import Counts, Facts
from oracles.toadsandfrogs import ToadsAndFrogs

FACTS = Facts(
    perft={  # counted by the oracle
        "toadsandfrogs": Counts([1, 1, 2, 2, 2, 3, 3, 4])
    },
    oracles={
        "toadsandfrogs": ToadsAndFrogs(),
        "toadsandfrogs(toads=2, gap=1, frogs=3)": ToadsAndFrogs(2, 1, 3),
    },
    small={
        "toadsandfrogs(toads=1, gap=3, frogs=2)": ToadsAndFrogs(1, 3, 2),
        "toadsandfrogs(toads=2, gap=2, frogs=2)": ToadsAndFrogs(2, 2, 2),
    },
    solved={  # of value * and 0
        "toadsandfrogs(toads=2, gap=1, frogs=2)": {"": 1},
        "toadsandfrogs(toads=1, gap=2, frogs=1)": {"": -1},
    },
    asymmetric="no image of a lane has the toads on the left",
    record=("toadsandfrogs(toads=2, gap=1, frogs=2)", "b1-c1 d1-b1 c1-d1 e1-c1 d1-e1"),
    impossible={
        "toadsandfrogs(toads=1, gap=1, frogs=1)": {
            "T.F": "who is to move",
            "T..F L": "shape",
            "T.T R": "as many toads and frogs",
            "T.F R": None,
            "FT. L": None,
        }
    },
    refused={"toadsandfrogs(gap=0)": "1 to 8", "toadsandfrogs(toads=9)": "1 to 8"},
)
