"""Players by name: "engine:seconds=0.1", "alphabeta:depth=4", "mine.py:cautious", "exec:./bot"."""

from __future__ import annotations

import ast
import contextlib
import dataclasses
import functools
import math
import random
import re
from collections.abc import Callable, Iterator, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Final, Protocol

from zermelo.errors import CapabilityError, ParameterError, UsageError, clip
from zermelo.game import Game
from zermelo.native.fingerprint import truth_members
from zermelo.play.draws import Course
from zermelo.play.external import executed, hosted
from zermelo.play.host import own_player
from zermelo.play.levels import LEVELS, Opponent
from zermelo.play.minimax import Minimax
from zermelo.play.players import FirstMove, Player, RandomMoves, Search, Thought
from zermelo.play.terms import Terms
from zermelo.play.textbook import Textbook

if TYPE_CHECKING:
    from zermelo.search.endgames import Endgames
    from zermelo.search.table import Table

Limits = dict[str, Any]

TEXTBOOK: Final = ("minimax", "alphabeta", "memo")
LIMITS: Final = {"depth": int, "nodes": int, "seconds": float, "limit": int, "endgames": str}
MEBIBYTES: Final = 16.0  # of the engine's table
PROMPT: Final = 0.9  # the share of what the clock allows that a search takes at most,
LATE: Final = 0.01  # less the seconds by which it may end late
FILE: Final = re.compile(r"(?P<file>.+\.py)(?::(?P<name>\w+))?")
HELP: Final = (
    "a player is engine, minimax, alphabeta, memo, mcts, greedy, random, first or level:1 to 10, "
    "with limits like engine:seconds=0.1 or minimax:depth=3; or database:DIR, file.py:name, "
    "exec:COMMAND"
)


class Entrant(Protocol):
    """One who takes part in a match: a new player comes from it for every game."""

    name: str

    def enter(self, terms: Terms, seed: int) -> Player:
        """The player of one game."""

    def leave(self) -> None:
        """Let go of everything that was started for its games."""


class Named:
    """An entrant of ours.

    parameters  of the game, for this player's searches alone: an evaluation's weights for example;
                they may not change the rules
    """

    def __init__(
        self,
        name: str,
        make: Callable[[Terms, int], Player],
        parameters: dict[str, Any] | None = None,
    ) -> None:
        self.name, self._make, self._parameters = name, make, parameters

    def enter(self, terms: Terms, seed: int) -> Player:
        """A new player, its search compiled."""
        if not self._parameters:
            return self._make(terms, seed)
        thinks_of = dataclasses.replace(terms.game, **self._parameters)  # type: ignore[type-var]
        return Weighted(thinks_of, self._make(terms._replace(game=thinks_of), seed))

    def leave(self) -> None:
        """Nothing was started."""


class Guest(Named):
    """A player object of the caller's, the same in every game."""

    def __init__(self, player: Player) -> None:
        super().__init__(getattr(player, "name", type(player).__name__), lambda *_: player)


class Weighted:
    """A player who thinks of the game with other parameters than those it is played with."""

    def __init__(self, game: Game[Any], player: Player) -> None:
        self.name, self._game, self._player = player.name, game, player

    def choose(self, game: Game[Any], state: Any) -> int:
        """What the player chooses in its own game."""
        return self._player.choose(self._game, state)

    def watch(self, course: Course) -> None:
        """Passed on."""
        if hasattr(self._player, "watch"):
            self._player.watch(course)

    @property
    def thought(self) -> Thought:
        """The player's."""
        return getattr(self._player, "thought", Thought())


def entrant(text: str | Player, terms: Terms) -> Entrant:
    """The entrant that `text` names, or one for a player object.

    Raises `UsageError` for a text that names none, `CapabilityError` for one the game can't have.
    """
    if not isinstance(text, str):
        return Guest(text)
    if text.startswith("exec:"):
        return executed(text)
    if file := FILE.fullmatch(text):
        return hosted(text, file["file"], own_player(file["file"], file["name"])[0])
    kind, _, rest = text.partition(":")
    if kind == "database":
        return Named(text, _perfect(rest, terms.game))
    return _named(text, kind, rest, terms)


