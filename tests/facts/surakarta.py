"""Facts of Surakarta."""

from facts.facts import Counts, Facts
from oracles.surakarta import Surakarta

COLUMNS = str.maketrans("abcdef", "fedcba")

FACTS = Facts(
    perft={
        "surakarta": Counts([16, 256, 5382, 111122])  # counted by the oracle
    },
    oracles={"surakarta": Surakarta(), "surakarta(size=4, rows=1)": Surakarta(4, 1)},
    symmetries={"surakarta": (lambda text: text.translate(COLUMNS),)},
    proved={"surakarta(size=4, rows=1)": {"O..O/..../...O/X... X": -1, "O..O/..../.X.O/.... O": 1}},
    record=("surakarta(size=4, rows=1)", "b1-a2 b4xa2 c1xa2 c4xa2 d1-d2 a2xd2 a1-b2 d2xb2"),
    impossible={
        "surakarta(size=4, rows=1)": {
            "OOOO/..../..../XXX.": "who is to move",
            "OOOO/..../XXXX X": "shape",
            "OOOO/O.../..../XXXX X": "1 to 4 men",
            "OOOO/..../..../.... O": "1 to 4 men",
            "..../..../..../XXXX O": None,
        }
    },
    refused={
        "surakarta(size=5)": "an even number from 4 to 8",
        "surakarta(size=4, rows=2)": "leave some points empty",
    },
)
