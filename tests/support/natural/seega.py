"""Seega: place two stones a turn, then step and take stones between yours."""

from dataclasses import dataclass

from zermelo import LOSS, ONGOING, Game

STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


@dataclass(frozen=True)
class Board:
    stones: tuple[int, ...]  # 0 empty, 1, 2
    to_place: int
    player: int


class Seega(Game[Board]):
    """A move is (from, to), and (to, to) while stones are placed. The centre stays empty at first.

    Who has fewer than two stones, or cannot move, loses.
    """

    size: int = 3

    def start(self):
        area = self.size * self.size
        return Board((0,) * area, area - 1, 0)

    def neighbour(self, cell, step, distance=1):
        """The cell so far away in a direction, or None."""
        row, col = divmod(cell, self.size)
        dr, dc = step
        r, c = row + distance * dr, col + distance * dc
        if 0 <= r < self.size and 0 <= c < self.size:
            return r * self.size + c
        return None

    def moves(self, state):
        area = self.size * self.size
        if state.to_place > 0:
            centre = area // 2
            return [(c, c) for c in range(area) if state.stones[c] == 0 and c != centre]
        me = state.player + 1
        if state.stones.count(me) < 2:
            return []
        result = []
        for cell in range(area):
            if state.stones[cell] != me:
                continue
            for step in STEPS:
                target = self.neighbour(cell, step)
                if target is not None and state.stones[target] == 0:
                    result.append((cell, target))
        return result

    def play(self, state, move):
        source, target = move
        me, other = state.player + 1, 2 - state.player
        stones = list(state.stones)
        if state.to_place > 0:
            stones[target] = me
            left = state.to_place - 1
            # two stones a turn; player 1 starts to move afterwards
            player = state.player if left % 2 else 1 - state.player
            return Board(tuple(stones), left, player)
        stones[source] = 0
        stones[target] = me
        for step in STEPS:
            near = self.neighbour(target, step)
            far = self.neighbour(target, step, 2)
            if near is None or far is None:
                continue
            if stones[near] == other and stones[far] == me:
                stones[near] = 0
        return Board(tuple(stones), 0, 1 - state.player)

    def outcome(self, state):
        if not self.moves(state):
            return LOSS
        return ONGOING
