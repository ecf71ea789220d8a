"""The simplest opponents: any legal move, and the first one."""

from __future__ import annotations

import random
from typing import Any

from zermelo.contract.game import Game, moves_of


class RandomMoves:
    """A player who takes any legal move, each as likely, repeatable by `seed`."""

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, game: Game, state: Any) -> int:
        """Any legal move."""
        return self._random.choice(moves_of(game, state))


class FirstMove:
    """A player who takes the first legal move: the simplest opponent that always does the same."""

    name = "first"

    def choose(self, game: Game, state: Any) -> int:
        """The first legal move."""
        return moves_of(game, state)[0]
