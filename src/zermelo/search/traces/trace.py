"""Traces of searches, for replay anywhere: each visit, window and value; see also `views`."""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self

from zermelo.contract.analysis import By, Result, by_of
from zermelo.contract.game import Game

if TYPE_CHECKING:
    Ints = array[int]
    Floats = array[float]

PROOF_NUMBERS: Final = "pn"
MONTE_CARLO: Final = "mcts"
CERTIFICATE: Final = "certificate"

LEAF: Final = 0  # the game is over; this and the next five are values of `end`
EVALUATED: Final = 1  # at the depth limit, the evaluation replaced the value
TABLE: Final = 2  # the table answered, without a search
CUTOFF: Final = 3  # a child's value left the window, so later moves were pruned
BACKED_UP: Final = 4  # every move was tried
OPEN: Final = 5  # proof-number search ended before expanding the node
ENDS: Final = ("leaf", "evaluated", "table", "cutoff", "backed up", "open")

NOBODY: Final = -1  # stands for no node, like the parent of the root or the best child of a leaf
NEVER: Final = -1  # the step of an event that did not happen
WITHOUT_END: Final = -1  # stands for ∞

KINDS: Final = {  # column of a trace → its array's type code
    **dict.fromkeys(("position", "parent", "size", "chosen", "leaf", "reward"), "i"),
    **dict.fromkeys(("born", "expanded", "first", "changed"), "i"),
    **dict.fromkeys(("proof", "disproof", "visits", "total", "low", "high"), "i"),
    "move": "q",
    "maximizing": "b",
    **dict.fromkeys(("alpha", "beta", "value"), "d"),
    "end": "B",
}


