"""Nine Holes: three men each, no diagonals; a man goes to any hole beside it."""

from enum import Enum
from typing import NamedTuple

from zermelo import LOSS, ONGOING, Game


class Stage(Enum):
    PLACING = 0
    MOVING = 1


class Holes(NamedTuple):
    holes: tuple[int, ...] = (0,) * 9
    hand: int = 6
    player: int = 0

    @property
    def stage(self):
        return Stage.PLACING if self.hand else Stage.MOVING


ROWS = [[0, 1, 2], [3, 4, 5], [6, 7, 8]]
LINES = ROWS + [list(column) for column in zip(*ROWS)]


class NineHoles(Game[Holes]):
    def start(self):
        return Holes()

    def moves(self, state):
        if self.lost(state):
            return
        empty = [h for h, man in enumerate(state.holes) if not man]
        if state.stage == Stage.PLACING:
            for hole in empty:
                yield (hole, hole)
            return
        for hole, man in enumerate(state.holes):
            if man == state.player + 1:
                for to in empty:
                    dr, dc = abs(hole // 3 - to // 3), abs(hole % 3 - to % 3)
                    if dr + dc == 1:
                        yield (hole, to)

    def play(self, state, move):
        hole, to = move
        holes = list(state.holes)
        holes[hole] = 0
        holes[to] = state.player + 1
        return Holes(tuple(holes), max(state.hand - 1, 0), 1 - state.player)

    def lost(self, state):
        other = 2 - state.player
        return any(all(state.holes[h] == other for h in line) for line in LINES)

    def outcome(self, state):
        if self.lost(state) or not any(True for _ in self.moves(state)):
            return LOSS
        return ONGOING
