"""Advisors value positions and moves, for hints, marks on the board and mistakes."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

from zermelo.contract.analysis import BEING_FITTED, OWN, Analysis, Curve, is_fitted
from zermelo.contract.game import Game
from zermelo.errors import Stopped, TextError
from zermelo.native import IN_BROWSER
from zermelo.native.cache import folder, own_bytes
from zermelo.native.fingerprint import rules_fingerprint
from zermelo.play.lines import most_shown
from zermelo.process.start import module_command, same_python
from zermelo.search.clock import Limits, Progress, Snapshot
from zermelo.spec import UserFile, format_game
from zermelo.upward import look_up

if TYPE_CHECKING:
    from zermelo.search.engine.table import Table
    from zermelo.solver.probing.probe import Solved

SECONDS: Final = 1.0  # time limit of one analysis
# Level of a look → the nodes to search, in plain Python and compiled.
LOOKS: Final = ((2_000, 30_000), (5_000, 300_000), (20_000, 600_000))
WIDE: Final = 60  # with more legal moves, closer looks search fewer nodes, as each takes longer


class Tables:
    """Transposition tables of `mebibytes` each, for the `most` games used most recently."""

    def __init__(self, most: int = 1, mebibytes: float = 16.0) -> None:
        self._most, self._mebibytes = most, mebibytes
        self._tables: dict[Game, Table] = {}  # from the least to the most recently used
        self._lock = threading.Lock()

    def of(self, game: Game) -> Table:
        """The table of `game`; creates one if needed."""
        from zermelo.search.engine.table import Table

        with self._lock:
            table = self._tables.pop(game, None) or Table(self._mebibytes)
            self._tables[game] = table
            while len(self._tables) > self._most:
                del self._tables[next(iter(self._tables))]
            return table

    def release(self, game: Game) -> None:
        """Forget the table of `game`; a running search keeps it until it ends."""
        with self._lock:
            self._tables.pop(game, None)


class Known(Protocol):
    """A book or a certificate, with analyses of some positions."""

    def analysis(self, state: Any = None) -> Analysis | None:
        """The analysis of a position, None if it is not known."""


class Advisor(Protocol):
    """Values positions."""

    def advise(
        self, game: Game, state: Any, seconds: float | None = None, known: Analysis | None = None
    ) -> Analysis:
        """Analyse `state` within `seconds` or the usual time; keep proven values of `known`."""


class EngineAdvisor:
    """Searches for the values of all moves, and for the distance of wins, in at most `seconds`."""

    def __init__(
        self,
        seconds: float = SECONDS,
        *,
        native: bool = True,  # whether to search compiled, as soon as the compiler is done
        progress: Progress | None = None,  # may raise `Stopped` to end with the values known so far
        tables: Tables | None = None,  # keep results; advisors may share them
        book: Known | None = None,  # its complete proofs replace searches
        proof: Known | None = None,  # its proven values and moves replace estimates
    ) -> None:
        self._seconds, self._native, self._progress = seconds, native, progress
        self._tables, self._book, self._proof = tables or Tables(), book, proof

    def advise(
        self, game: Game, state: Any, seconds: float | None = None, known: Analysis | None = None
    ) -> Analysis:
        """Analyse `state`, see `Advisor.advise`."""
        analysis = self._book_analysis(state)
        if analysis is None:
            seconds = self._seconds if seconds is None else seconds
            analysis = self._search(game, state, seconds, known=known)
            proven = analysis.exact and not (known and known.exact)
            if proven and analysis.value is not None:  # then a best move has this value
                value = partial(replace, value=analysis.value, exact=True, bound="exact")
                best = analysis.best_moves
                moves = tuple(value(e) if e.move in best else e for e in analysis.moves)
                analysis = replace(analysis, moves=moves)
        return self._with_proof(state, analysis)

    def sees(self, game: Game) -> bool:
        """Whether `look` can search `game` now: false while the engine compiles."""
        from zermelo.search.engine.compiling import compiled_within

        return not self._native or compiled_within(game, 0)

    def look(self, game: Game, state: Any, level: int = 0) -> Analysis:
        """Search a fixed number of nodes with an empty table, so that results are reproducible.
        Level 0 finds the values of all moves; 1 and 2 look closer at the best move only.
        """
        prepare_curve(game)
        analysis = self._book_analysis(state) or self._search(game, state, None, level=level)
        return self._with_proof(state, analysis)

    def _search(
        self,
        game: Game,
        state: Any,
        seconds: float | None,
        *,
        level: int = 0,
        known: Analysis | None = None,
    ) -> Analysis:
        """Search for `seconds` with the game's table; None means a look at `level`, see `look`."""
        from zermelo.search.analyze import analyze_within
        from zermelo.search.engine.compiling import compiled_within, kernels_for
        from zermelo.search.engine.knownends import EngineOptions
        from zermelo.search.engine.table import Table

        native = self._native and compiled_within(game, seconds or SECONDS)
        first, limit = (LOOKS[each][native and kernels_for(game).native] for each in (0, level))
        count = len([*game.moves(state)])
        nodes = max(first, limit * WIDE // max(WIDE, count)) if seconds is None else None
        options = EngineOptions(
            table=Table(16.0 if level else 1.0) if seconds is None else self._tables.of(game),
            every_move=level == 0,
            leading=0 if seconds is None else most_shown(count),
            ties=level == 0,
            selective=level > 0 or seconds is not None,
            known=known,
            averaged=level == 0,
            quiescent=True,
        )
        progress = self._progress if seconds is None else self._end_with_depth()
        limits = Limits(seconds=seconds, nodes=nodes)
        analysis = analyze_within(
            limits, game, state, native=native, progress=progress, options=options
        )
        if analysis.interrupted:
            raise KeyboardInterrupt
        return analysis

    def _end_with_depth(self) -> Progress:
        """A watcher that, after the usual time, ends a search once it completes a depth."""
        depths = list[int]()

        def watch(snapshot: Snapshot) -> None:
            if self._progress is not None:
                self._progress(snapshot)
            depths.append(snapshot.depth)
            if snapshot.depth > depths[0] and snapshot.seconds > self._seconds:
                raise Stopped

        return watch

    def _book_analysis(self, state: Any) -> Analysis | None:
        """The book's analysis of a position; None unless it is complete."""
        booked = self._book and self._book.analysis(state)
        return booked if booked and booked.finished else None

    def _with_proof(self, state: Any, thought: Analysis) -> Analysis:
        """The certificate's analysis, with estimates from `thought`; or `thought` without one."""
        known = self._proof.analysis(state) if self._proof and not thought.finished else None
        if known is None:
            return thought
        moves = {entry.move: entry for entry in known.moves}
        for entry in thought.moves:
            proven = moves.get(entry.move)  # a value, or an upper bound
            if proven and not proven.exact and (entry.exact or entry.value <= proven.value):
                moves[entry.move] = entry
        return replace(known, moves=tuple(moves.values()))


class DatabaseAdvisor:
    """Looks up positions in a database; `otherwise` analyses missing positions."""

    def __init__(self, database: Solved, otherwise: Advisor) -> None:
        self._database, self._otherwise = database, otherwise

    def advise(
        self, game: Game, state: Any, seconds: float | None = None, known: Analysis | None = None
    ) -> Analysis:
        """The database's analysis of `state`, or else the analysis by `otherwise`."""
        from zermelo.solver.probing.probe import probe

        try:
            return probe(self._database, state)
        except TextError:
            return self._otherwise.advise(game, state, seconds, known)


MOST: Final = 8  # the most games whose curves are being fitted or will be

_begun: set[Game] = set()
_lock, _turn = threading.Lock(), threading.Lock()


def prepare_curve(game: Game) -> None:
    """For a game in a user's file, load its curve, or begin to fit it in the background: the engine
    plays against itself for a minute, in a process of low priority that ends with Zermelo. One
    game is fitted at a time.
    """
    place = folder()
    own = isinstance(sys.modules.get(type(game).__module__), UserFile)
    if not own or IN_BROWSER or place is None or is_fitted(game):
        return
    with _lock:
        if game in _begun or len(BEING_FITTED) >= MOST:
            return
        _begun.add(game)
        BEING_FITTED.add(game)
    path = place.parent / "chances" / f"{rules_fingerprint(game)}.json"
    if _load_curve(game, path):
        BEING_FITTED.discard(game)
    else:
        threading.Thread(target=_fit, args=(game, path), daemon=True).start()


def _fit(game: Game, path: Path) -> None:
    command = module_command(look_up("fitting").__name__, format_game(game), str(path))
    quiet, given = subprocess.DEVNULL, subprocess.PIPE  # fitting ends when its input closes
    begin = partial(subprocess.Popen[bytes], stdin=given, stdout=quiet, stderr=quiet)
    with _turn, suppress(OSError), begin(command, env=same_python()) as fitting:
        fitting.wait()
    _load_curve(game, path)
    BEING_FITTED.discard(game)


def _load_curve(game: Game, path: Path) -> bool:
    """Use the curve in a file; return False if the file is missing or invalid."""
    try:
        OWN[game] = Curve(*map(float, json.loads(own_bytes(path))))
    except (OSError, ValueError, TypeError):
        return False
    return True
