"""Facts of Awari."""

from facts.facts import Counts, Facts
from oracles.awari import Awari


def exchanged(text: str) -> str:
    """The position with the players exchanged."""
    numbers, player = text.split()
    seeds = numbers.split(",")
    turned = [*seeds[6:12], *seeds[:6], seeds[13], seeds[12]]
    return f"{','.join(turned)} {'BA'['AB'.index(player)]}"


FACTS = Facts(
    perft={
        "awari": Counts([6, 36, 190, 1014, 5219, 27332])  # counted by the oracle
    },
    oracles={"awari": Awari()},
    mirrors={"awari": (exchanged,)},
    solved={  # a seed each goes round for ever
        "awari": {"0,0,0,0,0,1,0,0,0,0,0,1,23,23 A": 0}
    },
    proved={"awari": {"0,1,0,0,0,0,0,0,0,0,2,2,24,19 B": -1}},
    record=(
        "awari",
        "2 4 3 6 2 2 3 5 2 1 4 1 2 2 6 6 3 3 4 5 6 4 5 3 4 4 3 6 1 6 6 5 4 6 2 4 3 3 4 4 6 3 5 2 6 "
        "5 2 3 1 4 1 5 1 6",
    ),
    impossible={
        "awari": {
            "4,4,4,4,4,4,4,4,4,4,4,4,0,0": "who is to move",
            "4,4,4,4,4,4,4,4,4,4,4,4,0 A": "14 numbers",
            "4,4,4,4,4,4,4,4,4,4,4,5,0,0 A": "48 seeds",
            "4,4,4,4,4,4,4,4,4,4,4,3,1,0 B": "two or three at a time",
            "4,4,4,4,4,4,4,4,4,4,4,2,2,0 B": None,
        }
    },
)
