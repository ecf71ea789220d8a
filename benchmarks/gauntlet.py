"""The player "best" against OpenSpiel's Monte Carlo tree search in C++, at equal processor time.

    make bench NAME=gauntlet [BENCH="--games 40 --seconds 0.05 hex othello"]

Each side's rate is measured as it plays, and its limit, in nodes or in simulations, is what the
processor does in the given time: a busy machine changes nothing. Where every turn is several
actions there, as in Amazons, they share its time. Every opening of random moves is played with both
colours.
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

LONGEST = 400  # turns of a game, which then is drawn
EXPLORATION = 2.0  # as in OpenSpiel's example
FIRST = 1000  # simulations of their first search,
MEASURED = 20_000  # and nodes of ours
WARM = 100_000  # nodes of the searches before: proofs are compiled later than the search


class Ours:
    """The player "best" of one game, limited in nodes by its own rate."""

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
        """Play some plies: what is compiled on the way says nothing about the rate."""
        state = self.game.start()
        for _ in range(4):
            if self.game.outcome(state) == ONGOING:
                state = self.game.play(state, self.search_for(WARM, state))

    def begin(self, seed: int) -> None:
        """A new game."""
        self.player = Search(Limits(nodes=1), algorithm=self.search, seed=seed)

    def choose(self, state: Any) -> int:
        """The move of a search that takes about the time."""
        return self.search_for(max(100, round(self.nodes / self.spent * self.seconds)), state)

    def search_for(self, nodes: int, state: Any) -> int:
        """The move found in so many nodes; one that is found sooner says nothing about the rate."""
        self.player._limits = Limits(nodes=nodes)
        began = time.process_time()
        move = self.player.choose(self.game, state)
        visited = self.player.thought.nodes or 0
        if visited > nodes // 2 or not self.nodes:
            self.nodes += visited
            self.spent += time.process_time() - began
        return move


class Theirs:
    """OpenSpiel's bot, limited in simulations by its own rate."""

    def __init__(self, game: Any, seconds: float) -> None:
        self.game, self.seconds, self.simulations, self.spent = game, seconds, 0, 0.0

    def choose(self, state: Any, seed: int) -> tuple[int, ...]:
        """The actions of a turn."""
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
        """The turns of a position, by their actions."""
        self.turns = {actions: text for text, actions in turns(state)}
        self.shortest = min(map(len, self.turns))

    def complete(self, actions: list[int]) -> bool:
        """Whether these actions are a turn."""
        return tuple(actions) in self.turns


def play(ours: Ours, theirs: Theirs, first: bool, plies: int, seed: int) -> int:
    """One game after random moves; the result for us, who are the first player or the second."""
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
    """A game's line of the table in docs/measurements/strength.md."""
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
    """Print a line a game."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=20, metavar="N", help="an even number")
    parser.add_argument("--seconds", type=float, default=0.05, metavar="S", help="of each move")
    parser.add_argument("--plies", type=int, default=2, metavar="N", help="of random openings")
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
