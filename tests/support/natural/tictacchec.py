"""Tic Tac Chec: chess men on four by four cells; four in a row win."""

from enum import IntEnum
from typing import NamedTuple

from zermelo import LOSS, ONGOING, Game


class Kind(IntEnum):
    PAWN = 1
    KNIGHT = 2
    BISHOP = 3
    ROOK = 4


N = 4
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
JUMPS = tuple((a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b))
SLIDES = {Kind.BISHOP: DIAGONAL, Kind.ROOK: STRAIGHT}


class State(NamedTuple):
    board: tuple[int, ...]  # the kind, negative for player 1
    ways: tuple[int, int]  # of the pawns: 1 down, -1 up
    player: int

    def own(self, cell):
        piece = self.board[cell]
        return piece > 0 if self.player == 0 else piece < 0


class TicTacChec(Game[State]):
    """Drop a man, or move one as in chess; a man that is taken goes back to its owner's hand.

    A move is (kind, from, to) with from = -1 for a drop.
    """

    def start(self):
        return State((0,) * (N * N), (-1, 1), 0)

    def targets(self, state, cell):
        kind = abs(state.board[cell])
        x, y = cell % N, cell // N
        if kind == Kind.PAWN:
            dy = state.ways[state.player]
            for dx in (-1, 0, 1):
                if 0 <= x + dx < N and 0 <= y + dy < N:
                    target = cell + dy * N + dx
                    if dx == 0 and state.board[target] == 0:
                        yield target
                    if dx != 0 and state.board[target] != 0 and not state.own(target):
                        yield target
        elif kind == Kind.KNIGHT:
            for dx, dy in JUMPS:
                if 0 <= x + dx < N and 0 <= y + dy < N and not state.own(cell + dy * N + dx):
                    yield cell + dy * N + dx
        else:
            for dx, dy in SLIDES[kind]:
                tx, ty = x + dx, y + dy
                while 0 <= tx < N and 0 <= ty < N:
                    target = ty * N + tx
                    if state.own(target):
                        break
                    yield target
                    if state.board[target] != 0:
                        break
                    tx += dx
                    ty += dy

    def moves(self, state):
        if self.won(state):
            return
        sign = -1 if state.player else 1
        for kind in Kind:
            if sign * kind not in state.board:
                for cell in range(N * N):
                    if state.board[cell] == 0:
                        yield int(kind), -1, cell
        for cell in range(N * N):
            if state.own(cell):
                for target in self.targets(state, cell):
                    yield abs(state.board[cell]), cell, target

    def play(self, state, move):
        kind, source, target = move
        board = list(state.board)
        ways = list(state.ways)
        sign = 1 if state.player == 0 else -1
        if source >= 0:
            board[source] = 0
        board[target] = sign * kind
        if kind == Kind.PAWN:
            if source < 0:
                ways[state.player] = -sign
            if target // N == 0:
                ways[state.player] = 1
            elif target // N == N - 1:
                ways[state.player] = -1
        return State(tuple(board), tuple(ways), 1 - state.player)

    def won(self, state):
        lines = [[N * i + j for j in range(N)] for i in range(N)]
        lines += [[N * j + i for j in range(N)] for i in range(N)]
        lines.append([i * (N + 1) for i in range(N)])
        lines.append([(i + 1) * (N - 1) for i in range(N)])
        sign = 1 if state.player else -1
        return any(all(state.board[cell] * sign > 0 for cell in line) for line in lines)

    def outcome(self, state):
        if self.won(state):
            return LOSS
        for _ in self.moves(state):
            return ONGOING
        return LOSS
