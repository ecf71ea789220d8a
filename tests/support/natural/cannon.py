"""Cannon: a flat board of an IntEnum, a class with static methods, stars in loops, match."""

from enum import IntEnum
from functools import cached_property
from typing import NamedTuple

from zermelo import ONGOING, Game, Picture


class P(IntEnum):
    EMPTY = 0
    WHITE = 1
    BLACK = 2


class Grid:
    WIDTH = 4
    HEIGHT = 4

    @staticmethod
    def index(x, y):
        return y * Grid.WIDTH + x

    @staticmethod
    def inside(x, y):
        return 0 <= x < Grid.WIDTH and 0 <= y < Grid.HEIGHT


class State(NamedTuple):
    board: tuple[P, ...]
    player: int
    last: int


class Cannon(Game[State]):
    """Step ahead, or shoot along a line of two of yours at the enemy behind; stuck is lost."""

    start_rows: int = 1

    @cached_property
    def rays(self):
        table = []
        for cell in range(Grid.WIDTH * Grid.HEIGHT):
            x, y = cell % Grid.WIDTH, cell // Grid.WIDTH
            rays = []
            for dx in (-1, 0, 1):
                for dy in (-1, 1):
                    ray = [
                        Grid.index(x + k * dx, y + k * dy)
                        for k in range(1, 4)
                        if Grid.inside(x + k * dx, y + k * dy)
                    ]
                    if len(ray) >= 2:
                        rays.append(tuple(ray))
            table.append(tuple(rays))
        return tuple(table)

    def start(self):
        board = [P.EMPTY] * (Grid.WIDTH * Grid.HEIGHT)
        for x in range(Grid.WIDTH):
            for row in range(self.start_rows):
                board[Grid.index(x, row)] = P.WHITE
                board[Grid.index(x, Grid.HEIGHT - 1 - row)] = P.BLACK
        return State(tuple(board), 0, -1)

    def me(self, state):
        return P.WHITE if state.player == 0 else P.BLACK

    def moves(self, state):
        me = self.me(state)
        enemy = P.BLACK if me == P.WHITE else P.WHITE
        step = Grid.WIDTH if me == P.WHITE else -Grid.WIDTH
        for cell, piece in enumerate(state.board):
            if piece != me:
                continue
            ahead = cell + step
            if 0 <= ahead < len(state.board) and state.board[ahead] != me:
                yield (cell, ahead)
            for first, second, *_ in self.rays[cell]:
                if state.board[first] == me and state.board[second] == enemy:
                    yield (cell, second)

    def play(self, state, move):
        source, target = move
        board = list(state.board)
        match abs(target - source):
            case 4:
                board[target] = board[source]
                board[source] = P.EMPTY
            case _:
                board[target] = P.EMPTY
        return State(tuple(board), 1 - state.player, target)

    def outcome(self, state):
        return ONGOING if any(True for _ in self.moves(state)) else -1

    def picture(self, state):
        pieces = {i: ".wb"[p] for i, p in enumerate(state.board) if p}
        return Picture.grid(Grid.WIDTH, Grid.HEIGHT, pieces, {m: m for m in self.moves(state)})
