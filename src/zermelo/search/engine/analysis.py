"""The engine's analysis of a position: it searches within limits, then reports all it knows.

It first tries a short search in plain Python, which may finish before compiled code could even be
loaded; the result is the same, node for node, and only `native` differs. Questions about a margin
of points need no exact score.

Several threads may search one position, each by itself; all share one table (lazy SMP: Österlund,
Stockfish 7, 2016), and put off the states that another thread is searching, see `table`.
"""

import contextlib
import functools
import math
import threading
import time
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from typing import Any, Final

from zermelo.contract.analysis import Analysis, Bound, MoveValue, along_line, by_of, line_texts
from zermelo.contract.game import WIN, Game
from zermelo.errors import Stopped
from zermelo.native import switched_off
from zermelo.search.analyze import Algorithm, Question
from zermelo.search.clock import Clock, Limits
from zermelo.search.engine.compiling import Kernels, Workspace, is_compiled, kernels_for
from zermelo.search.engine.knownends import EngineOptions
from zermelo.search.engine.root import MoveBounds, update_twins
from zermelo.search.engine.score import ESTIMATE, in_units, unit
from zermelo.search.engine.table import DEEPEST, passing_table
from zermelo.search.engine.thinking import Thinking
from zermelo.search.textbook import utility
from zermelo.search.threads import Job

ALONE: Final = 0.5  # seconds before helpers begin, as they would disturb a table that grows
FEWEST: Final = 1_000_000  # nodes that make a helper worth starting


def help_search(
    helper: Thinking, first: Thinking, depth: int | None, ended: threading.Event, alone: float
) -> None:
    """Search after `alone` seconds, unless `ended` is set by then; the table keeps the results."""
    if ended.wait(alone):
        return
    first.workspace.share()
    helper.before = first.clock.nodes()  # so that proofs get as many nodes as in `first`
    with contextlib.suppress(Stopped):
        helper.find_values(None if depth is None else DEEPEST - (DEEPEST - depth) % 2)


@contextlib.contextmanager
def run_helpers(thinking: Thinking, threads: int, limits: Limits) -> Iterator[None]:
    """Run `threads` − 1 helpers, which share its limit of nodes; none if the shares are small."""
    share, alone = None, ALONE
    if limits.nodes is not None:
        share, alone = limits.nodes // threads, 0.0
        threads = threads if share >= FEWEST else 1
        thinking.clock.give_away((threads - 1) * share)
    helpers, ended, kernels = list[Thinking](), threading.Event(), thinking.kernels
    ties, selective, quiescent = thinking.ties, thinking.selective, thinking.quiescent
    asked = EngineOptions(ties=ties, selective=selective, quiescent=quiescent)
    for _ in range(1, threads):  # each with the same table, but its own node limit
        workspace = thinking.workspace.partner()
        clock = Clock(Limits(nodes=share), native=kernels.native, counts=workspace.memory)
        helper = Thinking(thinking.game, thinking.state, kernels, workspace, clock, asked)
        helper.alone = False
        helpers.append(helper)
    jobs = [Job(help_search, helper, thinking, limits.depth, ended, alone) for helper in helpers]
    for job in jobs:
        job.start()
    try:
        yield
    finally:
        ended.set()
        for helper, job in zip(helpers, jobs, strict=True):
            helper.clock.stop()
            job.is_over()
        thinking.helped_nodes = sum(helper.clock.nodes() for helper in helpers)


TRIAL_NODES: Final = 8_000  # nodes for all trials of a game: a tenth of a second for most games
TRIAL_SECONDS: Final = 0.6  # the limit of a trial, four times its duration on an idle machine
LEAVES: Final = 20_000  # the most leaves of a small search in perfect order (Knuth and Moore 1975)

_visited: dict[Game, int] = {}


def trial_limits(game: Game, state: Any, limits: Limits, options: EngineOptions) -> Limits | None:
    """The limits of a trial for this search, or None if a trial is not worth it."""
    left = TRIAL_NODES - _visited.get(game, 0)
    if left <= 0 or switched_off() or is_compiled(game):
        return None
    if options.threads > 1 or options.table is not None:
        return None
    nodes = math.inf if limits.nodes is None else limits.nodes
    if nodes > TRIAL_NODES:  # is a trial likely to finish the search?
        plies = [limits.depth, int(game.remaining(state))]
        known = [count for count in plies if count is not None and count >= 0]
        moves = sum(1 for _ in game.moves(state))
        if not known or max(moves, 2) ** (min(known) / 2) > LEAVES:
            return None
    return replace(limits.within(TRIAL_SECONDS), nodes=int(min(left, nodes)))


def is_conclusive(clock: Clock, limits: Limits) -> bool:
    """Whether a trial gives the same result as a search with `limits`."""
    nodes = math.inf if limits.nodes is None else limits.nodes
    return not clock.spent or (not clock.stopped and clock.nodes() >= nodes)


FEW: Final = 6  # in games of bounded length, the last depth before searching to the end


def think(_: Algorithm, asked: Question) -> Analysis:
    """The engine's analysis; with `native` None, in plain Python if that finishes at once."""
    trial = trial_limits(*asked[:4]) if asked.native is None else None
    if trial is not None:
        searched, clock = _engine_search(asked, trial, Kernels())
        _visited[asked.game] = _visited.get(asked.game, 0) + clock.nodes()
        if searched.interrupted or is_conclusive(clock, asked.limits):
            return searched
    kernels, interrupted = Kernels(), False
    try:
        if asked.native is not False:
            quiescent = asked.options.quiescent
            kernels = kernels_for(asked.game, asked.progress, quiescent=quiescent)
    except KeyboardInterrupt:
        interrupted = True
    return _engine_search(asked, asked.limits, kernels, interrupted=interrupted)[0]


