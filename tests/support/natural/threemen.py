"""Three men's morris: place, then move to a neighbouring point."""

from typing import NamedTuple

from zermelo import DRAW, LOSS, ONGOING, Game

MILLS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8))
NEXT = ((1, 3), (0, 2, 4), (1, 5), (0, 4, 6), (1, 3, 5, 7), (2, 4, 8), (3, 7), (4, 6, 8), (5, 7))


class State(NamedTuple):
    board: tuple[int, ...]
    placed: int
    player: int


class ThreeMen(Game[State]):
    """Make a mill of your three men."""

    longest: int = 16

    def start(self):
        return State(tuple([0] * 9), 0, 0)

    def moves(self, state):
        if state.placed < 6:
            yield from (i for i in range(9) if not state.board[i])
        else:
            for i in [i for i, man in enumerate(state.board) if man == state.player + 1]:
                for j in NEXT[i]:
                    if state.board[j] == 0:
                        yield 10 + 9 * i + j

    def play(self, state, move):
        board = list(state.board)
        if move < 9:
            board[move] = state.player + 1
        else:
            origin, target = divmod(move - 10, 9)
            board[target], board[origin] = board[origin], 0
        return State(tuple(board), state.placed + 1, 1 - state.player)

    def outcome(self, state):
        for mill in MILLS:
            a, b, c = (state.board[point] for point in mill)
            if a == b == c == 2 - state.player:
                return LOSS
        return DRAW if state.placed >= self.longest else ONGOING
