"""Recording searches: `trace` runs one, and keeps what it did."""

from __future__ import annotations

import time
from typing import Any, Final

from zermelo.contract.analysis import By
from zermelo.contract.game import WIN, Game
from zermelo.contract.given import GameGiven, game_given, named, state_given
from zermelo.contract.points import valued
from zermelo.contract.ranges import DEPTH, SEED, SIMULATIONS
from zermelo.errors import ParameterError, Stopped
from zermelo.search.counters import NODES
from zermelo.search.limits import Progress, Snapshot
from zermelo.search.textbook import UNLIMITED
from zermelo.search.traces.mctstrace import mcts_trace
from zermelo.search.traces.prooftrace import proof_trace
from zermelo.search.traces.recorder import SEARCHES, Recorder
from zermelo.search.traces.trace import MONTE_CARLO, PROOF_NUMBERS, Trace, column

LIMIT: Final = 1_000_000  # nodes of the longest trace
TRACED: Final = (*SEARCHES, PROOF_NUMBERS, MONTE_CARLO)
NO_DEPTH: Final = {
    PROOF_NUMBERS: "it goes where the least is left to do",
    MONTE_CARLO: "it goes where simulations promise most",
}


@named
def trace(
    game: GameGiven,
    state: Any = None,
    *,
    algorithm: str = "alphabeta",
    depth: int | None = None,
    limit: int = LIMIT,
    by: By = "outcome",
    least: int = WIN,
    simulations: int = 100,
    seed: int = 0,
    progress: Progress | None = None,
) -> Trace:
    """Search `state`, or the start, and keep everything the search did, to be looked at.

    The algorithms are the textbook's, see `Trace`; without `depth` they search to the game's end.
    "pn" asks whether the player to move gets `least`, and its tree is whatever `limit` leaves;
    "mcts" makes at most so many `simulations`, and others with another `seed`. They run as plain
    Python, about fifty thousand nodes a second. `progress` is called now and then; a `Stopped` that
    it raises ends the search and is passed on. By score all values, windows and bounds are points.

    Raises `ParameterError` for an unknown algorithm, a depth that makes no sense, and a search of
    more than `limit` nodes, or of more plies than Python calls itself; by score `CapabilityError`
    for a game that counts no points.

    >>> import zermelo
    >>> tree = zermelo.trace(zermelo.game("tictactoe"))
    >>> tree.nodes, tree.cutoffs, float(tree.value[0])
    (16811, 3807, 0.0)
    """
    if algorithm not in TRACED:
        raise ParameterError(f"algorithm should be {', '.join(TRACED)}, not {algorithm!r}")
    if depth is not None:
        DEPTH.check("depth", depth)
    game = valued(game_given(game), by)
    state = state_given(game, state)
    began = time.perf_counter()

    def glance(nodes: int) -> None:
        if progress is not None:
            progress(Snapshot(depth or 0, nodes, None, time.perf_counter() - began))

    if algorithm in NO_DEPTH and depth is not None:
        raise ParameterError(f"{algorithm} has no depth: {NO_DEPTH[algorithm]}")
    if algorithm == MONTE_CARLO:
        SIMULATIONS.check("simulations", simulations)
        SEED.check("seed", seed)
        return mcts_trace(game, state, simulations, seed, glance)
    if algorithm == PROOF_NUMBERS:
        claimed(game, least)
        return proof_trace(game, state, least, limit, glance)
    recorder = Recorder(game, state, limit, lambda: glance(recorder.counts[NODES]))
    try:
        recorder.run(algorithm, state, UNLIMITED if depth is None else depth)
    except Stopped:
        if recorder.counts[NODES] < limit:
            raise
        raise ParameterError(f"a trace holds at most {limit:,} nodes; search less deep") from None
    except RecursionError:
        raise ParameterError("this goes deeper than a trace can; search less deep") from None
    return _as_trace(game, algorithm, depth, recorder)


def claimed(game: Game, least: int) -> None:
    """Raise `ParameterError` for a value or points that no game has, or every one."""
    bound = game.value_bound
    if not -bound < least <= bound:
        raise ParameterError(f"least should be from {1 - bound} to {bound}, not {least}")


def _as_trace(game: Game, algorithm: str, depth: int | None, recorder: Recorder) -> Trace:
    return Trace(
        game,
        algorithm,
        depth,
        tuple(recorder.states),
        position=column(recorder.position, "int32"),
        parent=column(recorder.parent, "int32"),
        move=column(recorder.move, "int64"),
        maximizing=column(recorder.maximizing, "bool"),
        alpha=column(recorder.alpha, "float64"),
        beta=column(recorder.beta, "float64"),
        value=column(recorder.value, "float64"),
        end=column(recorder.end, "uint8"),
        chosen=column(recorder.chosen, "int32"),
        size=column(recorder.size, "int32"),
    )
