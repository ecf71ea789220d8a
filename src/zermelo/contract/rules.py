"""The rules: how a game begins, goes on and ends. Five methods, from which all else follows."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from inspect import CO_VARARGS
from types import FunctionType
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic

from zermelo.errors import ContractError

WIN: Final = 1
DRAW: Final = 0
LOSS: Final = -1
ONGOING: Final = 2

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    State = TypeVar("State", bound=tuple[Any, ...], default=Any)  # a `Game` has states of any kind
else:
    from typing import TypeVar

    State = TypeVar("State", bound=tuple[Any, ...])


class Rules(Generic[State]):
    """The part of the contract `Game` that every game defines: `start`, `moves`, `play`.

    And nearly always `outcome`, or `score` in a game for points.
    """

    by_score: ClassVar[bool] = False  # whether searches value it in points, see `points`
    compiles: ClassVar[bool] = True  # False: its rules are foreign code, which runs as it is

    def start(self) -> State:
        """The state in which a game begins."""
        raise ContractError(f"{type(self).__name__} has to define start(self)")

    def player(self, state: State) -> int:
        """The player to move in `state`, 0 or 1; by default the state's own field `player`."""
        return state.player  # type: ignore[attr-defined, no-any-return]

    def moves(self, state: State) -> Iterator[int]:
        """The legal moves of `state`, none when the game is over, in the order they are tried."""
        raise ContractError(f"{type(self).__name__} has to define moves(self, state)")

    def play(self, state: State, move: int) -> State:
        """The state after `move`, which is trusted to be legal: `play_checked` asks first."""
        raise ContractError(f"{type(self).__name__} has to define play(self, state, move)")

    def outcome(self, state: State) -> int:
        """WIN, DRAW or LOSS for the player to move, or ONGOING.

        By default the game is over where there is no move, and the player with more points has won.
        """
        for _ in self.moves(state):
            return ONGOING
        points = self.score(state)
        return WIN if points > 0 else LOSS if points < 0 else DRAW

    # Points --------------------------------------------------------------------------------------

    def score(self, state: State) -> int:
        """By how many points the player to move is ahead at the end of a game; −3: 3 behind.

        By default −1: a player who cannot move has lost. A game without points may say WIN, DRAW
        or LOSS. If play can go on forever, also before the end: a state that it returns to forever
        is worth its score, by outcome the sign of that.
        """
        return LOSS

    @property
    def score_bound(self) -> int:
        """A number that no score goes beyond, either way, 64 in Othello; by default 1."""
        return 1

    @property
    def value_bound(self) -> int:
        """The greatest value: WIN, or by score the bound of the points."""
        return self.score_bound if self.by_score else WIN


def require_calls(owner: type, contract: type) -> None:
    """Raise `ContractError` for a method with other parameters than that of the contract."""
    for name, own in vars(owner).items():
        asked = None if name.startswith("_") else getattr(contract, name, None)
        bare = isinstance(own, staticmethod)
        function = own.__func__ if bare else own
        if not isinstance(function, FunctionType):
            continue
        if isinstance(asked, property | cached_property):
            fault = f"{name} should be a property: write @property above it"
        elif isinstance(asked, FunctionType) and not _takes(
            function, right := _names(asked)[bare:]
        ):
            fault = f"{_written(name, _names(function))} should be {_written(name, right)}"
        else:
            continue
        error = ContractError(f"{owner.__name__}.{fault}")
        error.lineno = function.__code__.co_firstlineno
        raise error


def _takes(function: Any, given: tuple[str, ...]) -> bool:
    """Whether a function can be called with so many positional arguments."""
    most, code = len(_names(function)), function.__code__
    least = most - len(function.__defaults__ or ())
    named = code.co_kwonlyargcount > len(function.__kwdefaults__ or ())
    return least <= len(given) and (len(given) <= most or code.co_flags & CO_VARARGS) and not named


def _names(function: Any) -> tuple[str, ...]:
    code = function.__code__
    return code.co_varnames[: code.co_argcount]  # type: ignore[no-any-return]


def _written(name: str, parameters: tuple[str, ...]) -> str:
    return f"{name}({', '.join(parameters)})"
