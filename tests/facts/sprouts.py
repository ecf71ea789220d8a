"""Facts of Sprouts."""

from facts.facts import Counts, Facts
from oracles.sprouts import Sprouts

FACTS = Facts(
    perft={  # counted by the oracle; two spots last four or five lines, three six to eight
        "sprouts(spots=2)": Counts([2, 7, 19, 34, 24, 0]),
        "sprouts": Counts([3, 18, 120, 736, 3500]),
    },
    oracles={  # three spots: by hand, 2,000 random games
        "sprouts(spots=2)": Sprouts(2)
    },
    small={"sprouts(spots=1)": Sprouts(1), "sprouts(spots=2)": Sprouts(2)},
    asymmetric="positions that are alike are written alike",
    solved={  # Applegate, Jacobson, Sleator, Computer Analysis of Sprouts, 1991
        "sprouts(spots=1)": {"": -1},
        "sprouts(spots=2)": {"": -1},
    },
    proved={"sprouts": {"0.0.0.}]! A": 1}},
    record=("sprouts", "1-1 1-2 1-1[5] 6-7 2-3 1-2 1-2"),
    impossible={
        "sprouts": {
            "0.0.0.}]!": "who is to move",
            "0.0.0 A": "come in the alphabet",
            "0.}0.}]! A": "come in the alphabet",
            "AAA2.0.}]! A": "come in the alphabet",
            "0.2.}]! A": None,
            "0.0.0.0.}]! A": "3 spots have 9 lives",
        }
    },
    refused={"sprouts(spots=9)": "1 to 8"},
)
