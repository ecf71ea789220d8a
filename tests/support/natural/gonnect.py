"""Gonnect: Go without passing; a chain that joins two opposite sides wins."""

from typing import NamedTuple

from zermelo import LOSS, ONGOING, Game


class Position(NamedTuple):
    stones: tuple[int, ...]
    last: tuple[int, ...]  # the board before, which must not come back
    player: int


class Gonnect(Game[Position]):
    """A player without a legal move loses. No suicide; a board does not come back at once."""

    size: int = 3

    def start(self):
        empty = (0,) * self.size**2
        return Position(empty, empty, 0)

    def neighbours(self, point):
        n = self.size
        row, col = point // n, point % n
        if row > 0:
            yield point - n
        if row < n - 1:
            yield point + n
        if col > 0:
            yield point - 1
        if col < n - 1:
            yield point + 1

    def chain(self, stones, point):
        colour = stones[point]
        group = {point}
        todo = [point]
        while todo:
            here = todo.pop()
            for near in self.neighbours(here):
                if stones[near] == colour and near not in group:
                    group.add(near)
                    todo.append(near)
        return group

    def has_liberty(self, stones, chain):
        return any(stones[near] == 0 for point in chain for near in self.neighbours(point))

    def place(self, state, point):
        """The board after a stone and what it captures."""
        stones = list(state.stones)
        stones[point] = state.player + 1
        for near in self.neighbours(point):
            if stones[near] == 2 - state.player:
                chain = self.chain(stones, near)
                if not self.has_liberty(stones, chain):
                    for dead in chain:
                        stones[dead] = 0
        return tuple(stones)

    def legal(self, state, point):
        if state.stones[point] != 0:
            return False
        after = self.place(state, point)
        if after == state.last:
            return False
        return self.has_liberty(after, self.chain(after, point))

    def connected(self, state):
        """Whether the player who moved last has joined two sides."""
        n = self.size
        colour = 2 - state.player
        for start in range(n * n):
            if state.stones[start] == colour and (start < n or start % n == 0):
                chain = self.chain(state.stones, start)
                rows = {point // n for point in chain}
                cols = {point % n for point in chain}
                if {0, n - 1} <= rows or {0, n - 1} <= cols:
                    return True
        return False

    def moves(self, state):
        if self.connected(state):
            return []
        return [point for point in range(self.size**2) if self.legal(state, point)]

    def play(self, state, point):
        return Position(self.place(state, point), state.stones, 1 - state.player)

    def outcome(self, state):
        if self.connected(state):
            return LOSS
        return ONGOING if len(self.moves(state)) > 0 else LOSS
