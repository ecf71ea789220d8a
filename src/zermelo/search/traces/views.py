"""Traces of the searches that grow a tree, proof-number and Monte Carlo, and of certificates."""

from __future__ import annotations

import math
from bisect import bisect_right
from dataclasses import field
from typing import TYPE_CHECKING, Any, ClassVar

from zermelo.search.mcts import EXPLORATION
from zermelo.search.traces.trace import LEAF, NOBODY, WITHOUT_END, Trace, number_text

if TYPE_CHECKING:
    from array import array

    Ints = array[int]


class GrownTrace(Trace, eq=False):
    """A search that grew a tree step by step; its rows are nodes in preorder, not in order of time.

    Numbers change from step to step: the numbers of `node` are in the rows first[node] …
    first[node + 1] − 1 of `changed` and of all columns marked [changes]. Windows are meaningless.
    """

    steps: int
    born: Ints = field(repr=False)  # [n] the step that created the node
    expanded: Ints = field(repr=False)  # [n] the step that created its children, −1 if none
    first: Ints = field(repr=False)  # [n + 1] the row at which its numbers begin
    changed: Ints = field(repr=False)  # [changes] the step that led to the numbers in this row

    def row(self, node: int, step: int | None = None) -> int:
        """The row of a node's numbers after a step, by default after the last step."""
        low, high = self.first[node], self.first[node + 1]
        return (high if step is None else bisect_right(self.changed, step, low, high)) - 1

    def as_dict(self) -> dict[str, Any]:
        """The trace for JSON, without windows."""
        whole = super().as_dict()
        for name in ("alpha", "beta", "inequality"):
            del whole["tree"][name]
        for name in ("born", "expanded"):
            whole["tree"][name] = getattr(self, name).tolist()
        return whole


class Claiming(Trace, data=False):
    """A trace about a claim; OR nodes are those in which the claimant moves."""

    least: int
    drawn: ClassVar[str] = "a draw"  # the words for a claim of at least a draw
    sides = "OR", "AND"

    @property
    def claim(self) -> str:
        """The claimed result of the claimant, in words."""
        if self.by == "score":
            return f"at least {self.text(self.least)}"
        return "a win" if self.least > 0 else self.drawn


class ProofTrace(Claiming, GrownTrace, eq=False):
    """One proof-number search. Step 1 creates the root; each further step expands one node.

    `value` is 1 for a node that was proven, −1 for a refuted one, 0 for an open one. `chosen` is
    the child with the least proof number (disproof number if the claimant does not move).
    """

    least: int  # the claim: a value or points for the player to move at the root
    proof: Ints = field(repr=False)  # [changes] the proof numbers; −1 is ∞
    disproof: Ints = field(repr=False)  # [changes] the disproof numbers

    def numbers(self, node: int, step: int | None = None) -> tuple[int, int]:
        """The proof and disproof number of a node after a step, by default at the end; −1 is ∞."""
        row = self.row(node, step)
        return self.proof[row], self.disproof[row]

    def result(self, node: int) -> str:
        """The final proof and disproof number of a node, like "1 | 3"."""
        return " | ".join("∞" if n == WITHOUT_END else str(n) for n in self.numbers(node))

    @property
    def outcome(self) -> str:
        """Whether the claim is proven, in words."""
        return f"{self.claim} is {('refuted', 'open', 'proven')[int(self.value[0]) + 1]}"

    def as_dict(self) -> dict[str, Any]:
        """The trace for JSON, with each node's final numbers; null stands for ∞."""
        whole = super().as_dict()
        for name, column in (("proof", self.proof), ("disproof", self.disproof)):
            last = [column[self.row(node)] for node in range(len(self))]
            whole["tree"][name] = [None if n == WITHOUT_END else n for n in last]
        return whole | {"least": self.least}


