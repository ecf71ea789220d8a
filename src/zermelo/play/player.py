"""Players at the board: anything with a name that chooses a move."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from zermelo.contract.game import Game
from zermelo.errors import ContractError


class Player(Protocol):
    """One side of a game; `choose` returns a legal move of a state where this side moves."""

    name: str

    def choose(self, game: Game, state: Any) -> int:
        """The move to play in `state`."""


class Thought(NamedTuple):
    """A player's thoughts about its latest move, as far as it reports them.

    value  what the position was worth to the player, from −1 to 1
    nodes  how many states it visited
    """

    value: float | None = None
    nodes: int | None = None


class Person:
    """A person, whose moves come in through a surface and are never asked for here."""

    name = "human"

    def choose(self, game: Game, state: Any) -> int:
        """Never: a surface passes a person's moves to `Session.move`."""
        raise ContractError("a person's moves are passed to Session.move")
