"""A trace of a search: every visit, window and value, to be replayed anywhere."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from zermelo.contract.analysis import By
from zermelo.contract.game import Game
from zermelo.contract.points import by_of
from zermelo.contract.result import Result
from zermelo.native import IN_BROWSER
from zermelo.search.traces.recorder import CUTOFF, NOBODY, TABLE

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PROOF_NUMBERS: Final = "pn"
MONTE_CARLO: Final = "mcts"
CERTIFICATE: Final = "certificate"

# By the numbers in `recorder`
ENDS: Final = ("leaf", "evaluated", "table", "cutoff", "backed up", "open")


@dataclass(frozen=True, eq=False)
class Trace(Result):
    """One search, a row for each node in the order in which they were entered, the root first.

    A node is one call of the search: the same state may be several nodes. All values are for the
    searching player, who moves in the root, as in `zermelo.search.textbook`; of a search by score
    they are points, and `game` has `by_score`. Nodes are numbered in preorder: the subtree of
    `node` is node … node + size[node] − 1, and its events in time are entering it, those of its
    subtree, and leaving it with its value.

    algorithm   "minimax", "alphabeta" (fail-hard), "failsoft", "memo" (a table of bounds by state,
                that of `analyze`), "cache" (a table of results by state and window), "pn" or
                "mcts", see `zermelo.search.traces.prooftrace.ProofTrace` and
                `zermelo.search.traces.mctstrace.MctsTrace`
    depth       plies searched, None when to the end of the game
    states      every state met, once each
    position    [n] which of them a node is
    parent      [n] the node above, −1 for the root
    move        [n] the move that led here from there, −1 for the root
    maximizing  [n] whether the searching player is to move
    alpha, beta [n] the window that the node was asked with; where there is none, the widest
    value       [n] what it returned
    end         [n] how it ended, an index of `ENDS`
    chosen      [n] the first of its best children, −1 when it has none
    size        [n] the nodes of its subtree, itself included
    """

    game: Game
    algorithm: str
    depth: int | None
    states: tuple[Any, ...] = field(repr=False)
    position: NDArray[np.int32] = field(repr=False)
    parent: NDArray[np.int32] = field(repr=False)
    move: NDArray[np.int64] = field(repr=False)
    maximizing: NDArray[np.bool_] = field(repr=False)
    alpha: NDArray[np.float64] = field(repr=False)
    beta: NDArray[np.float64] = field(repr=False)
    value: NDArray[np.float64] = field(repr=False)
    end: NDArray[np.uint8] = field(repr=False)
    chosen: NDArray[np.int32] = field(repr=False)
    size: NDArray[np.int32] = field(repr=False)

    def __len__(self) -> int:
        """All rows: the nodes visited, and those that the table answered."""
        return len(self.parent)

    @property
    def nodes(self) -> int:
        """The nodes visited, as the search itself counts them."""
        return len(self) - self.table_hits

    @property
    def table_hits(self) -> int:
        """The nodes that the table answered."""
        ends: list[int] = self.end.tolist()
        return ends.count(TABLE)

    @property
    def cutoffs(self) -> int:
        """The nodes at which moves were pruned."""
        ends: list[int] = self.end.tolist()
        return ends.count(CUTOFF)

    @property
    def by(self) -> By:
        """The unit of the values: "outcome", or "score" for points."""
        return by_of(self.game)

    @property
    def windowed(self) -> bool:
        """Whether the algorithm searches with a window."""
        return self.algorithm not in ("minimax", PROOF_NUMBERS, MONTE_CARLO, CERTIFICATE)

    @property
    def searcher(self) -> int:
        """The player that searches, for whom values are."""
        return int(self.game.player(self.states[0]))

    def state(self, node: int) -> Any:
        """The state that `node` is about."""
        return self.states[self.position[node]]

    def children(self, node: int) -> Iterator[int]:
        """The nodes below, in the order in which they were searched."""
        child, behind = node + 1, node + int(self.size[node])
        while child < behind:
            yield child
            child += int(self.size[child])

    def window(self, node: int) -> tuple[float, float]:
        """The window (α, β) that `node` began to search its moves with.

        That is the window it was asked with, unless a bound in the table narrowed it.
        """
        first = node + 1 if self.size[node] > 1 else node
        return float(self.alpha[first]), float(self.beta[first])

    def pruned(self, node: int) -> list[int]:
        """The moves of `node` that a cutoff left untried."""
        if self.end[node] != CUTOFF:
            return []
        tried = sum(1 for _ in self.children(node))
        return list(self.game.moves(self.state(node)))[tried:]

    def inequality(self, node: int) -> str | None:
        """Why moves of `node` were pruned, like "4 ≥ β = 3"; None where none were."""
        if self.end[node] != CUTOFF:
            return None
        alpha, beta = self.window(node)
        value = self.text(self.value[self.chosen[node]])
        if self.maximizing[node]:
            return f"{value} ≥ β = {self.text(beta)}"
        return f"{value} ≤ α = {self.text(alpha)}"

    def text(self, value: float) -> str:
        """A value of this search as people write it; points have their sign, "+8"."""
        shown = number_text(value)
        return f"+{shown}" if self.by == "score" and round(float(value), 3) > 0 else shown

    @property
    def sides(self) -> tuple[str, str]:
        """The names of nodes in which the searching player moves, and of all others."""
        return "MAX", "MIN"

    def result(self, node: int) -> str:
        """The result of a node as people write it: its value."""
        return self.text(self.value[node])

    @property
    def outcome(self) -> str:
        """The result of the search in words."""
        return f"value {self.result(0)}"

    def line(self) -> list[int]:
        """The moves of best play, as far as the search went."""
        moves, node = [], int(self.chosen[0])
        while node != NOBODY:
            moves.append(int(self.move[node]))
            node = int(self.chosen[node])
        return moves

    def as_dict(self) -> dict[str, Any]:
        """The trace as JSON: a summary, the texts of the states, and the columns of the tree."""
        game, ends = self.game, self.end.tolist()
        cuts = [node for node, end in enumerate(ends) if end == CUTOFF]
        texts = [game.format_state(state) for state in self.states if game.has("format_state")]
        columns = ("position", "parent", "move", "maximizing", "alpha", "beta", "value", "chosen")
        return {
            "game": str(game),
            "state": texts[0] if texts else None,
            "player": int(game.player(self.states[0])),
            "algorithm": self.algorithm,
            "depth": self.depth,
            **({"by": "score"} if self.by == "score" else {}),
            "value": float(self.value[0]),
            "nodes": self.nodes,
            "table_hits": self.table_hits,
            "cutoffs": self.cutoffs,
            "states": texts,
            "tree": {
                **{name: getattr(self, name).tolist() for name in columns},
                "end": [ENDS[end] for end in ends],
                "inequality": {str(node): self.inequality(node) for node in cuts},
            },
        }


def letters(trace: Trace) -> list[str]:
    """For each node the letters of its position, if several nodes have it, else "".

    They are A, B … Z, AA, AB … in the order of their first nodes.
    """
    positions: list[int] = trace.position.tolist()
    times = Counter(positions)
    named: dict[int, str] = {}
    for position in positions:
        if times[position] > 1 and position not in named:
            named[position] = _letters(len(named))
    return [named.get(position, "") for position in positions]


def _letters(index: int) -> str:
    last = chr(ord("A") + index % 26)
    return last if index < 26 else _letters(index // 26 - 1) + last


CODES: Final = {"bool": "b", "uint8": "B", "int32": "i", "int64": "q", "float64": "d"}


def column(numbers: Iterable[Any], kind: str) -> Any:
    """Numbers as a numpy array; in a browser, which need not load numpy, as Python's own."""
    if IN_BROWSER:
        return array(CODES[kind], numbers)
    import numpy as np

    return np.array(list(numbers), kind)


def number_text(value: float) -> str:
    """A value as people write it, with a minus sign and three decimals at most.

    >>> number_text(-0.25), number_text(1.0), number_text(2 / 42)
    ('−0.25', '1', '0.048')
    """
    return f"{round(float(value), 3) + 0.0:g}".replace("-", "−")
