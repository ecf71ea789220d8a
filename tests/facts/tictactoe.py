"""Facts of Tic-tac-toe."""

from facts.facts import Facts, recorded
from oracles.mnk import Mnk

FACTS = Facts(
    perft={"tictactoe": recorded("tic_tac_toe")},
    oracles={"tictactoe": Mnk()},
    symmetries={
        "tictactoe": (lambda text: text[::-1], lambda text: f"{2 - int(text[0])},{text[2]}")
    },
    solved={"tictactoe": {"": 0, "X.O/.../...": 1}},
    record=("tictactoe", "1,1 0,0 0,2 2,0 1,0 1,2 0,1 2,1 2,2"),
    impossible={
        "tictactoe": {
            "X.O": "shape",
            "X.O/.../...X": "shape",
            "Q../.../...": "cell 'Q'",
            "XXX/.../...": "as many stones",
            "O../.../...": "as many stones",
            "XXX/OOO/...": "a game ends at a line",
            "XXX/OO./O..": "X has a line, yet X moved last|a game ends|as many",
            "OOO/XX./XX.": "as many stones|ends at a line",
        }
    },
)