def _engine_search(
    asked: Question, within: Limits, kernels: Kernels, *, interrupted: bool = False
) -> tuple[Analysis, Clock]:
    game, state, limits, options, _, progress, _ = asked
    native, began = kernels.native, time.perf_counter()
    passing = passing_table(within, native=native)
    with nullcontext(options.table) if options.table else passing as room:
        given: Any = {"match_draws": options.match_draws.with_keys(game, state)}
        workspace = Workspace(room, native=native, endgames=options.endgames, **given)
        watched: Any = {"counts": workspace.memory, "began": began, "progress": progress}
        clock = Clock(within, native=native, **watched)
        thinking = Thinking(game, state, kernels, workspace, clock, options)
        clock.leave_time(functools.partial(_move_value, game, state), thinking.known)
        if options.margin is not None:
            return _margin_analysis(thinking, options.margin, limits, interrupted), clock

        def search() -> None:
            think = functools.partial(thinking.think, deepening=limits.deepening)
            with run_helpers(thinking, options.threads, limits):
                clock.watch(think, limits.depth, asked.chance)

        interrupted = interrupted or (bool(thinking.known) and clock.is_interrupted(search))
        if options.endgames is not None:
            options.endgames.check()
        return _engine_analysis(thinking, interrupted, averaged=options.averaged), clock


def _engine_analysis(thinking: Thinking, interrupted: bool, *, averaged: bool = False) -> Analysis:
    """The analysis from all results of a search that has finished or was stopped."""
    game, state, clock = thinking.game, thinking.state, thinking.clock
    nodes, seconds = clock.nodes() + thinking.helped_nodes, clock.seconds()
    if thinking.whole is not None:
        return replace(thinking.whole, nodes=nodes, seconds=seconds, native=clock.native)
    best = thinking.best()
    drift = drift_of(thinking) if averaged else 0
    value = None if thinking.worth is None else in_units(game, thinking.worth + drift)
    if not thinking.known:
        value = float(utility(game, state, game.outcome(state)))
    line = line_texts(game, state, thinking.best_line(), exact=thinking.exact)
    searched = thinking.known if thinking.value is not None else []
    moves = [_move_value(game, state, entry, drift) for entry in searched]
    return clock.analysis(
        game,
        state,
        value=value,
        exact=thinking.exact,
        depth=thinking.depth,
        best_moves=tuple(game.format_move(state, entry.move) for entry in best),
        complete=thinking.complete,
        moves=along_line(moves, value, line, thinking.remoteness),
        line=line,
        lines=tuple(line_texts(game, state, each, exact=False) for each in thinking.lines.values()),
        remoteness=thinking.remoteness,
        nodes=nodes,
        seconds=seconds,
        native=clock.native,
        interrupted=interrupted,
    )


def _margin_analysis(
    thinking: Thinking, points: int, limits: Limits, interrupted: bool
) -> Analysis:
    """The analysis that says whether the mover reaches the points, and whether each move does.
    The search deepens until the answer for the mover is proven.
    """
    clock, floor = thinking.clock, points * unit(thinking.game) - 1

    def reaches(entry: MoveBounds) -> bool | None:
        """Whether a move reaches the points; None if neither answer is proven."""
        return True if entry.low > floor else False if entry.high <= floor else None

    def find_answer() -> bool | None:
        answers = [*map(reaches, thinking.asked)]
        return True if True in answers else None if None in answers else False

    def search() -> None:
        far = limits.depth or DEEPEST
        steps = range(1, 1 + (min(FEW, far) if thinking.bounded else far))
        for step in [*steps, far]:
            for entry in thinking.asked:
                if find_answer() is None and reaches(entry) is None:
                    thinking.ask(entry, step, floor, floor + 1)
            thinking.depth = clock.depth = step
            if find_answer() is not None:
                return

    if thinking.known and not interrupted:
        interrupted = clock.is_interrupted(clock.watch, search)
    update_twins(thinking.known)
    analysis, answer = _engine_analysis(thinking, interrupted), find_answer()
    if not thinking.known:
        answer = thinking.game.score(thinking.state) >= points
    entries = [entry for entry in thinking.known if reaches(entry) is not None]
    text = functools.partial(thinking.game.format_move, thinking.state)
    moves = tuple(MoveValue(text(e.move), 1.0 if reaches(e) else -1.0) for e in entries)
    return replace(
        analysis,
        value=None if answer is None else 1.0 if answer else -1.0,
        exact=answer is not None,
        best_moves=tuple(entry.move for entry in moves if entry.value == WIN),
        complete=len(moves) == len(thinking.known),
        moves=moves,
        line=(),
        margin=points,
    )


def drift_of(thinking: Thinking) -> int:
    """The amount to add to the score to get its mean with the score of the previous depth.

    The result is 0 if either score is proven. The mean is never below the best proven value of a
    move, so that the moves keep their order.
    """
    score, earlier = thinking.score, thinking.earlier
    if thinking.exact or score is None or earlier is None:
        return 0
    if max(abs(score), abs(earlier)) > ESTIMATE:
        return 0
    floor = max((entry.worth for entry in thinking.known if entry.decided), default=-ESTIMATE)
    return max((earlier - score) // 2, min(floor - score, 0))


def _move_value(game: Game, state: Any, entry: MoveBounds, drift: int = 0) -> MoveValue:
    known, text = entry.decided, game.format_move(state, entry.move)
    bound: Bound = "exact" if known else entry.bound
    worth = entry.worth if known else max(-ESTIMATE, min(entry.worth + drift, ESTIMATE))
    remoteness = None if game.by_score else entry.remoteness
    return MoveValue(text, in_units(game, worth), known, bound, remoteness, by_of(game))
