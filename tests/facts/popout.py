"""Facts of PopOut."""

from facts.facts import Counts, Facts
from oracles.popout import PopOut


def across(text: str) -> str:
    """The move seen from behind."""
    return text[:-1] + str(8 - int(text[-1]))


FACTS = Facts(
    perft={  # seven columns; then seven, of which O cannot pop any; then X may pop, unless buried
        "popout": Counts([7, 49, 49 * 8])
    },
    oracles={
        "popout": PopOut(),
        "popout(width=4, height=4, k=3)": PopOut(4, 4, 3),
        "popout(width=3, height=3, k=3)": PopOut(3, 3, 3),
    },
    symmetries={"popout": (across,)},
    solved={
        "popout(width=3, height=3, k=3)": {"": -1},  # found by solving it
        "popout(width=4, height=3, k=3)": {"..../OOX./XXX. O": -1},
    },
    searched={"popout(width=4, height=4)": {"": -1}},
    record=("popout(width=4, height=4, k=3)", "4 4 1 3 p1 4 4 3 p4 3"),
    impossible={
        "popout(width=4, height=3, k=3)": {
            "..../..../....": "who is to move",
            "..../X.../.... O": "hangs in the air",
            "..../..../.... O": "X drops the first disc",
            "..../..../OO.X X": None,
            ".../.../... X": "shape",
        }
    },
    refused={"popout(width=9)": "3 to 8", "popout(k=2)": "3 to 5"},
)
