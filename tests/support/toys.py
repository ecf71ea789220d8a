"""Games for tests of searches: any finite graph, games in which players move twice, and more."""

import random
from collections.abc import Iterator
from typing import NamedTuple

from zermelo import LOSS, ONGOING, WIN, Game, replaced


class Node(NamedTuple):
    number: int
    player: int


class Graph(Game[Node]):
    """A graph as a game: for each node its children, its player, and its outcome or estimate.

    Nodes without children are ends. Values are eighths from −8 to 8 for the player to move.
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


class LoudGraph(Graph):
    """A graph with loud moves and an order, which the engine can search selectively."""

    def loud(self, state: Node, move: int) -> bool:
        return (state.number + move) % 3 == 0

    def order(self, state: Node, move: int) -> int:
        return self.children[state.number][move] % 4


def loopy_graph(generator, size: int, kind=Graph, **more):
    """A random graph in which children may be any nodes, so that play may loop."""
    children = tuple(
        tuple(generator.randrange(size) for _ in range(generator.choice((0, 1, 2, 2, 3))))
        for _ in range(size)
    )
    players = tuple(generator.randrange(2) for _ in range(size))
    ends = tuple(8 * generator.choice((-1, -1, 0, 1)) for _ in range(size))
    return kind(children=children, players=players, eighths=ends, **more)


class Heap(NamedTuple):
    left: int
    taken: int  # by player 0
    player: int


class Taking(Game[Heap]):
    """Take one to three matches of `size`; subclasses say who moves next."""

    size: int = 9

    def start(self) -> Heap:
        return Heap(self.size, 0, 0)

    def moves(self, state: Heap) -> Iterator[int]:
        for taken in range(1, min(3, state.left) + 1):
            yield taken

    def after(self, state: Heap, move: int, player: int) -> Heap:
        """The heap once the mover has taken `move`, with `player` to move."""
        taken = state.taken + move if state.player == 0 else state.taken
        return Heap(state.left - move, taken, player)

    def lead(self, state: Heap) -> int:
        """The number of matches that the mover is ahead."""
        lead = 2 * state.taken - (self.size - state.left)
        return lead if state.player == 0 else -lead


class Again(Taking):
    """A player who takes exactly two matches moves again; the player with more matches wins."""

    def play(self, state: Heap, move: int) -> Heap:
        return self.after(state, move, state.player if move == 2 else state.player ^ 1)

    def outcome(self, state: Heap) -> int:
        if state.left > 0:
            return ONGOING
        lead = self.lead(state)
        return WIN if lead > 0 else LOSS if lead < 0 else 0

    def evaluate(self, state: Heap) -> float:
        return self.lead(state) / (2 * self.size)

    def order(self, state: Heap, move: int) -> int:
        return move


class TieredGraph(Graph):
    """A graph of tiers that no move lowers; inside a tier, play may loop."""

    tiers: tuple[int, ...] = (0,)

    def tier(self, state: Node) -> int:
        return self.tiers[state.number]


Tiers = tuple[tuple[int, ...], tuple[tuple[int, ...], ...], tuple[int, ...]]


def random_tiers(generator: random.Random, size: int) -> Tiers:
    """Tiers, children and players of a graph of up to three tiers; no move lowers the tier."""
    tiers = sorted(generator.randrange(3) for _ in range(size))
    children = tuple(
        tuple(
            generator.choice([n for n in range(size) if tiers[n] >= tiers[node]])
            for _ in range(generator.choice((0, 1, 2, 2, 3)))
        )
        for node in range(size)
    )
    return tuple(tiers), children, tuple(generator.randrange(2) for _ in range(size))


class Rope(NamedTuple):
    place: int
    jumps: tuple[int, int]  # left to each player
    player: int


class Tug(Game[Rope]):
    """Pull a knot one step either way, or jump three; the player at whose end it arrives wins."""

    size: int = 9
    jumps: int = 2
    tiered: bool = True

    def start(self) -> Rope:
        return Rope(self.size // 2, (self.jumps, self.jumps), 0)

    def moves(self, state: Rope) -> Iterator[int]:
        if 0 < state.place < self.size:
            yield 1
            yield -1
            if state.jumps[state.player] > 0:
                yield 3 if state.player == 0 else -3

    def play(self, state: Rope, move: int) -> Rope:
        jumps = state.jumps
        if abs(move) == 3:
            jumps = replaced(jumps, state.player, jumps[state.player] - 1)
        return Rope(state.place + move, jumps, state.player ^ 1)

    def outcome(self, state: Rope) -> int:
        if 0 < state.place < self.size:
            return ONGOING
        return WIN if (state.place <= 0) == (state.player == 1) else LOSS

    def tier(self, state: Rope) -> int:
        return -(state.jumps[0] + state.jumps[1]) if self.tiered else 0


class HeldTug(Tug):
    """A tug in which endless play is a win for player 0."""

    @property
    def repetition(self) -> int:
        return WIN


class Count(NamedTuple):
    number: int
    big: tuple[int, int]
    player: int


class Doubling(Game[Count]):
    """Double a number or subtract one; random games rarely show its largest and smallest values."""

    limit: int = 1 << 10
    moves_left: int = 12

    def start(self) -> Count:
        return Count(1, (self.moves_left, -3), 0)

    def moves(self, state: Count) -> Iterator[int]:
        if state.big[0] > 0 and state.number < self.limit:
            yield 0
            yield 1

    def play(self, state: Count, move: int) -> Count:
        number = state.number * 2 if move == 0 else state.number - 1
        return Count(number, (state.big[0] - 1, -state.big[1]), state.player ^ 1)

    def outcome(self, state: Count) -> int:
        if state.big[0] > 0 and state.number < self.limit:
            return ONGOING
        return LOSS if state.number >= self.limit else 0


class Sticks(NamedTuple):
    left: int
    player: int


class OneOrTwo(Game[Sticks]):
    """Take one or two sticks; the player who takes the last one wins."""

    sticks: int = 13

    def start(self):
        return Sticks(self.sticks, 0)

    def moves(self, state):
        for taken in range(1, min(2, state.left) + 1):
            yield taken

    def play(self, state, move):
        return Sticks(state.left - move, state.player ^ 1)
