"""A trace of Monte Carlo tree search: the tree that it grew, and its numbers at every step."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from zermelo.contract.game import ONGOING, Game
from zermelo.search.chance import seeded
from zermelo.search.counters import new_counts
from zermelo.search.mcts import (
    EXPLORATION,
    HIGH,
    LOW,
    MOVE,
    PARENT,
    ROOT,
    TOTAL,
    TURN,
    VISITS,
    best_children,
    children,
    grow,
    new_marks,
    new_tree,
    proven,
)
from zermelo.search.textbook import utility
from zermelo.search.traces.grown import GrownTrace, Growth
from zermelo.search.traces.recorder import BACKED_UP, LEAF, NOBODY, OPEN
from zermelo.search.traces.trace import MONTE_CARLO, column, number_text

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NAMES: Final = ("visits", "total", "low", "high")


@dataclass(frozen=True, eq=False)
class MctsTrace(GrownTrace):
    """One Monte Carlo tree search: each step is a simulation, along a path from the root.

    Nodes are those that a simulation has come to, and ends of the game beside these, which are
    known without one. `value` is what is proven of a node, or else the mean of its results.
    `chosen` is the child that the search holds for best: proven, or simulated most often.

    visits     [changes] the simulations through a node
    total      [changes] the sum of their results
    low, high  [changes] between what its value is proven to be
    leaf       [steps] the node at which each step left the tree
    reward     [steps] the result that it carried back up from there
    """

    visits: NDArray[np.int32] = field(repr=False)
    total: NDArray[np.int32] = field(repr=False)
    low: NDArray[np.int32] = field(repr=False)
    high: NDArray[np.int32] = field(repr=False)
    leaf: NDArray[np.int32] = field(repr=False)
    reward: NDArray[np.int32] = field(repr=False)

    @property
    def nodes(self) -> int:
        """The nodes visited, and the ends of the game beside them."""
        return len(self)

    def mean(self, node: int, step: int | None = None) -> float | None:
        """The mean result of a node after a step, by default the last; None without a visit."""
        row = self.row(node, step)
        there = step is None or step >= self.born[node]
        return int(self.total[row]) / int(self.visits[row]) if there and self.visits[row] else None

    def proven(self, node: int, step: int | None = None) -> bool:
        """Whether the value of a node is proven after a step, by default the last."""
        row = self.row(node, step)
        return bool(self.low[row] == self.high[row])

    def uct(self, node: int, step: int | None = None) -> float | None:
        """The number by which the player above a node compares it, mean and ignorance (UCT).

        None where there is nothing to compare: for the root, a node without a visit, which goes
        first, and one that is proven, or proven to bring no more than another.
        """
        above, row, mean = int(self.parent[node]), self.row(node, step), self.mean(node, step)
        if above == NOBODY or mean is None or self.proven(node, step):
            return None
        over, side = self.row(above, step), 1 if self.maximizing[above] else -1
        if above and max(side * self.low[row], side * self.high[row]) <= min(
            side * self.low[over], side * self.high[over]
        ):
            return None
        known = math.sqrt(math.log(1 + int(self.visits[over])) / int(self.visits[row]))
        return side * mean / self.game.value_bound + EXPLORATION * known

    def result(self, node: int) -> str:
        """The visits of a node and its mean, or what is proven of it: "12 · 0.25"."""
        visits, value = int(self.visits[self.row(node)]), self.text(self.value[node])
        return f"{visits:,} · {value}" if visits else value

    def known(self, node: int) -> str:
        """A word on a node in the end, beside its result: "proven", or its UCT."""
        if self.end[node] == LEAF:
            return "game over"
        uct = self.uct(node)
        return "proven" if self.proven(node) else "" if uct is None else f"UCT {number_text(uct)}"

    @property
    def outcome(self) -> str:
        """The result of the search in words."""
        return f"{'value' if self.proven(0) else 'mean'} {self.text(self.value[0])}"

    def as_dict(self) -> dict[str, Any]:
        """The trace as JSON; numbers are those in the end."""
        whole = super().as_dict()
        rows = [self.row(node) for node in range(len(self))]
        for name in NAMES:
            whole["tree"][name] = [int(getattr(self, name)[row]) for row in rows]
        whole["tree"]["uct"] = [self.uct(node) for node in range(len(self))]
        return whole | {"simulations": int(self.visits[self.row(0)])}


def mcts_trace(
    game: Game, state: Any, simulations: int, seed: int, glance: Callable[[int], None]
) -> MctsTrace:
    """Simulate from `state` until each of its moves is proven, at most `simulations` times.

    glance  is called with the number of nodes after each simulation, which may be long
    """
    grower = _Growth(game, state, seed)
    while grower.step < simulations and grower.simulate():
        glance(len(grower.born))
    return grower.trace()


class _Growth(Growth[int]):
    """The tree of `zermelo.search.mcts` as it grows; nodes are its records' numbers."""

    def __init__(self, game: Game, state: Any, seed: int) -> None:
        super().__init__()
        self.game, self.bound = game, game.value_bound
        self.tree, self.chance, self.counts = new_tree(bound=self.bound), seeded(seed), new_counts()
        self.marks = new_marks(0)
        self.states, self.mine = {ROOT: state}, {ROOT: True}
        self.leaves: list[int] = []
        self.rewards: list[int] = []
        outcome = game.outcome(state)
        self.over = outcome != ONGOING
        if self.over:
            worth = utility(game, state, outcome)
            self.note(ROOT, 0, 0, worth, worth)
        else:
            self._note(ROOT)

    def simulate(self) -> bool:
        """Simulate once, and note down what it changes; false if there is nothing left to do."""
        if self.over:
            return False
        arguments = self.game, self.states[ROOT], self.tree, ROOT, 1, 0, 0, self.marks
        self.chance = grow(*arguments, self.chance, self.counts)
        if ROOT in self.expanded and not self._visited(ROOT):
            return False  # every move is proven
        self.step += 1
        self._follow()
        return True

    def _follow(self) -> None:
        """Note down the path of the latest simulation, which is where visits have changed."""
        node: int | None = ROOT
        while node is not None:
            leaf, before = node, self._known(node)
            self._note(node)
            below = children(self.tree, node)
            if below and node not in self.expanded:
                self.expanded[node] = self.step
                self._meet(node, below)
            node = next(filter(self._visited, below), None)
        self.leaves.append(leaf)
        self.rewards.append(self._known(leaf)[1] - before[1])

    def _visited(self, node: int) -> bool:
        """Whether the latest simulation came to a node."""
        return bool(self.tree[node][VISITS] != self._known(node)[0])

    def _known(self, node: int) -> tuple[int, ...]:
        """The numbers of a node that were noted down last."""
        return self.numbers[node][-1][1] if node in self.numbers else (0, 0, 0, 0)

    def _note(self, node: int) -> None:
        """Note down the numbers of a node, its results those of the searching player."""
        record, above = self.tree[node], self.tree[node][PARENT]
        visits, total, low, high = (int(record[name]) for name in (VISITS, TOTAL, LOW, HIGH))
        if above == NOBODY or self.mine[above]:
            self.note(node, visits, total, low, high)
        else:
            self.note(node, visits, -total, -high, -low)

    def _meet(self, node: int, below: list[int]) -> None:
        """Take in the children of a node: states of all, and the numbers of ends of the game."""
        for child in below:
            state = self.game.play(self.states[node], int(self.tree[child][MOVE]))
            self.states[child] = state
            self.mine[child] = self.mine[node] == (self.tree[child][TURN] == 1)
            if proven(self.tree, child):
                self._note(child)

    def trace(self) -> MctsTrace:
        """All of it as columns."""
        game, tree, bound = self.game, self.tree, 1.0 * self.bound
        nodes = self.preorder(ROOT, self._below)
        numbers = {node: number for number, node in enumerate(nodes)}
        states: dict[Any, int] = {}
        position = [states.setdefault(self.states[node], len(states)) for node in nodes]
        return MctsTrace(
            game,
            MONTE_CARLO,
            None,
            tuple(states),
            position=column(position, "int32"),
            move=column((tree[n][MOVE] if n else NOBODY for n in nodes), "int64"),
            maximizing=column((self.mine[node] for node in nodes), "bool"),
            alpha=column((-bound for _ in nodes), "float64"),
            beta=column((bound for _ in nodes), "float64"),
            value=column(map(self._value, nodes), "float64"),
            end=column(map(self._end, nodes), "uint8"),
            chosen=column((self._chosen(node, numbers) for node in nodes), "int32"),
            leaf=column((numbers[leaf] for leaf in self.leaves), "int32"),
            reward=column(self.rewards, "int32"),
            **self.columns(nodes, map(self._above, nodes), NAMES),
        )

    def _below(self, node: int) -> list[int]:
        """The children that are nodes of the trace."""
        return [child for child in children(self.tree, node) if child in self.numbers]

    def _above(self, node: int) -> int | None:
        return None if node == ROOT else int(self.tree[node][PARENT])

    def _value(self, node: int) -> float:
        visits, total, low, high = self._known(node)
        return low if low == high else total / max(1, visits)

    def _end(self, node: int) -> int:
        if node in self.expanded:
            return BACKED_UP
        return OPEN if self.game.outcome(self.states[node]) == ONGOING else LEAF

    def _chosen(self, node: int, numbers: dict[int, int]) -> int:
        best = best_children(self.tree, node)
        return numbers.get(best[0], NOBODY) if best else NOBODY
