"""Facts of Dodgem."""

from facts.facts import Counts, Facts
from oracles.dodgem import Dodgem

FACTS = Facts(
    perft={
        "dodgem": Counts([3, 7, 27, 101])  # counted by the oracle
    },
    oracles={"dodgem": Dodgem(), "dodgem(size=4)": Dodgem(4)},
    asymmetric="the diagonal turns each side's cars into the other's: test_blocking.py",
    solved={
        "dodgem": {
            "": 1  # Berlekamp, Conway and Guy, Winning Ways, 1982
        }
    },
    long={
        "dodgem(size=4)": {"": 0}  # Steven desJardins, Dodgem … any info?, 1996
    },
    record=(
        "dodgem",
        "a2-b2 c1-c2 a3-b3 b1-a1 b2-b1 c2-b2 b1-c1 a1-b1 c1-c2 b1-c1 b3-c3 c1-b1 c3-off b1-a1 "
        "c2-c3 b2-b3 c3-off",
    ),
    impossible={
        "dodgem": {
            "X../X../.O.": "who is to move",
            "X../X../X.O O": "2 cars at most",
            "X../.../... O": "has won before",
            "X../.../... X": None,
            "X./X./.O X": "shape",
        }
    },
    refused={"dodgem(size=2)": "3 to 7"},
)
