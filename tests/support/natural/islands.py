"""Paint a cell; the size of the largest island in the end decides who wins."""

from typing import NamedTuple

from zermelo import Game


class Sea(NamedTuple):
    cells: tuple[tuple[int, ...], ...]
    player: int


class Islands(Game[Sea]):
    size: int = 3

    def start(self):
        return Sea(tuple(tuple(0 for _ in range(self.size)) for _ in range(self.size)), 0)

    def moves(self, state):
        size = range(self.size)
        return [(r, c) for r in size for c in size if not state.cells[r][c]]

    def play(self, state, move):
        r, c = move
        rows = list(state.cells)
        row = list(rows[r])
        row[c] = state.player + 1
        rows[r] = tuple(row)
        return state._replace(cells=tuple(rows), player=1 - state.player)

    def flood(self, cells, r, c, colour, seen):
        if not (0 <= r < self.size and 0 <= c < self.size):
            return 0
        if (r, c) in seen or cells[r][c] != colour:
            return 0
        seen.add((r, c))
        return 1 + sum(
            self.flood(cells, r + dr, c + dc, colour, seen)
            for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))
        )

    def largest(self, state, colour):
        seen = set()
        best = 0
        for r in range(self.size):
            for c in range(self.size):
                best = max(best, self.flood(state.cells, r, c, colour, seen))
        return best

    def score(self, state):
        mine = self.largest(state, state.player + 1)
        return mine - self.largest(state, 2 - state.player)

    @property
    def score_bound(self):
        return self.size**2
