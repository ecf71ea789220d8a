"""Facts of chess."""

from facts.facts import Counts, Facts
from oracles.chess import Chess
from zermelo.games.chess.texts import upside_down

# Perft figures of the start and of five positions that chess programmers use:
# https://www.chessprogramming.org/Perft_Results; `make bench NAME=chesscounts` counts on.
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"
ENDGAME = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -"
UNEVEN = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -"
TALKED = "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -"
EDWARDS = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -"
POSITIONS = {
    KIWIPETE: Counts([48, 2039, 97862, 4085603, 193690690]),
    ENDGAME: Counts([14, 191, 2812, 43238, 674624, 11030083]),
    UNEVEN: Counts([6, 264, 9467, 422333, 15833292]),
    TALKED: Counts([44, 1486, 62379, 2103487, 89941194]),
    EDWARDS: Counts([46, 2079, 89890, 3894594, 164075551]),
}

FACTS = Facts(
    perft={"chess": Counts([20, 400, 8902, 197281, 4865609, 119060324])},
    positions={"chess": POSITIONS},
    oracles={"chess": Chess()},
    mirrors={"chess": (upside_down,)},
    proved={
        "chess": {
            "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -": 1,  # mate on the last row
            "7k/6Q1/5K2/8/8/8/8/8 b - -": -1,
            "7k/5K2/6Q1/8/8/8/8/8 b - -": 0,  # stalemate
        }
    },
    record=("chess", "f3 e5 g4 Qh4#"),
    impossible={
        "chess": {
            "8/8/8/8/8/8/8/K1k5 w -": "should be a FEN",
            "8/8/8/8/8/8/8/K1k5 x - -": "should be a FEN",
            "8/8/8/8/8/8/K1k5 w - -": "8 rows of 8 cells",
            "8/8/8/8/8/8/8/K1k4X w - -": "cell 'X'",
            "8/8/8/8/8/8/8/K7 w - -": "each side should have a king",
            "P7/8/8/8/8/8/8/K1k5 w - -": "no pawn be on the first",
            "8/8/8/8/8/8/8/R1k1K3 w - -": "should not be in check",
            "8/8/8/8/8/8/8/K1k5 w K -": "K of K takes a king and a rook on e1 and h1: leave it out",
            "8/8/8/8/8/8/8/K1k5 w - e9": "no square",
            "8/8/8/8/8/8/8/K1k5 w - e6": "just passed",
            "8/8/8/8/8/8/8/K1k5 w - -": None,
            "8/8/8/2pP4/8/8/8/K1k5 w - c6": None,
        }
    },
)
