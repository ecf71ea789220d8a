"""Facts of Kalah."""

from facts.facts import Counts, Facts, known
from oracles.kalah import Kalah


def exchanged(text: str) -> str:
    """The position with the players exchanged."""
    numbers, player = text.split()
    seeds = numbers.split(",")
    half = len(seeds) // 2
    return f"{','.join(seeds[half:] + seeds[:half])} {'BA'['AB'.index(player)]}"


BRUTE_FORCE = "kalah margins by brute force, for the first player, seeds 1, 2, 3, 4"
MARGINS = {
    f"kalah({pits}, seeds={seeds})": {"": margin}
    for pits, margins in known(BRUTE_FORCE).items()
    if pits != "note"
    for seeds, margin in enumerate(margins, 1)
}
LARGE = "kalah(pits=3, seeds=4)"

FACTS = Facts(
    perft={
        "kalah": Counts([6, 35, 185, 942, 4690, 23233])  # OpenSpiel 2.0.2, mancala
    },
    oracles={
        "kalah": Kalah(),
        "kalah(pits=2, seeds=9)": Kalah(2, 9),  # sown more than once round
    },
    small={"kalah(pits=2, seeds=1)": Kalah(2, 1), "kalah(pits=1, seeds=3)": Kalah(1, 3)},
    mirrors={"kalah(pits=2, seeds=9)": (exchanged,)},
    solved={spec: margin for spec, margin in MARGINS.items() if spec != LARGE},
    long={LARGE: MARGINS[LARGE]},
    record=("kalah(pits=4, seeds=2)", "3 1 3 1 4"),
    impossible={
        "kalah(pits=2, seeds=1)": {
            "1,1,0,1,1,0": "who is to move",
            "1,1,0,1,1 A": "6 numbers",
            "1,1,0,1,2,0 A": "4 seeds in all",
            "1,1,0,1,-1,2 A": "6 numbers",
            "1,1,0,1,٣,0 A": "6 numbers",
            "0,0,2,1,1,0 B": None,
        }
    },
    refused={"kalah(pits=0)": "1 to 9", "kalah(seeds=13)": "1 to 12"},
)
