"""Facts of Los Alamos chess."""

from facts.facts import Counts, Facts
from oracles.chess import Chess
from zermelo.games.chess.texts import upside_down

FACTS = Facts(
    perft={
        "losalamos": Counts([10, 100, 1212, 14332])  # Fairy-Stockfish, losalamos
    },
    oracles={"losalamos": Chess("rnqknr/pppppp/....../....../PPPPPP/RNQKNR", "", "QRN")},
    mirrors={"losalamos": (upside_down,)},
    proved={"losalamos": {"5k/5p/4QK/6/6/6 w - -": 1, "k5/2Q3/1K4/6/6/6 b - -": 0}},
    record=("losalamos", "Nf3 Nd4 Nxd4 b4 Na3 Re6 Nxf5#"),
    impossible={
        "losalamos": {
            "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w KQ -": "KQ should be -: nobody castles here",
            "rnqknr/pppppp/6/6/PPPPPP w - -": "6 rows of 6 cells",
            "rnqknr/pppppp/6/6/PPPPPP/RNQ1NR w - -": "each side should have a king",
            "rnqknr/pppppp/6/6/PPPPPP/RNQKNR b - -": None,
        }
    },
)
