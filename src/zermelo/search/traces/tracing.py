"""Record searches: `trace` runs one and keeps every step.

The searches of `textbook` and `memo` call themselves and each other by name. In copies of
them, these names mean recorders that wrap the searches: so the textbook's code runs unchanged.
"""

import inspect
import time
from collections.abc import Callable
from dataclasses import dataclass
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

# The functions of each algorithm: two with values for the searching player, for max levels, where a
# search begins, and for min levels; or one for all levels, with values for the player to move.
SEARCHES: Final[dict[str, tuple[Any, ...]]] = {
    "minimax": (textbook.max_value, textbook.min_value),
    "alphabeta": (textbook.alpha_beta_max, textbook.alpha_beta_min),
    "failsoft": (textbook.fail_soft,),
    "memo": (memo.memo_max,),
    "bounds": (memo.bounds_max,),
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
    algorithm    the algorithm to record, see `Trace`
    depth        plies to look ahead; by default to the end of the game
    limit        the most nodes; at this limit, "pn" returns its unfinished tree
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
        return recorder.run(algorithm, state, depth)
    except Stopped:
        if recorder.counts[NODES] < limit:
            raise
        raise ParameterError(f"a trace holds at most {limit:,} nodes; search less deeply") from None
    except RecursionError:
        raise ParameterError("this search is too deep for a trace; give a smaller depth") from None


@dataclass(slots=True)
class _Call:
    """One call of a search: a row of the trace, and the number of moves tried so far."""

    state: Any
    parent: int
    move: int
    maximizing: bool
    alpha: float
    beta: float
    value: float = 0
    end: int = LEAF
    chosen: int = NOBODY
    tried: int = 0


class Recorder:
    """Records one search, with a row for each call; it stops at `limit` nodes."""

    def __init__(self, game: Game, state: Any, limit: int, glance: Callable[[], None]) -> None:
        self.game, self.player = game, game.player(state)
        self.window = -1.0 * game.value_bound, 1.0 * game.value_bound  # the widest window
        self._glance = glance
        self.counts = new_counts()
        self.counts[NODE_LIMIT] = limit
        self.calls: list[_Call] = []
        self._legal: dict[Any, list[int]] = {}  # the moves of the searched states
        self._path: list[int] = []  # the current calls, from the root

    def run(self, algorithm: str, state: Any, depth: int | None) -> Trace:
        """Search `state`, where the searching player is to move, `depth` plies deep."""
        searches, (alpha, beta) = SEARCHES[algorithm], self.window
        names = dict(searches[0].__globals__)
        for search in searches:
            twin = FunctionType(search.__code__, names, search.__name__)
            parameters = inspect.signature(search).parameters
            given = {"windowed": "alpha" in parameters, "negamax": len(searches) == 1}
            names[search.__name__] = self._note_calls(twin, **given)
        values = {"game": self.game, "state": state, "counts": self.counts, "table": {}}
        values |= {"depth": UNLIMITED if depth is None else depth, "alpha": alpha, "beta": beta}
        first = searches[0]
        names[first.__name__](*map(values.__getitem__, inspect.signature(first).parameters))
        shown = ("move", "maximizing", "alpha", "beta", "value", "end", "chosen")
        columns: Any = {name: [getattr(call, name) for call in self.calls] for name in shown}
        states, parents = [call.state for call in self.calls], [call.parent for call in self.calls]
        columns["table_entries"] = int(self.counts[ENTRIES])
        return Trace.of_rows(self.game, algorithm, depth, states, parents, **columns)

    def _note_calls(
        self, search: Callable[..., Any], *, windowed: bool, negamax: bool
    ) -> Callable[..., Any]:
        """Wrap a search so that its calls are recorded, with values for the searching player."""

        def note_call(*arguments: Any) -> Any:
            state, visited = arguments[1], self.counts[NODES]
            maximizing = self.game.player(state) == self.player
            alpha, beta = arguments[3:5] if windowed else self.window
            negated = negamax and not maximizing
            if negated:
                alpha, beta = -beta, -alpha
            if len(self.calls) % GLANCES == 0:
                self._glance()
            parent, move = NOBODY, NOBODY
            if self._path:
                parent = self._path[-1]
                above = self.calls[parent]
                if above.state not in self._legal:
                    self._legal[above.state] = list(self.game.moves(above.state))
                move = self._legal[above.state][above.tried]  # tried in the game's order
                above.tried += 1
            self._path.append(len(self.calls))
            call = _Call(state, parent, move, maximizing, alpha, beta)
            self.calls.append(call)
            value = search(*arguments)
            shown = 0 - value if negated else value  # never -0.0
            self._leave(call, shown, from_table=self.counts[NODES] == visited)
            return value

        return note_call

    def _leave(self, call: _Call, value: float, *, from_table: bool) -> None:
        node = self._path.pop()
        call.value = value
        if from_table:
            call.end = TABLE
        elif call.tried:
            call.end = BACKED_UP if call.tried == len(self._legal[call.state]) else CUTOFF
        elif self.game.outcome(call.state) == ONGOING:
            call.end = EVALUATED
        if call.parent == NOBODY:
            return
        above = self.calls[call.parent]
        best = self.calls[above.chosen].value
        if above.chosen == NOBODY or (value > best if above.maximizing else value < best):
            above.chosen = node
