"""Facts of Nim."""

from facts.facts import Facts, recorded
from oracles.nim import Nim

FACTS = Facts(
    perft={
        "nim(rows=[1, 2, 3])": recorded("nim_1_2_3"),
        "nim(rows=[3, 4, 5])": recorded("nim_3_4_5"),
        "nim": recorded("nim_1_3_5_7"),
        "nim(misere=True)": recorded("nim_1_3_5_7"),
    },
    oracles={
        "nim": Nim(),
        "nim(rows=[2, 2, 4], misere=True)": Nim((2, 2, 4), True),
        "nim(rows=[12])": Nim((12,)),
    },
    small={
        "nim(rows=[1, 2, 3])": Nim((1, 2, 3)),
        "nim(rows=[1, 1, 2], misere=True)": Nim((1, 1, 2), True),
    },
    symmetries={"nim(rows=[3, 4, 3])": (lambda text: f"{2 - int(text[0])},{text[2]}",)},
    solved={  # Bouton 1901
        "nim(rows=[1, 2, 3])": {"": -1},
        "nim(rows=[1, 2, 4])": {"": 1},
    },
    record=("nim", "3,4 1,1 0,1 2,5 3,1 1,2 3,2"),
    impossible={
        "nim": {
            "1,3,5,7": "who is to move",
            "1,3,5 A": "4 numbers",
            "1,3,5,8 A": "larger than at the start",
            "1,3,5,7 B": "A moves first",
            "1,3,5,6 A": "B should be to move",
            "0,2,5,7 B": "A should be to move",
            "0,0,0,0 B": None,
            "1,3,-5,7 A": "matches of each row",
            "1,3,٣,7 A": "matches of each row",
            "1,3,5,999999999 A": "matches of each row",
        }
    },
    refused={
        "nim(rows=[])": "from 1 to 99",
        "nim(rows=[0, 1])": "from 1 to 99",
        "nim(rows=[-1])": "from 1 to 99",
        "nim(rows=[True])": "from 1 to 99",
        "nim(rows=[1.5])": "from 1 to 99",
        f"nim(rows={[1] * 33})": "from 1 to 99",
    },
)
