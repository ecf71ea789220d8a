"""Hex on 3x3: the winner is found with a deque."""

from collections import deque
from typing import NamedTuple

from zermelo import LOSS, ONGOING, Game


class Board(NamedTuple):
    stones: tuple[tuple[int, ...], ...]
    turn: int


class HexBfs(Game[Board]):
    """Connect your two sides."""

    size: int = 3
    OFFSETS = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))

    def start(self):
        return Board(tuple(tuple(0 for _ in range(self.size)) for _ in range(self.size)), 0)

    def player(self, state):
        return state.turn

    def connected(self, state, colour):
        if colour == 1:
            queue = deque((0, c) for c in range(self.size) if state.stones[0][c] == 1)
        else:
            queue = deque((r, 0) for r in range(self.size) if state.stones[r][0] == 2)
        seen = set(queue)
        while queue:
            row, col = queue.popleft()
            if (row if colour == 1 else col) == self.size - 1:
                return True
            for dr, dc in self.OFFSETS:
                r, c = row + dr, col + dc
                if not (0 <= r < self.size and 0 <= c < self.size):
                    continue
                if state.stones[r][c] != colour or (r, c) in seen:
                    continue
                seen.add((r, c))
                queue.append((r, c))
        return False

    def moves(self, state):
        if self.outcome(state) != ONGOING:
            return []
        return [
            r * self.size + c
            for r in range(self.size)
            for c in range(self.size)
            if not state.stones[r][c]
        ]

    def play(self, state, move):
        row, col = divmod(move, self.size)
        rows = [list(r) for r in state.stones]
        rows[row][col] = state.turn + 1
        return Board(tuple(map(tuple, rows)), 1 - state.turn)

    def outcome(self, state):
        return LOSS if self.connected(state, 2 - state.turn) else ONGOING
