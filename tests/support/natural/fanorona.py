"""Fanorona-Telo on 3 × 3 points: captures by approach and withdrawal."""

from typing import NamedTuple

from zermelo import DRAW, LOSS, ONGOING, Game

W, H = 3, 3
CELLS = [(r, c) for r in range(H) for c in range(W)]
DIRS = [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1)]


def strong(r, c):
    return (r + c) % 2 == 0


def inside(r, c):
    return 0 <= r < H and 0 <= c < W


class Board(NamedTuple):
    cells: tuple[int, ...]
    quiet: int
    player: int


class Fanorona(Game[Board]):
    """Fanorona-Telo: capture by approach or withdrawal."""

    def start(self):
        return Board((2, 2, 2, 1, 0, 2, 1, 1, 1), 0, 0)

    def line(self, cells, r, c, dr, dc, enemy):
        out = []
        while inside(r, c) and cells[r * W + c] == enemy:
            out.append(r * W + c)
            r, c = r + dr, c + dc
        return out

    def targets(self, state):
        me, enemy = (1, 2) if state.player == 0 else (2, 1)
        captures, quiet = [], []
        for i, (r, c) in enumerate(CELLS):
            if state.cells[i] != me:
                continue
            for d, (dr, dc) in enumerate(DIRS):
                if d >= 4 and not strong(r, c):
                    continue
                r2, c2 = r + dr, c + dc
                if not inside(r2, c2) or state.cells[r2 * W + c2]:
                    continue
                ahead = self.line(state.cells, r2 + dr, c2 + dc, dr, dc, enemy)
                behind = self.line(state.cells, r - dr, c - dc, -dr, -dc, enemy)
                if ahead:
                    captures.append((i, d, 1))
                if behind:
                    captures.append((i, d, 2))
                if not ahead and not behind:
                    quiet.append((i, d, 0))
        return captures or quiet

    def moves(self, state):
        return self.targets(state)

    def play(self, state, move):
        i, d, kind = move
        me, enemy = (1, 2) if state.player == 0 else (2, 1)
        r, c = CELLS[i]
        dr, dc = DIRS[d]
        cells = list(state.cells)
        cells[i] = 0
        cells[(r + dr) * W + c + dc] = me
        gone = []
        if kind == 1:
            gone = self.line(state.cells, r + 2 * dr, c + 2 * dc, dr, dc, enemy)
        elif kind == 2:
            gone = self.line(state.cells, r - dr, c - dc, -dr, -dc, enemy)
        for j in gone:
            cells[j] = 0
        return Board(tuple(cells), 0 if gone else state.quiet + 1, 1 - state.player)

    def outcome(self, state):
        mine = 1 if state.player == 0 else 2
        if mine not in state.cells or not self.targets(state):
            return LOSS
        if state.quiet >= 10:
            return DRAW
        return ONGOING
