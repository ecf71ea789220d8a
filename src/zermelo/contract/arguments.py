"""Checks of callers' arguments: games and positions, also as texts, and ranges of numbers.

Every numeric limit and option has its range here. A one-line error rejects a number outside its
range, before a search waits forever, runs out of memory, or crashes. An option is a dataclass
field, declared once for Python, the command, and players' names.
"""

import contextlib
import dataclasses
import functools
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from numbers import Integral, Real
from pathlib import Path
from typing import Any, Final, NamedTuple, ParamSpec, TypeVar

from zermelo.contract.game import Game
from zermelo.contract.views import game_as_written, playable, seen_by
from zermelo.errors import KeywordError, ParameterError, clip, unknown
from zermelo.process.resources import physical_memory, usable_cores
from zermelo.upward import look_up

LONGEST: Final = 15  # the most digits of a number in a message


@dataclass(frozen=True)
class Range:
    """The numbers from `least` to `most`, only whole ones unless `whole` is false."""

    least: float
    most: float
    whole: bool = True
    above: bool = False  # whether `least` itself is excluded

    def check(self, name: str, value: Any) -> None:
        """Raise `ParameterError` about the argument `name` if `value` is outside the range."""
        number: Any = value
        if isinstance(value, bool) or not isinstance(value, Integral if self.whole else Real):
            right = f"a {'whole ' if self.whole else ''}number, {self.least:,} or more"
        elif self.above and not self.least < number <= self.most:
            right = f"a number above {self.least:,}, at most {self.most:,}"
        elif not number >= self.least:
            right = f"{self.least:,} or more"
        elif number > self.most:
            right = f"{self.most:,} or less"
        else:
            return
        is_long = isinstance(value, int) and abs(value) >= 10**LONGEST
        shown = clip(repr(value) if isinstance(value, str) else "" if is_long else str(value))
        raise ParameterError(f"{name} should be {right}" + ("" if is_long else f", not {shown}"))

    def parse(self, text: str) -> Any:
        """The number in `text`; raises `ParameterError` unless it is a number in the range."""
        value: Any = text
        with contextlib.suppress(ValueError):
            value = int(text) if self.whole else float(text)
        self.check("it", value)
        return value

    def __str__(self) -> str:
        return f"{'above ' if self.above else ''}{self.least:,} to {self.most:,}"


# Searches ----------------------------------------------------------------------------------------

DEEPEST: Final = 512  # the most plies for which recursive kernels have enough stack

DEPTH: Final = Range(1, DEEPEST)
DEPTH_OR_NONE: Final = Range(0, DEEPEST)
LOOKAHEAD: Final = Range(0, 200)  # the plain Minimax player nests several calls for each ply
SECONDS: Final = Range(0, 10_000_000, whole=False)  # seconds, almost four months
NODES: Final = Range(1, 10**15)
MEBIBYTES: Final = Range(1, physical_memory() >> 20, whole=False)  # the size of a table in memory
THREADS: Final = Range(1, usable_cores())
SWITCH: Final = Range(0, 1)  # 0 is off, 1 is on
RAVE: Final = Range(0, 1_000_000)  # visits at which AMAF counts half; 0 turns AMAF off
SHARES: Final = Range(1, 4096)  # parts into which a solver splits a tier
LEVEL: Final = Range(1, 12)
RATE: Final = Range(0, 1, whole=False)  # the share of errors at a level
POINTS: Final = 8_000  # the largest `score_bound`
MARGIN: Final = Range(-POINTS, POINTS)
SEED: Final = Range(0, (1 << 63) - 1)
SIMULATIONS: Final = Range(1, 100_000)  # simulations recorded in a stored tree

# Matches and samples -----------------------------------------------------------------------------

GAMES: Final = Range(0, 1_000_000)
OPENING_PLIES: Final = Range(0, 1000)
PROCESSES: Final = Range(1, max(8, 4 * usable_cores()))
CLOCK: Final = Range(0, SECONDS.most, whole=False, above=True)  # seconds for a move
REPORT: Final = Range(1, SECONDS.most, whole=False)  # seconds for a game's report
REPETITIONS: Final = Range(0, 1000)
QUIET: Final = Range(0, 1_000_000)  # moves without progress after which a game is drawn
CAP: Final = Range(0, 1_000_000)  # plies after which a game is drawn
PLAYOUT_CAP: Final = Range(1, 100_000)  # plies of a random game
BOOK_PLIES: Final = Range(1, 100)
POSITIONS: Final = Range(1, 10**9)  # the number of positions in a book
ROUNDS: Final = Range(1, 1_000_000)
HINTS: Final = Range(1, 3)  # the number of hints in an exercise
SAMPLE: Final = Range(1, 10**12)
MINUTES: Final = Range(0, 100_000, whole=False, above=True)  # the duration of learning
FITTED: Final = Range(2, 10**9)  # positions to fit weights to

