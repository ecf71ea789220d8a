"""All moves made from one start, with their variations: a tree, of which one line is followed."""

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
    """A position of the tree, and how it came about.

    move, text  the move that led here, None and "" at the root; `parent` is where it was made
    children    the nodes after it: the main line's first, variations in the order they were made
    followed    the child that was gone to last, if any: where `line` goes on
    comment     what somebody has said of it
    arrows      what somebody has drawn on it: from one point to another, a ring round one point
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
    """The tree of a game's moves; nodes have numbers that stay, and are never used again.

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
        """All nodes, every one before those after it, the main line's first at each."""
        waiting = [ROOT]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(self[node].children)

    def add(self, node: int, move: int) -> int:
        """The node that a legal move leads to, a new one if nobody has made it here."""
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
        """The nodes from the root to this one."""
        nodes = [node]
        while (parent := self[nodes[-1]].parent) is not None:
            nodes.append(parent)
        return nodes[::-1]

    def line(self, node: int) -> list[int]:
        """The nodes from the root through this one to the end, as the line was followed last."""
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
        """Have `line` go through this node from now on."""
        path = self.path(node)
        for parent, child in pairwise(path):
            self[parent].followed = child

    def remove(self, node: int) -> None:
        """Forget a node and all after it; not the root."""
        parent = self[node].parent
        assert parent is not None, "the root stays"
        self[parent].children.remove(node)
        if self[parent].followed == node:
            self[parent].followed = None
        waiting = [node]
        while waiting:
            waiting += self._nodes.pop(waiting.pop()).children

    def promote(self, node: int) -> None:
        """Have the main line go through this node: it and what it follows come first."""
        path = self.path(node)
        for parent, child in pairwise(path):
            self[parent].children.remove(child)
            self[parent].children.insert(0, child)
