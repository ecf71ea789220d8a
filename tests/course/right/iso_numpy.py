# exercise: isolation
import numpy as np


class GameState:
    def __init__(self, grid=None, pos=(None, None), turn=0):
        if grid is None:
            grid = np.ones((2, 3), dtype=bool)
            grid[1, 2] = False
        self.grid, self.pos, self.turn = grid, pos, turn

    def moves(self):
        me = self.pos[self.turn]
        if me is None:
            return [tuple(rc[::-1]) for rc in np.argwhere(self.grid)]
        out = []
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                if dx or dy:
                    x, y = me[0] + dx, me[1] + dy
                    while 0 <= x < 3 and 0 <= y < 2 and self.grid[y, x]:
                        out.append((x, y))
                        x += dx
                        y += dy
        return out

    def play(self, move):
        if tuple(move) not in self.moves():
            raise ValueError(move)
        g = self.grid.copy()
        g[move[1], move[0]] = False
        p = list(self.pos)
        p[self.turn] = tuple(move)
        return GameState(g, tuple(p), 1 - self.turn)
