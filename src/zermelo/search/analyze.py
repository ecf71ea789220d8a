"""What a position is worth: the value of every move, all the best ones, and where they lead."""

from __future__ import annotations

import functools
import random
import time
from contextlib import nullcontext
from dataclasses import replace
from typing import Any, Final

from zermelo.analysis import Analysis, Bound, By, MoveValue, along_line
from zermelo.errors import ParameterError, Stopped
from zermelo.game import ONGOING, WIN, Game
from zermelo.native import runs_native
from zermelo.points import by_of, valued
from zermelo.ranges import DEEPEST
from zermelo.search.clock import Clock
from zermelo.search.counters import CUTOFFS, ENTRIES, HITS
from zermelo.search.engine.compiling import Kernels, compiled
from zermelo.search.engine.known import Known
from zermelo.search.engine.margin import Margin
from zermelo.search.engine.options import USUAL, EngineOptions
from zermelo.search.engine.parallel import helped
from zermelo.search.engine.score import in_units
from zermelo.search.engine.table import passing_table
from zermelo.search.engine.thinking import Thinking
from zermelo.search.engine.workspace import Workspace
from zermelo.search.limits import Limits, Progress
from zermelo.search.mcts import monte_carlo
from zermelo.search.memo import memo_values
from zermelo.search.textbook import alpha_beta_values, minimax_values, utility

TEXTBOOK: Final = {
    "minimax": minimax_values,
    "alphabeta": alpha_beta_values,
    "memo": memo_values,
}
ALGORITHMS: Final = ("engine", *TEXTBOOK)
MONTE_CARLO: Final = "mcts"
DEFAULT_SECONDS: Final = 5.0


def analyze(
    game: Game[Any],
    state: Any = None,
    *,
    algorithm: str = "engine",
    depth: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    native: bool = True,
    seed: int | None = None,
    progress: Progress | None = None,
    by: By = "outcome",
    **options: Any,
) -> Analysis:
    """Search `state`, or the start, and say what each legal move is worth.

    With `depth` alone, one search looks that many plies ahead. Otherwise the search deepens ply
    by ply until every value is exact or a limit stops it, 5 seconds if none is given; the first
    depth that proves a win or loss is its remoteness. `seed` chooses among equal moves of the line.
    The algorithm "mcts" knows no depth: see `zermelo.search.mcts.monte_carlo`; `seed` repeats it.
    Compiling counts for no limit. `options` are for the algorithm "engine" alone: the fields of
    `zermelo.search.engine.options.EngineOptions`, like threads=2.

    By score, values are points: exact scores where proven, else estimates, `Game.evaluate` times
    the game's `score_bound`. With margin=8, for the engine, the question is only whether the player
    to move gets at least 8 points: value 1 says yes, −1 no, None that it is open.

    Raises `ParameterError` for an unknown algorithm or a limit that makes no sense, and
    `CapabilityError` by score for a game that counts no points.

    >>> import zermelo
    >>> found = zermelo.analyze(zermelo.game("nim(rows=[1, 2])"), native=False)
    >>> found.value, found.exact, found.best_moves, found.remoteness
    (1.0, True, ('1,1',), 3)
    """
    return analyze_within(
        Limits(depth, seconds, nodes),
        game,
        state,
        algorithm=algorithm,
        native=native,
        seed=seed,
        progress=progress,
        by=by,
        options=EngineOptions(**options),
    )


def analyze_within(
    limits: Limits,
    game: Game[Any],
    state: Any = None,
    *,
    algorithm: str = "engine",
    native: bool = True,
    seed: int | None = None,
    progress: Progress | None = None,
    by: By = "outcome",
    options: EngineOptions = USUAL,
) -> Analysis:
    """`analyze` for those who have limits, and options of the engine, as one object each."""
    if algorithm not in (*ALGORITHMS, MONTE_CARLO):
        names = ", ".join((*ALGORITHMS, MONTE_CARLO))
        raise ParameterError(f"algorithm should be {names}, not {algorithm!r}")
    options.check(game, algorithm, by)
    game = valued(game, by)
    limits = limits.or_seconds(DEFAULT_SECONDS)
    state = game.start() if state is None else state
    chance = None if seed is None else random.Random(seed)
    if algorithm == "engine":
        return _by_engine(game, state, limits, options, chance, progress, native=native)
    clock = Clock(limits, native=native, progress=progress)
    if algorithm == MONTE_CARLO:
        return monte_carlo(game, state, clock, limits.depth, seed)
    search = _Search(game, state, algorithm, clock, chance)
    return search.run(limits.depth, deepening=limits.deepening)


