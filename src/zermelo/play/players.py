"""Who can sit at the board: anything with a name that chooses a move."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from zermelo.errors import ContractError
from zermelo.game import Game

if TYPE_CHECKING:
    from zermelo.search.analyze import Analysis


class Player(Protocol):
    """One side of a game; `choose` returns a legal move of a state where this side moves."""

    name: str

    def choose(self, game: Game[Any], state: Any) -> int:
        """The move to play in `state`."""


class Person:
    """A person, whose moves come in through a surface and are never asked for here."""

    name = "human"

    def choose(self, game: Game[Any], state: Any) -> int:
        """Never: a surface passes a person's moves to `Session.move`."""
        raise ContractError("a person's moves are passed to Session.move")


class Search:
    """A player who searches, and plays one of ALL the best moves it finds, chosen by `seed`.

    `depth` in plies and `seconds` a move are limits; `progress` watches the searches.
    """

    name = "computer"

    def __init__(
        self,
        *,
        algorithm: str = "alphabeta",
        depth: int | None = None,
        seconds: float | None = None,
        native: bool = True,
        seed: int | None = None,
        progress: Callable[[Any], None] | None = None,
    ) -> None:
        self._limits: dict[str, Any] = {
            "algorithm": algorithm,
            "depth": depth,
            "seconds": seconds,
            "native": native,
            "seed": seed,
            "progress": progress,
        }
        self._random = random.Random(seed)
        self._latest: tuple[Game[Any], Any, Analysis] | None = None

    def choose(self, game: Game[Any], state: Any) -> int:
        """One of the best moves within the limits; any move when they leave no time to know one."""
        best = self.analysis(game, state).best_moves
        moves = [game.parse_move(state, text) for text in best] or list(game.moves(state))
        return self._random.choice(moves)

    def analysis(self, game: Game[Any], state: Any) -> Analysis:
        """What this player thinks of `state`; asked again at once, it doesn't search again.

        Raises `KeyboardInterrupt` when Ctrl-C ended the search, so that it ends the game too.
        """
        from zermelo.search.analyze import analyze  # a game between people needs no search

        if self._latest is None or self._latest[:2] != (game, state):
            found = analyze(game, state, **self._limits)
            if found.interrupted:
                raise KeyboardInterrupt
            self._latest = (game, state, found)
        return self._latest[2]


class RandomMoves:
    """A player who takes any legal move, each as likely, repeatable by `seed`."""

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, game: Game[Any], state: Any) -> int:
        """Any legal move."""
        return self._random.choice(list(game.moves(state)))


class FirstMove:
    """A player who takes the first legal move: the simplest opponent that always does the same."""

    name = "first"

    def choose(self, game: Game[Any], state: Any) -> int:
        """The first legal move."""
        return next(iter(game.moves(state)))


def seated(kind: str, thinking: Search, seed: int | None) -> Player:
    """The player called `kind`: "human", "computer" (which is `thinking`), "random" or "first"."""
    players: dict[str, Player] = {
        "human": Person(),
        "computer": thinking,
        "random": RandomMoves(seed),
        "first": FirstMove(),
    }
    return players[kind]
