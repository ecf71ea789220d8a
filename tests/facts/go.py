"""Facts of Go on small boards."""

from facts.facts import Counts, Facts
from oracles.go import Go

NAMES = {"a": "c", "b": "b", "c": "a"}


def mirrored(text: str) -> str:
    """The position with the columns of all its boards in opposite order."""
    *boards, player = text.split()
    rows = ["/".join(row[::-1] for row in board.split("/")) for board in boards]
    return " ".join(["pass" if row == "ssap" else row for row in rows] + [player])


def across(text: str) -> str:
    """The move with its column mirrored, on 3 × 3 points."""
    return text if text == "pass" else NAMES[text[0]] + text[1:]


FACTS = Facts(
    perft={
        "go": Counts([10, 91])  # nine points and a pass; then eight points and a pass after each
    },
    oracles={"go": Go(3), "go(size=2)": Go(2), "go(size=4, memory=3)": Go(4, 3)},
    symmetries={"go": (across,)},
    mirrors={"go": (mirrored,)},
    solved={
        "go(size=1)": {"": 0}  # what 2 × 2 and 3 × 3 are worth: test_go.py
    },
    record=("go(size=2)", "a1 b2 b1 a2 b1 a1 pass pass"),
    impossible={
        "go(size=2)": {
            "../..": "who is to move",
            "X./.. X./.. O": "all different",
            "X./.. pass pass pass O": "two passes at most",
            "XX/XX O": "a liberty",
            "XO/OX O": "a liberty",
            "../... X": "shape",
            "X./.. O": None,
        }
    },
    refused={"go(size=6)": "1 to 5", "go(memory=0)": "memory should be 1 to 64"},
)
