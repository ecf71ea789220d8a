"""The game and the state that a result names, to draw them."""

from __future__ import annotations

from typing import Any, Protocol

from zermelo.contract.game import Game
from zermelo.spec import games_called


class Named(Protocol):
    """A result about one position of one game."""

    @property
    def game(self) -> str:
        """The game's spec."""

    @property
    def state(self) -> str | None:
        """The text of the position, if the game has texts for positions."""

    @property
    def moves(self) -> tuple[Any, ...]:
        """Entries for legal moves, each with its text as `move`."""


def recalled(result: Named) -> tuple[Game | None, Any]:
    """The game and the state that `result` is about; None for both when these cannot be had.

    The game may be one by name, or of a class that the running program has defined, in a notebook
    for example. It has to know the position and its moves, so that no namesake is drawn.
    """
    for game in games_called(result.game):
        try:
            state = game.parse_state(result.state or "")
            for entry in result.moves:
                game.parse_move(state, entry.move)
        except Exception:  # whatever a user's own game makes of texts that are not its own
            continue
        return game, state
    return None, None
