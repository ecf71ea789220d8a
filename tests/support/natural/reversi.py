"""Reversi on 4 × 4, with a helper that lists the discs a move turns."""

from typing import NamedTuple

from zermelo import DRAW, LOSS, ONGOING, WIN, Game

SIZE = 4
PASS = SIZE * SIZE
AROUND = [(dr, dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1) if (dr, dc) != (0, 0)]


class State(NamedTuple):
    board: tuple[int, ...]
    player: int
    passed: int


def turned(board, place, piece):
    if board[place] != 0:
        return []
    row, col = divmod(place, SIZE)
    collected = []
    for dr, dc in AROUND:
        line = []
        r, c = row + dr, col + dc
        while 0 <= r < SIZE and 0 <= c < SIZE and board[r * SIZE + c] == 3 - piece:
            line.append(r * SIZE + c)
            r, c = r + dr, c + dc
        if 0 <= r < SIZE and 0 <= c < SIZE and board[r * SIZE + c] == piece:
            collected.extend(line)
    return collected


class Reversi(Game[State]):
    """Turn the discs between two of yours; most discs win."""

    def start(self):
        board = [0] * (SIZE * SIZE)
        board[5] = board[10] = 1
        board[6] = board[9] = 2
        return State(tuple(board), 0, 0)

    def moves(self, state):
        if state.passed == 2:
            return
        result = False
        for place in range(SIZE * SIZE):
            if turned(state.board, place, state.player + 1):
                result = True
                yield place
        if not result:
            yield PASS

    def play(self, state, move):
        if move == PASS:
            return State(state.board, 1 - state.player, state.passed + 1)
        board = list(state.board)
        for place in [move, *turned(state.board, move, state.player + 1)]:
            board[place] = state.player + 1
        return State(tuple(board), 1 - state.player, 0)

    def outcome(self, state):
        if state.passed < 2:
            return ONGOING
        mine = state.board.count(state.player + 1)
        theirs = state.board.count(2 - state.player)
        return WIN if mine > theirs else LOSS if mine < theirs else DRAW
