"""Two trails that must not cross: a point each, and the squares they have covered."""

from typing import NamedTuple

from zermelo import Game

SIZE = 4


class Point(NamedTuple):
    x: int
    y: int

    def step(self, way):
        dx, dy = WAYS[way]
        return Point(self.x + dx, self.y + dy)

    def index(self):
        return self.y * SIZE + self.x


WAYS = ((1, 0), (0, 1), (-1, 0), (0, -1))


class State(NamedTuple):
    heads: tuple[Point, Point]
    covered: tuple[int, ...]
    player: int


class Trails(Game[State]):
    """Whoever runs into a wall or a trail has lost."""

    def start(self):
        covered = [0] * SIZE**2
        covered[0] = covered[-1] = 1
        return State((Point(0, 0), Point(SIZE - 1, SIZE - 1)), tuple(covered), 0)

    def free(self, state, x, y):
        return 0 <= x < SIZE and 0 <= y < SIZE and not state.covered[y * SIZE + x]

    def moves(self, state):
        head = state.heads[state.player]
        for way, (dx, dy) in enumerate(WAYS):
            if self.free(state, head.x + dx, head.y + dy):
                yield way

    def play(self, state, move):
        head = state.heads[state.player]
        new = head.step(move)
        heads = (new, state.heads[1]) if state.player == 0 else (state.heads[0], new)
        covered = list(state.covered)
        covered[new.index()] = 1
        return State(heads, tuple(covered), 1 - state.player)

    def evaluate(self, state):
        def room(player):
            stack = [state.heads[player]]
            seen = {stack[0]}
            while stack:
                point = stack.pop()
                for dx, dy in WAYS:
                    near = Point(point.x + dx, point.y + dy)
                    if near not in seen and self.free(state, near.x, near.y):
                        seen.add(near)
                        stack.append(near)
            return len(seen)

        return (room(state.player) - room(1 - state.player)) / 50
