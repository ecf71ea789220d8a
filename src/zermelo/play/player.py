"""Players, which are objects with a name and a method `choose`, and the terms of their match."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from zermelo.contract.game import Game
from zermelo.contract.views import View, choose_move, is_shipped
from zermelo.errors import ContractError
from zermelo.play.history import DrawRules

if TYPE_CHECKING:
    from zermelo.search.clock import Progress


class Player(Protocol):
    """One side of a game; `choose` returns a legal move in a state where this side moves."""

    name: str

    def choose(self, game: Game, state: Any) -> int:
        """The move to play in `state`."""


class Thought(NamedTuple):
    """A player's report on its latest move."""

    value: float | None = None  # the position's value for the player, from −1 to 1
    nodes: int | None = None  # the number of states visited


class Person:
    """A person, whose moves a surface passes to `Session.move`."""

    name = "human"

    def choose(self, game: Game, state: Any) -> int:
        """Raise `ContractError`, because a person cannot be asked for a move."""
        raise ContractError("pass a person's moves to Session.move")


class Terms(NamedTuple):
    """The game, its draw rules, and the conditions of play."""

    game: Game
    draws: DrawRules = DrawRules()
    clock: float | None = None  # seconds for each move, after which a player loses
    native: bool = True  # whether built-in players search compiled
    start: Any = None  # the first state, None for the game's own
    ready: bool = True  # whether built-in players are compiled before the game, not during it
    # watches all searches; if it raises `Stopped`, the search ends with its best result
    progress: Progress | None = None


class PlayerSpec(Protocol):
    """Describes a player, and makes or resets this player for each game of a match."""

    name: str

    def begin(self, terms: Terms, seed: int) -> Player:
        """A player for one game: a new player, or the previous player after a reset."""

    def stop(self) -> None:
        """Stop everything that `begin` started."""


class Named:
    """A built-in player with a name; `make` creates it for each game. Its searches, but not the
    match, use the `weights` in a file and these `parameters` of the game, such as weights of the
    evaluation. The parameters may not change the rules.
    """

    def __init__(
        self,
        name: str,
        make: Callable[[Terms, int], Player],
        parameters: dict[str, Any] | None = None,
        weights: str | Path | None = None,
    ) -> None:
        self.name, self._make, self._parameters = name, make, parameters
        self._weights = weights

    def begin(self, terms: Terms, seed: int) -> Player:
        """Make a new player, which uses its own parameters and weights."""
        if not self._parameters and self._weights is None:
            return self._make(terms, seed)
        thinks_of = dataclasses.replace(terms.game, **(self._parameters or {}))
        if self._weights is not None:
            from zermelo.learned.evaluation import with_weights

            thinks_of = with_weights(thinks_of, self._weights)
        return Weighted(thinks_of, self._make(terms._replace(game=thinks_of), seed))

    def stop(self) -> None:
        """Do nothing: the player has no process to stop."""


class Guest(Named):
    """A player object of the caller, used in every game."""

    def __init__(self, player: Player) -> None:
        super().__init__(getattr(player, "name", type(player).__name__), lambda *_: player)

    def begin(self, terms: Terms, seed: int) -> Player:
        """The caller's player; a `Writer` passes the author's game to a user's own player."""
        player = super().begin(terms, seed)
        knows = is_shipped(player) or not isinstance(terms.game, View)
        return player if knows else Writer(player)


class Writer:
    """Passes a user's player the game as its author wrote it, not the view with int moves."""

    def __init__(self, player: Player) -> None:
        self.name, self._player = getattr(player, "name", type(player).__name__), player

    def choose(self, game: Game, state: Any) -> int:
        """The player's choice in the game as its author wrote it."""
        return int(choose_move(self._player.choose, game, state))


class Weighted:
    """A player that searches the game with its own weights and parameters."""

    def __init__(self, game: Game, player: Player) -> None:
        self.name, self._game, self._player = player.name, game, player

    def choose(self, game: Game, state: Any) -> int:
        """The player's choice in the game with these weights and parameters."""
        return self._player.choose(self._game, state)

    def __getattr__(self, name: str) -> Any:
        """Return another attribute of the player, such as the report on its latest move."""
        if name == "_player":  # a copy in the making lacks it
            raise AttributeError(name)
        return getattr(self._player, name)
