"""Facts of Quarto."""

from facts.facts import Facts, published
from oracles.quarto import Quarto


def dark_for_light(text: str) -> str:
    """Another property for each piece: those with the first one lose it, the others get it."""
    return "".join(f"{int(c, 16) ^ 8:X}" if c in "0123456789ABCDEF" else c for c in text)


FACTS = Facts(
    perft={"quarto": published("quarto")},
    oracles={"quarto": Quarto()},
    mirrors={"quarto": (dark_for_light,)},
    solved={
        "quarto": {
            "96.B/5C20/E1.4/...D 7": 0,
            "A50./.8C3/F6.9/4..D 1": 1,
            "..../B6A./E90D/3FC5 7": 1,
        }
    },
    record=("quarto", "c2:8 d2:2 a2:A b2:4"),
    impossible={
        "quarto": {
            "..../..../..../....": "end with the piece given",
            "0.../..../..../.... 0": "there once",
            "00../..../..../.... 1": "there once",
            "0.../..../..../.... -": "a digit",
            "0.../..../..../.... F": None,
        }
    },
)
