"""Learned evaluations against the games' own, or the hybrid against the engine, at equal time.

    make bench NAME=learned [BENCH="--games 60 --nodes 8000 connectfour othello"]
    make bench NAME=learned BENCH="--hybrid --games 100 y havannah"

The first side visits as many nodes as it can in the other side's time: the ratio of their rates is
measured before the match and updated during it, so that a busy machine favours neither. Each
opening of random moves is played with both colours. Without --weights, it judges the included
weights.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from importlib.resources import files
from pathlib import Path
from typing import Any

import zermelo
from zermelo.confidence import share
from zermelo.contract.game import ONGOING
from zermelo.learned.evaluation import TITLE, shipped_weights, with_weights
from zermelo.search.engine.table import Table

LONGEST = 300  # plies after which a game is drawn
MEASURED = 100_000  # nodes of a search that measures the rate
RATED = 6  # searches before a match that measure the rate


class Side:
    """One side: the game with its evaluation, its search, and its rate in nodes per second."""

    def __init__(self, game: Any, algorithm: str = "engine") -> None:
        self.game, self.nodes, self.seconds = game, 0, 0.0
        self.given: dict[str, Any] = {"algorithm": algorithm}
        self.table = Table(16.0)
        if algorithm == "engine":
            self.given |= {"ties": False, "selective": True, "table": self.table}

    def begin(self) -> None:
        """Forget the previous game."""
        self.table.forget()

    def move(self, state: Any, nodes: int, seed: int) -> int:
        """The search's move after about this many nodes."""
        began = time.process_time()
        analysis = zermelo.analyze(self.game, state, nodes=nodes, seed=seed, **self.given)
        if analysis.nodes > nodes // 2:  # a search that ends early says nothing about the rate
            self.nodes += analysis.nodes
            self.seconds += time.process_time() - began
        return self.game.parse_move(state, analysis.best_moves[0])

    @property
    def rate(self) -> float:
        """Nodes per processor second."""
        return self.nodes / self.seconds


def opened(game: Any, plies: int, chance: random.Random) -> Any:
    """A position after `plies` random moves."""
    state = game.start()
    for _ in range(plies):
        if game.outcome(state) == ONGOING:
            state = game.play(state, chance.choice(list(game.moves(state))))
    return state


def play(state: Any, ours: Side, other: Side, player: int, nodes: int, seed: int) -> int:
    """Play one game; our side is `player`, with as many nodes as fit in the other side's time."""
    game = other.game
    for side in (ours, other):
        side.begin()
    for _ in range(LONGEST):
        if game.outcome(state) != ONGOING:
            return int(
                game.outcome(state) if game.player(state) == player else -game.outcome(state)
            )
        if game.player(state) == player:
            scaled = max(500, int(nodes * ours.rate / other.rate))
            state = game.play(state, ours.move(state, scaled, seed))
        else:
            state = game.play(state, other.move(state, nodes, seed))
    return 0


def match(ours: Side, other: Side, nodes: int, games: int, plies: int) -> dict[int, int]:
    """Play a match; count our side's wins, draws and losses, by their results 1, 0 and -1."""
    game = other.game
    for side in (ours, other):
        side.move(game.start(), MEASURED, 0)  # compiles
        side.nodes, side.seconds = 0, 0.0
    for seed in range(RATED):
        for side in (ours, other):
            side.begin()
            side.move(opened(game, plies, random.Random(seed)), MEASURED, seed)
    counts = {1: 0, 0: 0, -1: 0}
    for number in range(games):
        state = opened(game, plies, random.Random(number // 2))
        counts[play(state, ours, other, number % 2, nodes, number)] += 1
    return counts


def sides_of(name: str, weights: Path | None, hybrid: bool) -> tuple[Side, Side]:
    """The sides with the learned and the game's own evaluation, or with the two searches."""
    game = zermelo.game(name)
    best = game if weights is None else with_weights(game, weights)
    return (Side(best, "hybrid"), Side(best)) if hybrid else (Side(best), Side(game))


def judge(name: str, learned: Side, other: Side, nodes: int, games: int, plies: int) -> str:
    """A game's line in the table of docs/measurements."""
    counts = match(learned, other, nodes, games, plies)
    return f"| {name} | {nodes:,} | {learned.rate / other.rate:.2f} {result_cells(counts)}"


def result_cells(counts: dict[int, int]) -> str:
    """The last cells of a line: won–drawn–lost, the share of points, and its 95% interval."""
    games, points = sum(counts.values()), counts[1] + counts[0] / 2
    likely = share(int(points), games)
    return (
        f"| {counts[1]}–{counts[0]}–{counts[-1]} | {points / games:.0%} "
        f"| {likely.low:.0%} to {likely.high:.0%} |"
    )


def main() -> None:
    """Print a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=60, metavar="N", help="games each, even")
    parser.add_argument("--nodes", type=int, default=8_000, metavar="N", help="other side's nodes")
    parser.add_argument("--plies", type=int, default=4, metavar="N", help="random opening plies")
    parser.add_argument("--weights", type=Path, metavar="FILE", help="weights to judge, one game")
    parser.add_argument("--hybrid", action="store_true", help="the hybrid against the engine")
    parser.add_argument("names", nargs="*", metavar="GAME")
    asked = parser.parse_args()
    known = sorted(Path(str(files("zermelo.learned"))).glob("weights/*.weights"))
    abouts = [path.read_bytes()[len(TITLE) :].partition(b"\n")[0] for path in known]
    names = asked.names or [json.loads(about)["game"] for about in abouts]
    print("| game | nodes | nodes for the same time | won–drawn–lost | points | 95% |")
    print("|---|---|---|---|---|---|")
    for name in names:
        weights = asked.weights or shipped_weights(zermelo.game(name))
        sides = sides_of(name, weights, asked.hybrid)
        print(judge(name, *sides, asked.nodes, asked.games, asked.plies), flush=True)


if __name__ == "__main__":
    main()
