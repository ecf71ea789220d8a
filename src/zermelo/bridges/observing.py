"""Observations for learners: an array of numbers, by default made from a position's picture."""

from __future__ import annotations

import random
import re
from functools import lru_cache
from typing import Any, Final

import numpy as np

from zermelo.contract.game import ONGOING, Game
from zermelo.contract.picture import Picture
from zermelo.errors import ContractError

LOOKED_AT: Final = 400  # positions of random games, for the symbols on the board
Planes = np.ndarray[Any, np.dtype[np.float32]]


class Observer:
    """Makes arrays of a game's positions: its own `observation`, or planes of what is drawn.

    shape    of every array: planes, rows, columns; what the game itself says may have any
    symbols  what may lie on a point, a plane for each; where all of them are numbers, as of seeds,
             one plane has these numbers instead
    numbers  how many stand below the board, of pieces in hand for example: a plane for each

    The last plane is 1 where player 1 is to move. Pieces of player 0 are in the same planes
    for either mover.

    >>> import zermelo
    >>> game = zermelo.game("connectfour")
    >>> observer = Observer(game)
    >>> observer.shape, observer.symbols
    ((3, 6, 7), ('●', '★'))
    """

    def __init__(self, game: Game) -> None:
        self.game, self._own = game, game.has("observation")
        if self._own:
            self.shape = np.asarray(game.observation(game.start()), np.float32).shape
            return
        picture = game.picture(game.start())
        across, down = (sorted({point[i] for point in picture.points}) for i in (0, 1))
        self._cells = [(down.index(y), across.index(x)) for x, y in picture.points]
        self.symbols, self.numbers = _seen(game)
        self.counted = bool(self.symbols) and all(symbol.isdecimal() for symbol in self.symbols)
        planes = (1 if self.counted else len(self.symbols)) + self.numbers + 1
        self.shape = planes, len(down), len(across)

    def __call__(self, state: Any) -> Planes:
        """The array of `state`; `ContractError` for a piece that was never seen before."""
        if self._own:
            return np.asarray(self.game.observation(state), np.float32)
        picture, planes = self.game.picture(state), np.zeros(self.shape, np.float32)
        for point, symbol in picture.pieces.items():
            plane = 0 if self.counted else self._plane(symbol)
            planes[plane][self._cells[point]] = float(symbol) if self.counted else 1
        for place, number in enumerate(_numbers(picture)[: self.numbers]):
            planes[place - self.numbers - 1] = number
        planes[-1] = self.game.player(state)
        return planes

    def _plane(self, symbol: str) -> int:
        if symbol not in self.symbols:
            raise ContractError(f"{self.game} draws {symbol}, never seen: define observation")
        return self.symbols.index(symbol)


@lru_cache(maxsize=64)
def observer_of(game: Game) -> Observer:
    """A function that makes arrays of a game's positions, prepared once."""
    return Observer(game)


def _numbers(picture: Picture) -> list[int]:
    """The numbers in what stands below a board, of pieces in hand for example."""
    return [int(number) for number in re.findall(r"\d+", picture.below)]


def _seen(game: Game) -> tuple[tuple[str, ...], int]:
    """The symbols that lie on points, and the most numbers beside the board, in random games."""
    chance, state, numbers = random.Random(0), game.start(), 0
    symbols = set(game.picture(state).shapes)
    for _ in range(LOOKED_AT):
        picture = game.picture(state)
        symbols.update(picture.pieces.values())
        numbers = max(numbers, len(_numbers(picture)))
        moves = list(game.moves(state)) if game.outcome(state) == ONGOING else []
        state = game.play(state, chance.choice(moves)) if moves else game.start()
    return tuple(sorted(symbols)), numbers
