"""Facts of Clobber."""

from facts.facts import Counts, Facts
from oracles.clobber import Clobber

COLUMNS = str.maketrans("abc", "cba")

FACTS = Facts(
    perft={
        "clobber": Counts([49, 2116, 80063])  # OpenSpiel 2.0.2, clobber
    },
    oracles={"clobber": Clobber(), "clobber(width=3, height=4)": Clobber(3, 4)},
    small={"clobber(width=3, height=2)": Clobber(3, 2)},
    symmetries={"clobber(width=3, height=3)": (lambda text: text.translate(COLUMNS),)},
    solved={"clobber(width=3, height=2)": {"": -1}, "clobber(width=3, height=3)": {"": 1}},
    searched={"clobber(width=4, height=4)": {"": 1}},
    record=("clobber(width=4, height=4)", "c2-d2 c3-b3 b1-c1 b2-a2 d3-d4 b4-a4"),
    impossible={
        "clobber(width=2, height=2)": {
            "XO/O.": "who is to move",
            "XO/OX/XO X": "shape",
            "XO/OQ X": "cell 'Q'",
            "../OX O": None,
        }
    },
    refused={"clobber(width=0)": "1 to 16"},
)
