"""Players by name: "engine:seconds=0.1", "alphabeta:depth=4", "mine.py:cautious", "exec:./bot"."""

from __future__ import annotations

import ast
import contextlib
import dataclasses
import functools
import random
import re
from collections.abc import Callable, Iterator, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Final, Protocol

from zermelo.contract.game import Game
from zermelo.contract.ranges import CLOCK, DEPTH, LOOKAHEAD, NODES, RATE
from zermelo.errors import CapabilityError, ParameterError, UsageError, clip
from zermelo.native.disk.fingerprint import truth_members
from zermelo.play.history import History
from zermelo.play.player import Player, Thought
from zermelo.players.external import executed, hosted
from zermelo.players.host import own_player
from zermelo.players.levels import LEVELS, Opponent
from zermelo.players.minimax import Minimax
from zermelo.players.protocols import engine_player
from zermelo.players.search import Search
from zermelo.players.simple import FirstMove, RandomMoves
from zermelo.players.terms import Terms
from zermelo.players.textbook import Textbook
from zermelo.search.engine.options import ONE_MOVE
from zermelo.search.limits import NO_LIMITS, Limits

if TYPE_CHECKING:
    from zermelo.books.book import Book
    from zermelo.search.engine.endgames import Endgames
    from zermelo.search.engine.table import Table
    from zermelo.solver.probing.database import Database

TEXTBOOK: Final = ("minimax", "alphabeta", "memo")
RANGES: Final = {"depth": DEPTH, "nodes": NODES, "seconds": CLOCK, "limit": LOOKAHEAD, "rate": RATE}
FILES: Final = ("endgames", "book")  # a database's directory, and a file
LIMITS: Final = (*RANGES, *FILES)
MEBIBYTES: Final = 16.0  # of the engine's table,
SMALL: Final = 1.0  # and of a level's, which visits few states
PROMPT: Final = 0.9  # the share of what the clock allows that a search takes at most,
LATE: Final = 0.01  # less the seconds by which it may end late
FILE: Final = re.compile(r"(?P<file>.+\.py)(?::(?P<name>\w+))?")
HELP: Final = (
    "a player is engine, minimax, alphabeta, memo, mcts, greedy, random, first or level:1 to 10, "
    "with limits like engine:seconds=0.1 or minimax:depth=3; or database:DIR, file.py:name, "
    "exec:COMMAND; ugi:COMMAND and uci:COMMAND are engines"
)


class PlayerSpec(Protocol):
    """What a text or an object says of a player: it gives a match a player for every game."""

    name: str

    def begin(self, terms: Terms, seed: int) -> Player:
        """The player of one game, new or told that a new game begins."""

    def stop(self) -> None:
        """Let go of everything that was started for its games."""


class Named:
    """One of our own players, by name.

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

    def begin(self, terms: Terms, seed: int) -> Player:
        """A new player, its search compiled."""
        if not self._parameters:
            return self._make(terms, seed)
        thinks_of = dataclasses.replace(terms.game, **self._parameters)
        return Weighted(thinks_of, self._make(terms._replace(game=thinks_of), seed))

    def stop(self) -> None:
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

    def watch(self, history: History) -> None:
        """Passed on."""
        if hasattr(self._player, "watch"):
            self._player.watch(history)

    @property
    def thought(self) -> Thought:
        """The player's."""
        return getattr(self._player, "thought", Thought())


def player_spec(text: str | Player, terms: Terms) -> PlayerSpec:
    """The player that `text` names, or that is given as an object, ready for any number of games.

    Raises `UsageError` for a text that names none, `CapabilityError` for one the game can't have.
    """
    if not isinstance(text, str):
        return Guest(text)
    if text.startswith("exec:"):
        return executed(text)
    if text.startswith(("ugi:", "uci:")):
        return engine_player(text, terms.game)
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
    """The players of one game, while it lasts: from `own` by their names there, others by spec.

    Raises as `player_spec` does.
    """
    drawn = random.Random(seed)
    with contextlib.ExitStack() as stack:
        players = []
        for name in names:
            if name not in own:
                spec = player_spec(name, terms)
                stack.callback(spec.stop)
            players.append(own.get(name) or spec.begin(terms, drawn.getrandbits(32)))
        yield tuple(players)


