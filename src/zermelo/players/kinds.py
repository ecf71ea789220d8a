"""The kinds of players by name: their form, limits and makers. To add a kind, add an entry to
`KINDS`; names, saved games, help and error messages all use it.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from zermelo.contract import arguments
from zermelo.contract.game import Game
from zermelo.errors import UsageError
from zermelo.play.player import Named, Player, Terms
from zermelo.players.external import exec_player
from zermelo.players.levels import TIMED, Opponent, strongest
from zermelo.players.minimax import Minimax
from zermelo.players.protocols import engine_player
from zermelo.players.search import FirstMove, Follower, Perfect, RandomMoves, Search, Textbook
from zermelo.search.analyze import ALGORITHMS, analyze
from zermelo.search.clock import Limits
from zermelo.search.engine.knownends import ONE_MOVE, Endgames
from zermelo.search.engine.table import Table

if TYPE_CHECKING:
    from zermelo.books.book import Book
    from zermelo.solver.probing.database import Database


MEBIBYTES: Final = 16.0  # the size of the engine's table
SMALL: Final = 1.0  # the size of a level's table: levels visit few states
PROMPT: Final = 0.9  # the largest share of the clock's time that a search takes
LATE: Final = 0.01  # seconds subtracted from a search's time, because it may end late


@dataclasses.dataclass
class Request:
    """The built-in player that a text describes, with its memory from game to game."""

    name: str
    limits: Limits
    level: int = 0
    limit: int | None = None  # the plies that "minimax:limit=2" looks ahead
    endgames: str | None = None  # the directory of a database for the engine
    rate: float | None = None  # a level's rate of errors
    book: str | None = None  # the file of an opening book for the engine
    selective: int = 1  # 0 if the engine searches every line to the same depth
    rave: int | None = None  # the number of visits at which AMAF has half the weight
    priors: bool | None = None  # whether the hybrid evaluates moves before it visits them
    reuse: int = 1  # 0 if the hybrid makes a new tree for each move
    table: Table | None = None  # kept, as new memory takes up to 0.1 s, which no clock should count

    def empty_table(self) -> Table:
        """The table, emptied for a new game."""
        self.table = self.table or Table(SMALL if self.name == "level" else MEBIBYTES)
        self.table.forget()
        return self.table


def search_player(asked: Request, terms: Terms, seed: int) -> Player:
    """A search with limits; one second a move if there are none. "best" is the search that won its
    match in this game; with a database or a book, it is the engine.
    """
    asks = asked.endgames is not None or asked.book is not None
    best = "engine" if asks else strongest(terms.game)
    name = best if asked.name == "best" else asked.name
    options = dataclasses.replace(ONE_MOVE, rave=asked.rave, priors=asked.priors)
    native = terms.native and (not terms.ready or _compile(name, terms.game))
    if asked.endgames is not None:
        known = _endgames(_database(asked.endgames, terms.game), terms.native)
        options = dataclasses.replace(options, endgames=known)
    if name == "engine":
        selective, table = bool(asked.selective), asked.empty_table()
        options = dataclasses.replace(options, table=table, selective=selective)
    return Search(
        _within_clock(asked.limits.or_seconds(1.0), terms),
        algorithm=name,
        native=native,
        seed=seed,
        progress=terms.progress,
        options=options,
        book=None if asked.book is None else _book(asked.book, terms.game),
        reuse=bool(asked.reuse),
    )


def textbook_player(asked: Request, terms: Terms, seed: int) -> Player:
    """A search to one depth, or to the end; with other limits, by iterative deepening. "greedy" is
    minimax of depth 1. `limit` requests the `Minimax` of courses, which counts plies after its own
    move.
    """
    if asked.limit is not None:
        return Minimax(asked.limit, seed=seed)
    depth = asked.limits.depth
    if asked.limits != Limits(depth=depth):
        return search_player(asked, terms, seed)
    algorithm, depth = ("minimax", 1) if asked.name == "greedy" else (asked.name, depth)
    player = Textbook(algorithm, depth, native=terms.native, seed=seed)
    if terms.ready:
        player.prepare(terms.game)
    return player


def level_player(asked: Request, terms: Terms, seed: int) -> Player:
    """A player of one level; raises `UsageError` for a rate if the level never errs."""
    if asked.level in TIMED:
        if asked.rate is not None:
            raise UsageError(f"level {asked.level} never errs; only levels 1 to 10 take a rate")
        limits = asked.limits.or_seconds(TIMED[asked.level])
        return search_player(dataclasses.replace(asked, name="best", limits=limits), terms, seed)
    given: Any = {"table": asked.empty_table(), "progress": terms.progress, "seed": seed}
    if asked.endgames is not None:
        given["database"] = _database(asked.endgames, terms.game)
        given["endgames"] = _endgames(given["database"], terms.native)
    native = terms.native and (not terms.ready or _compile("engine", terms.game))
    # Without a compiled engine, time is limited, so that no move waits for the compiler.
    limits = _within_clock(asked.limits if terms.ready else asked.limits.or_seconds(1.0), terms)
    return Opponent(asked.level, limits, rate=asked.rate, native=native, **given)


def _within_clock(limits: Limits, terms: Terms) -> Limits:
    """The limits, reduced to the match's clock."""
    if terms.clock is None:
        return limits
    return limits.within(max(PROMPT * terms.clock - LATE, terms.clock / 2))


