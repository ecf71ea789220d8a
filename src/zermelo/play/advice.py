"""What a position is worth and every move in it, for hints, marks on the board and mistakes."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Protocol

from zermelo.errors import TextError
from zermelo.game import ONGOING, Game
from zermelo.play.tables import Tables

if TYPE_CHECKING:
    from zermelo.search.analyze import Analysis
    from zermelo.solver.database import Database

SECONDS: Final = 1.0  # that an engine may take to advise


@dataclass(frozen=True)
class MoveAdvice:
    """One legal move and what it is worth to the player who makes it.

    value       −1 … 1
    exact       whether the value is proven; else it is an estimate
    remoteness  plies to the end, counted from before the move, of wins and losses where known
    """

    move: str
    value: float
    exact: bool
    remoteness: int | None = None


@dataclass(frozen=True)
class Advice:
    """What is known of one position, all values for the player to move there.

    value       −1 … 1, None when nothing is known yet
    exact       whether `value` is proven; otherwise it is an estimate `depth` plies deep
    remoteness  plies to the end under best play, of wins and losses where known
    moves       the legal moves with their values, in the game's order
    best_moves  the texts of all moves that reach `value`
    line        best play from here as far as known
    source      "engine" or "database"
    """

    player: int
    value: float | None
    exact: bool
    remoteness: int | None
    depth: int | None
    moves: tuple[MoveAdvice, ...]
    best_moves: tuple[str, ...]
    line: tuple[str, ...]
    source: str

    def of(self, move: str) -> MoveAdvice | None:
        """What is known of the move with this text."""
        return next((entry for entry in self.moves if entry.move == move), None)

    @property
    def complete(self) -> bool:
        """Whether nothing is left to find out: each move proven, each win and loss with its end."""
        ends = (entry.value == 0 or entry.remoteness is not None for entry in self.moves)
        return self.exact and all(entry.exact for entry in self.moves) and all(ends)

    def as_dict(self) -> dict[str, Any]:
        """The fields as JSON."""
        return {**asdict(self), "moves": [asdict(move) for move in self.moves]}


class Advisor(Protocol):
    """Who can say what a position is worth."""

    def advise(self, game: Game[Any], state: Any, seconds: float | None = None) -> Advice:
        """What the advisor knows or finds out about `state`, in so many seconds or its usual."""


class EngineAdvisor:
    """Searches for `seconds` at most: the value of every move first, then how far wins are off.

    progress  watches the searches; a `Stopped` that it raises ends the advice with what is known
    native    whether to search compiled, once that is compiled: until then plainly
    tables    what is found is kept in, for others too
    """

    def __init__(
        self,
        seconds: float = SECONDS,
        *,
        native: bool = True,
        progress: Callable[[Any], None] | None = None,
        tables: Tables | None = None,
    ) -> None:
        self._seconds, self._native, self._progress = seconds, native, progress
        self._tables = tables or Tables()

    def advise(self, game: Game[Any], state: Any, seconds: float | None = None) -> Advice:
        """What a search finds out; half of the time is for the distances of decided moves."""
        began, seconds = time.perf_counter(), self._seconds if seconds is None else seconds
        found = self._search(game, state, seconds / 2, every_move=True)
        moves = [MoveAdvice(entry.move, entry.value, entry.exact) for entry in found.moves]
        for index, entry in enumerate(moves):
            left = seconds - (time.perf_counter() - began)
            if found.remoteness is not None and found.line[:1] == (entry.move,):
                moves[index] = replace(entry, remoteness=found.remoteness)
            elif entry.exact and entry.value and left > 0:
                moves[index] = replace(entry, remoteness=self._distance(game, state, entry, left))
        return Advice(
            player=found.player,
            value=found.value,
            exact=found.exact,
            remoteness=found.remoteness,
            depth=found.depth,
            moves=tuple(moves),
            best_moves=found.best_moves,
            line=found.line,
            source="engine",
        )

    def _distance(self, game: Game[Any], state: Any, entry: MoveAdvice, left: float) -> int | None:
        """How many plies after the position a decided move ends the game."""
        child = game.play(state, game.parse_move(state, entry.move))
        if game.outcome(child) != ONGOING:
            return 1
        found = self._search(game, child, left).remoteness
        return None if found is None else found + 1

    def _search(
        self, game: Game[Any], state: Any, seconds: float, *, every_move: bool = False
    ) -> Analysis:
        """A search with a table that is kept, so that each one knows what was found before."""
        from zermelo.search.analyze import analyze
        from zermelo.search.thinking import compiled_within

        found = analyze(
            game,
            state,
            algorithm="engine",
            seconds=seconds,
            native=self._native and compiled_within(game, seconds),
            progress=self._progress,
            table=self._tables.of(game),
            every_move=every_move,
        )
        if found.interrupted:
            raise KeyboardInterrupt
        return found


class DatabaseAdvisor:
    """Knows all by a database; of positions that it does not have, `otherwise` says what it can."""

    def __init__(self, database: Database, otherwise: Advisor) -> None:
        self._database, self._otherwise = database, otherwise

    def advise(self, game: Game[Any], state: Any, seconds: float | None = None) -> Advice:
        """What the database has about `state`."""
        from zermelo.solver.probe import probe

        try:
            found = probe(self._database, state)
        except TextError:
            return self._otherwise.advise(game, state, seconds)
        moves = [MoveAdvice(e.move, float(e.value), True, e.remoteness) for e in found.moves]
        best = [e.move for e in found.moves if _worth(e) == max(map(_worth, found.moves))]
        return Advice(
            player=int(game.player(state)),
            value=float(found.value),
            exact=True,
            remoteness=found.remoteness,
            depth=None,
            moves=tuple(moves),
            best_moves=tuple(best),
            line=(),
            source="database",
        )


def _worth(entry: Any) -> tuple[int, int]:
    """What orders moves: sooner wins and later losses are better."""
    return entry.value, -entry.value * (entry.remoteness or 0)
