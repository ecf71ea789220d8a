"""Philosopher's football on a small field, hop by hop."""

from typing import NamedTuple

from zermelo import LOSS, ONGOING, WIN, Game

DIRECTIONS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]


class Field(NamedTuple):
    men: tuple[tuple[int, ...], ...]  # 1 where a man stands
    ball: tuple[int, int]
    hopping: bool
    player: int


class Phutball(Game[Field]):
    """Bring the ball to a goal line: player 0 to the last row, player 1 to the first.

    A move is (0, x, y) to put a man, (1, x, y) to hop with the ball to x, y, (2, 0, 0) to stop.
    """

    width: int = 5
    length: int = 5

    def start(self):
        empty = tuple((0,) * self.width for _ in range(self.length))
        return Field(empty, (self.width // 2, self.length // 2), False, 0)

    def on_field(self, x, y):
        return 0 <= x < self.width and 0 <= y < self.length

    def hops(self, state):
        """Yield the places where the ball can land, with the way it flies."""
        bx, by = state.ball
        for dx, dy in DIRECTIONS:
            x, y = bx + dx, by + dy
            while self.on_field(x, y) and state.men[y][x]:
                x += dx
                y += dy
            if (x, y) != (bx + dx, by + dy) and self.on_field(x, y):
                yield x, y

    def goal(self, state):
        """The player who has scored, or None."""
        y = state.ball[1]
        if y == self.length - 1:
            return 0
        if y == 0:
            return 1
        return None

    def moves(self, state):
        if self.goal(state) is not None:
            return
        for x, y in self.hops(state):
            yield 1, x, y
        if state.hopping:
            yield 2, 0, 0
            return
        for y in range(self.length):
            for x in range(self.width):
                if not state.men[y][x] and (x, y) != state.ball:
                    yield 0, x, y

    def play(self, state, move):
        kind, x, y = move
        men = [list(row) for row in state.men]
        if kind == 0:
            men[y][x] = 1
            return Field(tuple(map(tuple, men)), state.ball, False, 1 - state.player)
        if kind == 2:
            return state._replace(hopping=False, player=1 - state.player)
        bx, by = state.ball
        steps = max(abs(x - bx), abs(y - by))
        for i in range(1, steps):
            men[by + i * (y - by) // steps][bx + i * (x - bx) // steps] = 0
        after = Field(tuple(map(tuple, men)), (x, y), True, state.player)
        if self.goal(after) is None and any(True for _ in self.hops(after)):
            return after
        return after._replace(hopping=False, player=1 - state.player)

    def outcome(self, state):
        goal = self.goal(state)
        if goal is None:
            return ONGOING
        return WIN if goal == state.player else LOSS
