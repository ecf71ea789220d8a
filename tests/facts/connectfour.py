"""Facts of Connect Four."""

from facts.facts import Facts, recorded
from oracles.connectfour import ConnectFour

FACTS = Facts(
    perft={
        "connectfour": recorded("connect_four_7x6"),
        "connectfour(width=5, height=4)": recorded("connect_four_5x4"),
    },
    oracles={
        "connectfour": ConnectFour(),
        "connectfour(width=3, height=3, k=3)": ConnectFour(3, 3, 3),
        "connectfour(width=9, height=6, k=5)": ConnectFour(9, 6, 5),
    },
    small={"connectfour(width=2, height=3, k=2)": ConnectFour(2, 3, 2)},
    symmetries={"connectfour(width=5, height=4)": (lambda text: str(6 - int(text)),)},
    mirrors={
        "connectfour(width=3, height=3, k=3)": (
            lambda text: "/".join(row[::-1] for row in text.split("/")),
        )
    },
    solved={"connectfour(width=4, height=3, k=3)": {"": 1}},
    record=("connectfour", "4 4 4 4 3 3 5 2 6"),
    impossible={
        "connectfour(width=4, height=4, k=3)": {
            "..../..../...X/....": "hangs in the air",
            "..../..../..../OX..": None,
            "..../..../X.../O...": "on top",
            "..../OX../XX../OO..": "lowest discs",
            "..../..../OOO./XXX.": "ends at a line",
            "..../..../..../XX..": "as many stones",
            "..../O.../X.../XXOO": None,
            "X.../O.../O.../XXXO": None,
            "..../..../OOX./XXXO": "on top",
        }
    },
    refused={
        "connectfour(k=0)": "at least 1",
        "connectfour(width=8, height=7)": "at most 63",
        "connectfour(width=2, height=2, k=3)": "at most 2",
    },
)
