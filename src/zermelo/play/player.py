"""Players: anything with a name that chooses moves."""

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
    """A player's report on its latest move.

    value  of the position to the player, from −1 to 1
    nodes  the number of states visited
    """

    value: float | None = None
    nodes: int | None = None


class Person:
    """A person, whose moves a surface passes to `Session.move`."""

    name = "human"

    def choose(self, game: Game, state: Any) -> int:
        """Raise `ContractError`: nobody can ask a person for a move."""
        raise ContractError("a person's moves are passed to Session.move")
