"""The tree of all moves from one start, with the line that was followed last."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final

from zermelo.contract.game import Game

ROOT: Final = 0

Arrow = tuple[int, int]  # two points of the picture


@dataclass
class Node:
    """A position of the tree, and the move that led to it.

    move, text  the move that led here, None and "" at the root; `parent` is the node before
    children    the nodes after it: the main line's first, then variations in order
    followed    the child visited last, if any, through which `line` goes
    comment     a person's comment
    arrows      a person's drawings: from point to point; a ring, from a point to itself
    """

    state: Any
    ply: int = 0
    move: int | None = None
    text: str = ""
    parent: int | None = None
    children: list[int] = field(default_factory=list)
    followed: int | None = None
    comment: str = ""
    arrows: list[Arrow] = field(default_factory=list)


class Variations:
    """The tree of a game's moves; a node's number never changes and is never reused.

    >>> import zermelo
    >>> game = zermelo.game("nim(rows=[1, 2])")
    >>> tree = Variations(game, game.start())
    >>> [tree.add(ROOT, move) for move in game.moves(game.start())]
    [1, 2, 3]
    >>> tree.line(ROOT), tree.path(2)
    ([0, 1], [0, 2])
    """

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
        """The node after a legal move, which is added if it is new."""
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
        """The nodes from the root through `node` to the end of the line followed last."""
        nodes = self.path(node)
        while children := self[nodes[-1]].children:
            followed = self[nodes[-1]].followed
            nodes.append(children[0] if followed is None else followed)
        return nodes

    def main(self) -> list[int]:
        """The nodes of the main line, the root first."""
        nodes = [ROOT]
        while children := self[nodes[-1]].children:
            nodes.append(children[0])
        return nodes

    def follow(self, node: int) -> None:
        """Let `line` go through this node."""
        path = self.path(node)
        for parent, child in pairwise(path):
            self[parent].followed = child

    def remove(self, node: int) -> None:
        """Remove a node and all after it; not the root."""
        parent = self[node].parent
        assert parent is not None, "the root stays"
        self[parent].children.remove(node)
        if self[parent].followed == node:
            self[parent].followed = None
        waiting = [node]
        while waiting:
            waiting += self._nodes.pop(waiting.pop()).children

    def promote(self, node: int) -> None:
        """Make the path to this node the main line."""
        path = self.path(node)
        for parent, child in pairwise(path):
            self[parent].children.remove(child)
            self[parent].children.insert(0, child)
