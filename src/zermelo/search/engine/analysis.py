"""The engine's analysis of a position: it thinks within limits, and reports all it knows then."""

from __future__ import annotations

import functools
import time
from contextlib import nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from zermelo.contract.analysis import Analysis, Bound, MoveValue, along_line, line_texts
from zermelo.contract.game import WIN, Game
from zermelo.contract.points import by_of
from zermelo.errors import Stopped
from zermelo.search.algorithms import Algorithm, Question
from zermelo.search.clock import Clock
from zermelo.search.counters import ENTRIES, HITS
from zermelo.search.engine.compiling import Kernels, compiled
from zermelo.search.engine.margin import Margin
from zermelo.search.engine.movebounds import MoveBounds, update_twins
from zermelo.search.engine.parallel import helped
from zermelo.search.engine.score import in_units
from zermelo.search.engine.table import passing_table
from zermelo.search.engine.thinking import Thinking
from zermelo.search.engine.trial import count_trial, stands, trial_limits
from zermelo.search.engine.workspace import Workspace
from zermelo.search.limits import Limits, Progress

if TYPE_CHECKING:
    import random


def think(_: Algorithm, asked: Question) -> Analysis:
    """The engine's analysis; with `native` None, plain if that finishes at once."""
    trial = trial_limits(*asked[:4]) if asked.native is None else None
    if trial is not None:
        searched, clock = _engine_search(asked, trial, Kernels())
        count_trial(asked.game, clock)
        if searched.interrupted or stands(clock, asked.limits):
            return searched
    kernels, interrupted = _ready(asked.game, asked.progress, native=asked.native is not False)
    return _engine_search(asked, asked.limits, kernels, interrupted=interrupted)[0]


def _engine_search(
    asked: Question, within: Limits, kernels: Kernels, *, interrupted: bool = False
) -> tuple[Analysis, Clock]:
    """The engine's analysis with these kernels `within` limits, and its clock."""
    game, state, limits, options, _, progress, _ = asked
    native, began = kernels.native, time.perf_counter()
    passing = passing_table(within, native=native)
    with nullcontext(options.table) if options.table else passing as room:
        given: Any = {"match_draws": options.match_draws.keyed(game, state)}
        workspace = Workspace(room, native=native, endgames=options.endgames, **given)
        watched: Any = {"counts": workspace.memory, "began": began, "progress": progress}
        clock = Clock(within, native=native, **watched)
        thinking = Thinking(game, state, kernels, workspace, clock, options)
        clock.leave_time(functools.partial(_move_value, game, state), thinking.known)
        if options.margin is not None:
            question = Margin(thinking, options.margin)
            return _margin_analysis(question, limits, interrupted), clock
        interrupted = interrupted or _think(thinking, asked.chance, limits, options.threads)
        if options.endgames is not None:
            options.endgames.check()
        return _engine_analysis(thinking, interrupted), clock


def _ready(game: Game, progress: Progress | None, *, native: bool) -> tuple[Kernels, bool]:
    """The engine's kernels, and whether Ctrl-C ended their compiling."""
    try:
        return compiled(game, progress) if native else Kernels(), False
    except KeyboardInterrupt:
        return Kernels(), True


def _think(thinking: Thinking, chance: random.Random | None, limits: Limits, threads: int) -> bool:
    """Let the engine think until it is done or stopped; whether Ctrl-C stopped it."""
    try:
        with helped(thinking, threads, limits):
            thinking.think(limits.depth, chance, deepening=limits.deepening)
    except Stopped:
        return False
    except KeyboardInterrupt:
        return True
    return False


def _engine_analysis(thinking: Thinking, interrupted: bool) -> Analysis:
    """All that the engine knows when it is done or stopped."""
    game, state, clock = thinking.game, thinking.state, thinking.clock
    nodes, seconds = clock.nodes() + thinking.helped_nodes, clock.seconds()
    if thinking.whole is not None:
        return replace(thinking.whole, nodes=nodes, seconds=seconds, native=clock.native)
    best = thinking.best()
    value = _ended_value(game, state) if not thinking.known else thinking.reported(thinking.worth)
    line = line_texts(game, state, thinking.best_line(), exact=thinking.exact)
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
        nodes=nodes,
        table_entries=int(clock.counts[ENTRIES]),
        table_hits=int(clock.counts[HITS]),
        seconds=seconds,
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
    update_twins(thinking.known)
    analysis, answer = _engine_analysis(thinking, interrupted), question.answer
    if not thinking.known:
        answer = thinking.game.score(thinking.state) >= question.points
    entries = [entry for entry in thinking.known if question.of(entry) is not None]
    text = functools.partial(thinking.game.format_move, thinking.state)
    moves = tuple(MoveValue(text(e.move), 1.0 if question.of(e) else -1.0) for e in entries)
    return replace(
        analysis,
        value=None if answer is None else 1.0 if answer else -1.0,
        exact=answer is not None,
        best_moves=tuple(entry.move for entry in moves if entry.value == WIN),
        complete=len(moves) == len(thinking.known),
        moves=moves,
        line=(),
        margin=question.points,
    )


def _ended_value(game: Game, state: Any) -> float:
    from zermelo.search.textbook import utility

    return float(utility(game, state, game.outcome(state)))


def _move_value(game: Game, state: Any, entry: MoveBounds) -> MoveValue:
    bound: Bound = "exact" if entry.decided else entry.bound
    value = in_units(game, entry.worth)
    return MoveValue(
        game.format_move(state, entry.move),
        value,
        entry.decided,
        bound,
        None if game.by_score else entry.remoteness,
        by_of(game),
    )
