"""The position a command or a session starts from, read from text."""

from __future__ import annotations

from typing import Any

from zermelo.errors import UsageError
from zermelo.game import Game
from zermelo.play.session import Session


def position(game: Game[Any], *, state: str | None = None, moves: str | None = None) -> Any:
    """The state that the text `state` describes, or that `moves`, parted by spaces, lead to.

    With neither, the game's start. Raises `TextError` for a text that describes no position,
    `IllegalMoveError` for a move that may not be made, `UsageError` for both texts together.

    >>> import zermelo
    >>> nim = zermelo.game("nim(rows=[1, 2])")
    >>> position(nim, moves="0,1 1,2") == position(nim, state="0,0 A")
    True
    """
    if state is not None and moves is not None:
        raise UsageError("give a position as a state or as moves, not both")
    if state is not None:
        return game.parse_state(state)
    session = Session(game)
    for move in (moves or "").split():
        session.move(move)
    return session.state
