"""Facts of the L game."""

from facts.facts import Counts, Facts
from oracles.lgame import LGame


def mirrored(text: str) -> str:
    """The position with the columns in opposite order."""
    board, player = text.split()
    return f"{'/'.join(row[::-1] for row in board.split('/'))} {player}"


FACTS = Facts(
    perft={
        # The first L has five other places, and then 2 · 6 ways of a neutral piece, or none.
        "lgame": Counts([65, 7956])
    },
    oracles={"lgame": LGame()},
    mirrors={"lgame": (mirrored,)},
    solved={"lgame": {".O../#O../XOO#/XXX. X": -1}},
    long={
        "lgame": {"": 0}  # de Bono, The Five-Day Course in Thinking, 1968
    },
    record=(
        "lgame",
        "b4-d3/d1-c2 b1-d2/c2-a2 b3-d4/a4-b4 b2-d1/b4-c4 c3-a4 d3-c1/c4-a1 b1-c3/a1-a4 "
        "d2-c4/a4-a1 b1-a3/a2-c2 b4-d3/a1-a4 c1-a2/c2-a3 b4-c2/a4-d2",
    ),
    impossible={
        "lgame": {
            "#XX./.OX./.OX./.OO#": "who is to move",
            "#XX./.OX./.OX./.OO. X": "two neutral pieces",
            "#XX./.OX./.OO./.OO# X": "two Ls",
            "#XX/.OX/.OX X": "shape",
            "#XX./.OX./.OX./.OO# O": None,
        }
    },
)
