"""Two games for the tests of searches: any finite graph, and one in which players move twice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from zermelo import LOSS, ONGOING, WIN, Game


class Node(NamedTuple):
    number: int
    player: int


class Graph(Game[Node]):
    """A game written out: for each node its children, who moves there, its outcome or estimate.

    Nodes without children are ends. Values are in eighths, from −8 to 8, for who moves in the node.
    """

    children: tuple[tuple[int, ...], ...] = ((),)
    players: tuple[int, ...] = (0,)
    eighths: tuple[int, ...] = (0,)

    def start(self) -> Node:
        return Node(0, self.players[0])

    def moves(self, state: Node) -> Iterator[int]:
        yield from range(len(self.children[state.number]))

    def play(self, state: Node, move: int) -> Node:
        number = self.children[state.number][move]
        return Node(number, self.players[number])

    def outcome(self, state: Node) -> int:
        if self.children[state.number]:
            return ONGOING
        return self.eighths[state.number] // 8

    def evaluate(self, state: Node) -> float:
        return self.eighths[state.number] / 8


class Heap(NamedTuple):
    left: int
    taken: int  # by player 0
    player: int


class Again(Game[Heap]):
    """Take one to three matches; who takes exactly two moves again; most matches win, in `size`."""

    size: int = 9

    def start(self) -> Heap:
        return Heap(self.size, 0, 0)

    def moves(self, state: Heap) -> Iterator[int]:
        for taken in range(1, min(3, state.left) + 1):
            yield taken

    def play(self, state: Heap, move: int) -> Heap:
        taken = state.taken + move if state.player == 0 else state.taken
        player = state.player if move == 2 else state.player ^ 1
        return Heap(state.left - move, taken, player)

    def lead(self, state: Heap) -> int:
        """How many matches more the mover has than the other."""
        lead = 2 * state.taken - (self.size - state.left)
        return lead if state.player == 0 else -lead

    def outcome(self, state: Heap) -> int:
        if state.left > 0:
            return ONGOING
        lead = self.lead(state)
        return WIN if lead > 0 else LOSS if lead < 0 else 0

    def evaluate(self, state: Heap) -> float:
        return self.lead(state) / (2 * self.size)

    def order(self, state: Heap, move: int) -> int:
        return move
