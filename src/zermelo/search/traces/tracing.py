"""Record searches: `trace` runs one and keeps every step.

A textbook search is recorded while its own code runs. The searches in `textbook` and `memo` call
themselves and each other by name. Here, each function is copied with the same code but different
globals, where these names refer to recording twins. So the recording shows the textbook's functions
at work, unchanged.
"""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable
from types import FunctionType
from typing import Any, Final

from zermelo.contract import arguments
from zermelo.contract.analysis import By, value_by
from zermelo.contract.arguments import GameGiven, game_given, reject_unknown_keywords, state_given
from zermelo.contract.game import ONGOING, WIN, Game
from zermelo.errors import ParameterError, Stopped, unknown
from zermelo.search import memo, textbook
from zermelo.search.clock import Progress, Snapshot
from zermelo.search.counters import ENTRIES, NODE_LIMIT, NODES, new_counts
from zermelo.search.textbook import UNLIMITED
from zermelo.search.traces.growing import GLANCES, mcts_trace, proof_trace
from zermelo.search.traces.trace import (
    BACKED_UP,
    CUTOFF,
    EVALUATED,
    LEAF,
    MONTE_CARLO,
    NOBODY,
    PROOF_NUMBERS,
    TABLE,
    Trace,
)

# The two functions of each algorithm, for max levels, where a search begins, and for min levels.
SEARCHES: Final[dict[str, tuple[Any, Any]]] = {
    "minimax": (textbook.max_value, textbook.min_value),
    "alphabeta": (textbook.alpha_beta_max, textbook.alpha_beta_min),
    "failsoft": (textbook.fail_soft_max, textbook.fail_soft_min),
    "memo": (memo.memo_max, memo.memo_min),
    "bounds": (memo.bounds_max, memo.bounds_min),
}
LIMIT: Final = 1_000_000  # the most nodes of a trace
TRACED: Final = (*SEARCHES, PROOF_NUMBERS, MONTE_CARLO)
NO_DEPTH: Final = {
    PROOF_NUMBERS: "it searches where the least work is left",
    MONTE_CARLO: "it searches where simulations promise the most",
}


@reject_unknown_keywords
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
    """Search `state`, or the start, and record everything the search did, for display.

    The search runs as plain Python, about fifty thousand nodes a second.

    game         a game, or its spec like "nim(rows=[1, 2])"
    state        a state or its text
    algorithm    one of the textbook algorithms, see `Trace`
    depth        plies to look ahead; by default to the end of the game
    limit        the most nodes; the tree of "pn" is cut there
    by           "score": all values, windows and bounds are points
    least        for "pn": the value to prove or refute for the player to move
    simulations  for "mcts": the maximum number of simulations
    seed         for "mcts": another seed gives other simulations
    progress     a function to call from time to time; if it raises `Stopped`, so does the search

    Raises `ParameterError` for an unknown algorithm, an invalid depth, or a search of more than
    `limit` nodes or more plies than Python can recurse; and by score, `CapabilityError` for a game
    without points.

    >>> import zermelo
    >>> tree = zermelo.trace(zermelo.game("tictactoe"))
    >>> tree.nodes, tree.cutoffs, float(tree.value[0])
    (16811, 3807, 0.0)
    """
    if algorithm not in TRACED:
        raise ParameterError(unknown("algorithm", algorithm, TRACED))
    if depth is not None:
        arguments.DEPTH.check("depth", depth)
    game = value_by(game_given(game), by)
    state = state_given(game, state)
    began = time.perf_counter()

    def glance(nodes: int) -> None:
        if progress is not None:
            progress(Snapshot(depth or 0, nodes, None, time.perf_counter() - began))

    if algorithm in NO_DEPTH and depth is not None:
        raise ParameterError(f"{algorithm} has no depth: {NO_DEPTH[algorithm]}")
    if algorithm == MONTE_CARLO:
        arguments.SIMULATIONS.check("simulations", simulations)
        arguments.SEED.check("seed", seed)
        return mcts_trace(game, state, simulations, seed, glance)
    if algorithm == PROOF_NUMBERS:
        bound = game.value_bound
        if not -bound < least <= bound:  # the claim would always be false or always true
            raise ParameterError(f"least should be from {1 - bound} to {bound}, not {least}")
        return proof_trace(game, state, least, limit, glance)
    recorder = Recorder(game, state, limit, lambda: glance(recorder.counts[NODES]))
    try:
        recorder.run(algorithm, state, UNLIMITED if depth is None else depth)
    except Stopped:
        if recorder.counts[NODES] < limit:
            raise
        raise ParameterError(f"a trace holds at most {limit:,} nodes; search less deeply") from None
    except RecursionError:
        raise ParameterError("this search is too deep for a trace; give a smaller depth") from None
    return recorder.trace(algorithm, depth)


