"""Hexapawn with characters of the board as a class of constants, and a winner that may be none."""

from typing import NamedTuple

from zermelo import LOSS, ONGOING, WIN, Game


class Cell:
    EMPTY = 0
    WHITE = 1
    BLACK = 2


class State(NamedTuple):
    rows: tuple[tuple[int, int, int], ...]
    player: int

    @property
    def own(self):
        return Cell.WHITE if self.player == 0 else Cell.BLACK

    def at(self, row, col):
        return self.rows[row][col]


class Hexapawn(Game[State]):
    """Reach the other side, or leave no move."""

    def start(self):
        return State(((2, 2, 2), (0, 0, 0), (1, 1, 1)), 0)

    def winner(self, state):
        if Cell.WHITE in state.rows[0]:
            return 0
        if Cell.BLACK in state.rows[-1]:
            return 1
        return None

    def moves(self, state):
        step = -1 if state.player == 0 else 1
        for row in range(3):
            for col in range(3):
                if state.at(row, col) != state.own or not 0 <= row + step <= 2:
                    continue
                for side in (-1, 0, 1):
                    if 0 <= col + side < 3:
                        target = state.at(row + step, col + side)
                        if side == 0 and target == Cell.EMPTY:
                            yield row * 9 + col * 3 + 1
                        if side != 0 and target not in (Cell.EMPTY, state.own):
                            yield row * 9 + col * 3 + side + 1

    def play(self, state, move):
        row, col, side = move // 9, move // 3 % 3, move % 3 - 1
        step = -1 if state.player == 0 else 1
        rows = [list(line) for line in state.rows]
        rows[row][col] = Cell.EMPTY
        rows[row + step][col + side] = state.own
        return State(tuple(tuple(line) for line in rows), 1 - state.player)

    def outcome(self, state):
        winner = self.winner(state)
        if winner is not None:
            return WIN if winner == state.player else LOSS
        for _ in self.moves(state):
            return ONGOING
        return LOSS
