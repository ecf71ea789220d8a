"""Records searches that grow a tree: proof-number search and Monte Carlo tree search."""

import itertools
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeVar

from zermelo.contract.game import ONGOING, Game
from zermelo.errors import Stopped
from zermelo.search import mcts
from zermelo.search.counters import NODE_LIMIT, NODES, new_counts, state_from_seed
from zermelo.search.pn import INFINITE, Node, grow_tree, new_node
from zermelo.search.textbook import utility
from zermelo.search.traces.trace import (
    BACKED_UP,
    LEAF,
    MONTE_CARLO,
    NEVER,
    NOBODY,
    OPEN,
    PROOF_NUMBERS,
    WITHOUT_END,
)
from zermelo.search.traces.views import GrownTrace, MctsTrace, ProofTrace

GLANCES: Final = 256  # new nodes between two calls of `glance`

Key = TypeVar("Key", bound=Hashable)  # the type of a node
Grown = TypeVar("Grown", bound=GrownTrace)


@dataclass
class Growth(Generic[Key]):
    """A growing tree; `step` counts the steps, and `note` records a node's numbers at a step."""

    game: Game
    root: Key
    names: tuple[str, ...]  # the names of the recorded numbers
    below: Callable[[Key], Sequence[Key]]  # the children of a node that are in the trace
    # a node's state, move, whether it is maximizing, its value, and the chosen child
    row: Callable[[Key], tuple[Any, int, bool, float, Key | None]]
    step: int = 0
    born: dict[Key, int] = field(default_factory=dict)
    expanded: dict[Key, int] = field(default_factory=dict)
    numbers: dict[Key, list[tuple[int, tuple[int, ...]]]] = field(default_factory=dict)

    def note(self, node: Key, *numbers: int) -> None:
        """Record the numbers of a node if it is new or they have changed."""
        self.born.setdefault(node, self.step)
        history = self.numbers.setdefault(node, [])
        if not history or history[-1][1] != numbers:
            history.append((self.step, numbers))

    def preorder(self) -> tuple[list[Key], list[int]]:
        """All nodes, each before those below it, and the index of each node's parent."""
        nodes, parents, waiting = list[Key](), list[int](), [(self.root, NOBODY)]
        while waiting:
            node, parent = waiting.pop()
            waiting += [(child, len(nodes)) for child in reversed(self.below(node))]
            nodes.append(node)
            parents.append(parent)
        return nodes, parents

    def trace_rows(self, kind: type[Grown], algorithm: str, **more: Any) -> Grown:
        """The whole tree as a trace of class `kind`; `more` has further fields of the trace."""
        nodes, parents = self.preorder()
        numbers: dict[Key | None, int] = {node: number for number, node in enumerate(nodes)}
        states, moves, mine, values, best = zip(*map(self.row, nodes), strict=True)
        changes = [change for node in nodes for change in self.numbers[node]]
        counts = (len(self.numbers[node]) for node in nodes)
        going_on = (self.game.outcome(state) == ONGOING for state in states)
        more |= {name: [kept[at] for _, kept in changes] for at, name in enumerate(self.names)}
        return kind.of_rows(
            self.game,
            algorithm,
            None,
            states,
            parents,
            move=moves,
            maximizing=mine,
            value=values,
            end=[
                BACKED_UP if node in self.expanded else OPEN if goes_on else LEAF
                for node, goes_on in zip(nodes, going_on, strict=True)
            ],
            chosen=[numbers.get(child, NOBODY) for child in best],
            steps=self.step,
            born=[self.born[node] for node in nodes],
            expanded=[self.expanded.get(node, NEVER) for node in nodes],
            first=list(itertools.accumulate(counts, initial=0)),
            changed=[step for step, _ in changes],
            **more,
        )


# Proof-number search -----------------------------------------------------------------------------


def proof_trace(
    game: Game, state: Any, least: int, limit: int, glance: Callable[[int], None]
) -> ProofTrace:
    """Trace the search for a proof that the mover gets `least`; `glance` gets node counts."""
    claimant, shown, counts = game.player(state), 0, new_counts()
    counts[NODE_LIMIT] = limit

    def row(node: Node) -> tuple[Any, int, bool, float, Node | None]:
        best = min(node.children, key=lambda n: n.proof if node.mine else n.disproof, default=None)
        return node.state, node.move, node.mine, (node.proof == 0) - (node.disproof == 0), best

    def note(node: Node) -> None:
        numbers = (WITHOUT_END if n == INFINITE else int(n) for n in (node.proof, node.disproof))
        growth.note(node, *numbers)

    root, names = new_node(game, state, claimant, least), ("proof", "disproof")
    growth = Growth(game, root, names, lambda node: node.children, row, step=1)
    note(root)
    try:
        for node in grow_tree(game, root, claimant, least, counts):
            growth.step += 1
            growth.expanded[node] = growth.step
            for child in node.children:
                note(child)
            above: Node | None = node
            while above is not None:
                note(above)
                above = above.parent
            if len(growth.born) >= shown:
                shown = len(growth.born) + GLANCES
                glance(len(growth.born))
    except Stopped:
        if counts[NODES] < counts[NODE_LIMIT]:
            raise  # `glance` raised `Stopped`, not `grow_tree`
    return growth.trace_rows(ProofTrace, PROOF_NUMBERS, least=least)