class Recorder:
    """Records one search, with a row for each call, in the order of the calls.

    The lists are the columns of `zermelo.search.traces.trace.Trace`. The search stops at `limit`
    nodes; `glance` is called from time to time.
    """

    def __init__(self, game: Game, state: Any, limit: int, glance: Callable[[], None]) -> None:
        self.game, self.player = game, game.player(state)
        self.window = -1.0 * game.value_bound, 1.0 * game.value_bound  # the widest window
        self._glance = glance
        self.counts = new_counts()
        self.counts[NODE_LIMIT] = limit
        self.states: list[Any] = []
        self.parent: list[int] = []
        self.move: list[int] = []
        self.maximizing: list[bool] = []
        self.alpha: list[float] = []
        self.beta: list[float] = []
        self.value: list[float] = []
        self.end: list[int] = []
        self.chosen: list[int] = []
        self._legal: dict[Any, list[int]] = {}  # the moves of the searched states
        self._tried: list[int] = []  # the number of moves tried, by node
        self._path: list[int] = []  # the current nodes, from the root

    def run(self, algorithm: str, state: Any, depth: int) -> None:
        """Search `state`, where the searching player is to move, `depth` plies deep."""
        first, (alpha, beta) = SEARCHES[algorithm][0], self.window
        names = dict(first.__globals__)
        for search in SEARCHES[algorithm]:
            twin = FunctionType(search.__code__, names, search.__name__)
            names[search.__name__] = self._note_calls(twin)
        given = {"game": self.game, "state": state, "depth": depth, "counts": self.counts}
        given |= {"alpha": alpha, "beta": beta, "table": {}}
        names[first.__name__](*(given[name] for name in _parameters(first)))

    def _note_calls(self, search: Callable[..., Any]) -> Callable[..., Any]:
        windowed = "alpha" in _parameters(search)

        def note_call(*arguments: Any) -> Any:
            visited = self.counts[NODES]
            node = self._enter(arguments[1], arguments[3:5] if windowed else self.window)
            value = search(*arguments)
            self._leave(node, value, from_table=self.counts[NODES] == visited)
            return value

        return note_call

    def _enter(self, state: Any, window: tuple[float, ...]) -> int:
        node = len(self.parent)
        if node % GLANCES == 0:
            self._glance()
        parent = self._path[-1] if self._path else NOBODY
        self.parent.append(parent)
        self.move.append(NOBODY if parent == NOBODY else self._next_move(parent))
        self.states.append(state)
        self.maximizing.append(self.game.player(state) == self.player)
        self.alpha.append(window[0])
        self.beta.append(window[1])
        self.value.append(0)
        self.end.append(LEAF)
        self.chosen.append(NOBODY)
        self._tried.append(0)
        self._path.append(node)
        return node

    def _next_move(self, parent: int) -> int:
        """The next move of `parent`: every search tries moves in the game's order."""
        state = self.states[parent]
        if state not in self._legal:
            self._legal[state] = list(self.game.moves(state))
        self._tried[parent] += 1
        return self._legal[state][self._tried[parent] - 1]

    def _leave(self, node: int, value: float, *, from_table: bool) -> None:
        self._path.pop()
        self.value[node] = value
        self.end[node] = TABLE if from_table else self._end(node)
        parent = self.parent[node]
        if parent == NOBODY:
            return
        best = self.value[self.chosen[parent]]
        better = value > best if self.maximizing[parent] else value < best
        if better or self.chosen[parent] == NOBODY:
            self.chosen[parent] = node

    def _end(self, node: int) -> int:
        state = self.states[node]
        if self._tried[node]:
            return BACKED_UP if self._tried[node] == len(self._legal[state]) else CUTOFF
        return EVALUATED if self.game.outcome(state) == ONGOING else LEAF

    def trace(self, algorithm: str, depth: int | None) -> Trace:
        """All rows as a trace."""
        names = ("move", "maximizing", "alpha", "beta", "value", "end", "chosen")
        columns = {name: getattr(self, name) for name in names}
        entries = int(self.counts[ENTRIES])
        given = self.game, algorithm, depth, self.states, self.parent
        return Trace.of_rows(*given, **columns, table_entries=entries)


def _parameters(search: Callable[..., Any]) -> list[str]:
    return list(inspect.signature(search).parameters)
