"""Facts of Hex."""

from facts.facts import Counts, Facts
from oracles.hex import Hex

FACTS = Facts(
    perft={
        "hex": Counts([121, 121 * 120, 121 * 120 * 119])  # nobody can have won by then
    },
    oracles={"hex": Hex(), "hex(size=4)": Hex(4)},
    small={"hex(size=1)": Hex(1), "hex(size=2)": Hex(2)},
    symmetries={
        "hex(size=4)": (lambda text: f"{'dcba'['abcd'.index(text[0])]}{5 - int(text[1])}",)
    },
    solved={  # Nash 1948: who begins wins on every board
        "hex(size=1)": {"": 1},
        "hex(size=2)": {"": 1},
        "hex(size=3)": {"": 1},
    },
    long={"hex(size=4)": {"": 1}},
    record=("hex(size=4)", "a3 a2 a4 b4 c1 d4 b2"),
    impossible={
        "hex(size=3)": {
            "XX./.../...": "as many stones",
            "O../.../...": "as many stones",
            "X../X../X..": "as many stones",
            "XO./XO./X..": None,
            "XO./XO./XO.": "has won before",
            "XXO/XOO/XO.": "has won before",
            "XX/../..": "shape",
        },
        "hex(size=4)": {"XOXO/XOXO/XOXO/XOX.": "no one stone"},
    },
    refused={"hex(size=0)": "1 to 19", "hex(size=20)": "1 to 19"},
)
