"""Facts of Dots and Boxes."""

from facts.facts import Counts, Facts
from oracles.dotsandboxes import DotsAndBoxes

FACTS = Facts(
    perft={
        "dotsandboxes": Counts([24, 552, 12144, 255024])  # OpenSpiel 2.0.2, dots_and_boxes
    },
    oracles={"dotsandboxes": DotsAndBoxes(), "dotsandboxes(width=2, height=3)": DotsAndBoxes(2, 3)},
    small={"dotsandboxes(width=2, height=1)": DotsAndBoxes(2, 1)},
    symmetries={
        "dotsandboxes(width=2, height=2)": (
            lambda text: f"{'-|'['|-'.index(text[0])]}{text[3]},{text[1]}",
            lambda text: f"{text[0]}{(1 if text[0] == '-' else 2) - int(text[1])},{text[3]}",
        )
    },
    solved={
        "dotsandboxes(width=1, height=1)": {"": -1},
        "dotsandboxes(width=2, height=1)": {"": 0},
        "dotsandboxes(width=1, height=3)": {"": -1},
        "dotsandboxes(width=2, height=2)": {"": 2},
    },
    record=(
        "dotsandboxes(width=2, height=2)",
        "|0,0 |1,0 -0,0 -1,2 |2,1 -0,2 -1,1 |0,1 |2,0 |1,1 -1,0 -0,1",
    ),
    impossible={
        "dotsandboxes(width=1, height=1)": {
            "+.+/.../+.+": "who is to move",
            "+.+/.../+.+/... A": "shape",
            "+.+/.a./+.+ A": "owners of closed boxes",
            "+-+/|.|/+-+ A": "owners of closed boxes",
            "+-+/|a|/+-+ A": None,
            "+|+/.../+.+ A": "lines",
        }
    },
    refused={"dotsandboxes(width=8)": "1 to 7", "dotsandboxes(height=0)": "1 to 7"},
)
