"""The rules of a game, which are five methods, with its texts and parameters."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, dataclass_transform

from zermelo.errors import CapabilityError, ContractError, IllegalMoveError, ParameterError, clip

WIN: Final = 1
DRAW: Final = 0
LOSS: Final = -1
ONGOING: Final = 2

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from zermelo.contract.picture import Picture

    State = TypeVar("State", bound=tuple[Any, ...], default=Any)  # by default any type of state
else:
    from typing import TypeVar

    State = TypeVar("State", bound=tuple[Any, ...])


class Rules(Generic[State]):
    """The part of the contract `Game` that every game defines: `start`, `moves`, `play`.

    Nearly always it also defines `outcome`, or, in a game for points, `score`.

    >>> import zermelo
    >>> nim = zermelo.game("nim(rows=[1, 2])")
    >>> after = nim.play(nim.start(), next(iter(nim.moves(nim.start()))))
    >>> nim.player(after), nim.outcome(after) == zermelo.ONGOING
    (1, True)
    """

    def start(self) -> State:
        """The state at the start of a game."""
        raise ContractError(f"{type(self).__name__} has to define start(self)")

    def player(self, state: State) -> int:
        """The player to move in `state`, 0 or 1; by default the state's own field `player`."""
        return state.player  # type: ignore[attr-defined, no-any-return]

    def moves(self, state: State) -> Iterator[int]:
        """The legal moves of `state` in the order to try them; none if the game is over."""
        raise ContractError(f"{type(self).__name__} has to define moves(self, state)")

    def play(self, state: State, move: int) -> State:
        """The state after `move`, which must be legal: `play_checked` verifies that first."""
        raise ContractError(f"{type(self).__name__} has to define play(self, state, move)")

    def outcome(self, state: State) -> int:
        """WIN, DRAW or LOSS for the player to move, or ONGOING.

        By default, the game is over if there are no moves, and the player with more points wins.
        """
        for _ in self.moves(state):
            return ONGOING
        points = self.score(state)  # type: ignore[attr-defined]
        return WIN if points > 0 else LOSS if points < 0 else DRAW

    def evaluate(self, state: State) -> float:
        """An estimate strictly between LOSS and WIN for the player to move in `state`.

        By default the weighted sum of the `features`, or 0 without `features`.
        """
        return 0


class Texts(Rules[State]):
    """The part of the contract `Game` for people: texts of moves and positions, and the picture.

    >>> import zermelo
    >>> game = zermelo.game("tictactoe")
    >>> state = game.parse_state("XX./.O./..O")
    >>> game.format_state(game.play(state, game.parse_move(state, "c3")))
    'XXX/.O./..O'
    """

    def format_move(self, state: State, move: int) -> str:
        """The text of `move` as people write it; by default its number."""
        return str(move)

    def parse_move(self, state: State, text: str) -> int:
        """The legal move that `text` stands for in `state`.

        By default, the move formatted as `text`; if there is none, the only move that matches when
        case, a final "!" or "?", and the middle of a path like 2x11x18 are ignored. Raises
        `IllegalMoveError`, which lists the legal moves, if none or several match.
        """
        wanted = "".join(text.split())
        for move in self.moves(state):
            if self.format_move(state, move) == wanted:
                return move
        plain = wanted.casefold().rstrip("!?")
        alike = [m for m in self.moves(state) if plain in self._spellings(state, m)]
        if len(alike) == 1:
            return alike[0]
        raise IllegalMoveError(self._no_such_move(state, text))

    def _spellings(self, state: State, move: int) -> tuple[str, ...]:
        """The texts, in lower case, that `parse_move` accepts: the whole path, and its ends."""
        steps = self.format_move(state, move).casefold().split("x")
        return "x".join(steps), "x".join(dict.fromkeys([steps[0], steps[-1]]))

    def format_state(self, state: State) -> str:
        """The text of `state`, on one line, for `parse_state` to read back."""
        raise CapabilityError(f"{self} has no text for positions: define format_state(self, state)")

    def parse_state(self, text: str) -> State:
        """The state that `text` describes; raises `TextError` for texts that describe no state."""
        raise CapabilityError(f"{self} reads no positions: define parse_state(self, text)")

    def effect(self, state: State, move: int) -> str:
        """Words for a move, to follow its player's name, like "closes a mill"; by default none.

        Sentences about mistakes mention endings, complete lines, captured or flipped pieces, and
        points even without it.
        """
        return ""

    def standing(self, state: State) -> Mapping[str, tuple[int, int]]:
        """Counts that show who is ahead, the mover's and the opponent's; by default none.

        Each key is a phrase after a player's name, like "reaches {cell} first", where "12 cells"
        replaces {cell}. Sentences about mistakes compare the counts at the ends of two lines.
        """
        return {}

    def picture(self, state: State) -> Picture:
        """The picture of `state`, for terminal, SVG, notebook and web."""
        raise CapabilityError(f"{self} cannot be drawn: define picture(self, state)")

    def play_checked(self, state: State, move: int) -> State:
        """The state after `move`; raises `IllegalMoveError` if `move` is not legal in `state`.

        >>> import zermelo
        >>> game = zermelo.game("tictactoe")
        >>> game.play_checked(game.start(), 99)  # doctest: +ELLIPSIS
        Traceback (most recent call last):
            ...
        zermelo.errors.IllegalMoveError: 99 is not a legal move here; legal: a3 b3 c3 ...
        """
        if any(move == legal for legal in self.moves(state)):
            return self.play(state, move)
        raise IllegalMoveError(self._no_such_move(state, repr(move)))

    def _no_such_move(self, state: State, text: str) -> str:
        texts = [self.format_move(state, move) for move in self.moves(state)]
        legal = " ".join(texts[:20]) + (" …" if len(texts) > 20 else "")
        why = f"legal: {legal}" if texts else "the game is over"
        return f"{clip(text)} is not a legal move here; {why}"