class MctsTrace(GrownTrace, eq=False):
    """One Monte Carlo tree search: each step is a simulation, along a path from the root.

    Its nodes are those that a simulation reached, and finished games next to them, whose result is
    known. `value` is a node's proven value, or else the mean of its results.
    `chosen` is the child that the search prefers, because it is proven or simulated most often.
    """

    visits: Ints = field(repr=False)  # [changes] the simulations through a node
    total: Ints = field(repr=False)  # [changes] the sum of the results of these simulations
    low: Ints = field(repr=False)  # [changes] the proven lower bound of its value
    high: Ints = field(repr=False)  # [changes] the proven upper bound of its value
    leaf: Ints = field(repr=False)  # [steps] the node at which each step left the tree
    reward: Ints = field(repr=False)  # [steps] the result that each step carried up from its leaf

    @property
    def nodes(self) -> int:
        """The number of visited nodes and of finished games next to them."""
        return len(self)

    def mean(self, node: int, step: int | None = None) -> float | None:
        """The mean result of a node after a step, by default at the end; None without a visit."""
        row = self.row(node, step)
        there = step is None or step >= self.born[node]
        return self.total[row] / self.visits[row] if there and self.visits[row] else None

    def proven(self, node: int, step: int | None = None) -> bool:
        """Whether the value of a node is proven after a step, by default at the end."""
        row = self.row(node, step)
        return self.low[row] == self.high[row]

    def uct(self, node: int, step: int | None = None) -> float | None:
        """The UCT of a node, mean plus uncertainty, by which its parent's mover compares moves.

        None without a comparison: for the root, for an unvisited node, which goes first, and for a
        node that is proven, or proven to be no better than another.
        """
        above, row, mean = self.parent[node], self.row(node, step), self.mean(node, step)
        if above == NOBODY or mean is None or self.proven(node, step):
            return None
        over, side = self.row(above, step), 1 if self.maximizing[above] else -1
        most = max(side * self.low[row], side * self.high[row])
        if above and most <= min(side * self.low[over], side * self.high[over]):
            return None
        known = math.sqrt(math.log(1 + self.visits[over]) / self.visits[row])
        return side * mean / self.game.value_bound + EXPLORATION * known

    def result(self, node: int) -> str:
        """A node's visits and value, like "12 · 0.25"; without visits, only the value."""
        visits, value = self.visits[self.row(node)], self.text(self.value[node])
        return f"{visits:,} · {value}" if visits else value

    def result_word(self, node: int) -> str:
        """A note next to a node's result: "game over", "proven", its UCT, or ""."""
        if self.end[node] == LEAF:
            return "game over"
        uct = self.uct(node)
        return "proven" if self.proven(node) else "" if uct is None else f"UCT {number_text(uct)}"

    @property
    def outcome(self) -> str:
        """The result of the search in words."""
        return f"{'value' if self.proven(0) else 'mean'} {self.text(self.value[0])}"

    def as_dict(self) -> dict[str, Any]:
        """The trace for JSON, with the final numbers."""
        whole = super().as_dict()
        rows = [self.row(node) for node in range(len(self))]
        for name in ("visits", "total", "low", "high"):
            whole["tree"][name] = [getattr(self, name)[row] for row in rows]
        whole["tree"]["uct"] = [self.uct(node) for node in range(len(self))]
        return whole | {"simulations": self.visits[self.row(0)]}


class CertificateTrace(Claiming, eq=False):
    """The walk through a proof, see `zermelo.proofs.walk`.

    Values are for the claimant: proven values or, at the end of the game, results. In `maximizing`
    nodes the claimant moves, and `chosen` is that move; other nodes have none.
    """

    claimant: int  # the player whose least result is proven
    least: int  # the value or points that the claimant gets at least
    drawn: ClassVar[str] = "at least a draw"

    @property
    def searcher(self) -> int:
        """The claimant."""
        return self.claimant

    @property
    def table_hits(self) -> int:
        """0: references to earlier nodes are not table hits."""
        return 0

    @property
    def outcome(self) -> str:
        """The result in words."""
        return f"{self.claim} is proven"