def _named(text: str, kind: str, rest: str, terms: Terms) -> PlayerSpec:
    """One of the players that take limits, or none."""
    if kind not in MAKERS:
        raise UsageError(f"{clip(text)} names no player; {HELP}")
    numbers, options = _options(text, rest)
    asked = _asked(text, options)
    _check_parameters(text, terms.game, options)
    if fault := _fault(kind, asked, numbers):
        raise UsageError(f"{clip(text)}: {fault}")
    if kind == "greedy" and not terms.game.has("evaluate"):
        raise CapabilityError(f"greedy needs {terms.game}'s evaluate: define evaluate(self, state)")
    return Named(text, functools.partial(MAKERS[kind], Kind(kind, asked, numbers)), options)


def _fault(kind: str, asked: Asked, numbers: list[Any]) -> str | None:
    """What is wrong with limits for this kind of player."""
    if kind == "level":
        level = len(numbers) == 1 and numbers[0] in range(1, 1 + len(LEVELS))
        alike = Asked(asked.limits, endgames=asked.endgames, rate=asked.rate)
        right = level and asked.limits.depth is None and asked == alike
        return None if right else "a level is like level:3 or level:3,nodes=5000,rate=0.4"
    if numbers:
        return "limits have names, like engine:seconds=0.1"
    if asked.rate is not None:
        return "rate is how often a level errs, like level:3,rate=0.4"
    if asked != NOTHING and kind in ("random", "first", "greedy"):
        return f"{kind} takes no limits"
    alone = kind == "minimax" and asked == Asked(lookahead=asked.lookahead)
    if asked.lookahead is not None and not alone:
        return "limit is for minimax alone, like minimax:limit=2"
    if asked.endgames is not None and kind != "engine":
        return "endgames are for the engine and for levels, like engine:endgames='DIR'"
    if asked.book is not None and kind != "engine":
        return "a book is for the engine, like engine:book='FILE'"
    if kind == "mcts" and asked.limits.depth is not None:
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


def _asked(text: str, options: dict[str, Any]) -> Asked:
    """What limits the search, taken from the options; what is left are the game's parameters."""
    taken = {name: options.pop(name) for name in LIMITS if name in options}
    try:
        for name, value in taken.items():
            if name in RANGES:
                RANGES[name].check(name, value)
            elif type(value) is not str:
                raise ParameterError(f"{name} is the name of a file, like engine:{name}='NAME'")
    except ParameterError as error:
        raise ParameterError(f"{clip(text)}: {error}") from None
    others = [taken.pop(name, None) for name in ("limit", "endgames", "rate", "book")]
    return Asked(Limits(**taken), *others)


def _check_parameters(text: str, game: Game[Any], parameters: dict[str, Any]) -> None:
    """Refuse parameters that the game does not have or not allow."""
    fields = dataclasses.fields(game)
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
    other = dataclasses.replace(game, **parameters)
    changed = {name for name in parameters if getattr(other, name) != getattr(game, name)}
    of_rules = {name for name in changed if type(getattr(game, name)) is not float}
    return other.start() != game.start() or bool(of_rules & truth_members(game))


# The players -------------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Asked:
    """What a name says of a search.

    lookahead  the plies that "minimax:limit=2" looks ahead
    endgames   the directory of a database that the engine asks
    rate       how often a level errs
    book       the file of a book of openings that the engine asks first
    """

    limits: Limits = NO_LIMITS
    lookahead: int | None = None
    endgames: str | None = None
    rate: float | None = None
    book: str | None = None


NOTHING: Final = Asked()


