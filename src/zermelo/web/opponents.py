"""The server's opponents and advisors: players by name, within limits, and stored values."""

from __future__ import annotations

import contextlib
import re
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from zermelo.books import shipped_book
from zermelo.contract.analysis import Analysis
from zermelo.contract.arguments import DEPTH, NODES, Range
from zermelo.contract.game import Game
from zermelo.errors import TextError, UsageError, unknown
from zermelo.learned.evaluation import shipped_weights, with_weights
from zermelo.native import load
from zermelo.play.advice import Advisor, DatabaseAdvisor, EngineAdvisor, Known, Tables
from zermelo.play.player import Player, Terms, Weighted
from zermelo.play.thinking import report_progress
from zermelo.players.byname import seat
from zermelo.players.levels import TIMED, Opponent, strongest
from zermelo.players.search import Perfect, RandomMoves, Search
from zermelo.search.clock import Limits
from zermelo.web.thinking import MOST_SECONDS

if TYPE_CHECKING:
    from zermelo.proofs.verify import Known as Certificate
    from zermelo.solver.probing.probe import Solved

NAME: Final = re.compile(
    r"human|random|first|greedy|perfect|level:(?P<level>[1-9]|1[0-2])|minimax:limit=(?P<plies>[0-9])|"
    r"(?P<algorithm>engine|alphabeta|minimax):(?P<limit>seconds|depth|nodes)="
    r"(?P<number>[0-9]{1,9}(\.[0-9]{1,4})?)"
)
RANGES: Final = {"seconds": Range(0.01, MOST_SECONDS, whole=False), "depth": DEPTH, "nodes": NODES}
ON_OFFER: Final = (
    *("human", "level:1 to level:12", "perfect", "engine:seconds=1", "alphabeta:depth=4"),
    *("minimax:depth=3", "minimax:limit=2", "greedy", "random", "first"),
)
Paths = Sequence[str | Path]
LEVEL_LIMITS: Final = Limits(seconds=0.4)
TABLES: Final = 8  # the most games with a table on the server


class Opponents:
    """Makes players and advisors from the databases, opening books (which replace Zermelo's own)
    and certificates at these paths; `rules` has the user's games. All players and advisors of a
    game share a table of positions.
    """

    def __init__(
        self,
        databases: Paths = (),
        books: Paths = (),
        proofs: Paths = (),
        rules: Mapping[str, Game] = {},
        *,
        native: bool = True,
    ) -> None:
        self.solved: dict[Game, Solved] = {}
        self.proofs: dict[Game, Certificate] = {}
        self._books: dict[Game, Known] = {}
        for path in map(Path, databases):
            from zermelo.solver.probing.database import Database, solved_game

            database = Database(path, rules.get(solved_game(path)))
            self.solved[database.game] = database
        for path in map(Path, books):
            from zermelo.books.book import Book
            from zermelo.books.file import BookFile

            book = Book(path, rules.get(BookFile(path).settings["game"]))
            self._books[book.game] = book
        for path in map(Path, proofs):
            from zermelo.proofs.certificate import proven_game
            from zermelo.proofs.verify import Known as Certificate

            proof = Certificate(path, rules.get(proven_game(path)))
            self.proofs[proof.game] = proof
        self._native, self._tables = native, Tables(TABLES)
        shared = {"native": native, "progress": report_progress, "tables": self._tables}
        self._shared: dict[str, Any] = shared  # options of all searches
        self._loading = False  # whether loading the compiler has begun

    def player(self, name: str, game: Game) -> Player:
        """The player called `name`; raises `UsageError` for a name that is not on offer."""
        if (parts := NAME.fullmatch(name)) is None:
            raise UsageError(unknown("opponent", name, ON_OFFER))
        player = self._make(name, parts, game)
        player.name = name
        return player

    def advisor(self, game: Game) -> Advisor:
        """The advisor for `game`: its database, or the engine with book and certificate."""
        if (database := self.solved.get(game)) is not None:
            return DatabaseAdvisor(database, EngineAdvisor(**self._shared))
        return EngineAdvisor(**self._shared, book=self._book(game), proof=self.proofs.get(game))

    def _book(self, game: Game) -> Known | None:
        return self._books.get(game) or shipped_book(game)

    def known_analysis(self, game: Game, state: Any) -> Analysis | None:
        """The analysis of a position by a database or a book; None if neither has it."""
        if (database := self.solved.get(game)) is not None:
            from zermelo.solver.probing.probe import probe

            with contextlib.suppress(TextError):
                return probe(database, state)
        book = self._book(game)
        return None if book is None else book.analysis(state)

    def get_ready(self) -> None:
        """Begin to load the compiler on a thread, because a board is about to need it."""
        if self._native and not self._loading:
            self._loading = True
            threading.Thread(target=load, daemon=True).start()

    def warm_up(self, game: Game) -> None:
        """Start compiling the engine for `game` on a thread."""
        from zermelo.search.engine.compiling import compiled_within

        if self._native:
            compiled_within(game, 0)

    def release(self, game: Game) -> None:
        """Free the tables of `game` after its last session."""
        self._tables.release(game)
        if (weights := shipped_weights(game)) is not None:
            self._tables.release(with_weights(game, weights))

    def _make(self, name: str, parts: re.Match[str], game: Game) -> Player:
        if name == "random":
            return RandomMoves()
        if name == "perfect":
            if game not in self.solved:
                by = " by score" if game.by_score else ""
                where = "here; use zermelo serve --database DIR"
                raise UsageError(f"{game} has no database{by} {where}")
            return Perfect(self.solved[game])
        if parts["level"]:
            level = int(parts["level"])
            if level not in TIMED:
                return Opponent(level, LEVEL_LIMITS, **self._shared)
            # The strongest search, with book and weights; keeps no tree, to save hundreds of MB.
            weights, shared = shipped_weights(game), {**self._shared, "book": shipped_book(game)}
            limits = Limits(seconds=TIMED[level])
            search = Search(limits, algorithm=strongest(game), reuse=False, **shared)
            return search if weights is None else Weighted(with_weights(game, weights), search)
        if parts["plies"]:  # a player of the course, whose limit does not count its own move
            limits = Limits(int(parts["plies"]) + 1, MOST_SECONDS)
            return Search(limits, algorithm="minimax", **self._shared)
        if parts["algorithm"]:
            try:
                asked = {parts["limit"]: RANGES[parts["limit"]].parse(parts["number"])}
            except UsageError as error:
                raise UsageError(f"{name}: {error}") from None
            limits = Limits(**{"seconds": MOST_SECONDS} | asked)
            return Search(limits, algorithm=parts["algorithm"], **self._shared)
        return seat(name, Terms(game, native=self._native, ready=False))
