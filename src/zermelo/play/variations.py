"""The tree of all moves from one start, with the line that was visited last. `propagate` passes
proven values back to earlier positions; otherwise, a board could mark a move as best and show its
refutation a ply later.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, Final

from zermelo.contract.analysis import Analysis, MoveValue
from zermelo.contract.game import DRAW, LOSS, Game

ROOT: Final = 0

Arrow = tuple[int, int]  # the points where the arrow begins and ends


@dataclass
class Node:
    """A position of the tree, and the move that led to it."""

    state: Any
    ply: int = 0
    move: int | None = None  # None at the root
    text: str = ""  # of the move
    parent: int | None = None
    children: list[int] = field(default_factory=list)  # the main line's node, then variations
    followed: int | None = None  # the child visited last, if any, which `Variations.line` contains
    comment: str = ""  # written by a person
    arrows: list[Arrow] = field(default_factory=list)  # drawn by a person; a ring has one point


Removed = tuple[int, int, dict[int, Node]]  # the parent, the place among its children, the nodes


class Variations:
    """The tree of a game's moves; a node's number never changes and is never reused."""

    def __init__(self, game: Game, start: Any) -> None:
        self._game, self._made = game, 1
        self._nodes = {ROOT: Node(start)}

    def __getitem__(self, node: int) -> Node:
        return self._nodes[node]

    def __contains__(self, node: object) -> bool:
        return node in self._nodes

    def __len__(self) -> int:
        return len(self._nodes)

    def __iter__(self) -> Iterator[int]:
        """All nodes, parents before children, the main line first."""
        waiting = [ROOT]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(self[node].children)

    def add(self, node: int, move: int) -> int:
        """The node after a legal move; adds it if the move is new."""
        here = self[node]
        for child in here.children:
            if self[child].move == move:
                return child
        text, state = self._game.format_move(here.state, move), self._game.play(here.state, move)
        child, self._made = self._made, self._made + 1
        self._nodes[child] = Node(state, here.ply + 1, move, text, node)
        here.children.append(child)
        return child

    def path(self, node: int) -> list[int]:
        """The nodes from the root to `node`."""
        nodes = [node]
        while (parent := self[nodes[-1]].parent) is not None:
            nodes.append(parent)
        return nodes[::-1]

    def line(self, node: int) -> list[int]:
        """The nodes from the root through `node` and on along the children visited last."""
        nodes = self.path(node)
        while (here := self[nodes[-1]]).children:
            nodes.append(here.children[0] if here.followed is None else here.followed)
        return nodes

    def main(self, node: int = ROOT) -> list[int]:
        """The nodes from `node` to the end of its main line."""
        nodes = [node]
        while children := self[nodes[-1]].children:
            nodes.append(children[0])
        return nodes

    def follow(self, node: int) -> None:
        """Make `line` go through this node."""
        for parent, child in pairwise(self.path(node)):
            self[parent].followed = child

    def remove(self, node: int) -> Removed:
        """Remove a node other than the root, and all nodes below it; return them for `restore`."""
        parent = self[node].parent
        assert parent is not None, "the start cannot be removed"
        siblings, removed, waiting = self[parent].children, dict[int, Node](), [node]
        place = siblings.index(node)
        del siblings[place]
        if self[parent].followed == node:
            self[parent].followed = None
        while waiting:
            each = waiting.pop()
            removed[each] = self._nodes.pop(each)
            waiting += removed[each].children
        return parent, place, removed

    def restore(self, parent: int, place: int, removed: dict[int, Node]) -> None:
        """Put removed nodes back, the first one to its place among the children of `parent`."""
        self._nodes |= removed
        self[parent].children.insert(place, next(iter(removed)))

    def promote(self, node: int) -> None:
        """Make the path to this node the main line."""
        for parent, child in pairwise(self.path(node)):
            self[parent].children.remove(child)
            self[parent].children.insert(0, child)


def propagate(tree: Variations, known: dict[Any, Analysis], state: Any, bound: float) -> None:
    """Pass proven values of moves on to `state` and earlier positions; no value exceeds `bound`."""
    for node in list(tree):
        if tree[node].state == state:
            _gather(tree, known, node, bound)
            before = tree[node].parent
            while before is not None and _gather(tree, known, before, bound):
                before = tree[before].parent


def _gather(tree: Variations, known: dict[Any, Analysis], node: int, bound: float) -> bool:
    """Update a position by its children's proven values; return whether anything changed."""
    here = known.get(tree[node].state)
    if here is None:
        return False
    proven = {}
    for child in tree[node].children:
        after = known.get(tree[child].state)
        if after is not None and after.exact and after.value is not None:
            proven[tree[child].text] = value_of_move(here, tree[child].text, after)
    moves = tuple(surer(entry, proven.get(entry.move)) for entry in here.moves)
    if moves == here.moves:
        return False
    analysis = _weigh(here, moves, bound)
    decided = analysis.finished and analysis.by == "outcome" and analysis.value
    if decided and analysis.remoteness is None:
        plies = abs(max(entry.sooner for entry in moves)[1])
        analysis = replace(analysis, remoteness=plies)
    known[tree[node].state] = analysis
    return True


def value_of_move(here: Analysis, move: str, after: Analysis) -> MoveValue:
    """The value of a move, from the analysis of the next position."""
    assert after.value is not None
    value = after.value if after.player == here.player else 0.0 - after.value
    plies = None if after.remoteness is None else after.remoteness + 1
    return MoveValue(move, value, exact=after.exact, remoteness=plies, by=here.by)


def _weigh(known: Analysis, moves: tuple[MoveValue, ...], bound: float) -> Analysis:
    """Put values of moves into an analysis; an unproven analysis gets the best move's value."""
    if known.exact:  # moves proven now may be equally good
        proven = {entry.move for entry in moves if entry.exact and entry.value == known.value}
        tops = tuple(e.move for e in moves if e.move in proven or e.move in known.best_moves)
        complete = known.complete or all(entry.exact for entry in moves)
        return replace(known, moves=moves, best_moves=tops, complete=complete)
    best = max(entry.value for entry in moves)
    tops = tuple(entry.move for entry in moves if entry.value == best)
    every = all(entry.exact for entry in moves)
    exact = every or any(entry.exact and entry.value == bound for entry in moves)
    return replace(
        known,
        value=best,
        exact=exact,
        best_moves=tops,
        complete=every if exact else known.complete,
        moves=moves,
        line=known.line if known.line[:1] and known.line[0] in tops else (),
    )


def surer(entry: MoveValue, known: MoveValue | None) -> MoveValue:
    """Return `known` if it adds a proof or a remoteness to `entry`; else `entry`."""
    if known is None or not known.exact:
        return entry
    return entry if entry.exact and (entry.remoteness or not known.remoteness) else known


def fit_estimates(known: Analysis, value: float | None) -> Analysis:
    """Shift all estimates of moves by the same amount, so that none is better than the position's
    true value. In a drawn position without a proven drawing move, the best estimate is a draw.
    """
    estimates = [entry.value for entry in known.moves if not entry.exact]
    if value is None or not estimates:
        return known
    over, kept = max(estimates) - value, any(e.exact and e.value == value for e in known.moves)
    if over <= 0 and (kept or value != DRAW):
        return known
    lost = value == LOSS and known.by == "outcome"  # then every move loses
    fit = {e.move: replace(e, value=max(LOSS, e.value - over), exact=lost) for e in known.moves}
    moves = tuple(e if e.exact else fit[e.move] for e in known.moves)
    return replace(known, value=value, moves=moves)
