"""Tapatan: three men each on a square with diagonals; place them, then slide them."""

from typing import NamedTuple

from zermelo import LOSS, ONGOING, Game, Picture

NEIGHBOURS = {
    0: [1, 3, 4],
    1: [0, 2, 4],
    2: [1, 4, 5],
    3: [0, 4, 6],
    4: [0, 1, 2, 3, 5, 6, 7, 8],
    5: [2, 4, 8],
    6: [3, 4, 7],
    7: [4, 6, 8],
    8: [4, 5, 7],
}
ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
MEN = 3
HAND = -1


class Position(NamedTuple):
    points: tuple[int, ...]  # 0 empty, 1 and 2 the players' men
    placed: int
    player: int


class Tapatan(Game[Position]):
    """Three in a row win. A move is (from, to); a man from the hand comes from -1."""

    def start(self):
        return Position((0,) * 9, 0, 0)

    def won(self, points, man):
        return any(all(points[p] == man for p in row) for row in ROWS)

    def moves(self, state):
        if self.won(state.points, 2 - state.player):
            return []
        me = state.player + 1
        empty = [p for p in range(9) if state.points[p] == 0]
        if state.placed < 2 * MEN:
            return [(HAND, p) for p in empty]
        mine = [p for p in range(9) if state.points[p] == me]
        return [(p, q) for p in mine for q in NEIGHBOURS[p] if q in empty]

    def play(self, state, move):
        source, target = move
        points = list(state.points)
        placed = state.placed
        if source == HAND:
            placed += 1
        else:
            points[source] = 0
        points[target] = state.player + 1
        return Position(tuple(points), placed, 1 - state.player)

    def outcome(self, state):
        if self.won(state.points, 2 - state.player) or not self.moves(state):
            return LOSS
        return ONGOING

    def format_move(self, state, move):
        source, target = move
        return f"{target}" if source == HAND else f"{source}-{target}"

    def picture(self, state):
        pieces = {p: " XO"[man] for p, man in enumerate(state.points) if man}
        clicks = {m: m[1:] if m[0] == HAND else m for m in self.moves(state)}
        return Picture.grid(3, 3, pieces, clicks)
