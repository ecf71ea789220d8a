"""Facts of Chomp."""

from facts.facts import Counts, Facts
from oracles.chomp import Chomp

FACTS = Facts(
    perft={
        "chomp": Counts([20, 250, 2300, 16600])  # counted by the oracle
    },
    oracles={"chomp": Chomp(), "chomp(width=2, height=4)": Chomp(2, 4)},
    small={"chomp(width=3, height=2)": Chomp(3, 2), "chomp(width=1, height=1)": Chomp(1, 1)},
    symmetries={"chomp(width=3, height=3)": (lambda text: text[::-1],)},
    solved={  # Schuh 1952, Gale 1974: who begins wins, but for the poisoned square alone
        "chomp(width=1, height=1)": {"": -1},
        "chomp(width=2, height=1)": {"": 1},
        "chomp(width=3, height=3)": {"": 1, "3,1,1 B": -1},
        "chomp": {"": 1},
    },
    record=("chomp", "1,1 0,3 2,0 0,2 1,0 0,1 0,0"),
    impossible={
        "chomp(width=3, height=2)": {
            "3,3": "who is to move",
            "3 A": "squares left in each row",
            "3,4 A": "larger than at the start",
            "2,3 A": "no row should be longer",
            "3,3 B": "A moves first",
            "3,0 B": None,
            "3,0 A": None,
        }
    },
    refused={"chomp(width=0)": "1 to 15", "chomp(height=16)": "1 to 15"},
)
