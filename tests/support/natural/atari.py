"""Atari Go on 3 × 3: whoever captures first wins; groups by recursion."""

from typing import NamedTuple

from zermelo import DRAW, LOSS, ONGOING, Game

SIZE = 3
NEAR = tuple(
    tuple(
        y * SIZE + x
        for x, y in ((c + 1, r), (c - 1, r), (c, r + 1), (c, r - 1))
        if 0 <= x < SIZE and 0 <= y < SIZE
    )
    for r in range(SIZE)
    for c in range(SIZE)
)


class State(NamedTuple):
    board: tuple[int, ...]
    player: int
    captured: bool


def group(board, point, seen):
    seen.append(point)
    for other in NEAR[point]:
        if board[other] == board[point] and other not in seen:
            group(board, other, seen)
    return seen


def dead(board, point):
    return all(board[other] != 0 for stone in group(board, point, []) for other in NEAR[stone])


class Atari(Game[State]):
    """Capture one stone; no suicide."""

    def start(self):
        return State((0,) * 9, 0, False)

    def placed(self, state, move):
        board = list(state.board)
        board[move] = state.player + 1
        return board

    def takes(self, board, move):
        mine = board[move]
        return any(board[p] == 3 - mine and dead(board, p) for p in NEAR[move])

    def moves(self, state):
        for move in range(9):
            if state.board[move] == 0:
                board = self.placed(state, move)
                if self.takes(board, move) or not dead(board, move):
                    yield move

    def play(self, state, move):
        board = self.placed(state, move)
        return State(tuple(board), 1 - state.player, self.takes(board, move))

    def outcome(self, state):
        if state.captured:
            return LOSS
        return ONGOING if len(list(self.moves(state))) > 0 else DRAW
