"""Advisors value positions and moves, for hints, marks on the board and mistakes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, Protocol

from zermelo.contract.analysis import Analysis, MoveValue
from zermelo.contract.game import Game
from zermelo.errors import TextError
from zermelo.play.enginetables import Tables
from zermelo.search.limits import Progress

if TYPE_CHECKING:
    from zermelo.search.engine.table import Table
    from zermelo.solver.probing.probe import Solved

SECONDS: Final = 1.0  # of a search for advice
GLANCE: Final = 2000  # nodes of a first look


class Advisor(Protocol):
    """Values positions."""

    def advise(
        self,
        game: Game,
        state: Any,
        seconds: float | None = None,
        known: Analysis | None = None,
    ) -> Analysis:
        """Analyse `state` within `seconds`, or within the advisor's usual time.

        known  an earlier analysis, whose proofs stay
        """


class EngineAdvisor:
    """Searches for the values of all moves, and for the distance of wins, in at most `seconds`.

    progress  watches the searches; a `Stopped` that it raises ends the advice with what is known
    native    whether to search compiled; until the compiler is done, searches are plain
    tables    keep the results, and may be shared
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

    def advise(
        self,
        game: Game,
        state: Any,
        seconds: float | None = None,
        known: Analysis | None = None,
    ) -> Analysis:
        """Analyse `state` by a search, which keeps the proofs in `known`."""
        seconds = self._seconds if seconds is None else seconds
        analysis = self._search(game, state, seconds, known=known)
        moves = tuple(_agreeing(entry, analysis) for entry in analysis.moves)
        return replace(analysis, moves=moves)

    def glance(self, game: Game, state: Any) -> Analysis:
        """Take a first look: a few nodes with an empty table, always with the same result."""
        from zermelo.search.engine.table import Table

        return self._search(game, state, None, table=Table(1.0))

    def _search(
        self,
        game: Game,
        state: Any,
        seconds: float | None,
        *,
        table: Table | None = None,
        known: Analysis | None = None,
    ) -> Analysis:
        """Search with `table`, by default the one that keeps earlier results of this game."""
        from zermelo.search.analyze import analyze
        from zermelo.search.engine.compiling import compiled_within

        analysis = analyze(
            game,
            state,
            algorithm="engine",
            seconds=seconds,
            nodes=GLANCE if seconds is None else None,
            native=self._native and compiled_within(game, seconds or SECONDS),
            progress=self._progress,
            table=table or self._tables.of(game),
            every_move=True,
            known=known,
        )
        if analysis.interrupted:
            raise KeyboardInterrupt
        return analysis


def _agreeing(entry: MoveValue, analysis: Analysis) -> MoveValue:
    """A move's value; a best move has the position's value, if that is proven."""
    if analysis.value is None or not analysis.exact or entry.move not in analysis.best_moves:
        return entry
    return replace(entry, value=analysis.value, exact=True, bound="exact")


class Known(Protocol):
    """A book or a certificate: it has analyses of some positions."""

    def analysis(self, state: Any = None) -> Analysis | None:
        """The analysis of a position, None if it is not known."""


class BookAdvisor:
    """Takes complete proofs from a book, and other analyses from `otherwise`."""

    def __init__(self, book: Known, otherwise: EngineAdvisor) -> None:
        self._book, self._otherwise = book, otherwise

    def advise(
        self,
        game: Game,
        state: Any,
        seconds: float | None = None,
        known: Analysis | None = None,
    ) -> Analysis:
        """The book's analysis of `state`, or the other advisor's."""
        booked = self._book.analysis(state)
        if booked and booked.finished:
            return booked
        return self._otherwise.advise(game, state, seconds, known)

    def glance(self, game: Game, state: Any) -> Analysis:
        """A first look: into the book, then at the position."""
        known = self._book.analysis(state)
        return known if known and known.finished else self._otherwise.glance(game, state)


class ProofAdvisor:
    """Takes proven values from a certificate, and the others from `otherwise`."""

    def __init__(self, proof: Known, otherwise: EngineAdvisor | BookAdvisor) -> None:
        self._proof, self._otherwise = proof, otherwise

    def advise(
        self,
        game: Game,
        state: Any,
        seconds: float | None = None,
        known: Analysis | None = None,
    ) -> Analysis:
        """The certificate's value and moves; other moves are valued by the other advisor."""
        return self._proven(state, self._otherwise.advise(game, state, seconds, known))

    def glance(self, game: Game, state: Any) -> Analysis:
        """A first look: into the certificate, then at the position."""
        return self._proven(state, self._otherwise.glance(game, state))

    def _proven(self, state: Any, thought: Analysis) -> Analysis:
        known = None if thought.finished else self._proof.analysis(state)
        if known is None:
            return thought
        others = {entry.move: entry for entry in thought.moves}
        moves = (_surest(entry, others.get(entry.move, entry)) for entry in known.moves)
        return replace(known, moves=tuple(moves))


def _surest(proven: MoveValue, thought: MoveValue) -> MoveValue:
    """The proven value of a move; else the estimate, unless the proven bound refutes it."""
    if proven.exact or not (thought.exact or thought.value <= proven.value):
        return proven
    return thought


class DatabaseAdvisor:
    """Looks positions up in a database; `otherwise` values those that it lacks."""

    def __init__(self, database: Solved, otherwise: Advisor) -> None:
        self._database, self._otherwise = database, otherwise

    def advise(
        self,
        game: Game,
        state: Any,
        seconds: float | None = None,
        known: Analysis | None = None,
    ) -> Analysis:
        """The database's analysis of `state`."""
        from zermelo.solver.probing.probe import probe

        try:
            return probe(self._database, state)
        except TextError:
            return self._otherwise.advise(game, state, seconds, known)
