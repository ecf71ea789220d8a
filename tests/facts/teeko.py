"""Facts of Teeko."""

from facts.facts import Counts, Facts
from oracles.teeko import Teeko


def turned(text: str) -> str:
    """The move after a quarter turn of the board."""
    names = [f"{'abcde'[int(name[1]) - 1]}{5 - 'abcde'.index(name[0])}" for name in text.split("-")]
    return "-".join(names)


FACTS = Facts(
    perft={
        "teeko": Counts([25, 25 * 24, 25 * 24 * 23])  # nobody can have won by then
    },
    oracles={"teeko": Teeko()},
    symmetries={"teeko": (turned,)},
    solved={"teeko": {"XX.../XX.../OOO../..O../..... O": -1}},
    proved={"teeko": {"O...O/...../..X.O/.XX../...XO X": 1, "..XO./X...O/..X../.O.../.O..X X": 1}},
    record=("teeko", "c5 c4 a4 c3 a3 a1 a5 d5 a5-b4 c3-b2 b4-c3 c4-d4 c5-b4 a1-b1 c3-b3"),
    impossible={
        "teeko": {
            "XX.../...../...../...../..... O": "as many men",
            "X..../...../...../...../..... X": "tells who is to move",
            "XX.../XX.../OOO../..O../..... X": "has won before",
            "X..../...../...../...../..... O": None,
            "X.../..../..../.... O": "shape",
        }
    },
)
