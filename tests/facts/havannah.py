"""Facts of Havannah."""

from facts.facts import Counts, Facts
from oracles.havannah import Havannah


def mirrored(text: str) -> str:
    """The position with the rows in opposite order."""
    return "/".join(reversed(text.split("/")))


FACTS = Facts(
    perft={
        "havannah": Counts([91, 91 * 90, 91 * 90 * 89])  # nobody can have won by then
    },
    oracles={"havannah(size=4)": Havannah(4), "havannah(size=3)": Havannah(3)},
    small={"havannah(size=2)": Havannah(2)},
    mirrors={"havannah(size=3)": (mirrored,)},
    solved={"havannah(size=2)": {"": 1}},
    record=("havannah(size=4)", "d1 c2 d2 f5 e3 c5 c3 e5 a3 c6 b1 d6 d7 b3 g4 f7 f4"),
    impossible={
        "havannah(size=2)": {
            "../.../..": None,
            "X./.../..": None,
            "XO/.../..": None,
            "X./X../X.": "as many stones",
            "X./O.O/..": "as many stones",
            "../../..": "shape",
        }
    },
    refused={"havannah(size=1)": "2 to 10", "havannah(size=11)": "2 to 10"},
)
