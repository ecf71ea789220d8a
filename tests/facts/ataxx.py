"""Facts of Ataxx."""

from facts.facts import Counts, Facts
from oracles.ataxx import Ataxx

TURNED = str.maketrans("abcdefg1234567", "gfedcba7654321")  # by half

FACTS = Facts(
    perft={
        "ataxx": Counts([16, 256, 6460, 155888, 4752668])  # libataxx, tests/perft.cpp
    },
    oracles={"ataxx": Ataxx(), "ataxx(size=4)": Ataxx(4)},
    positions={  # libataxx, tests/perft.cpp; who begins passes in the second
        "ataxx": {
            "......./......./......./..X.O../......./......./....... X": Counts([23, 419, 7887]),
            "......./......./......./......./OOOOOOO/OOOOOOO/XXXXXXX X": Counts(
                [1, 75, 249, 14270]
            ),
        }
    },
    symmetries={"ataxx": (lambda text: text.translate(TURNED),)},
    solved={"ataxx(size=3)": {"": 1}},
    record=(
        "ataxx(size=4)",
        "d1-b2 d4-b4 b2-d4 a4-b2 d3 a1-a3 c3 a3-c4 b2-a4 d3-d1 a3 d4-c2 a3-c1 d4 b1 d4-d2 b3 "
        "c1-d3 b3-a1 c4-a3 b1-b3 d3-c1 a3-c4 c2-a3 c4-a2 b4-c2 a2-b4 c2-d4 a3-c2 d3 c1-a3 "
        "c3-b1 b3-c1 a1-b3 c1-a2 c4 a3-c3 a4-b2 c4-a4 c2-c4 c1 b4-c2 a3 d2-b4 b2-d2 b4-b2 "
        "d3-b4 c1-d3 a3-a1 c1 a1-a3 c2-a1 b4-c2 d4-b4 c2-d4 a1-c2 pass c2-a1 d4-c2 b4-d4 "
        "b2-b4 d4-b2 b4-d4 a2-b4 pass a2",
    ),
    impossible={
        "ataxx(size=3)": {
            "X.O/.../O..": "who is to move",
            "X.O/.../O. X": "shape",
            "X.X/.../..X X": "has a man at least",
            "X.X/.../..X O": None,
        }
    },
    refused={"ataxx(size=9)": "3 to 8"},
)
