"""What a position is worth: the value of every move, all the best ones, and where they lead."""

from __future__ import annotations

import functools
import time
from contextlib import nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from zermelo.contract.analysis import Analysis, Bound, By, MoveValue, along_line
from zermelo.contract.game import WIN, Game
from zermelo.contract.points import by_of, valued
from zermelo.errors import ParameterError, Stopped
from zermelo.search.clock import Clock
from zermelo.search.counters import ENTRIES, HITS
from zermelo.search.engine.compiling import Kernels, compiled
from zermelo.search.engine.margin import Margin
from zermelo.search.engine.movebounds import MoveBounds
from zermelo.search.engine.options import USUAL, EngineOptions
from zermelo.search.engine.parallel import helped
from zermelo.search.engine.score import in_units
from zermelo.search.engine.table import passing_table
from zermelo.search.engine.thinking import Thinking
from zermelo.search.engine.trial import count_trial, stands, trial_limits
from zermelo.search.engine.workspace import Workspace
from zermelo.search.limits import Limits, Progress

if TYPE_CHECKING:
    import random

ALGORITHMS: Final = ("engine", "minimax", "alphabeta", "memo")
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
    native: bool | None = True,
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
    Compiling counts for no limit; with `native=None`, as the command has it, the engine does
    without where plain Python is done in no time. `options` are for the algorithm "engine" alone:
    the fields of `zermelo.search.engine.options.EngineOptions`, like threads=2.

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
    native: bool | None = True,
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
    if algorithm == "engine":
        asked = _Asked(game, state, limits, options, seed, progress)
        return _by_engine(asked, native=native)
    clock = Clock(limits, native=native is not False, progress=progress)
    if algorithm == MONTE_CARLO:
        from zermelo.search.mcts import monte_carlo  # it loads numpy, which the engine may not need

        return monte_carlo(game, state, clock, limits.depth, seed)
    from zermelo.search.deepening import Deepening

    chance = _chance(seed)
    search = Deepening(game, state, algorithm, clock, chance)
    return search.run(limits.depth, deepening=limits.deepening)


class _Asked(NamedTuple):
    """What the engine is asked."""

    game: Game[Any]
    state: Any
    limits: Limits
    options: EngineOptions
    seed: int | None
    progress: Progress | None


def _by_engine(asked: _Asked, *, native: bool | None) -> Analysis:
    """What the engine finds out; without `native` True or False, plain where that ends at once."""
    trial = trial_limits(*asked[:4]) if native is None else None
    if trial is not None:
        found, clock = _engine_search(asked, trial, Kernels())
        count_trial(asked.game, clock)
        if found.interrupted or stands(clock, asked.limits):
            return found
    kernels, interrupted = _ready(asked.game, asked.progress, native=native is not False)
    return _engine_search(asked, asked.limits, kernels, interrupted=interrupted)[0]


def _engine_search(
    asked: _Asked, within: Limits, kernels: Kernels, *, interrupted: bool = False
) -> tuple[Analysis, Clock]:
    """What the engine finds out with these kernels `within` limits, and the clock it had."""
    game, state, limits, options, seed, progress = asked
    native, began = kernels.native, time.perf_counter()
    chance = _chance(seed)
    passing = passing_table(within, native=native)
    with nullcontext(options.table) if options.table else passing as room:
        given: Any = {"match_draws": options.match_draws.keyed(game, state)}
        workspace = Workspace(room, native=native, endgames=options.endgames, **given)
        watched: Any = {"counts": workspace.memory, "began": began, "progress": progress}
        clock = Clock(within, native=native, **watched)
        thinking = Thinking(game, state, kernels, workspace, clock, options)
        if options.margin is not None:
            question = Margin(thinking, options.margin)
            return _margin_analysis(question, limits, interrupted), clock
        interrupted = interrupted or _think(thinking, chance, limits, options.threads)
        if options.endgames is not None:
            options.endgames.check()
        return _engine_analysis(thinking, interrupted), clock


def _chance(seed: int | None) -> random.Random | None:
    """What chooses among equal moves, if anything does."""
    if seed is None:
        return None
    from random import Random

    return Random(seed)


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
    value = _ended_value(game, state) if not thinking.known else thinking.reported(thinking.worth)
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
    thinking.update_twins()
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
    from zermelo.search.textbook import utility

    return float(utility(game, state, game.outcome(state)))


def _move_value(game: Game[Any], state: Any, entry: MoveBounds) -> MoveValue:
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
