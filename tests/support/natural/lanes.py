"""Lanes: pieces as named tuples with operators, kept in a tuple that gets shorter."""

from enum import IntEnum
from typing import NamedTuple

from zermelo import DRAW, LOSS, ONGOING, WIN, Game, Picture


class Side(IntEnum):
    RED = 0
    BLUE = 1

    @property
    def ahead(self):
        return Point(0, 1) if self is Side.RED else Point(0, -1)

    @property
    def enemy(self):
        return Side.BLUE if self is Side.RED else Side.RED


class Point(NamedTuple):
    x: int
    y: int

    def __add__(self, other):
        return Point(self.x + other.x, self.y + other.y)


class Man(NamedTuple):
    at: Point
    side: int


class Board(NamedTuple):
    men: tuple[Man, ...]
    player: int
    plies: int


class Lanes(Game[Board]):
    """Step a man ahead, or take one diagonally; reach the last row, or leave the other no man."""

    size: int = 3
    patience: int = 20

    def start(self):
        red = [Man(Point(x, 0), Side.RED) for x in range(self.size)]
        blue = [Man(Point(x, self.size), Side.BLUE) for x in range(self.size)]
        return Board(tuple(red + blue), Side.RED, 0)

    def at(self, state, point):
        for man in state.men:
            if man.at == point:
                return man.side
        return -1

    def moves(self, state):
        side = Side(state.player)
        for index, man in enumerate(state.men):
            if man.side != side:
                continue
            for dx in (-1, 0, 1):
                target = man.at + side.ahead + Point(dx, 0)
                if not (0 <= target.x < self.size and 0 <= target.y <= self.size):
                    continue
                there = self.at(state, target)
                if there == (-1 if dx == 0 else side.enemy):
                    yield index, dx

    def play(self, state, move):
        index, dx = move
        side = Side(state.player)
        man = state.men[index]
        target = man.at + side.ahead + Point(dx, 0)
        left = [m for m in state.men if m.at != target and m != man]
        left.append(Man(target, state.player))
        return Board(tuple(sorted(left)), side.enemy, state.plies + 1)

    def outcome(self, state):
        mine = [m for m in state.men if m.side == state.player]
        goal = self.size if state.player == Side.BLUE else 0
        if not mine or any(m.at.y == goal for m in state.men if m.side != state.player):
            return LOSS
        if state.plies >= self.patience:
            return DRAW
        return ONGOING if any(True for _ in self.moves(state)) else WIN

    def picture(self, state):
        pieces = {m.at.y * self.size + m.at.x: "rb"[m.side] for m in state.men}
        return Picture.grid(self.size, self.size + 1, pieces, {})
