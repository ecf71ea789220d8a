"""Facts of Hackenbush."""

from facts.facts import Counts, Facts
from oracles.hackenbush import Hackenbush

STALK = ("0-a R", "a-b B", "b-c B")
HOUSE = ("0-1 B", "1-3 R", "3-2 B", "2-0 R", "1-2 B")
OTHER = ("0-d R", "d-e B", "e-f R")

FACTS = Facts(
    perft={
        "hackenbush": Counts([6, 29, 124, 436])  # counted by the oracle
    },
    oracles={
        "hackenbush": Hackenbush((*STALK, *HOUSE, *OTHER)),
        "hackenbush(drawing='0B1B2R3R1 2B4R0 0RBR')": Hackenbush(
            (*("0-1 B", "1-2 B", "2-3 R", "3-1 R", "2-4 B", "4-0 R"), *("0-a R", "a-b B"), "b-c R")
        ),
    },
    small={
        "hackenbush(drawing='0BR 0BR 0R')": Hackenbush(
            ("0-a B", "a-b R", "0-c B", "c-d R", "0-e R")
        ),
        "hackenbush(drawing='0BR 0R')": Hackenbush(("0-a B", "a-b R", "0-e R")),
    },
    solved={  # ½ + ½ − 1 = 0: Conway, On Numbers and Games, 1976
        "hackenbush(drawing='0BR 0BR 0R')": {"": -1, "BRBRR R": -1, "BRB.R L": 1},
        "hackenbush": {"": -1},
    },
    asymmetric="a drawing has no symmetry of its own",
    record=("hackenbush", "3 11 2 7 6 1 10 5 8 9 4"),
    impossible={
        "hackenbush(drawing='0BRB 0RR')": {
            "BR.R.": "who is to move",
            "BR.R L": "shape",
            "BRBR. R": None,
            "B.BRR R": "hang together",
            "RRBRR L": "colours",
        }
    },
    refused={
        "hackenbush(drawing='0BX')": "paths like",
        "hackenbush(drawing='')": "60 lines",
        "hackenbush(drawing='0B1 0R1')": "60 lines",
        "hackenbush(drawing='0B0')": "joined to the ground",
        "hackenbush(drawing='0B 1R2')": "joined to the ground",
    },
)
