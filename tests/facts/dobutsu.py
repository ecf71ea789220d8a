"""Facts of dōbutsu shōgi."""

from facts.facts import Counts, Facts
from oracles.dobutsu import Dobutsu

COLUMNS = str.maketrans("abc", "cba")


def mirrored(text: str) -> str:
    """The position seen in a mirror: a row is read backwards, the hands stay."""
    board, rest = text.split(" ", 1)
    return f"{'/'.join(row[::-1] for row in board.split('/'))} {rest}"


def upset(text: str) -> str:
    """The position seen from the other side, whose men have become the mover's."""
    board, player, hands = text.swapcase().split(" ")
    return f"{'/'.join(board.split('/')[::-1])} {'BW'[player == 'B'].lower()} {hands}"


FACTS = Facts(
    perft={"dobutsu": Counts([4, 17, 100, 615, 3440])},
    oracles={"dobutsu": Dobutsu()},
    mirrors={"dobutsu": (mirrored, upset)},
    proved={
        "dobutsu": {
            "g1e/1L1/1c1/ElG b C": 1,  # it takes a lion
            "1l1/1HG/1E1/1L1 w CEG": -1,  # mate
        }
    },
    record=("dobutsu", "b3b2 b1b2 b4b3 b2b3"),
    impossible={
        "dobutsu": {
            "gle/1c1/1C1/ELG": "should have rows, b or w, and the hands",
            "gle/1c1/1C1/ELG x -": "b or w",
            "gle/1c1/1C1/ELG b X": "b or w",
            "gle/1c1/ELG b -": "4 rows of 3 cells",
            "gle/1q1/1C1/ELG b -": "cell 'q'",
            "gle/1c1/1C1/EL1 b -": "two animals of each kind",
            "gle/1c1/1C1/ELG b c": "two animals of each kind",
            "gCe/3/1c1/ELG w l": "b or w",
            "g1e/1l1/1c1/ELG b C": None,
        }
    },
)
