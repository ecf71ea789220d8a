"""Knights chase: two knights, squares that were left burn down; who takes or stalls wins."""

from typing import NamedTuple

from zermelo import LOSS, ONGOING, Game

W, H = 4, 4
JUMPS = [(dx, dy) for dx in range(-2, 3) for dy in range(-2, 3) if dx * dx + dy * dy == 5]


class Board(NamedTuple):
    knights: tuple[tuple[int, int], tuple[int, int]]
    burnt: tuple[tuple[bool, ...], ...]
    player: int

    def free(self, x, y):
        return 0 <= x < W and 0 <= y < H and not self.burnt[y][x]


class Joust(Game[Board]):
    def start(self):
        return Board(((0, 0), (W - 1, H - 1)), tuple((False,) * W for _ in range(H)), 0)

    def targets(self, state):
        x, y = state.knights[state.player]
        return [(x + dx, y + dy) for dx, dy in JUMPS if state.free(x + dx, y + dy)]

    def captured(self, state):
        a, b = state.knights
        return a == b

    def moves(self, state):
        return [] if self.captured(state) else self.targets(state)

    def play(self, state, target):
        x, y = state.knights[state.player]
        burnt = tuple(
            tuple(b or (cx, cy) == (x, y) for cx, b in enumerate(row))
            for cy, row in enumerate(state.burnt)
        )
        knights = list(state.knights)
        knights[state.player] = target
        return Board(tuple(knights), burnt, 1 - state.player)

    def outcome(self, state):
        if self.captured(state):
            return LOSS
        return ONGOING if self.targets(state) else LOSS
