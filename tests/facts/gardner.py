"""Facts of Gardner's minichess."""

from facts.facts import Counts, Facts
from oracles.chess import Chess
from zermelo.games.chess.texts import upside_down

FACTS = Facts(
    perft={
        "gardner": Counts([7, 53, 506, 4775])  # Fairy-Stockfish, gardner
    },
    oracles={"gardner": Chess("rnbqk/ppppp/...../PPPPP/RNBQK", "")},
    mirrors={"gardner": (upside_down,)},
    proved={"gardner": {"4k/4p/3QK/5/5 w - -": 1, "k4/2Q2/1K3/5/5 b - -": 0}},
    record=("gardner", "a3 Nxa3 e3 Nxc2+ Ke2 d3#"),
    impossible={
        "gardner": {
            "rnbqk/ppppp/5/PPPPP/RNBQK w KQ -": "KQ should be -: nobody castles here",
            "rnbqk/ppppp/5/PPPPP w - -": "5 rows of 5 cells",
            "rnbqk/ppppp/5/PPPPP/RNBQ1 w - -": "each side should have a king",
            "rnbqk/ppppp/5/PPPPP/RNBQK b - -": None,
        }
    },
)
