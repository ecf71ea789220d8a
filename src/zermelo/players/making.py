"""Makers of the built-in players, and of those with a database; `kinds` names them."""

from __future__ import annotations

import dataclasses
import functools
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from zermelo.contract.game import Game
from zermelo.errors import UsageError
from zermelo.play.player import Player
from zermelo.players.levels import TIMED, Opponent, strongest
from zermelo.players.minimax import Minimax
from zermelo.players.playerspec import Named
from zermelo.players.search import Search
from zermelo.players.simple import FirstMove, RandomMoves
from zermelo.players.terms import Terms
from zermelo.players.textbook import Textbook
from zermelo.search.engine.options import ONE_MOVE
from zermelo.search.limits import Limits

if TYPE_CHECKING:
    from zermelo.books.book import Book
    from zermelo.search.engine.endgames import Endgames
    from zermelo.search.engine.table import Table
    from zermelo.solver.probing.database import Database

MEBIBYTES: Final = 16.0  # of the engine's table,
SMALL: Final = 1.0  # and of a level's, which visits few states
PROMPT: Final = 0.9  # the share of what the clock allows that a search takes at most,
LATE: Final = 0.01  # less the seconds by which it may end late


@dataclasses.dataclass
class Request:
    """The built-in player that a text describes, and its memory from game to game.

    limit     the plies that "minimax:limit=2" looks ahead
    endgames  the directory of a database that the engine asks
    rate      how often a level errs
    book      the file of a book of openings that the engine asks first
    selective 0: the engine searches every line to the same depth
    rave      the number of visits at which AMAF counts half
    priors    1: the hybrid evaluates each move that it adds to its tree; 0: when it comes there
    reuse     0: it has a new tree for every move
    table     the engine's. It is written to before a game begins: the first touch of new memory
              takes the system up to a tenth of a second, which no clock should count
    """

    name: str
    limits: Limits
    level: int = 0
    limit: int | None = None
    endgames: str | None = None
    rate: float | None = None
    book: str | None = None
    selective: int = 1
    rave: int | None = None
    priors: bool | None = None
    reuse: int = 1
    table: Table | None = None

    def empty_table(self) -> Table:
        """The table for a new game."""
        from zermelo.search.engine.table import Table

        self.table = self.table or Table(SMALL if self.name == "level" else MEBIBYTES)
        self.table.forget()
        return self.table


def search_player(asked: Request, terms: Terms, seed: int) -> Player:
    """A search with limits; one second a move if there are none.

    "best" is the search that won a match in this game; what it is given to evaluate is a game with
    learned weights, if any ship. With a database or a book to ask, it is the engine.
    """
    asks = asked.endgames is not None or asked.book is not None
    best = "engine" if asks else strongest(terms.game)
    name = best if asked.name == "best" else asked.name
    options = dataclasses.replace(ONE_MOVE, rave=asked.rave, priors=asked.priors)
    native = _natively(name, terms)
    if asked.endgames is not None:
        known = _endgames(_database(asked.endgames, terms.game), terms.native)
        options = dataclasses.replace(options, endgames=known)
    if name == "engine":
        selective, table = bool(asked.selective), asked.empty_table()
        options = dataclasses.replace(options, table=table, selective=selective)
    given: Any = {"native": native, "seed": seed, "progress": terms.progress}
    given["reuse"] = bool(asked.reuse)
    if asked.book is not None:
        given["book"] = _book(asked.book, terms.game)
    limits = _in_time(asked.limits.or_seconds(1.0), terms)
    return Search(limits, algorithm=name, options=options, **given)


def textbook(asked: Request, terms: Terms, seed: int) -> Player:
    """One search to a depth, or to the end; with other limits, deeper and deeper ones.

    Minimax with `limit` is the course's, which counts plies below its own move's.
    """
    if asked.limit is not None:
        return Minimax(asked.limit, seed=seed)
    depth = asked.limits.depth
    if asked.limits != Limits(depth=depth):
        return search_player(asked, terms, seed)
    return _to_depth(asked.name, depth, terms, seed)


