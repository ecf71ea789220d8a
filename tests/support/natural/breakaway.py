"""Moves that are tuples of where a pawn stands and where it goes, rows of rows, texts of moves."""

from typing import NamedTuple

from zermelo import LOSS, ONGOING, Game, Picture


class State(NamedTuple):
    board: tuple[tuple[int, ...], ...]
    player: int


class Breakaway(Game[State]):
    """Pawns step forward, straight or aslant, and take aslant. The far row wins."""

    width: int = 4
    height: int = 5

    def start(self):
        empty = (0,) * self.width
        rows = [empty] * (self.height - 2)
        return State(((2,) * self.width, *rows, (1,) * self.width), 0)

    def moves(self, state):
        me = state.player + 1
        step = -1 if state.player == 0 else 1
        for row, cells in enumerate(state.board):
            for column, pawn in enumerate(cells):
                if pawn == me:
                    for aside in (-1, 0, 1):
                        if self.free(state, row + step, column + aside, aside, me):
                            yield (row, column), (row + step, column + aside)

    def free(self, state, row, column, aside, me):
        if not (0 <= row < self.height and 0 <= column < self.width):
            return False
        there = state.board[row][column]
        return there == 0 or (aside != 0 and there != me)

    def play(self, state, move):
        (row, column), (to_row, to_column) = move
        board = [list(cells) for cells in state.board]
        board[to_row][to_column] = board[row][column]
        board[row][column] = 0
        return State(tuple(map(tuple, board)), 1 - state.player)

    def order(self, state, move):
        (row, column) = move[1]
        return state.board[row][column]

    def outcome(self, state):
        home = state.board[-1] if state.player == 0 else state.board[0]
        if 2 - state.player in home:
            return LOSS
        return ONGOING if any(True for _ in self.moves(state)) else LOSS

    def format_move(self, state, move):
        return "-".join(f"{'abcdefgh'[column]}{self.height - row}" for row, column in move)

    def picture(self, state):
        pieces = {
            row * self.width + column: "wb"[pawn - 1]
            for row, cells in enumerate(state.board)
            for column, pawn in enumerate(cells)
            if pawn
        }
        clicks = {
            move: tuple(row * self.width + column for row, column in move)
            for move in self.moves(state)
        }
        return Picture.grid(self.width, self.height, pieces, clicks)
