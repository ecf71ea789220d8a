"""Facts of m,n,k-games."""

from facts.facts import Facts, recorded
from oracles.mnk import Mnk

FULL = "/".join("".join("XO"[(x + 2 * y) % 4 // 2] for x in range(19)) for y in range(19))

FACTS = Facts(
    perft={"mnk": recorded("tic_tac_toe")},
    oracles={
        "mnk(width=2, height=1, k=1)": Mnk(2, 1, 1),
        "mnk(width=5, height=3, k=3)": Mnk(5, 3, 3),
        "mnk(width=4, height=6, k=4)": Mnk(4, 6, 4),
        "mnk(width=9, height=7, k=5)": Mnk(9, 7, 5),
        "mnk(width=19, height=19, k=2)": Mnk(19, 19, 2),
    },
    small={"mnk(width=3, height=2, k=2)": Mnk(3, 2, 2)},
    symmetries={"mnk(width=4, height=3)": (lambda text: f"{text[0]},{3 - int(text[2])}",)},
    solved={
        "mnk(width=4, height=2, k=3)": {"": 0},
        "mnk(width=19, height=19, k=5)": {FULL.replace("XXOOX", ".....", 1): 0},
    },
    record=("mnk(width=5, height=4, k=4)", "1,2 2,2 1,1 2,1 1,3 1,0 1,4"),
    impossible={
        "mnk(width=5, height=2, k=3)": {"XXX../OOO..": "ends at a line"},
        "mnk(width=7, height=3, k=3)": {"XXX.XXX/OO.OO../.O.....": "ends at the first line"},
    },
    refused={
        "mnk(width=0)": "at least 1",
        "mnk(width=20, height=8)": "at most 19",
        "mnk(k=4)": "at most 3",
    },
)