def _by_engine(
    game: Game[Any],
    state: Any,
    limits: Limits,
    options: EngineOptions,
    chance: random.Random | None,
    progress: Progress | None,
    *,
    native: bool,
) -> Analysis:
    """What the engine finds out, from the time on that it is compiled."""
    kernels, interrupted = _ready(game, progress, native=native)
    began = time.perf_counter()
    alone = options.threads == 1
    passing = passing_table(limits, grows=alone)
    with nullcontext(options.table) if options.table else passing as room:
        given: Any = {"match_draws": options.match_draws.keyed(game, state)}
        workspace = Workspace(room, native=kernels.native, endgames=options.endgames, **given)
        watched: Any = {"counts": workspace.memory, "began": began, "progress": progress}
        clock = Clock(limits, native=kernels.native, **watched)
        thinking = Thinking(game, state, kernels, workspace, clock, options)
        if options.margin is not None:
            return _margin_analysis(Margin(thinking, options.margin), limits, interrupted)
        interrupted = interrupted or _think(thinking, chance, limits, options.threads)
        return _engine_analysis(thinking, interrupted)


def _ready(game: Game[Any], progress: Progress | None, *, native: bool) -> tuple[Kernels, bool]:
    """The engine's kernels, and whether Ctrl-C ended their compiling."""
    try:
        return compiled(game, progress) if native else Kernels(), False
    except KeyboardInterrupt:
        return Kernels(), True


def _think(thinking: Thinking, chance: random.Random | None, limits: Limits, threads: int) -> bool:
    """Let the engine think until it is done or stopped; whether Ctrl-C stopped it."""
    try:
        with helped(thinking, threads, limits.depth):
            thinking.think(limits.depth, chance, deepening=limits.deepening)
    except Stopped:
        return False
    except KeyboardInterrupt:
        return True
    return False


def _engine_analysis(thinking: Thinking, interrupted: bool) -> Analysis:
    """All that the engine knows when it is done or stopped."""
    game, state, clock = thinking.game, thinking.state, thinking.clock
    best = thinking.best()
    value = _ended_value(game, state) if not thinking.known else thinking.told(thinking.worth)
    line = _line_texts(game, state, thinking.line or thinking.expected(thinking.soonest()))
    moves = [_move_value(game, state, entry) for entry in thinking.known_moves]
    return Analysis(
        game=str(game),
        state=game.format_state(state) if game.has("format_state") else None,
        player=int(game.player(state)),
        value=value,
        exact=thinking.exact,
        depth=thinking.depth,
        best_moves=tuple(game.format_move(state, entry.move) for entry in best),
        complete=thinking.complete,
        moves=along_line(moves, value, line, thinking.remoteness),
        line=line,
        remoteness=thinking.remoteness,
        nodes=clock.nodes() + thinking.helped_nodes,
        table_entries=int(clock.counts[ENTRIES]),
        table_hits=int(clock.counts[HITS]),
        seconds=clock.seconds(),
        native=clock.native,
        interrupted=interrupted,
        by=by_of(game),
    )


def _margin_analysis(question: Margin, limits: Limits, interrupted: bool) -> Analysis:
    """The answer to the question, and for each move whether it is a reason for it."""
    thinking = question.thinking
    try:
        if thinking.known and not interrupted:
            thinking.clock.watch(question.find_out, limits.depth)
    except Stopped:
        pass
    except KeyboardInterrupt:
        interrupted = True
    thinking.tell_twins()
    found, answer = _engine_analysis(thinking, interrupted), question.answer
    if not thinking.known:
        answer = thinking.game.score(thinking.state) >= question.points
    entries = [entry for entry in thinking.known if question.of(entry) is not None]
    text = functools.partial(thinking.game.format_move, thinking.state)
    moves = tuple(MoveValue(text(e.move), 1.0 if question.of(e) else -1.0) for e in entries)
    return replace(
        found,
        value=None if answer is None else 1.0 if answer else -1.0,
        exact=answer is not None,
        best_moves=tuple(entry.move for entry in moves if entry.value == WIN),
        complete=len(moves) == len(thinking.known),
        moves=moves,
        line=(),
        margin=question.points,
    )


def _ended_value(game: Game[Any], state: Any) -> float:
    return float(utility(game, state, game.outcome(state)))


def _move_value(game: Game[Any], state: Any, entry: Known) -> MoveValue:
    bound: Bound = "exact" if entry.decided else entry.bound
    value = in_units(game, entry.worth)
    return MoveValue(
        game.format_move(state, entry.move), value, entry.decided, bound, by=by_of(game)
    )


