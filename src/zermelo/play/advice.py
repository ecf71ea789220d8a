"""Values of a position and its moves, for hints, marks on the board and mistakes."""

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

SECONDS: Final = 1.0  # that an engine may take to advise
GLANCE: Final = 2000  # nodes of a first look


class Advisor(Protocol):
    """An advisor: it values positions."""

    def advise(
        self,
        game: Game,
        state: Any,
        seconds: float | None = None,
        known: Analysis | None = None,
    ) -> Analysis:
        """The analysis of `state`, in so many seconds or the advisor's usual time.

        known  an earlier one, whose proofs it builds on
        """


class EngineAdvisor:
    """Searches for `seconds` at most: the value of every move, and how far wins are off.

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

    def advise(
        self,
        game: Game,
        state: Any,
        seconds: float | None = None,
        known: Analysis | None = None,
    ) -> Analysis:
        """The result of a search, with all that was known."""
        seconds = self._seconds if seconds is None else seconds
        analysis = self._search(game, state, seconds, known=known)
        moves = tuple(_agreeing(entry, analysis) for entry in analysis.moves)
        return replace(analysis, moves=moves)

    def glance(self, game: Game, state: Any) -> Analysis:
        """A first look: some nodes in a table of its own, so that it always says the same."""
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
            progress=self._progress,
            table=table or self._tables.of(game),
            every_move=True,
            known=known,
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

    def advise(
        self,
        game: Game,
        state: Any,
        seconds: float | None = None,
        known: Analysis | None = None,
    ) -> Analysis:
        """The book's analysis of `state`, or another's."""
        booked = self._book.analysis(state)
        if booked and booked.finished:
            return booked
        return self._otherwise.advise(game, state, seconds, known)

    def glance(self, game: Game, state: Any) -> Analysis:
        """A first look: into the book, then at the position."""
        known = self._book.analysis(state)
        return known if known and known.finished else self._otherwise.glance(game, state)


class ProofAdvisor:
    """Knows what a certificate proves; `otherwise` says what its moves leave open."""

    def __init__(self, proof: Known, otherwise: EngineAdvisor | BookAdvisor) -> None:
        self._proof, self._otherwise = proof, otherwise

    def advise(
        self,
        game: Game,
        state: Any,
        seconds: float | None = None,
        known: Analysis | None = None,
    ) -> Analysis:
        """The certificate's value and moves, and of other moves another's analysis."""
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
    """A move's entry: exact if one is, else the estimate, unless a bound refutes it."""
    if proven.exact or not (thought.exact or thought.value <= proven.value):
        return proven
    return thought


class DatabaseAdvisor:
    """Knows all by a database; of positions that it does not have, `otherwise` says what it can."""

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