def greedy(asked: Request, terms: Terms, seed: int) -> Player:
    """The move after which the game's evaluation is best: in Isolation, the open moves."""
    return _to_depth("minimax", 1, terms, seed)


def _to_depth(algorithm: str, depth: int | None, terms: Terms, seed: int) -> Player:
    player = Textbook(algorithm, depth, native=terms.native, seed=seed)
    if terms.ready:
        player.prepare(terms.game)
    return player


def level_player(asked: Request, terms: Terms, seed: int) -> Player:
    """An opponent of one level.

    Raises `UsageError` for a rate of errors where a level makes none.
    """
    if asked.level in TIMED:
        if asked.rate is not None:
            raise UsageError(f"level {asked.level} never errs: give a rate to levels 1 to 10")
        limits = asked.limits.or_seconds(TIMED[asked.level])
        return search_player(dataclasses.replace(asked, name="best", limits=limits), terms, seed)
    given: Any = {"table": asked.empty_table(), "progress": terms.progress, "seed": seed}
    if asked.endgames is not None:
        given["database"] = _database(asked.endgames, terms.game)
        given["endgames"] = _endgames(given["database"], terms.native)
    native, limits = _natively("engine", terms), asked.limits
    if not terms.ready:  # nobody waits while the engine is compiled
        limits = limits.or_seconds(1.0)
    limits = _in_time(limits, terms)
    return Opponent(asked.level, limits, rate=asked.rate, native=native, **given)


def _in_time(limits: Limits, terms: Terms) -> Limits:
    """The limits under the match's clock."""
    if terms.clock is None:
        return limits
    return limits.within(max(PROMPT * terms.clock - LATE, terms.clock / 2))


def any_move(asked: Request, terms: Terms, seed: int) -> Player:
    """Any legal move."""
    return RandomMoves(seed)


def first_move(asked: Request, terms: Terms, seed: int) -> Player:
    """The first legal move."""
    return FirstMove()


def perfect(text: str, terms: Terms) -> Named:
    """The player "database:DIR"; raises `UsageError` when no database of the game is there."""
    from zermelo.players.perfect import Perfect
    from zermelo.solver.probing.database import Database

    opened = Database(text.partition(":")[2], terms.game)
    return Named(text, lambda _, seed: Perfect(opened, seed))


def proof_player(text: str, terms: Terms) -> Named:
    """The player "proof:FILE"; raises `UsageError` when the file proves nothing about the game."""
    from zermelo.players.prover import Follower

    def make(terms: Terms, seed: int) -> Player:
        otherwise = search_player(Request("engine", Limits()), terms, seed)
        return Follower(Path(text.partition(":")[2]), terms.game, otherwise)

    make(terms._replace(ready=False), 0)
    return Named(text, make)


def _natively(algorithm: str, terms: Terms) -> bool:
    """Whether to search compiled, which is compiled by now where the terms ask for that."""
    return terms.native and (not terms.ready or _compiled(algorithm, terms.game))


@functools.cache
def _database(directory: str, game: Game) -> Database:
    """The database, opened once for all games of a match."""
    from zermelo.solver.probing.database import Database

    return Database(directory, game)


@functools.cache
def _book(file: str, game: Game) -> Book:
    """The book, opened once for all games of a match."""
    from zermelo.books.book import Book

    return Book(file, game)


@functools.cache
def _endgames(database: Database, native: bool) -> Endgames:
    """The same as the engine asks it."""
    from zermelo.solver.probing.endgames import endgames

    return endgames(database, native=native)


@functools.cache
def _compiled(algorithm: str, game: Game) -> bool:
    """True, once the search is compiled for the game: no clock counts that."""
    from zermelo.search.analyze import analyze

    analyze(game, algorithm=algorithm, nodes=1)
    return True
