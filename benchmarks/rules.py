"""Random games by OpenSpiel's rules and Zermelo's: the same moves, the same results.

    make bench NAME=rules [BENCH="othello --games 10000"]

In each position, both games have to allow the same moves, and at the end they have to name the same
winner. A turn of several actions, like jumps in checkers, counts as one move in both, see
`zermelo.bridges.openspieltexts`. `zermelo check GAME --against openspiel:…` also compares positions
near the start.
"""

from __future__ import annotations

import argparse
import random
import time
from typing import NamedTuple

import zermelo
from zermelo.laws.twins import Comparison


class Pair(NamedTuple):
    """A game of Zermelo and the same game of OpenSpiel.

    apart  a known difference of the rules, in words: OpenSpiel's game may end before Zermelo's
    """

    ours: str
    theirs: str
    apart: str = ""


PAIRS = [
    Pair("tictactoe", "tic_tac_toe"),
    Pair("connectfour", "connect_four"),
    Pair("othello", "othello"),
    Pair("breakthrough", "breakthrough"),
    Pair("hex", "hex"),
    Pair("kalah", "mancala"),
    Pair("dotsandboxes", "dots_and_boxes(num_rows=3,num_cols=3)"),
    Pair("checkers", "checkers", "drawn there after 40 moves without progress"),
    Pair("amazons(size=6)", "amazons(board_size=6)"),
    Pair("clobber", "clobber(rows=6,columns=5)"),
    Pair("ultimate", "ultimate_tic_tac_toe"),
    Pair("gomoku", "gomoku"),
    Pair("y", "y(board_size=9)"),
    Pair("y(size=19)", "y"),
    Pair("havannah", "havannah(board_size=6)"),
    Pair("havannah(size=8)", "havannah"),
    Pair("quoridor", "quoridor(board_size=5)", "drawn there after 100 moves"),
    Pair("linesofaction", "lines_of_action", "drawn there when a board comes again"),
]


def compare(pair: Pair, games: int, seed: int) -> tuple[int, str | None]:
    """The number of moves in random games, and the first difference in words, or None."""
    comparison = Comparison(zermelo.game(pair.ours), zermelo.game(f"openspiel:{pair.theirs}"))
    chance, moves = random.Random(f"{pair.ours} {seed}"), 0
    for _ in range(games):
        plies, result = comparison.in_random_game(chance)
        moves += plies
        if result and not (pair.apart and result.there in ("the game is over", "draw")):
            return moves, f"after {' '.join(result.moves)}: {result.here}; there {result.there}"
    return moves, None


def main() -> int:
    """Compare the requested games, by default all; return 1 if any rule differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*", help="specs of games; by default all")
    parser.add_argument("--games", type=int, default=1000, help="random games per game")
    parser.add_argument("--seed", type=int, default=0, help="chooses the random games")
    asked = parser.parse_args()
    status = 0
    for pair in PAIRS:
        if asked.game and pair.ours.partition("(")[0] not in asked.game:
            continue
        began = time.perf_counter()
        moves, fault = compare(pair, asked.games, asked.seed)
        status |= fault is not None
        apart = f"; {pair.apart}" if pair.apart else ""
        message = fault or f"{asked.games:,} games alike, {moves:,} moves{apart}"
        print(f"{pair.ours:16} {message}  ({time.perf_counter() - began:.0f} s)", flush=True)
    return status


if __name__ == "__main__":
    raise SystemExit(main())
