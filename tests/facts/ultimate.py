"""Facts of Ultimate Tic-tac-toe."""

from facts.facts import Counts, Facts
from oracles.ultimate import Ultimate


def mirrored(text: str) -> str:
    """The position with the columns in opposite order."""
    board, target = text.split()
    return f"{'/'.join(row[::-1] for row in board.split('/'))} {MIRRORED.get(target, target)}"


MIRRORED = dict(zip("012345678", "210543876", strict=True))
NOTHING = "/".join(["........."] * 9)

LATE = {
    "ultimate": {
        "X.OO.O.XX/O...O.OXO/XOOO.XX.O/...XOXXX./OOOXOXO.X/.XXO.OXOO/OXX.XXXXO/X.XXO.OXO/"
        "OOXOXOOXX *": 1
    }
}

FACTS = Facts(
    perft={
        "ultimate": Counts([81, 720, 6336, 55080])  # OpenSpiel 2.0.2, ultimate_tic_tac_toe
    },
    oracles={"ultimate": Ultimate()},
    mirrors={"ultimate": (mirrored,)},
    solved=LATE,
    proved=LATE,
    record=(
        "ultimate",
        "7,3 3,0 2,1 6,5 2,7 6,3 1,1 5,5 6,6 2,0 7,2 5,6 7,0 4,2 4,8 4,7 5,4 8,4 7,4 3,4 1,5 3,8 "
        "1,6 5,0 8,1 8,3 7,1 4,5 4,4 4,3 4,1 3,5 1,7 4,0",
    ),
    impossible={
        "ultimate": {
            NOTHING: "end with a board",
            f"{NOTHING} 9": "end with a board",
            f"{NOTHING}/......... *": "shape",
            f"X{NOTHING[1:]} X": "end with a board",
            f"X{NOTHING[1:]} 0": None,
            f"O{NOTHING[1:]} 0": "as many stones",
            f"XXX{NOTHING[3:-3]}OO. 0": "board 0 is decided",
            f"XXX{NOTHING[3:10]}OOO{NOTHING[13:]} *": "both players have a line",
        }
    },
)
