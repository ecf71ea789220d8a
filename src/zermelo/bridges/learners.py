"""Games for learners: moves as numbers, positions as arrays, and a game under way."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cached_property, lru_cache
from itertools import islice
from typing import Any, Final

import numpy as np

from zermelo.contract.game import DRAW, LOSS, ONGOING, WIN, Game
from zermelo.contract.picture import Picture
from zermelo.contract.states import random_game
from zermelo.errors import ContractError, IllegalMoveError
from zermelo.naming import winner
from zermelo.play.history import DrawRules

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
        self.values: tuple[int, ...] = tuple(game.actions()) if listed else _random_actions(game)
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
            raise ContractError(f"{self.game}: {text} {why}: define actions(self) with all of them")
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


def _random_actions(game: Game) -> tuple[int, ...]:
    """The actions of the moves of some random games, always the same games."""
    seen = islice(_random_plies(game), LOOKED_AT)
    return tuple(sorted({game.action(state, move) for state, moves in seen for move in moves}))


def _random_plies(game: Game) -> Iterator[tuple[Any, list[Any]]]:
    """The states of random games without end, always the same games, each with its moves."""
    chance = random.Random(0)
    while True:
        yield from random_game(game, chance)


PICTURED: Final = 400  # positions of random games, for the symbols on the board
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
        self.symbols, self.numbers = _symbols_seen(game)
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
            raise ContractError(
                f"{self.game}'s picture has an unexpected symbol {symbol}; define observation()"
            )
        return self.symbols.index(symbol)


@lru_cache(maxsize=64)
def observer_of(game: Game) -> Observer:
    """A function that makes arrays of a game's positions, prepared once."""
    return Observer(game)


def _numbers(picture: Picture) -> list[int]:
    """The numbers in the caption below a board, of pieces in hand for example."""
    return [int(number) for number in re.findall(r"\d+", picture.below)]


def _symbols_seen(game: Game) -> tuple[tuple[str, ...], int]:
    """The symbols that lie on points, and the most numbers beside the board, in random games."""
    symbols, numbers = set(game.picture(game.start()).shapes), 0
    for state, _ in islice(_random_plies(game), PICTURED):
        picture = game.picture(state)
        symbols.update(picture.pieces.values())
        numbers = max(numbers, len(_numbers(picture)))
    return tuple(sorted(symbols)), numbers


USUAL: Final = DrawRules()


class Course:
    """A state with the way to it, under the draw rules of a match.

    plies   how many moves were made since the start
    before  the course one move earlier, None at the start
    move    that was made then

    >>> import zermelo
    >>> course = Course(zermelo.game("nim(rows=[1])")).after(1 * 2 - 1)
    >>> course.plies, course.over, course.result
    (1, True, 1)
    """

    def __init__(
        self, game: Game, draws: DrawRules = USUAL, before: Course | None = None, move: int = 0
    ) -> None:
        self.game, self.draws, self.before, self.move = game, draws, before, move
        self.plies, self._quiet = 0, 0
        if before is None:
            self.state = game.start()
        else:
            self.state, self.plies = game.play(before.state, move), before.plies + 1
            if draws.quiet is not None and not game.progress(before.state, move):
                self._quiet = before._quiet + 1

    def after(self, move: int) -> Course:
        """The course once a legal move is made."""
        return Course(self.game, self.draws, self, move)

    def __reduce__(self) -> tuple[Any, ...]:
        moves, course = list[int](), self
        while course.before is not None:
            moves.append(course.move)
            course = course.before
        return _made, (self.game, self.draws, moves[::-1])

    @cached_property
    def over(self) -> bool:
        """Whether the game has ended, by its own rules or by those of the match."""
        return self.game.outcome(self.state) != ONGOING or self.drawn_by is not None

    @cached_property
    def drawn_by(self) -> str | None:
        """The rule of the match that ends a game here which would go on."""
        draws = self.draws
        if draws.repetitions is not None and self._times() >= draws.repetitions:
            return "repetition"
        if draws.quiet is not None and self._quiet >= draws.quiet:
            return "no progress"
        return "cap" if self.plies >= longest(self.game, draws) else None

    def _times(self) -> int:
        """How often the state has been there; where the game can only get shorter, once."""
        times, course = 1, self.before if self.game.remaining(self.state) < 0 else None
        while course is not None:
            times, course = times + (course.state == self.state), course.before
        return times

    @cached_property
    def legal(self) -> dict[int, int]:
        """Number → move of the legal moves; none once the game is over."""
        return {} if self.over else actions_of(self.game).legal(self.state)

    @property
    def result(self) -> int:
        """The value of the game that has ended for player 0."""
        if self.game.outcome(self.state) == ONGOING:
            worth = self.game.endless_value(self.state) if self.drawn_by == "repetition" else DRAW
            return worth if self.game.player(self.state) == 0 else -worth
        won = winner(self.game, self.state)
        return DRAW if won is None else WIN if won == 0 else LOSS

    def __copy__(self) -> Course:
        return self

    def __deepcopy__(self, memo: object) -> Course:
        return self


def _made(game: Game, draws: DrawRules, moves: list[int]) -> Course:
    """The course of these moves: a chain as long as a game is too deep for pickle."""
    course = Course(game, draws)
    for move in moves:
        course = course.after(move)
    return course


def longest(game: Game, draws: DrawRules = USUAL) -> int:
    """The most plies that a game can last: by its rules where these say so, else by the match's."""
    plies = game.remaining(game.start())
    caps = [limit for limit in (plies if plies >= 0 else None, draws.cap) if limit is not None]
    return min(caps) if caps else NEVER


NEVER: Final = 1 << 31  # plies that no game reaches
