"""The moves of a game as numbers from 0 on, the same in every state: what learners choose from."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any, Final

import numpy as np

from zermelo.contract.game import ONGOING, Game
from zermelo.errors import ContractError, IllegalMoveError

LOOKED_AT: Final = 5_000  # positions of random games, where a game does not list its actions


class Actions:
    """The numbers of a game's moves.

    values  what the game's `action` says of the moves numbered 0, 1, …, in the order of `actions`.
            Where a game lists none they are those met in random games, in order of size

    >>> import zermelo
    >>> game = zermelo.game("connectfour")
    >>> actions = Actions(game)
    >>> actions.count, actions.number(game.start(), 14), list(actions.legal(game.start()))
    (7, 2, [0, 1, 2, 3, 4, 5, 6])
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        listed = game.has("actions")
        self.values: tuple[int, ...] = tuple(game.actions()) if listed else _met(game)
        self._numbers = {value: number for number, value in enumerate(self.values)}
        if len(self._numbers) < len(self.values):
            raise ContractError(f"{game} lists an action twice")

    @property
    def count(self) -> int:
        """How many numbers there are."""
        return len(self.values)

    def number(self, state: Any, move: int) -> int:
        """The number of a legal move; `ContractError` for one that the game does not list."""
        number = self._numbers.get(self.game.action(state, move))
        if number is None:
            text = self.game.format_move(state, move)
            why = "is not among its actions" if self.game.has("actions") else "is new"
            raise ContractError(f"{self.game}: {text} {why}: define actions(self), all there are")
        return number

    def legal(self, state: Any) -> dict[int, int]:
        """Number → move of the legal moves, in order of the numbers; none at the end of a game."""
        if self.game.outcome(state) != ONGOING:
            return {}
        return dict(sorted((self.number(state, move), move) for move in self.game.moves(state)))

    def move(self, state: Any, number: int) -> int:
        """The legal move of this number; `IllegalMoveError` where there is none."""
        move = self.legal(state).get(number)
        if move is None:
            raise IllegalMoveError(f"action {number} is no legal move here")
        return move

    def mask(self, state: Any) -> np.ndarray[Any, np.dtype[np.int8]]:
        """A one for each number that is a legal move, shape [count]."""
        mask = np.zeros(self.count, np.int8)
        mask[list(self.legal(state))] = 1
        return mask


@lru_cache(maxsize=64)
def actions_of(game: Game) -> Actions:
    """The numbers of a game's moves, made once."""
    return Actions(game)


def _met(game: Game) -> tuple[int, ...]:
    """The actions of the moves of some random games, always the same games."""
    chance, state, met = random.Random(0), game.start(), set[int]()
    for _ in range(LOOKED_AT):
        moves = list(game.moves(state)) if game.outcome(state) == ONGOING else []
        met.update(game.action(state, move) for move in moves)
        state = game.play(state, chance.choice(moves)) if moves else game.start()
    return tuple(sorted(met))
