"""The contract: the members of a game, with which everything else plays, searches and draws it."""

from functools import cached_property
from inspect import CO_VARARGS
from types import FunctionType
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic

from zermelo.contract.bits import cell_at, cells, hashed, replaced
from zermelo.contract.parts import (
    Checks,
    Combinatorial,
    Learning,
    Points,
    Search,
    Solving,
    weighted_sum,
)
from zermelo.contract.picture import Picture
from zermelo.contract.rules import DRAW, LOSS, ONGOING, WIN, Parameters, State, Texts
from zermelo.errors import ContractError

# Rules may also import these names from here.
__all__ = [
    "DRAW", "LOSS", "ONGOING", "WIN", "Game", "Picture", "State", "cell_at", "cells", "default",
    "hashed", "moves_of", "replaced", "without_moves",
]  # fmt: skip

OPTIONAL: Final = (Solving, Points, Combinatorial, Learning, Checks)
PARTS: Final[dict[str, tuple[type, ...]]] = {  # the optional parts of a game, by name
    part.__name__.lower(): (part,)
    for part in (Search, Points, Solving, Combinatorial, Learning, Texts, Checks)
}

if TYPE_CHECKING:  # type checkers see all parts, so that they check a game's definitions

    class _Optional(
        Solving[State], Points[State], Combinatorial[State], Learning[State], Checks[State]
    ):
        pass

else:
    _Optional = Generic


class Game(Texts[State], _Optional[State], Parameters):
    """The rules of one two-player game with its parameters; write a subclass to define a game.

    A subclass becomes a frozen dataclass: its annotated class attributes are its parameters with
    defaults, passed by name; games with equal parameters are equal. Its state is a `NamedTuple` of
    ints of any size and tuples of ints of a fixed length. Every outcome and evaluation is for the
    player to move in the state it belongs to.

    A game defines `start`, `moves` and `play`, nearly always `outcome`, and, for people, texts and
    a `picture`. Everything else is optional, recognised by name, and has a default:

    search         `order`, `loud`, `candidates`, `remaining`, `key`, `foresee`, `soonest_win`,
                   `soonest_loss`, `assured`; for random games `reply`, `move_count`, `move_at`
    points         `score`, `score_bound`, `gain`, `unit`; `repetition` and `progress` for endless
                   play
    sentences      `effect`, words for the effect of a move; `standing`, numbers that show the lead
    solving        `symmetries`, `tier`, `unkey`, `endgame`, `phase`; see also `Numbered`
    combinatorial  `parts`, `bounds`, `other_to_move`
    learning       `features`, `actions`, `action`, `observation`
    checks         `invariant`, `swapped`, `meant`

    `zermelo.contract.parts` explains each of them; `zermelo check` lists those that a game defines.

    The rules, and the parts for searches and solvers, are compiled if they are everyday Python with
    ints, floats, tuples, lists, sets and dicts; otherwise they run plain, after a warning that
    names the line and the remedy.
    To the compiler, parameters and properties (also cached ones) are constants. Rules may index
    tuples of ints and loop over them; a large one should be a `zermelo.contract.bits.table`.

    >>> from typing import NamedTuple
    >>> class Pile(NamedTuple):
    ...     matches: int
    ...     player: int
    >>> class Take(Game[Pile]):
    ...     matches: int = 4
    ...     def start(self):
    ...         return Pile(self.matches, 0)
    ...     def moves(self, state):
    ...         yield from range(1, min(2, state.matches) + 1)
    ...     def play(self, state, move):
    ...         return Pile(state.matches - move, 1 - state.player)
    >>> import zermelo
    >>> zermelo.analyze(Take(), native=False).best_moves, Take(matches=3)
    (('1',), Take(matches=3))
    """

    by_score: ClassVar[bool] = False  # whether searches use values in points, see `in_points`
    compiles: ClassVar[bool] = True  # False if the rules never compile, like those of OpenSpiel

    def __init_subclass__(cls, **keywords: Any) -> None:
        if Game in cls.__bases__:  # the defaults come after `Game`, so that `super()` finds them
            place = cls.__bases__.index(Game) + 1
            missing = [part for part in OPTIONAL if not issubclass(cls, part)]
            cls.__bases__ = (*cls.__bases__[:place], *missing, *cls.__bases__[place:])
        super().__init_subclass__(**keywords)
        if cls.evaluate is Game.evaluate and cls.features is not Learning.features:
            cls.evaluate = weighted_sum  # type: ignore[method-assign]
        _require_calls(cls)

    def has(self, capability: str) -> bool:
        """Whether this game itself defines the method `capability`."""
        return getattr(type(self), capability, None) is not default(capability)

    def __dir__(self) -> list[str]:
        """All attributes, except defaults of parts that the game does not define."""
        return [name for name in super().__dir__() if hasattr(Game, name) or self.has(name)]

    @property
    def counts_points(self) -> bool:
        """Whether the game can be played for points: it defines `score` and `score_bound`."""
        return self.has("score") and self.has("score_bound")

    def endless_value(self, state: State) -> int:
        """The value of endless play through `state`, for the player to move there.

        In a game that counts points, it is the sign of the score, else the result of `repetition`.
        """
        if self.counts_points:
            points = self.score(state)
            return WIN if points > 0 else LOSS if points < 0 else DRAW
        return self.repetition if self.player(state) == 0 else -self.repetition

    @property
    def draws_endless(self) -> bool:
        """Whether endless play is a draw in every state."""
        return self.repetition == DRAW and not self.counts_points

    @property
    def value_bound(self) -> int:
        """The largest value of a position: WIN, or by score `score_bound`."""
        return self.score_bound if self.by_score else WIN


def default(name: str) -> Any:
    """The default for a member that a class does not define; None if there is none."""
    owners = (owner for owner in (Game, *OPTIONAL) if hasattr(owner, name))
    return getattr(next(owners, None), name, None)


def moves_of(game: Game[Any], state: Any) -> list[int]:
    """The moves in a state whose outcome is ONGOING; raises `ContractError` if there are none."""
    if moves := list(game.moves(state)):
        return moves
    raise without_moves(game, state)


def without_moves(game: Game[Any], state: Any) -> ContractError:
    """The error for a state without moves whose outcome is ONGOING."""
    return ContractError(f"{game} has no moves in {state}, yet its outcome is ONGOING")


def _require_calls(owner: type) -> None:
    """Raise `ContractError` if a method's parameters differ from the contract's."""
    for name, own in vars(owner).items():
        asked = None if name.startswith("_") else default(name)
        bare = isinstance(own, staticmethod)
        function = own.__func__ if bare else own
        if not isinstance(function, FunctionType):
            continue
        if isinstance(asked, property | cached_property):
            fault = f"{name} should be a property: write @property above it"
        elif isinstance(asked, FunctionType) and not _takes(function, due := _names(asked)[bare:]):
            fault = f"{name}({', '.join(_names(function))}) should be {name}({', '.join(due)})"
        else:
            continue
        error = ContractError(f"{owner.__name__}.{fault}")
        error.lineno = function.__code__.co_firstlineno
        raise error


def _takes(function: Any, given: tuple[str, ...]) -> bool:
    """Whether a function accepts these positional arguments."""
    most, code = len(_names(function)), function.__code__
    least = most - len(function.__defaults__ or ())
    named = code.co_kwonlyargcount > len(function.__kwdefaults__ or ())
    return least <= len(given) and (len(given) <= most or code.co_flags & CO_VARARGS) and not named


def _names(function: Any) -> tuple[str, ...]:
    code = function.__code__
    return code.co_varnames[: code.co_argcount]  # type: ignore[no-any-return]