@contextlib.contextmanager
def seated(
    names: Sequence[str], own: dict[str, Player], terms: Terms, seed: int | None
) -> Iterator[tuple[Player, ...]]:
    """The players of one game, while it lasts: those in `own` by their names there, else entrants.

    Raises as `entrant` does.
    """
    drawn = random.Random(seed)
    with contextlib.ExitStack() as stack:
        players = []
        for name in names:
            if name not in own:
                entered = entrant(name, terms)
                stack.callback(entered.leave)
            players.append(own.get(name) or entered.enter(terms, drawn.getrandbits(32)))
        yield tuple(players)


def _named(text: str, kind: str, rest: str, terms: Terms) -> Entrant:
    """One of the players that take limits, or none."""
    if kind not in MAKERS:
        raise UsageError(f"{clip(text)} names no player; {HELP}")
    numbers, options = _options(text, rest)
    limits = {name: options.pop(name) for name in LIMITS if name in options}
    _check(text, limits, terms.game, options)
    if fault := _fault(kind, limits, numbers):
        raise UsageError(f"{clip(text)}: {fault}")
    if kind == "greedy" and not terms.game.has("evaluate"):
        raise CapabilityError(f"greedy needs {terms.game}'s evaluate: define evaluate(self, state)")
    return Named(text, functools.partial(MAKERS[kind], Kind(kind, limits, numbers)), options)


def _fault(kind: str, limits: Limits, numbers: list[Any]) -> str | None:
    """What is wrong with limits for this kind of player."""
    if kind == "level":
        level = len(numbers) == 1 and numbers[0] in range(1, 1 + len(LEVELS))
        return None if level and "depth" not in limits else "a level is like level:3,seconds=1"
    if numbers:
        return "limits have names, like engine:seconds=0.1"
    if limits and kind in ("random", "first", "greedy"):
        return f"{kind} takes no limits"
    if "limit" in limits and (kind != "minimax" or len(limits) > 1):
        return "limit is for minimax alone, like minimax:limit=2"
    if kind == "mcts" and "depth" in limits:
        return "mcts has no depth, give seconds or nodes"
    return None


def _options(text: str, rest: str) -> tuple[list[Any], dict[str, Any]]:
    """The numbers and the named literals in "3, nodes=1000"."""
    try:
        call = ast.parse(f"player({rest})", mode="eval").body
        assert isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
        numbers = [ast.literal_eval(value) for value in call.args]
        named = {str(pair.arg): ast.literal_eval(pair.value) for pair in call.keywords}
    except (SyntaxError, ValueError, TypeError, AssertionError, RecursionError, MemoryError):
        raise UsageError(f"{clip(text)} cannot be read; {HELP}") from None
    return numbers, named


def _check(text: str, limits: Limits, game: Game[Any], parameters: dict[str, Any]) -> None:
    """Refuse limits that are none, and parameters that the game does not have or not allow."""
    for name, value in limits.items():
        if LIMITS[name] is str:
            if type(value) is not str or text.partition(":")[0] != "engine":
                raise ParameterError(f"{clip(text)}: it is like engine:endgames='DIR'")
            continue
        least = 0 if name == "limit" else 1
        if LIMITS[name] is int and not (type(value) is int and value >= least):
            raise ParameterError(f"{clip(text)}: {name} should be a whole number, {least} or more")
        if type(value) not in (int, float) or not (0 < value < math.inf or not least):
            raise ParameterError(f"{clip(text)}: {name} should be a number above 0")
    fields = dataclasses.fields(game)  # type: ignore[arg-type]
    known = [field.name for field in fields if field.init]
    for name in parameters:
        if name not in known:
            near = get_close_matches(name, [*LIMITS, *known], n=1)
            hint = f"did you mean {near[0]}? " if near else ""
            has = ", ".join((*LIMITS, *known))
            raise ParameterError(f"{clip(text)}: there is no {clip(name)}; {hint}there are {has}")
    if _changes_rules(game, parameters):
        raise ParameterError(f"{clip(text)}: with these parameters it is another game")


def _changes_rules(game: Game[Any], parameters: dict[str, Any]) -> bool:
    """Whether the game would be another one; its floats are weights, whatever the rules say."""
    other = dataclasses.replace(game, **parameters)  # type: ignore[type-var]
    changed = {name for name in parameters if getattr(other, name) != getattr(game, name)}
    ruling = {name for name in changed if type(getattr(game, name)) is not float}
    return other.start() != game.start() or bool(ruling & truth_members(game))