Made = TypeVar("Made")


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Parameters:
    """The part of the contract `Game` that reads, checks and formats parameters.

    A game is pickled as its parameters; the receiving process computes its tables (10 MB in some
    games) once.

    limits  the allowed numbers of a parameter, like `{"size": range(1, 20)}`

    >>> import zermelo
    >>> str(zermelo.game("hex(size=4)")), zermelo.game("hex").limits["size"]
    ('hex(size=4)', range(1, 20))
    """

    limits: ClassVar[Mapping[str, range]] = {}

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        words = cls.__doc__
        dataclasses.dataclass(frozen=True, kw_only=True)(cls)
        cls.__doc__ = words  # otherwise a missing docstring becomes a signature

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):  # type: ignore[arg-type]
            value, default = map(_as_tuples, (getattr(self, field.name), field.default))
            if type(default) is float and type(value) is int:
                value = float(value)
            if default is not dataclasses.MISSING and type(value) is not type(default):
                raise ParameterError(
                    f"{_name(self)}: {field.name} should be {_kind(default)}, "
                    f"like {parameter_text(default)}, not {clip(parameter_text(value))}"
                )
            object.__setattr__(self, field.name, value)
        self.validate()

    def validate(self) -> None:
        """Raise `ParameterError`, with advice, for impossible parameters.

        By default, it rejects parameters beyond their `limits`.
        """
        for name, numbers in self.limits.items():
            if (value := getattr(self, name)) not in numbers:
                right = f"{numbers[0]} to {numbers[-1]}"
                if numbers.step == 2:
                    right = f"an {('even', 'odd')[numbers[0] % 2]} number from {right}"
                raise ParameterError(
                    f"{_name(self)}: {name} should be {right}, not {clip(repr(value))}"
                )

    def __reduce__(self) -> Any:
        return _make, (type(self), parameters(self))

    def __str__(self) -> str:
        """The game's spec: its name and the parameters that differ from their defaults."""
        changed = [
            f"{field.name}={parameter_text(getattr(self, field.name))}"
            for field in dataclasses.fields(self)  # type: ignore[arg-type]
            if getattr(self, field.name) != _as_tuples(field.default)
        ]
        name = _name(self)
        return f"{name}({', '.join(changed)})" if changed else name


def _name(game: Parameters) -> str:
    return type(game).__name__.lower()


def _as_tuples(value: Any) -> Any:
    """The value with lists turned into tuples at every depth, so that games are hashable."""
    return tuple(map(_as_tuples, value)) if isinstance(value, (list, tuple)) else value


def parameter_text(value: Any) -> str:
    """A parameter as specs write it, with tuples as lists."""
    if isinstance(value, tuple):
        return f"[{', '.join(map(repr, value))}]"
    return repr(value)


def _kind(value: Any) -> str:
    if isinstance(value, tuple):
        return "a list"
    kinds = {bool: "True or False", int: "a whole number", float: "a number", str: "a text"}
    return kinds.get(type(value), f"a {type(value).__name__}")


def parameters(game: Any) -> tuple[tuple[str, Any], ...]:
    """The names and values of a game's parameters."""
    fields = dataclasses.fields(game)
    return tuple((field.name, getattr(game, field.name)) for field in fields if field.init)


@functools.cache
def _make(owner: type, given: tuple[tuple[str, Any], ...]) -> Any:
    return owner(**dict(given))


def remake(owner: Callable[..., Made], game: Any) -> Made:
    """Make a game of the class `owner` with the parameters of `game`."""
    return owner(**dict(parameters(game)))