def _line_texts(game: Game[Any], state: Any, moves: list[int]) -> tuple[str, ...]:
    texts = []
    for move in moves:
        texts.append(game.format_move(state, move))
        state = game.play(state, move)
    return tuple(texts)


class _Search:
    """One analysis under way."""

    def __init__(
        self,
        game: Game[Any],
        state: Any,
        algorithm: str,
        clock: Clock,
        chance: random.Random | None,
    ) -> None:
        self.game, self.state, self.clock, self.chance = game, state, clock, chance
        self.bound = game.value_bound
        self.algorithm, self.kernel = algorithm, TEXTBOOK[algorithm]
        self.moves = list(game.moves(state))
        self.values: list[float] = []  # of the last depth completed
        self.depth = 0
        self.unlimited = False  # the limit cut nothing at that depth
        self.remoteness: int | None = None
        self.line: list[str] = []

    def run(self, depth: int | None, *, deepening: bool) -> Analysis:
        interrupted = False
        try:
            self.deepen(depth or DEEPEST, 1 if deepening else depth or DEEPEST)
            self.follow()
        except Stopped:
            pass
        except KeyboardInterrupt:
            interrupted = True
        if self.values and not self.line:
            self.line = [self.text(self.state, self.choose(self.moves, self.values))]
        return self.report(interrupted)

    def deepen(self, deepest: int, first: int) -> None:
        """Search at one depth after another until everything is proven."""
        if not self.moves:
            return
        counts, game = self.clock.counts, self.game
        for depth in range(first, deepest + 1):
            self.clock.depth = depth
            counts[CUTOFFS] = 0
            values = self.clock.run(self.kernel, self.game, self.state, depth)
            self.values, self.depth = [float(value) for value in values], depth
            self.unlimited = int(counts[CUTOFFS]) == 0
            self.clock.value = value = max(self.values)
            timed = first == 1 and not game.by_score
            if timed and abs(value) == self.bound and self.remoteness is None:
                self.remoteness = depth
            if self.unlimited or all(abs(value) == self.bound for value in self.values):
                return

    def follow(self) -> None:
        """Best play from the state: wins as soon, loses as late as the search can tell."""
        state, left = self.state, self.remoteness or self.depth
        while left > 0 and self.game.outcome(state) == ONGOING:
            moves = list(self.game.moves(state))
            values = self.clock.run(self.kernel, self.game, state, left)
            if max(values) == -self.bound and left > 1:
                values = self.clock.run(self.kernel, self.game, state, left - 1)
            move = self.choose(moves, values)
            self.line.append(self.text(state, move))
            state, left = self.game.play(state, move), left - 1

    def choose(self, moves: list[int], values: list[float]) -> int:
        """The first of the best moves, or with a seed any of them."""
        best = [move for move, value in zip(moves, values, strict=True) if value == max(values)]
        return self.chance.choice(best) if self.chance else best[0]

    def text(self, state: Any, move: int) -> str:
        return self.game.format_move(state, move)

    def proven(self, value: float) -> bool:
        return self.unlimited or abs(value) == self.bound

    def report(self, interrupted: bool) -> Analysis:
        game, state, clock = self.game, self.state, self.clock
        nodes, seconds = clock.nodes(), clock.seconds()
        if self.moves:
            value = max(self.values) if self.values else None
        else:
            value, self.unlimited = _ended_value(game, state), True
        remoteness, line = self.remoteness if self.moves else 0, tuple(self.line)
        moves = [
            MoveValue(self.text(state, move), worth, self.proven(worth), by=by_of(game))
            for move, worth in zip(self.moves, self.values, strict=False)
        ]
        exact = value is not None and self.proven(value)
        return Analysis(
            game=str(game),
            state=game.format_state(state) if game.has("format_state") else None,
            player=int(game.player(state)),
            value=value,
            exact=exact,
            depth=self.depth,
            best_moves=tuple(entry.move for entry in moves if entry.value == value),
            complete=value is not None and (not exact or all(entry.exact for entry in moves)),
            moves=along_line(moves, value, line, remoteness),
            line=line,
            remoteness=remoteness,
            nodes=nodes,
            table_entries=int(clock.counts[ENTRIES]),
            table_hits=int(clock.counts[HITS]),
            seconds=seconds,
            native=clock.native and runs_native(game),
            interrupted=interrupted,
            source=self.algorithm,
            by=by_of(game),
        )
