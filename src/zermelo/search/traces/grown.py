"""A trace of a search that grows a tree: its nodes, and their numbers at every step."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from zermelo.search.traces.recorder import NOBODY
from zermelo.search.traces.trace import Trace, column

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NEVER: Final = -1  # the step of what did not happen

Node = TypeVar("Node", bound=Hashable)


@dataclass(frozen=True, eq=False)
class GrownTrace(Trace):
    """A search that grew a tree step by step; rows are its nodes in preorder, not in time.

    Numbers change with the steps: those of `node` are the rows first[node] … first[node + 1] − 1
    of `changed`, and of the columns that a kind of search adds. Windows mean nothing.

    steps     how many there are
    born      [n] the step that made a node
    expanded  [n] the step that made its children, −1 for none
    first     [n + 1] where its numbers begin
    changed   [changes] the step from which on a node has them
    """

    steps: int
    born: NDArray[np.int32] = field(repr=False)
    expanded: NDArray[np.int32] = field(repr=False)
    first: NDArray[np.int32] = field(repr=False)
    changed: NDArray[np.int32] = field(repr=False)

    def row(self, node: int, step: int | None = None) -> int:
        """The row with the numbers of a node after a step, by default the last."""
        low, high = int(self.first[node]), int(self.first[node + 1])
        return (high if step is None else bisect_right(self.changed, step, low, high)) - 1

    def as_dict(self) -> dict[str, Any]:
        """The trace as JSON, without windows."""
        whole = super().as_dict()
        for name in ("alpha", "beta", "inequality"):
            del whole["tree"][name]
        for name in ("born", "expanded"):
            whole["tree"][name] = getattr(self, name).tolist()
        return whole


class Growth(Generic[Node]):
    """A tree as it grows: `step` counts, `note` keeps the numbers that a node has from now on."""

    def __init__(self) -> None:
        self.step = 0
        self.born: dict[Node, int] = {}
        self.expanded: dict[Node, int] = {}
        self.numbers: dict[Node, list[tuple[int, tuple[int, ...]]]] = {}

    def note(self, node: Node, *numbers: int) -> None:
        """Keep the numbers of a node, if it is new or they have changed."""
        self.born.setdefault(node, self.step)
        history = self.numbers.setdefault(node, [])
        if not history or history[-1][1] != numbers:
            history.append((self.step, numbers))

    def preorder(self, root: Node, below: Callable[[Node], Sequence[Node]]) -> list[Node]:
        """All nodes, each before those below it."""
        nodes, waiting = [], [root]
        while waiting:
            nodes.append(waiting.pop())
            waiting += reversed(below(nodes[-1]))
        return nodes

    def columns(
        self, nodes: Sequence[Node], above: Iterable[Node | None], names: Sequence[str]
    ) -> dict[str, Any]:
        """The columns of a trace that follow from its nodes in preorder, and the one above each.

        names  of the numbers that were kept
        """
        place = {node: number for number, node in enumerate(nodes)}
        parents = [NOBODY if node is None else place[node] for node in above]
        size = [1] * len(nodes)
        for number in range(len(nodes) - 1, 0, -1):
            size[parents[number]] += size[number]
        changes = [change for node in nodes for change in self.numbers[node]]
        first = [0]
        for node in nodes:
            first.append(first[-1] + len(self.numbers[node]))
        kept = {
            name: column((numbers[which] for _, numbers in changes), "int32")
            for which, name in enumerate(names)
        }
        return kept | {
            "parent": column(parents, "int32"),
            "size": column(size, "int32"),
            "steps": self.step,
            "born": column((self.born[node] for node in nodes), "int32"),
            "expanded": column((self.expanded.get(node, NEVER) for node in nodes), "int32"),
            "first": column(first, "int32"),
            "changed": column((step for step, _ in changes), "int32"),
        }