# Monte Carlo tree search -------------------------------------------------------------------------


def mcts_trace(
    game: Game, state: Any, simulations: int, seed: int, glance: Callable[[int], None]
) -> MctsTrace:
    """Trace `simulations` simulations, fewer if all moves get proven; `glance` gets node counts."""
    growth = _MctsGrowth(game, state, seed)
    while growth.step < simulations and growth.simulate():
        glance(len(growth.born))
    number = {node: number for number, node in enumerate(growth.preorder()[0])}
    steps = {"leaf": [number[node] for node in growth.leaves], "reward": growth.rewards}
    return growth.trace_rows(MctsTrace, MONTE_CARLO, **steps)


class _MctsGrowth(Growth[int]):
    """The tree of `zermelo.search.mcts`; its nodes are indices of records."""

    def __init__(self, game: Game, state: Any, seed: int) -> None:
        names = ("visits", "total", "low", "high")
        super().__init__(game, mcts.ROOT, names, self._children, self._row)
        self.tree, self.chance = mcts.new_tree(bound=game.value_bound), state_from_seed(seed)
        self.counts, self.style = new_counts(), mcts.new_style()
        self.states, self.mine = {mcts.ROOT: state}, {mcts.ROOT: True}
        self.leaves, self.rewards = list[int](), list[int]()
        outcome = game.outcome(state)
        self.over = outcome != ONGOING
        if self.over:
            root = self.tree[mcts.ROOT]
            root[mcts.LOW] = root[mcts.HIGH] = utility(game, state, outcome)
        self._note(mcts.ROOT)

    def simulate(self) -> bool:
        """Simulate once, and record the changes; return False if nothing is left to do."""
        if self.over:
            return False
        given = self.game, self.states[mcts.ROOT], self.tree, 1, self.style, self.chance
        self.chance = mcts.grow(*given, self.counts)
        if mcts.ROOT in self.expanded and not self._was_visited(mcts.ROOT):
            return False  # every move is proven
        self.step += 1
        node: int | None = mcts.ROOT
        while node is not None:  # the simulation's path, whose nodes have new numbers of visits
            leaf, before = node, self._noted_numbers(node)
            self._note(node)
            below = mcts.children(self.tree, node)
            if below and node not in self.expanded:
                self.expanded[node] = self.step
                for child in below:  # all have states; finished games also have numbers
                    move = int(self.tree[child][mcts.MOVE])
                    self.states[child] = self.game.play(self.states[node], move)
                    self.mine[child] = self.mine[node] == (self.tree[child][mcts.TURN] == 1)
                    if mcts.proven(self.tree, child):
                        self._note(child)
            node = next(filter(self._was_visited, below), None)
        self.leaves.append(leaf)
        self.rewards.append(self._noted_numbers(leaf)[1] - before[1])
        return True

    def _was_visited(self, node: int) -> bool:
        """Whether the latest simulation reached a node."""
        return bool(self.tree[node][mcts.VISITS] != self._noted_numbers(node)[0])

    def _noted_numbers(self, node: int) -> tuple[int, ...]:
        return self.numbers[node][-1][1] if node in self.numbers else (0, 0, 0, 0)

    def _note(self, node: int) -> None:
        """Record the numbers of a node, with results for the searching player."""
        record, above = self.tree[node], self.tree[node][mcts.PARENT]
        visits, total, low, high = record.visits, int(record.total), record.low, record.high
        if above == NOBODY or self.mine[above]:
            self.note(node, visits, total, low, high)
        else:
            self.note(node, visits, -total, -high, -low)

    def _children(self, node: int) -> list[int]:
        return [child for child in mcts.children(self.tree, node) if child in self.numbers]

    def _row(self, node: int) -> tuple[Any, int, bool, float, int | None]:
        visits, total, low, high = self._noted_numbers(node)
        best = mcts.best_children(self.tree, node)
        move = int(self.tree[node][mcts.MOVE]) if node else NOBODY
        value = low if low == high else total / max(1, visits)
        return self.states[node], move, self.mine[node], value, best[0] if best else None