# The players -------------------------------------------------------------------------------------


@dataclasses.dataclass
class Kind:
    """What a name says of a player of ours, and what it keeps from game to game.

    table  the engine's. It is written to before a game begins: the first touch of new memory takes
           the system up to a tenth of a second, which no clock should count
    """

    name: str
    limits: Limits
    numbers: list[Any]
    table: Table | None = None

    def empty_table(self) -> Table:
        """The table for a new game."""
        from zermelo.search.table import Table

        self.table = self.table or Table(MEBIBYTES)
        self.table.forget()
        return self.table


def _searching(kind: Kind, terms: Terms, seed: int) -> Player:
    """A search with limits; one second a move if there are none."""
    limits: Limits = {"seconds": 1.0} if kind.limits.keys() <= {"endgames"} else {**kind.limits}
    if terms.clock is not None:
        limits["seconds"] = _in_time(limits, terms.clock)
    if "endgames" in kind.limits:
        limits["endgames"] = _endgames(kind.limits["endgames"], terms.game, terms.native)
    table = kind.empty_table() if kind.name == "engine" else None
    return Search(
        algorithm=kind.name,
        **limits,
        native=_natively(kind.name, terms),
        seed=seed,
        table=table,
        progress=terms.progress,
    )


def _textbook(kind: Kind, terms: Terms, seed: int) -> Player:
    """One search to a depth, or to the end; with other limits, deeper and deeper ones.

    Minimax with `limit` is the course's, which counts plies below its own move's.
    """
    if "limit" in kind.limits:
        return Minimax(kind.limits["limit"], seed=seed)
    if set(kind.limits) - {"depth"}:
        return _searching(kind, terms, seed)
    return _to_depth(kind.name, kind.limits.get("depth"), terms, seed)


def _greedy(kind: Kind, terms: Terms, seed: int) -> Player:
    """The move after which the game's evaluation is best: in Isolation, the open moves."""
    return _to_depth("minimax", 1, terms, seed)


def _to_depth(algorithm: str, depth: int | None, terms: Terms, seed: int) -> Player:
    player = Textbook(algorithm, depth, native=terms.native, seed=seed)
    if terms.ready:
        player.prepare(terms.game)
    return player


def _leveled(kind: Kind, terms: Terms, seed: int) -> Player:
    limits = {"seconds": None, **(kind.limits or {"seconds": 1.0})}
    if terms.clock is not None:
        limits["seconds"] = _in_time(limits, terms.clock)
    given = {**limits, "table": kind.empty_table(), "progress": terms.progress}
    return Opponent(kind.numbers[0], **given, native=_natively("engine", terms), seed=seed)


def _in_time(limits: Limits, clock: float) -> float:
    """The seconds that a search may take under the match's clock."""
    return min(limits.get("seconds") or math.inf, max(PROMPT * clock - LATE, clock / 2))


def _perfect(directory: str, game: Game[Any]) -> Callable[[Terms, int], Player]:
    from zermelo.play.perfect import Perfect
    from zermelo.solver.database import Database

    opened = Database(directory, game)
    return lambda _, seed: Perfect(opened, seed)


def _natively(algorithm: str, terms: Terms) -> bool:
    """Whether to search compiled, which is compiled by now where the terms ask for that."""
    return terms.native and (not terms.ready or _compiled(algorithm, terms.game))


@functools.cache
def _endgames(directory: str, game: Game[Any], native: bool) -> Endgames:
    """The database's states, read once for all games of a match."""
    from zermelo.solver.database import Database
    from zermelo.solver.endgames import endgames

    return endgames(Database(directory, game), native=native)


@functools.cache
def _compiled(algorithm: str, game: Game[Any]) -> bool:
    """True, once the search is compiled for the game: no clock counts that."""
    from zermelo.search.analyze import analyze

    analyze(game, algorithm=algorithm, nodes=1)
    return True


MAKERS: Final[dict[str, Callable[[Kind, Terms, int], Player]]] = {
    "engine": _searching,
    "mcts": _searching,
    **dict.fromkeys(TEXTBOOK, _textbook),
    "greedy": _greedy,
    "level": _leveled,
    "random": lambda kind, terms, seed: RandomMoves(seed),
    "first": lambda kind, terms, seed: FirstMove(),
}
