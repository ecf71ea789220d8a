"""Facts of Kayles and other octal games."""

from facts.facts import Counts, Facts
from oracles.kayles import Kayles


def turned(text: str) -> str:
    """The move seen from the other end of five pins."""
    return "-".join(str(6 - int(pin)) for pin in reversed(text.split("-")))


FACTS = Facts(
    perft={  # counted by the oracle
        "kayles": Counts([23, 442, 6954]),
        'kayles(n=10, code="0.07")': Counts([9, 56, 210]),
    },
    oracles={
        "kayles": Kayles(),
        'kayles(n=9, code="0.07")': Kayles(9, "0.07"),
        'kayles(n=11, code="0.1637")': Kayles(11, "0.1637"),
    },
    small={"kayles(n=5)": Kayles(5), 'kayles(n=7, code="0.137")': Kayles(7, "0.137")},
    symmetries={"kayles(n=5)": (turned,)},
    solved={  # Guy and Smith 1956: Dawson's Kayles is lost with a nimber of 0
        "kayles": {"": 1},
        'kayles(n=9, code="0.07")': {"": -1},
        'kayles(n=8, code="0.07")': {"": 1},
    },
    record=("kayles(n=7)", "4 1-2 6-7 3 5"),
    impossible={
        "kayles(n=3)": {
            "ooo": "who is to move",
            "oo A": "shape",
            "oxo A": "cell 'x'",
            "ooo B": "A moves first",
            "o.o B": None,
        }
    },
    refused={
        "kayles(n=0)": "1 to 512",
        'kayles(code="77")': "octal digits",
        'kayles(code="0.8")': "octal digits",
        'kayles(code="4.7")': "octal digits",
    },
)
