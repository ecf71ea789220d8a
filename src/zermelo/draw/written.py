"""Positions of games without a picture: their text, above a button for each move."""

from __future__ import annotations

from typing import Any

from zermelo.contract.game import Game
from zermelo.contract.picture import Picture


def picture_of(game: Game, state: Any) -> Picture:
    """The picture of a position; of a game that has none, its text and a button for each move.

    >>> import zermelo
    >>> class Take(zermelo.Game[tuple[int, int]]):
    ...     def start(self): return (3, 0)
    ...     def player(self, state): return state[1]
    ...     def moves(self, state): yield from range(1, state[0] + 1)
    >>> picture = picture_of(Take(), (2, 1))
    >>> picture.caption, picture.buttons
    ('(2, 1)', {1: '1', 2: '2'})
    """
    if game.has("picture"):
        return game.picture(state)
    text = game.format_state(state) if game.has("format_state") else str(state)
    buttons = {move: game.format_move(state, move) for move in game.moves(state)}
    return Picture([], buttons=buttons, cells=False, caption=text)
