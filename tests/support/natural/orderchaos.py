"""Order and Chaos: both write X or O; Order wants a line of four, Chaos wants none."""

from typing import NamedTuple

from zermelo import LOSS, ONGOING, WIN, Game

EMPTY, CROSS, RING = 0, 1, 2


class State(NamedTuple):
    board: tuple[tuple[int, ...], ...]
    player: int  # 0 is Order, 1 is Chaos


class OrderAndChaos(Game[State]):
    """Order wins with four equal signs in a row, Chaos with a full board without them."""

    size: int = 5
    need: int = 4

    def start(self):
        row = (EMPTY,) * self.size
        return State((row,) * self.size, 0)

    def lines(self):
        n = self.size
        for row in range(n):
            for col in range(n):
                for dr, dc in [(0, 1), (1, 0), (1, 1), (1, -1)]:
                    cells = [(row + i * dr, col + i * dc) for i in range(self.need)]
                    if all(0 <= r < n and 0 <= c < n for r, c in cells):
                        yield cells

    def has_line(self, board):
        for cells in self.lines():
            signs = {board[r][c] for r, c in cells}
            if signs == {CROSS} or signs == {RING}:
                return True
        return False

    def is_full(self, board):
        return all(cell != EMPTY for row in board for cell in row)

    def moves(self, state):
        if self.has_line(state.board):
            return []
        return [
            (r, c, sign)
            for r in range(self.size)
            for c in range(self.size)
            if state.board[r][c] == EMPTY
            for sign in (CROSS, RING)
        ]

    def play(self, state, move):
        r, c, sign = move
        board = [list(row) for row in state.board]
        board[r][c] = sign
        return State(tuple(tuple(row) for row in board), 1 - state.player)

    def outcome(self, state):
        if self.has_line(state.board):
            return WIN if state.player == 0 else LOSS
        if self.is_full(state.board):
            return WIN if state.player == 1 else LOSS
        return ONGOING
