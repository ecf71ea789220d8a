"""Values of a position and its moves, for hints, marks on the board and mistakes."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, Protocol

from zermelo.contract.analysis import Analysis, MoveValue
from zermelo.contract.game import ONGOING, Game
from zermelo.errors import TextError
from zermelo.play.enginetables import Tables
from zermelo.search.limits import Progress, Snapshot

if TYPE_CHECKING:
    from zermelo.search.engine.table import Table
    from zermelo.solver.probing.probe import Solved

SECONDS: Final = 1.0  # that an engine may take to advise
GLANCE: Final = 2000  # nodes of a first look


class Advisor(Protocol):
    """An advisor: it values positions."""

    def advise(self, game: Game, state: Any, seconds: float | None = None) -> Analysis:
        """The analysis of `state`, in so many seconds or the advisor's usual time."""


class EngineAdvisor:
    """Searches for `seconds` at most: the value of every move first, then how far wins are off.

    progress  watches the searches; a `Stopped` that it raises ends the advice with what is known
    native    whether to search compiled, once that is compiled: until then plainly
    tables    keep the results, for others too
    """

    def __init__(
        self,
        seconds: float = SECONDS,
        *,
        native: bool = True,
        progress: Progress | None = None,
        tables: Tables | None = None,
    ) -> None:
        self._seconds, self._native, self._progress = seconds, native, progress
        self._tables = tables or Tables()

    def advise(self, game: Game, state: Any, seconds: float | None = None) -> Analysis:
        """The result of a search; by outcome half of the time is for the ends of decided moves."""
        began, seconds = time.perf_counter(), self._seconds if seconds is None else seconds
        share = 1 if game.by_score else 2  # points have no distance
        analysis = self._search(game, state, seconds / share, self._progress, every_move=True)
        moves = [_agreeing(entry, analysis) for entry in analysis.moves]
        for index, entry in enumerate(moves):
            left = seconds - (time.perf_counter() - began)
            distant = entry.exact and entry.value and entry.remoteness is None
            if distant and not game.by_score and left > 0:
                progress = self._beside(analysis)
                plies = self._distance(game, state, entry, left, progress)
                moves[index] = replace(entry, remoteness=plies)
        return replace(analysis, moves=tuple(moves))

    def glance(self, game: Game, state: Any) -> Analysis:
        """A first look: some nodes in a table of its own, so that it always says the same."""
        from zermelo.search.engine.table import Table

        return self._search(game, state, None, self._progress, every_move=True, table=Table(1.0))

    def _beside(self, analysis: Analysis) -> Progress:
        """The progress of a search of a move's end: it tells of the position itself, as found."""

        def progress(snapshot: Snapshot) -> None:
            if self._progress is not None:
                nodes, seconds = (
                    analysis.nodes + snapshot.nodes,
                    analysis.seconds + snapshot.seconds,
                )
                self._progress(
                    Snapshot(analysis.depth, nodes, analysis.value, seconds, analysis.line)
                )

        return progress

    def _distance(
        self, game: Game, state: Any, entry: MoveValue, left: float, progress: Progress
    ) -> int | None:
        """How many plies after the position a decided move ends the game."""
        child = game.play(state, game.parse_move(state, entry.move))
        if game.outcome(child) != ONGOING:
            return 1
        remoteness = self._search(game, child, left, progress).remoteness
        return None if remoteness is None else remoteness + 1

    def _search(
        self,
        game: Game,
        state: Any,
        seconds: float | None,
        progress: Progress | None,
        *,
        every_move: bool = False,
        table: Table | None = None,
    ) -> Analysis:
        """A search with a table that is kept, so each one uses the results before it; a glance
        with another."""
        from zermelo.search.analyze import analyze
        from zermelo.search.engine.compiling import compiled_within

        analysis = analyze(
            game,
            state,
            algorithm="engine",
            seconds=seconds,
            nodes=GLANCE if seconds is None else None,
            native=self._native and compiled_within(game, seconds or SECONDS),
            progress=progress,
            table=table or self._tables.of(game),
            every_move=every_move,
        )
        if analysis.interrupted:
            raise KeyboardInterrupt
        return analysis


def _agreeing(entry: MoveValue, analysis: Analysis) -> MoveValue:
    """A move's value; of a best move the position's own, where only that is proven."""
    if analysis.value is None or not analysis.exact or entry.move not in analysis.best_moves:
        return entry
    return replace(entry, value=analysis.value, exact=True, bound="exact")


class Known(Protocol):
    """A book, or what else knows positions beforehand."""

    def analysis(self, state: Any = None) -> Analysis | None:
        """The analysis of a position, None if it is not known."""


class BookAdvisor:
    """Knows what a book has proven of a position and all its moves; `otherwise` says the rest."""

    def __init__(self, book: Known, otherwise: EngineAdvisor) -> None:
        self._book, self._otherwise = book, otherwise

    def advise(self, game: Game, state: Any, seconds: float | None = None) -> Analysis:
        """The book's analysis of `state`, or another's."""
        known = self._book.analysis(state)
        return known if known and known.finished else self._otherwise.advise(game, state, seconds)

    def glance(self, game: Game, state: Any) -> Analysis:
        """A first look: into the book, then at the position."""
        known = self._book.analysis(state)
        return known if known and known.finished else self._otherwise.glance(game, state)


class DatabaseAdvisor:
    """Knows all by a database; of positions that it does not have, `otherwise` says what it can."""

    def __init__(self, database: Solved, otherwise: Advisor) -> None:
        self._database, self._otherwise = database, otherwise

    def advise(self, game: Game, state: Any, seconds: float | None = None) -> Analysis:
        """The database's analysis of `state`."""
        from zermelo.solver.probing.probe import probe

        try:
            return probe(self._database, state)
        except TextError:
            return self._otherwise.advise(game, state, seconds)
