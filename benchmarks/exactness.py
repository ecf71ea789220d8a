"""How often a player's moves keep the exact value of the position.

    make bench NAME=exactness [BENCH="--nodes 20000 --positions 200 --player best"]
    make bench NAME=exactness BENCH="--nodes 2000000 --positions 60 --plies 8 12 --unsolved"
    make bench NAME=exactness BENCH="--positions 60 --plies 20 --unsolved --game 'othello(size=6)'"

Small games are judged by databases, which are solved in a minute and stored in build/exactness.
Connect Four, or another game, is judged by the values that `analyze` proves in random positions
after 8, 12, 16 and 20 plies. Positions where all moves are worth the same are left out. Limits are
in nodes, so that a busy machine changes nothing; processor times are those of a move, on average
and at most.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from random import Random
from typing import Any, Final

import zermelo
from zermelo.confidence import share
from zermelo.contract.game import ONGOING
from zermelo.play.player import Terms
from zermelo.players.byname import player_spec
from zermelo.solver.probing.database import Database
from zermelo.tuning.audit import audit

SOLVED: Final = (
    "othello(size=4)",
    "hex(size=4)",
    "foxandgeese",
    "kalah(pits=3, seeds=3)",
    "connectfour(width=4, height=5)",
    "breakthrough(width=3, height=5)",
    "morris(men=3)",
)
PLIES: Final = (8, 12, 16, 20)  # plies of random positions in games that are not solved
LONG: Final = 600.0  # seconds to prove a position; most take ten at most
STORED: Final = Path("build/exactness")


def row(game: str, count: int, by_chance: float, kept: int) -> str:
    """A line of the table in docs/measurements/strength.md."""
    sure = share(kept, count)
    return (
        f"| {game} | {count:,} | {by_chance:.1%} | {kept / count:.1%} "
        f"| {sure.low:.1%} to {sure.high:.1%} |"
    )


def audited(name: str, player: str, positions: int) -> str:
    """The table's line for a solved game."""
    path = STORED / "".join(sign if sign.isalnum() else "-" for sign in name)
    zermelo.solve(name, path)  # only if it is not solved yet
    done = audit(Database(path), player, positions=positions)
    return row(name, done.positions, done.by_chance, done.positions - done.blunders)


def telling(game: Any, plies: int, chance: Random) -> tuple[Any, list[str], int]:
    """A random position where some moves are worse, its best moves, and its number of moves."""
    while True:
        state = game.start()
        for _ in range(plies):
            if game.outcome(state) == ONGOING:
                state = game.play(state, chance.choice(list(game.moves(state))))
        if game.outcome(state) != ONGOING:
            continue
        known = zermelo.analyze(game, state, seconds=LONG)
        best = [one.move for one in known.moves if one.value == known.value]
        if known.complete and len(best) < len(known.moves):
            return state, best, len(known.moves)


def proven(name: str, plies: int, player: str, positions: int) -> str:
    """The table's line for a game's positions after `plies` plies."""
    game, chance = zermelo.game(name), Random(plies)
    spec, kept, by_chance, spent = player_spec(player, Terms(game)), 0, 0.0, []
    spec.begin(Terms(game), 0).choose(game, game.start())  # compiles
    for number in range(positions):
        state, best, moves = telling(game, plies, chance)
        began = time.process_time()
        move = spec.begin(Terms(game, start=state), number).choose(game, state)
        spent.append(time.process_time() - began)
        kept += game.format_move(state, move) in best
        by_chance += len(best) / moves / positions
    line = row(f"{name}, after {plies} plies", positions, by_chance, kept)
    return f"{line} {sum(spent) / positions:.2f} s, {max(spent):.2f} s |"


def main() -> None:
    """Print a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--nodes", type=int, default=20_000, metavar="N", help="nodes per move")
    parser.add_argument("--positions", type=int, default=200, metavar="N", help="positions each")
    parser.add_argument("--player", default="best", metavar="NAME", help="best, engine or mcts")
    parser.add_argument("--plies", type=int, nargs="+", default=PLIES, metavar="N")
    parser.add_argument("--unsolved", action="store_true", help="leave out solved games")
    parser.add_argument("--game", default="connectfour", metavar="GAME", help="the unsolved game")
    asked = parser.parse_args()
    player = f"{asked.player}:nodes={asked.nodes}"
    STORED.mkdir(parents=True, exist_ok=True)
    columns = "| game | positions | any move keeps the value | the player's | 95% |"
    if not asked.unsolved:
        print(columns, "|---|---|---|---|---|", sep="\n")
        for name in SOLVED:
            print(audited(name, player, asked.positions), flush=True)
        print()
    print(f"{columns} time |", "|---|---|---|---|---|---|", sep="\n")
    for plies in asked.plies:
        print(proven(asked.game, plies, player, asked.positions), flush=True)


if __name__ == "__main__":
    main()
