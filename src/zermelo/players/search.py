"""Players that move at random, search to a depth or within limits, or follow proven values."""

from __future__ import annotations

import functools
import random
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from zermelo.contract.analysis import Analysis
from zermelo.contract.arguments import DEEPEST, DEPTH
from zermelo.contract.game import Game, moves_of
from zermelo.errors import IllegalMoveError, UsageError
from zermelo.native import switched_off
from zermelo.play.advice import Tables
from zermelo.play.history import History
from zermelo.play.player import Player, Thought
from zermelo.search.analyze import ALGORITHMS, analyze, analyze_within
from zermelo.search.clock import NO_LIMITS, Clock, Limits, Progress
from zermelo.search.counters import new_counts
from zermelo.search.engine.compiling import compiled_within
from zermelo.search.engine.knownends import PLAYING, EngineOptions
from zermelo.solver.probing.probe import Solved, move_scores
from zermelo.solver.score import ENDLESS


class RandomMoves:
    """Plays random legal moves, the same ones for the same `seed`."""

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, game: Game, state: Any) -> int:
        """A random legal move."""
        return self._random.choice(moves_of(game, state))


class FirstMove:
    """Plays the first legal move: the simplest deterministic player."""

    name = "first"

    def choose(self, game: Game, state: Any) -> int:
        """The first legal move."""
        return moves_of(game, state)[0]


class Textbook:
    """Plays a random one of ALL the best moves of "minimax", "alphabeta" or "memo", which look
    `depth` plies ahead or, with None, to the end of the game, but at most 512.
    """

    def __init__(
        self, algorithm: str, depth: int | None, *, native: bool = True, seed: int | None = None
    ) -> None:
        self.name = self._algorithm = algorithm
        self.thought = Thought()
        if depth is not None:
            DEPTH.check("depth", depth)
        self._depth = depth
        self._native = native
        self._random = random.Random(seed)

    def prepare(self, game: Game) -> Any:
        """The function that searches `game`, compiled if possible."""
        return _prepare_kernel(self._algorithm, game, self._native and not switched_off())

    def choose(self, game: Game, state: Any) -> int:
        """One of the best moves; Ctrl-C raises `KeyboardInterrupt`."""
        from zermelo.search.textbook import choose_best

        search, clock = self.prepare(game), Clock(native=self._native)
        depth = depth_to_end(game, state) if self._depth is None else self._depth
        values = clock.watch(search, game, state, depth, clock.counts)
        self.thought = Thought(float(max(values)), clock.nodes())
        return choose_best(game.moves(state), values, self._random)


def depth_to_end(game: Game, state: Any) -> int:
    """A depth that reaches the end of the game, or the deepest that the stack allows."""
    from zermelo.search.textbook import UNLIMITED

    return UNLIMITED if 0 <= game.remaining(state) <= DEEPEST else DEEPEST


@functools.cache
def _prepare_kernel(algorithm: str, game: Game, native: bool) -> Any:
    """The algorithm's kernel for `game`, cached, as preparing takes longer than a small search."""
    kernel = ALGORITHMS[algorithm].kernel
    return kernel.prepare(game, game.start(), 1, new_counts(native=True)) if native else kernel


MEBIBYTES: Final = 64.0  # the size of a player's own table

if TYPE_CHECKING:
    from zermelo.books.book import Book