@dataclasses.dataclass
class Kind:
    """What a name says of a player of ours, and what it keeps from game to game.

    table  the engine's. It is written to before a game begins: the first touch of new memory takes
           the system up to a tenth of a second, which no clock should count
    """

    name: str
    asked: Asked
    numbers: list[Any]
    table: Table | None = None

    def empty_table(self) -> Table:
        """The table for a new game."""
        from zermelo.search.engine.table import Table

        self.table = self.table or Table(SMALL if self.name == "level" else MEBIBYTES)
        self.table.forget()
        return self.table


def _searching(kind: Kind, terms: Terms, seed: int) -> Player:
    """A search with limits; one second a move if there are none."""
    options, native = ONE_MOVE, _natively(kind.name, terms)
    if kind.asked.endgames is not None:
        known = _endgames(_database(kind.asked.endgames, terms.game), terms.native)
        options = dataclasses.replace(options, endgames=known)
    if kind.name == "engine":
        options = dataclasses.replace(options, table=kind.empty_table())
    given: Any = {"native": native, "seed": seed, "progress": terms.progress}
    if kind.asked.book is not None:
        given["book"] = _book(kind.asked.book, terms.game)
    limits = _in_time(kind.asked.limits.or_seconds(1.0), terms)
    return Search(limits, algorithm=kind.name, options=options, **given)


def _textbook(kind: Kind, terms: Terms, seed: int) -> Player:
    """One search to a depth, or to the end; with other limits, deeper and deeper ones.

    Minimax with `limit` is the course's, which counts plies below its own move's.
    """
    if kind.asked.lookahead is not None:
        return Minimax(kind.asked.lookahead, seed=seed)
    depth = kind.asked.limits.depth
    if kind.asked.limits != Limits(depth=depth):
        return _searching(kind, terms, seed)
    return _to_depth(kind.name, depth, terms, seed)


def _greedy(kind: Kind, terms: Terms, seed: int) -> Player:
    """The move after which the game's evaluation is best: in Isolation, the open moves."""
    return _to_depth("minimax", 1, terms, seed)


def _to_depth(algorithm: str, depth: int | None, terms: Terms, seed: int) -> Player:
    player = Textbook(algorithm, depth, native=terms.native, seed=seed)
    if terms.ready:
        player.prepare(terms.game)
    return player


def _leveled(kind: Kind, terms: Terms, seed: int) -> Player:
    given: Any = {"table": kind.empty_table(), "progress": terms.progress, "seed": seed}
    if kind.asked.endgames is not None:
        given["database"] = _database(kind.asked.endgames, terms.game)
        given["endgames"] = _endgames(given["database"], terms.native)
    native, limits = _natively("engine", terms), kind.asked.limits
    if not terms.ready:  # nobody waits while the engine is compiled
        limits = limits.or_seconds(1.0)
    limits = _in_time(limits, terms)
    return Opponent(kind.numbers[0], limits, rate=kind.asked.rate, native=native, **given)


def _in_time(limits: Limits, terms: Terms) -> Limits:
    """The limits under the match's clock."""
    if terms.clock is None:
        return limits
    return limits.within(max(PROMPT * terms.clock - LATE, terms.clock / 2))


def _perfect(directory: str, game: Game[Any]) -> Callable[[Terms, int], Player]:
    from zermelo.players.perfect import Perfect
    from zermelo.solver.probing.database import Database

    opened = Database(directory, game)
    return lambda _, seed: Perfect(opened, seed)


def _natively(algorithm: str, terms: Terms) -> bool:
    """Whether to search compiled, which is compiled by now where the terms ask for that."""
    return terms.native and (not terms.ready or _compiled(algorithm, terms.game))


@functools.cache
def _database(directory: str, game: Game[Any]) -> Database:
    """The database, opened once for all games of a match."""
    from zermelo.solver.probing.database import Database

    return Database(directory, game)


@functools.cache
def _book(file: str, game: Game[Any]) -> Book:
    """The book, opened once for all games of a match."""
    from zermelo.books.book import Book

    return Book(file, game)


@functools.cache
def _endgames(database: Database, native: bool) -> Endgames:
    """The same as the engine asks it."""
    from zermelo.solver.probing.endgames import endgames

    return endgames(database, native=native)


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
