"""A trace of a proof-number search: the tree that it grew, and its numbers at every step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from zermelo.contract.game import ONGOING, WIN, Game
from zermelo.errors import Stopped
from zermelo.search.counters import NODE_LIMIT, NODES, new_counts
from zermelo.search.pn import INFINITE, Node, grown, new_node
from zermelo.search.traces.grown import GrownTrace, Growth
from zermelo.search.traces.recorder import BACKED_UP, GLANCES, LEAF, NOBODY, OPEN
from zermelo.search.traces.trace import PROOF_NUMBERS, column

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

WITHOUT_END: Final = -1  # the number ∞


@dataclass(frozen=True, eq=False)
class ProofTrace(GrownTrace):
    """One proof-number search. Step 1 makes the root; each further step expands one node.

    `value` is 1 for a node that is proven in the end, −1 for one that is refuted, 0 for one that is
    open. `chosen` is the child to which the smaller number leads.

    least     the claim: what the player to move in the root gets, a value or points
    proof     [changes] the proof numbers; −1 is ∞
    disproof  [changes] the disproof numbers
    """

    least: int
    proof: NDArray[np.int32] = field(repr=False)
    disproof: NDArray[np.int32] = field(repr=False)

    def numbers(self, node: int, step: int | None = None) -> tuple[int, int]:
        """The proof and disproof number of a node after a step, by default the last; −1 is ∞."""
        row = self.row(node, step)
        return int(self.proof[row]), int(self.disproof[row])

    @property
    def claim(self) -> str:
        """The result that the player to move in the root is to reach, in words."""
        if self.by == "score":
            return f"at least {self.text(self.least)}"
        return "a win" if self.least == WIN else "a draw"

    def result(self, node: int) -> str:
        """The numbers of a node in the end, "1 | 3"."""
        return " | ".join("∞" if n == WITHOUT_END else str(n) for n in self.numbers(node))

    @property
    def sides(self) -> tuple[str, str]:
        """The names of nodes in which the claimant moves, and of all others."""
        return "OR", "AND"

    @property
    def outcome(self) -> str:
        """Whether the claim is proven, in words."""
        return f"{self.claim} is {('refuted', 'open', 'proven')[int(self.value[0]) + 1]}"

    def as_dict(self) -> dict[str, Any]:
        """The trace as JSON; numbers are those in the end, null for ∞."""
        whole = super().as_dict()
        pairs = [self.numbers(node) for node in range(len(self))]
        for name, place in (("proof", 0), ("disproof", 1)):
            numbers = (pair[place] for pair in pairs)
            whole["tree"][name] = [None if n == WITHOUT_END else n for n in numbers]
        return whole | {"least": self.least}


def proof_trace(
    game: Game, state: Any, least: int, limit: int, glance: Callable[[int], None]
) -> ProofTrace:
    """Search whether the player to move gets `least`, until it is known or there are `limit` nodes.

    glance  is called now and then with the number of nodes
    """
    grower = _Growth(game, state, least, limit)
    grower.grow(glance)
    return grower.trace()


class _Growth(Growth[Node]):
    """A tree that grows, with the numbers that its nodes have had."""

    def __init__(self, game: Game, state: Any, least: int, limit: int) -> None:
        super().__init__()
        self.game, self.least, self.claimant = game, least, game.player(state)
        self.counts = new_counts()
        self.counts[NODE_LIMIT] = limit
        self.root = new_node(game, state, self.claimant, least)
        self.step = 1
        self._note(self.root)

    def grow(self, glance: Callable[[int], None]) -> None:
        """Grow, and note down what every step changes."""
        shown = 0
        try:
            for node in grown(self.game, self.root, self.claimant, self.least, self.counts):
                self.step += 1
                self.expanded[node] = self.step
                for child in node.children:
                    self._note(child)
                above: Node | None = node
                while above is not None:
                    self._note(above)
                    above = above.parent
                if len(self.born) >= shown:
                    shown = len(self.born) + GLANCES
                    glance(len(self.born))
        except Stopped:
            if self.counts[NODES] < self.counts[NODE_LIMIT]:
                raise  # by `glance`; at the limit, the tree so far shows how far it came

    def _note(self, node: Node) -> None:
        self.note(node, _finite(node.proof), _finite(node.disproof))

    def trace(self) -> ProofTrace:
        """All of it as columns."""
        nodes = self.preorder(self.root, lambda node: node.children)
        numbers = {node: number for number, node in enumerate(nodes)}
        states: dict[Any, int] = {}
        position = [states.setdefault(node.state, len(states)) for node in nodes]
        bound = 1.0 * self.game.value_bound
        return ProofTrace(
            self.game,
            PROOF_NUMBERS,
            None,
            tuple(states),
            position=column(position, "int32"),
            move=column((node.move for node in nodes), "int64"),
            maximizing=column((node.mine for node in nodes), "bool"),
            alpha=column((-bound for _ in nodes), "float64"),
            beta=column((bound for _ in nodes), "float64"),
            value=column(((n.proof == 0) - (n.disproof == 0) for n in nodes), "float64"),
            end=column(map(self._end, nodes), "uint8"),
            chosen=column((self._chosen(node, numbers) for node in nodes), "int32"),
            least=self.least,
            **self.columns(nodes, (node.parent for node in nodes), ("proof", "disproof")),
        )

    def _end(self, node: Node) -> int:
        if node.children:
            return BACKED_UP
        return OPEN if self.game.outcome(node.state) == ONGOING else LEAF

    def _chosen(self, node: Node, numbers: dict[Node, int]) -> int:
        if not node.children:
            return NOBODY
        return numbers[min(node.children, key=lambda n: n.proof if node.mine else n.disproof)]


def _finite(number: float) -> int:
    return WITHOUT_END if number == INFINITE else int(number)
