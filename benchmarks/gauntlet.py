"""The player "best" against OpenSpiel's Monte Carlo tree search in C++, at equal processor time.

    make bench NAME=gauntlet [BENCH="--games 40 --seconds 0.05 hex othello"]

Each side's rate is measured during the games, and its limit in nodes or simulations is what the
processor computes in the given time, so that a busy machine changes nothing. If a turn has several
actions in OpenSpiel, as in Amazons, these share its time. Every opening of random moves is played
with both colours.
"""

from __future__ import annotations

import argparse
import random
import time
from typing import Any

import pyspiel

import zermelo
from learned import result_cells
from rules import PAIRS, Pair
from zermelo.bridges.openspieltexts import turns
from zermelo.contract.game import ONGOING
from zermelo.learned.evaluation import shipped_weights, with_weights
from zermelo.players.levels import strongest
from zermelo.players.search import Search
from zermelo.search.clock import Limits

LONGEST = 400  # turns after which a game is drawn
EXPLORATION = 2.0  # as in OpenSpiel's example
FIRST = 1000  # simulations of the bot's first search
MEASURED = 20_000  # nodes of the first search of Zermelo
WARM = 100_000  # nodes of a warm-up search: proofs are compiled later than the search


class Ours:
    """The player "best" in one game, with a limit in nodes that follows from its rate."""

    def __init__(self, game: Any, seconds: float) -> None:
        weights = shipped_weights(game)
        self.game = with_weights(game, weights) if weights else game
        self.seconds, self.nodes, self.spent = seconds, 0, 0.0
        self.search = strongest(game)
        self.begin(0)
        self.warm_up()
        self.nodes, self.spent = 0, 0.0
        self.search_for(MEASURED, game.start())

    def warm_up(self) -> None:
        """Play some plies, so that compiling does not count towards the rate."""
        state = self.game.start()
        for _ in range(4):
            if self.game.outcome(state) == ONGOING:
                state = self.game.play(state, self.search_for(WARM, state))

    def begin(self, seed: int) -> None:
        """Begin a new game."""
        self.player = Search(Limits(nodes=1), algorithm=self.search, seed=seed)

    def choose(self, state: Any) -> int:
        """The move of a search that takes about the given time."""
        return self.search_for(max(100, round(self.nodes / self.spent * self.seconds)), state)

    def search_for(self, nodes: int, state: Any) -> int:
        """The move of a search of `nodes` nodes; a search that ends early changes no rate."""
        self.player._limits = Limits(nodes=nodes)
        began = time.process_time()
        move = self.player.choose(self.game, state)
        visited = self.player.thought.nodes or 0
        if visited > nodes // 2 or not self.nodes:
            self.nodes += visited
            self.spent += time.process_time() - began
        return move


class Theirs:
    """OpenSpiel's bot, with a limit in simulations that follows from its rate."""

    def __init__(self, game: Any, seconds: float) -> None:
        self.game, self.seconds, self.simulations, self.spent = game, seconds, 0, 0.0

    def choose(self, state: Any, seed: int) -> tuple[int, ...]:
        """The actions of the bot's turn."""
        state, player, actions = state.clone(), state.current_player(), []
        while state.current_player() == player and not self.complete(actions):
            rate = self.simulations / self.spent if self.spent else FIRST / self.seconds
            limit = max(50, round(rate * self.seconds / self.shortest))
            evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
            bot = pyspiel.MCTSBot(self.game, evaluator, EXPLORATION, limit, 500, True, seed, False)
            began = time.process_time()
            root = bot.mcts_search(state)
            if root.explore_count > limit // 2:
                self.spent += time.process_time() - began
                self.simulations += root.explore_count
            actions.append(root.best_child().action)
            state.apply_action(actions[-1])
        return tuple(actions)

    def begin(self, state: Any) -> None:
        """Find the turns of a position by their actions."""
        self.turns = {actions: text for text, actions in turns(state)}
        self.shortest = min(map(len, self.turns))

    def complete(self, actions: list[int]) -> bool:
        """Whether these actions make a whole turn."""
        return tuple(actions) in self.turns


def play(ours: Ours, theirs: Theirs, first: bool, plies: int, seed: int) -> int:
    """Play one game after random moves; return the result for Zermelo's side."""
    game, chance = ours.game, random.Random(seed // 2)
    state, there = game.start(), theirs.game.new_initial_state()
    ours.begin(seed)
    for ply in range(LONGEST):
        if game.outcome(state) != ONGOING or there.is_terminal():
            break
        theirs.begin(there)
        actions_of = {text: actions for actions, text in theirs.turns.items()}
        if ply < plies:
            move = chance.choice(list(game.moves(state)))
        elif (game.player(state) == 0) == first:
            move = ours.choose(state)
        else:
            text = theirs.turns[theirs.choose(there, seed)]
            move = game.parse_move(state, text)
        for action in actions_of[game.format_move(state, move)]:
            there.apply_action(action)
        state = game.play(state, move)
    return int(there.returns()[0 if first else 1] * 2) if there.is_terminal() else 0


def row(pair: Pair, games: int, seconds: float, plies: int) -> str:
    """A game's line in the table of docs/measurements/strength.md."""
    ours = Ours(zermelo.game(pair.ours), seconds)
    theirs = Theirs(pyspiel.load_game(pair.theirs), seconds)
    counts = {1: 0, 0: 0, -1: 0}
    for number in range(games):
        result = play(ours, theirs, number % 2 == 0, plies, number)
        counts[(result > 0) - (result < 0)] += 1
    rates = (ours.nodes / ours.spent, theirs.simulations / theirs.spent)
    return (
        f"| {pair.ours} | {ours.search} | {rates[0]:,.0f} | {rates[1]:,.0f} {result_cells(counts)}"
    )


def main() -> None:
    """Print a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=20, metavar="N", help="games each, even")
    parser.add_argument("--seconds", type=float, default=0.05, metavar="S", help="seconds per move")
    parser.add_argument("--plies", type=int, default=2, metavar="N", help="random opening plies")
    parser.add_argument("names", nargs="*", metavar="GAME")
    asked = parser.parse_args()
    print(
        "| game | search | nodes a second | simulations a second | won–drawn–lost | points | 95% |"
    )
    print("|---|---|---|---|---|---|---|")
    for pair in PAIRS:
        if not asked.names or pair.ours in asked.names:
            print(row(pair, asked.games, asked.seconds, asked.plies), flush=True)


if __name__ == "__main__":
    main()
