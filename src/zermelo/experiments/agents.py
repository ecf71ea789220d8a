"""The experiments of a course on game-playing agents: an agent's win rates, weights, depths."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Unpack

from zermelo.contract.game import Game
from zermelo.errors import UsageError
from zermelo.matches.conditions import Keywords
from zermelo.matches.tournament import Tournament, gauntlet, tournament

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


def depths_experiment(
    game: Game,
    depths: Sequence[int],
    *,
    player: str = "alphabeta",
    **conditions: Unpack[Keywords],
) -> Tournament:
    """Depth against depth: a tournament of one player that looks so many plies ahead.

    player  who searches, as in `zermelo.match`, without its depth
    """
    return tournament(game, [_with(player, f"depth={depth}") for depth in depths], **conditions)


def weights_experiment(
    game: Game,
    weights: Sequence[str],
    *,
    player: str = "alphabeta:depth=2",
    **conditions: Unpack[Keywords],
) -> Tournament:
    """A tournament of one player with several weights of the game's evaluation.

    weights  each the game's parameters to evaluate with, like "mills=8, possible=0"; "" for those
             that the game has
    player   who searches with them
    """
    if not game.has("evaluate"):
        raise UsageError(f"weights need {game}'s evaluate: define evaluate(self, state)")
    names = [_with(player, one.strip()) for one in weights]
    return tournament(game, names, **conditions)


def _with(player: str, weights: str) -> str:
    """The player's name with parameters added."""
    if not weights:
        return player
    return f"{player}{',' if ':' in player else ':'}{weights}"
