"""Games for learning programs: moves as numbers, and positions as arrays."""

import random
import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Any, Final

import numpy as np

from zermelo.contract.game import ONGOING, Game
from zermelo.contract.picture import Picture
from zermelo.contract.states import random_game
from zermelo.errors import ContractError, IllegalMoveError
from zermelo.play.history import DrawRules, History

LOOKED_AT: Final = 5_000  # positions of random games to examine for actions, if a game lists none


class Actions:
    """The numbers of a game's moves.

    values  number → the game's `action`, in the order of `actions`; if the game does not list its
            actions, those seen in random games, in ascending order

    >>> import zermelo
    >>> game = zermelo.game("connectfour")
    >>> actions = Actions(game)
    >>> actions.count, actions.number(game.start(), 14), list(actions.legal(game.start()))
    (7, 2, [0, 1, 2, 3, 4, 5, 6])
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        listed = game.has("actions")
        seen = islice(() if listed else _random_plies(game), LOOKED_AT)
        found = {game.action(state, move) for state, moves in seen for move in moves}
        self.values: tuple[int, ...] = tuple(game.actions() if listed else sorted(found))
        self._numbers = {value: number for number, value in enumerate(self.values)}
        if len(self._numbers) < len(self.values):
            raise ContractError(f"{game} lists an action twice")

    @property
    def count(self) -> int:
        """The number of different actions."""
        return len(self.values)

    def number(self, state: Any, move: int) -> int:
        """The number of a legal move; raises `ContractError` if its action is not in `values`."""
        number = self._numbers.get(self.game.action(state, move))
        if number is None:
            text = self.game.format_move(state, move)
            why = "is not among its actions" if self.game.has("actions") else "is a new action"
            raise ContractError(f"{self.game}: {text} {why}: define actions(self) with all actions")
        return number

    def legal(self, state: Any) -> dict[int, int]:
        """Number → legal move, in ascending order of numbers; empty at the end of a game."""
        if self.game.outcome(state) != ONGOING:
            return {}
        return dict(sorted((self.number(state, move), move) for move in self.game.moves(state)))

    def move(self, state: Any, number: int) -> int:
        """The legal move of this number; `IllegalMoveError` if there is none."""
        move = self.legal(state).get(number)
        if move is None:
            raise IllegalMoveError(f"action {number} is not a legal move here")
        return move


actions_of = lru_cache(maxsize=64)(Actions)


def _random_plies(game: Game) -> Iterator[tuple[Any, list[Any]]]:
    """Yield the states of endless random games, always the same, each with its moves."""
    chance = random.Random(0)
    while True:
        yield from random_game(game, chance)


PICTURED: Final = 400  # positions of random games to examine for symbols on the board
Planes = np.ndarray[Any, np.dtype[np.float32]]


class Observer:
    """Converts positions to arrays: the game's own `observation`, or planes of its picture.

    shape    the shape of every array: planes, rows, columns; `observation` may have any shape
    symbols  the symbols on points, a plane for each; if all are numbers, as for seeds, a single
             plane has these numbers
    numbers  how many numbers the caption below the board has, as for pieces in hand; each has a
             plane

    The last plane is 1 where player 1 is to move; the planes of symbols do not depend on the player
    to move.

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
        symbols, self.numbers = set(picture.shapes), 0
        for state, _ in islice(_random_plies(game), PICTURED):
            seen = game.picture(state)
            symbols.update(seen.pieces.values())
            self.numbers = max(self.numbers, len(_numbers(seen)))
        self.symbols = tuple(sorted(symbols))
        self.counted = bool(self.symbols) and all(symbol.isdecimal() for symbol in self.symbols)
        planes = (1 if self.counted else len(self.symbols)) + self.numbers + 1
        self.shape = planes, len(down), len(across)

    def __call__(self, state: Any) -> Planes:
        """The array of `state`; `ContractError` for an unexpected piece."""
        if self._own:
            return np.asarray(self.game.observation(state), np.float32)
        picture, planes = self.game.picture(state), np.zeros(self.shape, np.float32)
        for point, symbol in picture.pieces.items():
            if not self.counted and symbol not in self.symbols:
                unexpected = f"{self.game}'s picture has an unexpected symbol {symbol}"
                raise ContractError(f"{unexpected}; define observation()")
            plane = 0 if self.counted else self.symbols.index(symbol)
            planes[plane][self._cells[point]] = float(symbol) if self.counted else 1
        for place, number in enumerate(_numbers(picture)[: self.numbers]):
            planes[place - self.numbers - 1] = number
        planes[-1] = self.game.player(state)
        return planes


observer_of = lru_cache(maxsize=64)(Observer)


def _numbers(picture: Picture) -> list[int]:
    """The numbers in the caption below a board, for example of pieces in hand."""
    return [int(number) for number in re.findall(r"\d+", picture.below)]


USUAL: Final = DrawRules()


def legal_numbers(history: History) -> dict[int, int]:
    """Number → legal move in the last position of a game; empty once the game is over."""
    return {} if history.over else actions_of(history.game).legal(history.state)


def longest(game: Game, draws: DrawRules = USUAL) -> int:
    """The most plies of a game, by its own limit or the draw rules; `NEVER` if neither has one."""
    plies = game.remaining(game.start())
    return min(plies if plies >= 0 else NEVER, NEVER if draws.cap is None else draws.cap)


NEVER: Final = 1 << 31  # more plies than any game has
