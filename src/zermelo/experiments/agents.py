"""The experiment of a course on game-playing agents: the win rates of an agent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Unpack

from zermelo.contract.game import Game
from zermelo.matches.conditions import Keywords
from zermelo.matches.tournament import Tournament, gauntlet

TURN: Final = 0.15  # seconds a turn, as in the course


def agents_experiment(
    game: Game,
    agents: Sequence[str] = (),
    *,
    seconds: float = TURN,
    **conditions: Unpack[Keywords],
) -> Tournament:
    """Win rates of agents against Random, Greedy, Minimax and Alpha-Beta with deepening.

    agents      players; by default the engine and Monte Carlo tree search
    seconds     a turn, for Alpha-Beta and the agents by default
    conditions  as for `zermelo.match`; by default two random plies open both games of a pair
    """
    limit = f"seconds={seconds:g}"
    opponents = ["random", "greedy", "minimax:depth=3", f"alphabeta:{limit}"]
    return gauntlet(game, agents or [f"engine:{limit}", f"mcts:{limit}"], opponents, **conditions)
