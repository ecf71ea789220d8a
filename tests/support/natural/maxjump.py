"""Draughts on 4 by 4 where one must take as many as one can."""

from typing import NamedTuple

from zermelo import Game

N = 4
DIAGONALS = ((1, 1), (1, -1), (-1, 1), (-1, -1))


class S(NamedTuple):
    men: tuple[int, ...]
    player: int


class MaxJump(Game[S]):
    def start(self):
        men = [0] * (N * N)
        for i in (1, 3):
            men[i] = 1
        for i in (12, 14):
            men[i] = 2
        return S(tuple(men), 0)

    def at(self, men, x, y):
        if 0 <= x < N and 0 <= y < N:
            return men[y * N + x]
        return None

    def longest(self, men, x, y, other):
        best = 0
        for dx, dy in DIAGONALS:
            if self.at(men, x + dx, y + dy) == other and self.at(men, x + 2 * dx, y + 2 * dy) == 0:
                after = list(men)
                after[(y + dy) * N + x + dx] = 0
                best = max(best, 1 + self.longest(tuple(after), x + 2 * dx, y + 2 * dy, other))
        return best

    def moves(self, state):
        me, other = state.player + 1, 2 - state.player
        best = 0
        found = []
        for cell, man in enumerate(state.men):
            if man != me:
                continue
            y, x = divmod(cell, N)
            for dx, dy in DIAGONALS:
                near = self.at(state.men, x + dx, y + dy)
                if near is None:
                    continue
                if near == 0:
                    gain = 0
                    target = (y + dy) * N + x + dx
                    if (dy > 0) != (me == 1):
                        continue
                elif near == other and self.at(state.men, x + 2 * dx, y + 2 * dy) == 0:
                    after = list(state.men)
                    after[cell] = 0
                    after[(y + dy) * N + x + dx] = 0
                    gain = 1 + self.longest(tuple(after), x + 2 * dx, y + 2 * dy, other)
                    target = (y + 2 * dy) * N + x + 2 * dx
                else:
                    continue
                if gain > best:
                    best = gain
                    found = [(cell, target)]
                elif gain == best:
                    found.append((cell, target))
        return found

    def play(self, state, move):
        cell, target = move
        men = list(state.men)
        men[target] = men[cell]
        men[cell] = 0
        if abs(target // N - cell // N) == 2:
            men[(cell + target) // 2] = 0
        return S(tuple(men), 1 - state.player)
