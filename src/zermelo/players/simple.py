"""The simplest players: random moves, and the first move."""

from __future__ import annotations

import random
from typing import Any

from zermelo.contract.game import Game, moves_of


class RandomMoves:
    """Plays random legal moves, reproducible by `seed`."""

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, game: Game, state: Any) -> int:
        """A random legal move."""
        return self._random.choice(moves_of(game, state))


class FirstMove:
    """Plays the first legal move: the simplest deterministic player."""

    name = "first"

    def choose(self, game: Game, state: Any) -> int:
        """The first legal move."""
        return moves_of(game, state)[0]