# Servers -----------------------------------------------------------------------------------------

PORT: Final = Range(0, 65_535)


class Option(NamedTuple):
    """An option of the command."""

    help: str  # the help text, in a few words
    allowed: Range | None = None  # the range of its number
    flag: str = ""  # the option's name, if it differs from the field name
    metavar: str | None = None  # the placeholder for its value in help texts
    kind: type = str  # the type of its value, if not a number; a bool is a flag
    never: bool = False  # whether the command reads 0 as None


def option(default: Any, help: str, allowed: Range | None = None, **more: Any) -> Any:  # noqa: A002
    """A dataclass field that declares an option; `more` has further fields of `Option`."""
    return dataclasses.field(default=default, metadata={"option": Option(help, allowed, **more)})


def options_of(owner: Any) -> dict[str, Option]:
    """The options among a dataclass's fields."""
    fields = dataclasses.fields(owner)
    return {one.name: one.metadata["option"] for one in fields if "option" in one.metadata}


GameGiven = Game[Any] | str


def game_given(game: GameGiven) -> Game[Any]:
    """The given game, or the game that a spec like "nim(rows=[1, 2])" names.

    If its moves are not ints, the result is a `View`. Raises `SpecError` or `ParameterError` for an
    invalid spec, `ParameterError` for other arguments, and `UsageError` for states and moves that
    cannot be hashed.
    """
    if isinstance(game, str):
        return look_up("spec").parse_game(game)  # type: ignore[no-any-return]
    if isinstance(game, type) and issubclass(game, Game):
        raise ParameterError(f"{game.__name__} is a class; pass an instance, {game.__name__}()")
    if not isinstance(game, Game):
        raise ParameterError(f"game should be a game or its name, not {clip(repr(game))}")
    return playable(game)


def state_given(game: Game[Any], state: Any = None) -> Any:
    """The given state, or the state that a text or `Position` gives; by default the game's start.

    `game` is a result of `game_given`. Raises `TextError` for an invalid text, `ParameterError`
    for other arguments.
    """
    if state is None:
        return game.start()
    start = game_as_written(game).start()
    if str(getattr(state, "game", "")) == str(game):  # a Position
        state = state.state
    if isinstance(state, str) and not isinstance(start, str):
        return game.parse_state(state)
    if type(state) is not type(start) and type(state) is not type(game.start()):
        raise ParameterError(
            f"a state of {game} should be a {type(start).__name__} or a position's text, not "
            f"{clip(repr(state))}"
        )
    return seen_by(game, state)


def path_given(path: str | os.PathLike[str], name: str = "path") -> Path:
    """The argument `name` as a `Path`; raises `ParameterError` if it is not a path."""
    if not isinstance(path, (str, os.PathLike)):
        of = "of a file or directory"
        raise ParameterError(f"{name} should be the path {of}, not {clip(repr(path))}")
    return Path(path)


Arguments = ParamSpec("Arguments")
Returned = TypeVar("Returned")


def reject_unknown_keywords(
    function: Callable[Arguments, Returned],
) -> Callable[Arguments, Returned]:
    """Make `function` reject unknown keywords, suggesting the nearest known one.

    >>> @reject_unknown_keywords
    ... def find(*, depth=None): ...
    >>> find(depht=3)
    Traceback (most recent call last):
        ...
    zermelo.errors.KeywordError: find: unknown keyword depht; did you mean depth? choose from depth
    """
    code = function.__code__
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]

    @functools.wraps(function)
    def call(*given: Arguments.args, **by_name: Arguments.kwargs) -> Returned:
        require_known(function.__name__, by_name, names)
        return function(*given, **by_name)

    return call


def require_known(function: str, given: Iterable[str], names: Iterable[str]) -> None:
    """Raise `KeywordError` for the first name in `given` that is not in `names`."""
    known = list(names)
    for name in given:
        if name not in known:
            raise KeywordError(f"{function}: {unknown('keyword', name, known)}")
