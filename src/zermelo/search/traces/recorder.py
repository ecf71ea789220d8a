"""How a textbook search is watched: its own code runs, but every call of it is noted down.

The searches in `textbook` and `memo` call themselves and each other by their names. Here each is
made once more from the same code, with other globals, in which these names mean the noting twins.
So what is recorded is what the textbook's functions do, and nothing in them knows of it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import FunctionType
from typing import Any, Final

from zermelo.contract.game import ONGOING, Game
from zermelo.search import memo, textbook
from zermelo.search.counters import NODE_LIMIT, NODES, new_counts

# Algorithm → its search of max levels, with which it begins, and that of min levels.
SEARCHES: Final[dict[str, tuple[Any, Any]]] = {
    "minimax": (textbook.max_value, textbook.min_value),
    "alphabeta": (textbook.alpha_beta_max, textbook.alpha_beta_min),
    "failsoft": (textbook.fail_soft_max, textbook.fail_soft_min),
    "memo": (memo.memo_max, memo.memo_min),
    "cache": (memo.cache_max, memo.cache_min),
}

LEAF: Final = 0  # how a node ends: the game is over there
EVALUATED: Final = 1  # the depth limit cut, and the evaluation stood in
TABLE: Final = 2  # the table answered, nothing was searched
CUTOFF: Final = 3  # a child's value left the window, the moves after it were pruned
BACKED_UP: Final = 4  # every move was tried
OPEN: Final = 5  # proof-number search ended before it was expanded

GLANCES: Final = 256  # rows from one glance at the search to the next

NOBODY: Final = -1  # where there is no such node: the root's parent, a leaf's chosen child


class Recorder:
    """Notes one search down, a row for each call, in the order of the calls.

    The lists are the columns of `zermelo.search.traces.trace.Trace`, which says what they mean.
    `limit` is the number of nodes at which the search is stopped, `glance` is called now and then.
    """

    def __init__(self, game: Game, state: Any, limit: int, glance: Callable[[], None]) -> None:
        self.game, self.player = game, game.player(state)
        self.window = -1.0 * game.value_bound, 1.0 * game.value_bound  # the widest
        self._glance = glance
        self.counts = new_counts()
        self.counts[NODE_LIMIT] = limit
        self.states: list[Any] = []  # each once, in the order in which they were met
        self.position: list[int] = []
        self.parent: list[int] = []
        self.move: list[int] = []
        self.maximizing: list[bool] = []
        self.alpha: list[float] = []
        self.beta: list[float] = []
        self.value: list[float] = []
        self.end: list[int] = []
        self.chosen: list[int] = []
        self.size: list[int] = []
        self._numbers: dict[Any, int] = {}  # of the states
        self._legal: dict[int, list[int]] = {}  # the moves of those that were searched
        self._tried: list[int] = []  # how many of them, by node
        self._path: list[int] = []  # the nodes under way, from the root

    def run(self, algorithm: str, state: Any, depth: int) -> None:
        """Search `state`, where the searching player is to move, `depth` plies deep."""
        first, (alpha, beta) = SEARCHES[algorithm][0], self.window
        names = dict(first.__globals__)
        for search in SEARCHES[algorithm]:
            twin = FunctionType(search.__code__, names, search.__name__)
            names[search.__name__] = self._noting(twin)
        given = {"game": self.game, "state": state, "depth": depth, "counts": self.counts}
        given |= {"alpha": alpha, "beta": beta, "table": {}}
        names[first.__name__](*(given[name] for name in _parameters(first)))

    def _noting(self, search: Callable[..., Any]) -> Callable[..., Any]:
        """`search`, with a node noted down for each call."""
        windowed = "alpha" in _parameters(search)

        def noted(*arguments: Any) -> Any:
            visited = self.counts[NODES]
            node = self._enter(arguments[1], arguments[3:5] if windowed else self.window)
            value = search(*arguments)
            self._leave(node, value, from_table=self.counts[NODES] == visited)
            return value

        return noted

    def _enter(self, state: Any, window: tuple[float, ...]) -> int:
        node = len(self.parent)
        if node % GLANCES == 0:
            self._glance()
        parent = self._path[-1] if self._path else NOBODY
        self.parent.append(parent)
        self.move.append(NOBODY if parent == NOBODY else self._next_move(parent))
        self.position.append(self._number(state))
        self.maximizing.append(self.game.player(state) == self.player)
        self.alpha.append(window[0])
        self.beta.append(window[1])
        self.value.append(0)
        self.end.append(LEAF)
        self.chosen.append(NOBODY)
        self.size.append(1)
        self._tried.append(0)
        self._path.append(node)
        return node

    def _number(self, state: Any) -> int:
        number = self._numbers.setdefault(state, len(self.states))
        if number == len(self.states):
            self.states.append(state)
        return number

    def _next_move(self, parent: int) -> int:
        """The move that is tried now: every search tries them in the game's order."""
        position = self.position[parent]
        if position not in self._legal:
            self._legal[position] = list(self.game.moves(self.states[position]))
        self._tried[parent] += 1
        return self._legal[position][self._tried[parent] - 1]

    def _leave(self, node: int, value: float, *, from_table: bool) -> None:
        self._path.pop()
        self.value[node] = value
        self.size[node] = len(self.parent) - node
        self.end[node] = TABLE if from_table else self._end(node)
        parent = self.parent[node]
        if parent != NOBODY and self._improves(parent, value):
            self.chosen[parent] = node

    def _end(self, node: int) -> int:
        position = self.position[node]
        if self._tried[node]:
            return BACKED_UP if self._tried[node] == len(self._legal[position]) else CUTOFF
        return EVALUATED if self.game.outcome(self.states[position]) == ONGOING else LEAF

    def _improves(self, parent: int, value: float) -> bool:
        """Whether `value` beats the other moves so far, for the player to move in `parent`."""
        if self.chosen[parent] == NOBODY:
            return True
        best = self.value[self.chosen[parent]]
        return value > best if self.maximizing[parent] else value < best


def _parameters(search: Callable[..., Any]) -> list[str]:
    return list(inspect.signature(search).parameters)
