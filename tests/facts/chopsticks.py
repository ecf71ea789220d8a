"""Facts of Chopsticks."""

from facts.facts import Counts, Facts
from oracles.chopsticks import Chopsticks

FACTS = Facts(
    perft={
        # A tap with a finger; a tap with one or two; by hand. The rest is the oracle's.
        "chopsticks": Counts([1, 2, 9, 35])
    },
    oracles={"chopsticks": Chopsticks(), "chopsticks(rollover=True)": Chopsticks(True)},
    asymmetric="hands are sorted already, and players exchange them at every move",
    solved={
        "chopsticks": {"": 0, "0,1-0,4 A": 1},
        "chopsticks(rollover=True)": {"": 0, "0,2-0,4 A": 0},
    },
    record=("chopsticks", "1>1 2>1 1>1 1+3 3>3 1>3 1>1 2>1 3>2"),
    impossible={
        "chopsticks": {
            "1,1-1,1": "who is to move",
            "1,1-1,5 A": "should be the hands",
            "1,1-0,0 A": "has lost before",
            "0,0-1,1 A": None,
            "1,1-0,0 B": None,
        }
    },
)
