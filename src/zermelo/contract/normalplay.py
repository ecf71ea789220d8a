"""Normal play: players alternate until one cannot move and loses."""

from functools import lru_cache
from typing import Any, Final

from zermelo.contract.game import LOSS, ONGOING, Game
from zermelo.contract.states import random_games
from zermelo.contract.views import game_as_written

GAMES: Final = 20  # random games to examine
MOVES: Final = 4_000  # the approximate number of moves to generate in all random games


def breach(game: Game[Any], state: Any, children: list[Any]) -> str:
    """How `state` breaks normal play, like "a player moves twice in"; "" if it does not.

    `children` has the states after some or all moves; it is empty if there are no moves.
    """
    if game.outcome(state) != (ONGOING if children else LOSS):
        return "another ending is"
    mover = game.player(state)
    if any(game.player(child) == mover for child in children):
        return "a player moves twice in"
    return ""


@lru_cache(maxsize=64)
def sampled_breach(game: Game[Any]) -> tuple[str, Any]:
    """The first `breach` in some random games, and its state; "" and None if there is none."""
    for at, _, _, after in random_games(game, GAMES, MOVES):
        why = breach(game, at, [] if after is at else [after])
        if why:
            return why, at
    return "", None


def others_are_known(game: Game[Any]) -> bool:
    """Whether `other_to_move` is right in all positions of some random games."""
    return all(other_is_known(game, at) for at, *_ in random_games(game, GAMES, MOVES))


def other_is_known(game: Game[Any], state: Any) -> bool:
    """Whether `other_to_move` is right: the game defines it, or the default keeps the pieces."""
    if game_as_written(game).has("other_to_move"):
        return True
    if not (game.has("picture") and hasattr(state, "player")):
        return False
    return game.picture(state).pieces == game.picture(game.other_to_move(state)).pieces