class Search:
    """Searches, and plays one of the best moves it finds, chosen by `seed`. It wins as soon and
    loses as late as proofs allow.

    limits    the limits of each move's search, which reports to `progress`; with a limit of time,
              the search is plain Python while the engine is being compiled
    options   options of the engine, by default for one best move
    tables    the engine's tables, kept from move to move, unless the options have a table
    book      an opening book, looked up first
    reuse     whether the hybrid keeps its tree from move to move
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
        self._pondered: tuple[Any, float] = (None, 0.0)  # game and state, and the seconds spent

    def choose(self, game: Game, state: Any) -> int:
        """One of the best moves within the limits; any move if there was no time for a search."""
        return self.among_best(game, state, self.analysis(game, state))

    def among_best(self, game: Game, state: Any, analysis: Analysis) -> int:
        """One of the best moves in `analysis`; for a proven win or loss, its line's first move.
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
        if self._latest is None:
            return Thought()
        value, nodes = self._latest[1].value, self._latest[1].nodes
        return Thought(None if value is None else value + 0.0, nodes)  # no -0.0

    def analysis(self, game: Game, state: Any) -> Analysis:
        """The player's analysis of `state`, which is kept until the next one. Raises
        `KeyboardInterrupt` if Ctrl-C ended the search, so that the game also ends.
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
        native, seconds = self._native, self._limits.seconds
        if native and self._algorithm == "engine" and seconds is not None:
            native = compiled_within(game, seconds)  # compiling may take longer than a move
        options = self._options  # with the memory kept between searches: a table or a tree
        if self._algorithm == "engine" and options.table is None:
            options = replace(options, table=self._tables.of(game))
        elif self._algorithm == "hybrid" and self._reuse and options.kept is None:
            from zermelo.search.montecarlo import Kept

            self._options = options = replace(options, kept=Kept())
        analysis = analyze_within(
            limits,
            game,
            state,
            algorithm=self._algorithm,
            seed=self._random.getrandbits(32),
            native=native,
            progress=self._progress,
            options=options,
        )
        if analysis.interrupted:
            raise KeyboardInterrupt
        return analysis

    def ponder(self, game: Game, state: Any, seconds: float) -> bool:
        """Search for `seconds`, if the limits allow more; return whether time is left afterwards.
        The results stay in the table, and `choose` searches for the remaining time, so that a host
        that blocks during a search can handle events now and then.
        """
        limit = self._limits.seconds
        if limit is None or self._algorithm != "engine":
            return False
        if self._book and self._book.analysis(state):
            return False
        spent = self._pondered[1] if self._pondered[0] == (game, state) else 0.0
        if limit - spent <= seconds:
            return False
        self._search(game, state, self._limits.within(seconds))
        self._pondered = ((game, state), spent + seconds)
        return True

    def watch(self, history: History) -> None:
        """Receive the game so far, so that the engine knows which positions the match draws."""
        self._options = replace(self._options, match_draws=history.match_draws())


NODES: Final = 5000  # the nodes of a search for the shortest way to the end
SECONDS: Final = 2.0  # the longest wait for the compiler


class Perfect:
    """Plays from a database: wins as soon and loses as late as possible, and keeps draws. Among
    equal moves, it takes one that gives the opponent the most replies that are mistakes, and among
    these a random one. If the database lacks distances, a short search compares the moves that keep
    the value.
    """

    name = "perfect"

    def __init__(self, database: Solved, seed: int | None = None) -> None:
        self.database = database
        self._random = random.Random(seed)

    def choose(self, game: Game, state: Any) -> int:
        """One of the best moves, the hardest to answer."""
        scores = move_scores(self.database, state)
        if not scores:
            raise IllegalMoveError("the game is over: there is no move to choose")
        best = max(score for _, score in scores)
        equal = [move for move, score in scores if score == best]
        ends = game.draws_endless and not game.by_score  # then a win has an unknown length
        if len(equal) > 1 and abs(best) == ENDLESS and ends:  # compare these by a search
            native = compiled_within(game, SECONDS)
            found = analyze(game, state, nodes=NODES, native=native, every_move=True)
            worth = {game.parse_move(state, entry.move): entry.sooner for entry in found.moves}
            soonest = max(worth[move] for move in equal)
            equal = [move for move in equal if worth[move] == soonest]
        traps = {move: self._mistakes(game, state, move) for move in equal}
        most = max(traps.values())
        return self._random.choice([move for move in equal if traps[move] == most])

    def _mistakes(self, game: Game, state: Any, move: int) -> int:
        after = game.play(state, move)
        if game.player(after) == game.player(state):
            return 0
        replies = [score for _, score in move_scores(self.database, after)]
        worth = replies if game.by_score else [(score > 0) - (score < 0) for score in replies]
        return sum(each < max(worth) for each in worth)


class Follower:
    """Plays the claimant's moves of a certificate, which is checked first; `otherwise` plays for
    the other side, and in positions outside it. Raises `UsageError` for a file without a proof
    about this game.
    """

    name = "proof"

    def __init__(self, path: Path, game: Game, otherwise: Player) -> None:
        from zermelo.proofs.certificate import read_certificate  # web pages do not ship this module
        from zermelo.proofs.verify import check

        self._otherwise = otherwise
        self._next: dict[Any, Any] = {}  # position → its successor, up to symmetry

        def learn(game: Game, state: Any, move: int) -> None:
            self._next[min(game.symmetries(state))] = min(game.symmetries(game.play(state, move)))

        _, fault = check(read_certificate(path, game), learn)
        if fault is not None:
            raise UsageError(f"{path} proves nothing: {fault}")

    def choose(self, game: Game, state: Any) -> int:
        """The certificate's move, or else the move of `otherwise`."""
        wanted = self._next.get(min(game.symmetries(state)))
        for move in game.moves(state) if wanted is not None else ():
            if min(game.symmetries(game.play(state, move))) == wanted:
                return move
        return self._otherwise.choose(game, state)