class Trace(Result, eq=False):
    """A search, with a row for each node in the order of entry, the root first.

    A node is one call of the search: one state may be several nodes. All values are for the
    searching player, who moves in the root, as in `zermelo.search.textbook`; for a search by score
    they are points, and `game` has `by_score`. Nodes are numbered in preorder: the subtree of
    `node` is node … node + size[node] − 1. The search enters a node, visits its subtree, and
    then leaves the node with its value. Columns marked [n] have an item for each node.

    game        the game, as an object
    algorithm   "minimax", "alphabeta" (fail-hard), "failsoft", "memo" (a table of results by state
                and window), "bounds" (a table of bounds by state), "pn" or "mcts", see
                `zermelo.search.traces.views`
    depth       plies searched; None if to the end of the game
    states      all visited states, without repetition
    position    [n] the index of the node's state
    parent      [n] the node above, −1 for the root
    move        [n] the move that led here, −1 for the root
    maximizing  [n] whether the searching player is to move
    alpha, beta    [n] the node's window; the widest if the search has no windows
    value       [n] the value that the node returned
    end         [n] how the node ended, an index into `ENDS`
    chosen      [n] the first of its best children, −1 if it has none
    size        [n] the number of nodes in its subtree, including itself
    table_entries  the final number of results or bounds in the table of "memo" or "bounds"

    >>> import zermelo
    >>> tree = zermelo.trace("nim(rows=[1, 2])", algorithm="alphabeta")
    >>> tree.nodes, tree.position[0], tree.parent[0], tree.value[0]
    (10, 0, -1, 1.0)
    """

    game: Game
    algorithm: str
    depth: int | None
    states: tuple[Any, ...] = field(repr=False)
    position: Ints = field(repr=False)
    parent: Ints = field(repr=False)
    move: Ints = field(repr=False)
    maximizing: Ints = field(repr=False)
    alpha: Floats = field(repr=False)
    beta: Floats = field(repr=False)
    value: Floats = field(repr=False)
    end: Ints = field(repr=False)
    chosen: Ints = field(repr=False)
    size: Ints = field(repr=False)
    table_entries: int = field(default=0, kw_only=True)
    # the name of nodes where the searching player moves, and the name of all others
    sides: ClassVar[tuple[str, str]] = "MAX", "MIN"

    @classmethod
    def of_rows(
        cls,
        game: Game,
        algorithm: str,
        depth: int | None,
        states: Iterable[Any],
        parent: Sequence[int],
        **more: Any,
    ) -> Self:
        """The trace of nodes in preorder, each with its state and the node above, −1 for the root.

        `more` has other fields by name; by default, each node has the widest window.
        """
        numbers: dict[Any, int] = {}
        position = [numbers.setdefault(state, len(numbers)) for state in states]
        size, bound = [1] * len(parent), 1.0 * game.value_bound
        for node in range(len(parent) - 1, 0, -1):
            size[parent[node]] += size[node]
        windows = {"alpha": [-bound] * len(parent), "beta": [bound] * len(parent)}
        columns = {**windows, **more, "position": position, "parent": parent, "size": size}
        given: dict[str, Any] = {
            name: array(KINDS[name], x) if name in KINDS else x for name, x in columns.items()
        }
        return cls(game, algorithm, depth, tuple(numbers), **given)

    def __len__(self) -> int:
        """The number of rows: visited nodes, and nodes that the table answered."""
        return len(self.parent)

    @property
    def nodes(self) -> int:
        """The number of visited nodes, as the search itself counts them."""
        return len(self) - self.table_hits

    @property
    def table_hits(self) -> int:
        """The number of nodes that the table answered."""
        return self.end.count(TABLE)

    @property
    def cutoffs(self) -> int:
        """The number of nodes at which moves were pruned."""
        return self.end.count(CUTOFF)

    @property
    def by(self) -> By:
        """The unit of the values: "outcome", or "score" for points."""
        return "outcome" if self.has_bare_numbers else by_of(self.game)

    @property
    def has_bare_numbers(self) -> bool:
        """Whether the search is of a tree of numbers, see `zermelo.trees.numbers`."""
        return math.isinf(self.game.value_bound)

    @property
    def windowed(self) -> bool:
        """Whether the algorithm uses a window."""
        return self.algorithm not in ("minimax", PROOF_NUMBERS, MONTE_CARLO, CERTIFICATE)

    @property
    def searcher(self) -> int:
        """The searching player, to whom all values refer."""
        return self.game.player(self.states[0])

    def state(self, node: int) -> Any:
        """The state of `node`."""
        return self.states[self.position[node]]

    def children(self, node: int) -> Iterator[int]:
        """The nodes below `node`, in the order of the search."""
        child, behind = node + 1, node + self.size[node]
        while child < behind:
            yield child
            child += self.size[child]

    def window(self, node: int) -> tuple[float, float]:
        """The window (α, β) when `node` began to try its moves; the table may have narrowed it."""
        first = node + 1 if self.size[node] > 1 else node
        return self.alpha[first], self.beta[first]

    def pruned(self, node: int) -> list[int]:
        """The moves of `node` that a cutoff skipped."""
        if self.end[node] != CUTOFF:
            return []
        tried = sum(1 for _ in self.children(node))
        return list(self.game.moves(self.state(node)))[tried:]

    def inequality(self, node: int) -> str | None:
        """The reason for pruning moves of `node`, like "4 ≥ β = 3"; None if none were pruned."""
        if self.end[node] != CUTOFF:
            return None
        alpha, beta = self.window(node)
        value = self.text(self.value[self.chosen[node]])
        if self.maximizing[node]:
            return f"{value} ≥ β = {self.text(beta)}"
        return f"{value} ≤ α = {self.text(alpha)}"

    def text(self, value: float) -> str:
        """A value of this search for people; points have a sign, "+8"."""
        shown = number_text(value)
        return f"+{shown}" if self.by == "score" and round(float(value), 3) > 0 else shown

    def result(self, node: int) -> str:
        """The result of a node for people: its value."""
        return self.text(self.value[node])

    @property
    def outcome(self) -> str:
        """The result of the search in words."""
        return f"value {self.result(0)}"

    def line(self) -> list[int]:
        """The moves of best play, as far as searched."""
        moves, node = list[int](), self.chosen[0]
        while node != NOBODY:
            moves.append(self.move[node])
            node = self.chosen[node]
        return moves

    def as_dict(self) -> dict[str, Any]:
        """The trace for JSON: a summary, the texts of the states, and the tree's columns."""
        game = self.game
        cuts = [node for node, end in enumerate(self.end) if end == CUTOFF]
        texts = [game.format_state(state) for state in self.states if game.has("format_state")]
        columns = ("position", "parent", "move", "chosen")
        numbers = {name: getattr(self, name).tolist() for name in ("alpha", "beta", "value")}
        return {
            "game": str(game),
            "state": texts[0] if texts else None,
            "player": self.searcher,
            "algorithm": self.algorithm,
            "depth": self.depth,
            **({"by": "score"} if self.by == "score" else {}),
            "value": self.value[0],
            "nodes": self.nodes,
            "table_entries": self.table_entries,
            "table_hits": self.table_hits,
            "cutoffs": self.cutoffs,
            "states": texts,
            "tree": {
                **{name: getattr(self, name).tolist() for name in columns},
                **{  # JSON cannot express infinity
                    name: [x if math.isfinite(x) else None for x in column]
                    for name, column in numbers.items()
                },
                "maximizing": list(map(bool, self.maximizing)),
                "end": [ENDS[end] for end in self.end],
                "inequality": {str(node): self.inequality(node) for node in cuts},
            },
        }


def letters(positions: Sequence[int]) -> list[str]:
    """Letters for each node's position, A … Z, AA …; "" if no other node shares the position."""
    times = Counter(positions)  # ordered by first occurrence
    shared = [position for position, nodes in times.items() if nodes > 1]
    named = {position: _letters(index) for index, position in enumerate(shared)}
    return [named.get(position, "") for position in positions]


def _letters(index: int) -> str:
    last = chr(ord("A") + index % 26)
    return last if index < 26 else _letters(index // 26 - 1) + last


def number_text(value: float) -> str:
    """A number for people, with a minus sign and at most three decimals.

    >>> number_text(-0.25), number_text(1.0), number_text(2 / 42), number_text(float("-inf"))
    ('−0.25', '1', '0.048', '−∞')
    """
    return f"{round(float(value), 3) + 0.0:g}".replace("-", "−").replace("inf", "∞")
