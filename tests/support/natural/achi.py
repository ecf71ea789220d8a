"""Achi from Ghana: four men each, three in a row win."""

from enum import IntEnum
from typing import NamedTuple

from zermelo import LOSS, ONGOING, Game


class Man(IntEnum):
    NONE = 0
    BLACK = 1
    WHITE = 2

    @property
    def opponent(self):
        return Man(3 - self)


class State(NamedTuple):
    board: tuple[Man, ...]
    in_hand: tuple[int, int]
    player: int

    @property
    def colour(self):
        return Man.BLACK if self.player == 0 else Man.WHITE


class Achi(Game[State]):
    """Place four men each, then move along the lines. A blocked player loses."""

    men: int = 4

    def start(self):
        return State((Man.NONE,) * 9, (self.men, self.men), 0)

    @staticmethod
    def adjacent(a, b):
        (ra, ca), (rb, cb) = divmod(a, 3), divmod(b, 3)
        if a == b or max(abs(ra - rb), abs(ca - cb)) > 1:
            return False
        straight = ra == rb or ca == cb
        return straight or 4 in (a, b)

    def three(self, board, colour):
        for i in range(3):
            if all(board[3 * i + j] == colour for j in range(3)):
                return True
            if all(board[3 * j + i] == colour for j in range(3)):
                return True
        return board[4] == colour and (
            board[0] == board[8] == colour or board[2] == board[6] == colour
        )

    def moves(self, state):
        if self.three(state.board, state.colour.opponent):
            return
        empty = [i for i, man in enumerate(state.board) if man is Man.NONE]
        if state.in_hand[state.player]:
            for cell in empty:
                yield 9 * cell + cell
        else:
            for source, man in enumerate(state.board):
                if man == state.colour:
                    yield from (9 * source + cell for cell in empty if self.adjacent(source, cell))

    def play(self, state, move):
        source, target = divmod(move, 9)
        board = list(state.board)
        hand = list(state.in_hand)
        if source == target:
            hand[state.player] -= 1
        else:
            board[source] = Man.NONE
        board[target] = state.colour
        return State(tuple(board), tuple(hand), 1 - state.player)

    def outcome(self, state):
        if next(iter(self.moves(state)), None) is None:
            return LOSS
        return ONGOING
