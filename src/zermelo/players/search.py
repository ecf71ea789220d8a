"""Players that search: by the engine or another search, within limits."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from zermelo.contract.game import Game, moves_of
from zermelo.play.advice import Tables
from zermelo.play.player import Thought
from zermelo.search.engine.options import PLAYING, EngineOptions
from zermelo.search.limits import NO_LIMITS, Limits, Progress

MEBIBYTES: Final = 64.0  # of a player's own table

if TYPE_CHECKING:
    from zermelo.books.book import Book
    from zermelo.contract.analysis import Analysis
    from zermelo.play.history import History


class Search:
    """Searches, and plays one of the best moves it finds, chosen by `seed`.

    limits    of each move's search; `progress` watches it
    book      an opening book, looked up first
    options   of the engine, by default for one best move
    tables    for the engine, kept from move to move, unless the options have a table
    reuse     whether the hybrid keeps its tree from move to move

    It wins as soon and loses as late as proofs allow. With a limit of time, it searches as plain
    Python while the engine is being compiled.
    """

    name = "computer"

    def __init__(
        self,
        limits: Limits = NO_LIMITS,
        *,
        algorithm: str = "engine",
        native: bool = True,
        seed: int | None = None,
        progress: Progress | None = None,
        options: EngineOptions = PLAYING,
        tables: Tables | None = None,
        book: Book | None = None,
        reuse: bool = True,
    ) -> None:
        self._limits, self._algorithm, self._native = limits, algorithm, native
        self._progress, self._options, self._book = progress, options, book
        self._random, self._reuse = random.Random(seed), reuse
        self._tables = tables or Tables(mebibytes=MEBIBYTES)
        self._latest: tuple[Any, Analysis] | None = None
        self._pondered: tuple[Any, float] = (None, 0.0)  # a game and state, and how long

    def choose(self, game: Game, state: Any) -> int:
        """One of the best moves within the limits; any move if there was no time for a search."""
        return self.among_best(game, state, self.analysis(game, state))

    def among_best(self, game: Game, state: Any, analysis: Analysis) -> int:
        """One of the analysis's best moves; if proven, the first of its line.

        Among equal estimates, the first by the game's `order` is chosen half of the time, the
        second a quarter of the time …, so that openings vary.
        """
        if analysis.exact and analysis.value and analysis.line:
            return game.parse_move(state, analysis.line[0])
        moves = [game.parse_move(state, text) for text in analysis.best_moves]
        moves = moves or moves_of(game, state)
        self._random.shuffle(moves)
        if not analysis.exact:
            moves.sort(key=lambda move: -game.order(state, move))
            while len(moves) > 1 and self._random.random() < 0.5:
                del moves[0]
        return moves[0]

    @property
    def thought(self) -> Thought:
        """The value and the nodes of the latest search."""
        analysis = self._latest[1] if self._latest else None
        if analysis is None:
            return Thought()
        return Thought(
            None if analysis.value is None else analysis.value + 0.0, analysis.nodes
        )  # no -0.0

    def analysis(self, game: Game, state: Any) -> Analysis:
        """The player's analysis of `state`, which is kept until the next one.

        Raises `KeyboardInterrupt` if Ctrl-C ended the search, so that the game ends, too.
        """
        question = (game, state, self._options.match_draws)
        if self._latest is None or self._latest[0] != question:
            about, spent = self._pondered
            limits, seconds = self._limits, self._limits.seconds
            if seconds is not None and about == (game, state):
                limits = limits.within(seconds - spent)
            analysis = self._book.analysis(state) if self._book else None
            self._latest = (question, analysis or self._search(game, state, limits))
        return self._latest[1]

    def _search(self, game: Game, state: Any, limits: Limits) -> Analysis:
        from zermelo.search.analyze import analyze_within  # not needed between people

        analysis = analyze_within(
            limits,
            game,
            state,
            algorithm=self._algorithm,
            seed=self._random.getrandbits(32),
            native=self._native and self._is_compiled(game),
            progress=self._progress,
            options=self._with_memory(game),
        )
        if analysis.interrupted:
            raise KeyboardInterrupt
        return analysis

    def ponder(self, game: Game, state: Any, seconds: float) -> bool:
        """Search for `seconds`, if the limits allow more; whether time is left afterwards.

        The results stay in the table, and `choose` searches for the remaining time. So a host that
        blocks during a search can handle events now and then.
        """
        limit = self._limits.seconds
        if limit is None or self._algorithm != "engine":
            return False
        if self._book and self._book.analysis(state):
            return False
        if self._pondered[0] != (game, state):
            self._pondered = ((game, state), 0.0)
        spent = self._pondered[1]
        if limit - spent <= seconds:
            return False
        self._search(game, state, self._limits.within(seconds))
        self._pondered = ((game, state), spent + seconds)
        return True

    def watch(self, history: History) -> None:
        """Receive the game so far, so that the engine knows which positions the match draws."""
        self._options = replace(self._options, match_draws=history.match_draws())

    def _with_memory(self, game: Game) -> EngineOptions:
        """The options with the memory kept between searches: a table or a tree."""
        options = self._options
        if self._algorithm == "engine" and options.table is None:
            return replace(options, table=self._tables.of(game))
        if self._algorithm == "hybrid" and self._reuse and options.kept is None:
            from zermelo.search.montecarlo import Kept

            self._options = options = replace(options, kept=Kept())
        return options

    def _is_compiled(self, game: Game) -> bool:
        """Whether to search compiled: unless compiling takes longer than the time for a move."""
        from zermelo.search.engine.compiling import compiled_within

        seconds = self._limits.seconds
        return self._algorithm != "engine" or seconds is None or compiled_within(game, seconds)
