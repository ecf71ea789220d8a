"""Facts of Kōnane."""

from facts.facts import Counts, Facts
from oracles.konane import Konane

TURNED = str.maketrans("abcdef123456", "fedcba654321")  # by half

FACTS = Facts(
    perft={
        "konane": Counts([4, 12, 28, 156, 668, 4192])  # counted by the oracle
    },
    oracles={"konane": Konane(), "konane(size=4)": Konane(4)},
    small={"konane(size=4)": Konane(4)},
    symmetries={"konane": (lambda text: text.translate(TURNED),)},
    solved={"konane(size=4)": {"": -1, "XOXO/OXOX/XO.O/OXOX O": 1}},
    record=(
        "konane",
        "c4 c5 a4-c4 c3-c5 a6-a4 e3-c3 d5-d3 e1-e3 b5-d5 b2-b4 c2-c4 e3-c3 d1-d3 d6-d4 d3-b3 a3-a5 "
        "b1-d1 e5-e3 c4-a4 f6-d6 c6-e6 a1-a3 f3-d3 a3-e3 f1-f3 f4-f6 a4-a6 f6-d6 a6-c6 d6-b6 f3-d3 "
        "d4-d2 d1-d3",
    ),
    impossible={
        "konane(size=4)": {
            "XOXO/OXOX/XOXO/OXO.": "who is to move",
            "XOXO/OXOX/XOXO O": "shape",
            "OXXO/OXOX/XOXO/OXOX X": "cells of their colour",
            "XOXO/OXOX/XOXO/OXOX O": "corner or of the middle",
            "XO.O/OXOX/XOXO/OXOX O": "corner or of the middle",
            "XOXO/OX.X/XOXO/OXOX O": "corner or of the middle",
            "XOXO/OXOX/XO.O/OXOX O": None,
        }
    },
    refused={"konane(size=5)": "an even number from 4 to 8"},
)
