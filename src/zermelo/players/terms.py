"""The terms that all players of a match share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from zermelo.contract.game import Game
from zermelo.play.history import DrawRules

if TYPE_CHECKING:
    from zermelo.search.limits import Progress


class Terms(NamedTuple):
    """The game, its draw rules, and the conditions of play.

    clock     seconds for each move, after which a player loses; None for no limit
    native    whether built-in players search compiled
    start     the first state, None for the game's own
    ready     whether built-in players are compiled before the game instead of during it
    progress  watches their searches; if it raises `Stopped`, the search ends with its best result
    """

    game: Game
    draws: DrawRules = DrawRules()
    clock: float | None = None
    native: bool = True
    start: Any = None
    ready: bool = True
    progress: Progress | None = None
