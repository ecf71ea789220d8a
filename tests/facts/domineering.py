"""Facts of Domineering."""

from facts.facts import Counts, Facts, known
from oracles.domineering import Domineering


def mirrored(text: str) -> str:
    """The move with the columns in opposite order, the upper or left cell still first."""
    cells = text.translate(COLUMNS)
    return cells if cells[0] == cells[2] else cells[2:] + cells[:2]


def squares(*sizes: int) -> dict[str, dict[str, int]]:
    """Who wins on square boards, as Breuker, Uiterwijk and van den Herik have it (2000)."""
    words = known("domineering(n x n), who moves first")
    return {
        f"domineering(width={n}, height={n})": {"": {"win": 1, "loss": -1}[words[str(n)]]}
        for n in sizes
    }


COLUMNS = str.maketrans("abcde", "edcba")

FACTS = Facts(
    perft={
        "domineering": Counts([56, 2940, 146580]),  # counted by the oracle
        "domineering(width=5, height=4)": Counts([15, 192, 1904, 15288]),  # likewise
    },
    oracles={"domineering": Domineering(), "domineering(width=5, height=4)": Domineering(5, 4)},
    small={
        "domineering(width=3, height=3)": Domineering(3, 3),
        "domineering(width=4, height=2)": Domineering(4, 2),
    },
    symmetries={"domineering(width=5, height=4)": (mirrored,)},
    solved=squares(2, 3, 4),
    long=squares(5),
    searched=squares(6),
    record=("domineering(width=5, height=4)", "d2d1 a4b4 d4d3 a3b3 b2b1"),
    impossible={
        "domineering(width=3, height=2)": {
            ".../...": "who is to move",
            "#../... V": "two cells",
            "#../#.. V": "V has put one more",
            "#../#.. H": None,
            "^../v.. H": None,
            "^../^.. H": "whole",
            "^v./... H": "whole",
            "..</>.. H": "whole",
            ".../... H": "V has put one more",
            "#../# H": "shape",
        }
    },
    refused={"domineering(width=0)": "1 to 16", "domineering(height=17)": "1 to 16"},
)