def perfect_player(text: str, terms: Terms) -> Named:
    """The player "database:DIR"; `UsageError` if DIR has no database of the game."""
    opened = _database(text.partition(":")[2], terms.game)
    return Named(text, lambda _, seed: Perfect(opened, seed))


def proof_player(text: str, terms: Terms) -> Named:
    """The player "proof:FILE"; `UsageError` if FILE proves nothing about the game."""

    def make(terms: Terms, seed: int) -> Player:
        otherwise = search_player(Request("engine", Limits()), terms, seed)
        return Follower(Path(text.partition(":")[2]), terms.game, otherwise)

    make(terms._replace(ready=False), 0)
    return Named(text, make)


@functools.cache
def _database(directory: str, game: Game) -> Database:
    """The database, opened once for all games of a match."""
    from zermelo.solver.probing.database import Database

    return Database(directory, game)


@functools.cache
def _book(file: str, game: Game) -> Book:
    from zermelo.books.book import Book

    return Book(file, game)


@functools.cache
def _endgames(database: Database, native: bool) -> Endgames:
    """The database in the form that the engine reads."""
    from zermelo.solver.probing.endgames import endgames

    return endgames(database, native=native)


@functools.cache
def _compile(algorithm: str, game: Game) -> bool:
    """Compile the search for the game, before any clock runs; return True."""
    analyze(game, algorithm=algorithm, nodes=1)
    return True


# The range of each limit; None for a limit whose value is the name of a file.
LIMITS: Final[dict[str, arguments.Range | None]] = {
    "depth": arguments.DEPTH,
    "nodes": arguments.NODES,
    "seconds": arguments.CLOCK,
    "limit": arguments.LOOKAHEAD,
    "rate": arguments.RATE,
    "endgames": None,
    "selective": arguments.SWITCH,
    "rave": arguments.RAVE,
    "priors": arguments.SWITCH,
    "reuse": arguments.SWITCH,
    "weights": None,
    "book": None,
}


class Kind(NamedTuple):
    """One kind of player."""

    form: str  # for the help; the part before the colon is the name
    # makes a player of one game from a `Request`, the terms and a seed; if `takes` is None, a
    # `PlayerSpec` from the text and the terms
    make: Callable[..., Any]
    takes: tuple[str, ...] | None = ()  # the limits accepted; None if any text may follow the colon
    needs: str = ""  # the method that the game has to define
    number: arguments.Range | None = None  # the range of the unnamed number, like a level's
    right: str = ""  # an example of the correct form, for a kind that takes a number

    @property
    def name(self) -> str:
        """The part of the form before the colon."""
        return self.form.partition(":")[0]

    def fault(self, asked: dict[str, Any], numbers: list[Any]) -> str | None:
        """A message about an error in these limits and numbers; None if they are valid."""
        takes = self.takes or ()
        refused = [name for name in asked if name not in takes]
        if self.number is not None:
            one = len(numbers) == 1 and type(numbers[0]) is int
            right = one and self.number.least <= numbers[0] <= self.number.most and not refused
            return None if right else self.right
        if numbers:
            return "limits need names, like engine:seconds=0.1"
        if "limit" in asked and len(asked) > 1:
            return "limit cannot be combined with others; write minimax:limit=2"
        if refused and not takes:
            return f"{self.name} takes no limits"
        return f"{self.name} takes no {refused[0]}, only {', '.join(takes)}" if refused else None


FURTHER: Final = {  # further limits that only some searches accept
    "engine": ("endgames", "book", "selective", "weights"),
    "minimax": ("limit",),
    "mcts": ("rave",),
    "hybrid": ("priors", "reuse"),
}
KINDS: Final = {
    kind.name: kind
    for kind in (
        *(
            Kind(
                name,
                textbook_player if algorithm.kernels else search_player,
                ("depth",) * algorithm.depth + ("nodes", "seconds") + FURTHER.get(name, ()),
            )
            for name, algorithm in ALGORITHMS.items()
        ),
        Kind("best", search_player, ("nodes", "seconds")),
        Kind("greedy", textbook_player, needs="evaluate"),
        Kind("random", lambda _, terms, seed: RandomMoves(seed)),
        Kind("first", lambda _, terms, seed: FirstMove()),
        Kind(
            "level:1 to 12",
            level_player,
            ("nodes", "seconds", "endgames", "rate"),
            number=arguments.LEVEL,
            right="write a level like level:3 or level:3,nodes=5000,rate=0.4",
        ),
        Kind("database:DIR", perfect_player, None),
        Kind("proof:FILE", proof_player, None),
        Kind("exec:COMMAND", exec_player, None),
        Kind("ugi:COMMAND", engine_player, None),
        Kind("uci:COMMAND", engine_player, None),
    )
}
OURS: Final = tuple(name for name, kind in KINDS.items() if kind.takes is not None)
HELP: Final = (
    f"a player should be {', '.join(OURS[:-1])} or {KINDS[OURS[-1]].form}, with limits like "
    "engine:seconds=0.1 or minimax:depth=3; or "
    f"{', '.join(kind.form for kind in KINDS.values() if kind.takes is None)}, file.py:name"
)
