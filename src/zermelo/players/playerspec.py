"""A player as a match sees it: its name, and a player for every game."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from zermelo.contract.adapted.interned import Interned, chosen, is_shipped
from zermelo.contract.game import Game
from zermelo.play.history import History
from zermelo.play.player import Player, Thought
from zermelo.players.terms import Terms


class PlayerSpec(Protocol):
    """A description of a player, from a text or an object: it gives a match a player per game."""

    name: str

    def begin(self, terms: Terms, seed: int) -> Player:
        """The player of one game, new or reset for it."""

    def stop(self) -> None:
        """Let go of everything that was started for its games."""


class Named:
    """One of our own players, by name.

    parameters  of the game, for this player's searches alone: an evaluation's weights for example;
                they may not change the rules
    weights     the file of a learned evaluation, for them alone too
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
        """A new player, its search compiled."""
        if not self._parameters and self._weights is None:
            return self._make(terms, seed)
        thinks_of = dataclasses.replace(terms.game, **(self._parameters or {}))
        if self._weights is not None:
            from zermelo.learned.file import evaluated

            thinks_of = evaluated(thinks_of, self._weights)
        return Weighted(thinks_of, self._make(terms._replace(game=thinks_of), seed))

    def stop(self) -> None:
        """Nothing was started."""


class Guest(Named):
    """A player object of the caller's, the same in every game."""

    def __init__(self, player: Player) -> None:
        super().__init__(getattr(player, "name", type(player).__name__), lambda *_: player)

    def begin(self, terms: Terms, seed: int) -> Player:
        """The player, who knows the game as it was written."""
        player = super().begin(terms, seed)
        knows = is_shipped(player) or not isinstance(terms.game, Interned)
        return player if knows else Writer(player)


class Writer:
    """A person's own player in an interned game."""

    def __init__(self, player: Player) -> None:
        self.name, self._player = getattr(player, "name", type(player).__name__), player

    def choose(self, game: Game, state: Any) -> int:
        """The player's choice in the game as it was written."""
        return int(chosen(self._player.choose, game, state))


class Weighted:
    """A player who thinks of the game with other weights than those it is played with."""

    def __init__(self, game: Game, player: Player) -> None:
        self.name, self._game, self._player = player.name, game, player

    def choose(self, game: Game, state: Any) -> int:
        """The player's choice in its own game."""
        return self._player.choose(self._game, state)

    def watch(self, history: History) -> None:
        """Passed on."""
        if hasattr(self._player, "watch"):
            self._player.watch(history)

    @property
    def thought(self) -> Thought:
        """The player's."""
        return getattr(self._player, "thought", Thought())
