"""The terms that all players of a match share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from zermelo.contract.game import Game
from zermelo.play.drawrules import DrawRules

if TYPE_CHECKING:
    from zermelo.search.limits import Progress


class Terms(NamedTuple):
    """The game, the rules by which it is drawn, and how it is played.

    clock     seconds that a move may take, who takes longer has lost; None for any
    native    whether built-in players search compiled
    start     the state that the game begins in, None for its own
    ready     whether built-in players are compiled before the game begins, and not while it lasts
    progress  watches their searches; a `Stopped` that it raises ends one with what is known
    """

    game: Game
    draws: DrawRules = DrawRules()
    clock: float | None = None
    native: bool = True
    start: Any = None
    ready: bool = True
    progress: Progress | None = None
