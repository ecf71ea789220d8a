"""Bagh Chal: tigers hunt goats, goats shut tigers in."""

from functools import cached_property
from typing import NamedTuple

from zermelo import LOSS, ONGOING, WIN, Game

EMPTY, GOAT, TIGER = range(3)


class State(NamedTuple):
    points: tuple[int, ...]
    to_place: int
    taken: int
    player: int  # 0 has the goats


class BaghChal(Game[State]):
    """Tigers win when they have taken enough goats, goats when no tiger can move."""

    size: int = 3
    goats: int = 6
    goal: int = 2

    def start(self):
        corners = {0, self.size - 1, self.size * (self.size - 1), self.size**2 - 1}
        points = tuple(TIGER if p in corners else EMPTY for p in range(self.size**2))
        return State(points, self.goats, 0, 0)

    @cached_property
    def neighbours(self):
        """Of each point, with the point behind, or -1."""
        result = []
        for p in range(self.size**2):
            y, x = divmod(p, self.size)
            near = []
            for dy in (-1, 0, 1):
                for dx in (-1, 0, 1):
                    if (dx == dy == 0) or (dx and dy and (x + y) % 2):
                        continue
                    if self.inside(x + dx, y + dy):
                        behind = -1
                        if self.inside(x + 2 * dx, y + 2 * dy):
                            behind = (y + 2 * dy) * self.size + x + 2 * dx
                        near.append(((y + dy) * self.size + x + dx, behind))
            result.append(tuple(near))
        return tuple(result)

    def inside(self, x, y):
        return 0 <= x < self.size and 0 <= y < self.size

    def tiger_moves(self, points):
        for p, piece in enumerate(points):
            if piece == TIGER:
                for q, behind in self.neighbours[p]:
                    if points[q] == EMPTY:
                        yield p, q
                    elif points[q] == GOAT and behind >= 0 and points[behind] == EMPTY:
                        yield p, behind

    def moves(self, state):
        if state.taken >= self.goal:
            return
        if state.player == 1:
            yield from self.tiger_moves(state.points)
        elif state.to_place:
            for p, piece in enumerate(state.points):
                if piece == EMPTY:
                    yield p, p
        else:
            for p, piece in enumerate(state.points):
                if piece == GOAT:
                    for q, _ in self.neighbours[p]:
                        if state.points[q] == EMPTY:
                            yield p, q

    def play(self, state, move):
        p, q = move
        points, to_place, taken, player = state
        new = list(points)
        if player == 0:
            if p == q:
                to_place -= 1
            new[p] = EMPTY
            new[q] = GOAT
        else:
            new[p] = EMPTY
            new[q] = TIGER
            near = [n for n, behind in self.neighbours[p] if behind == q]
            if near and points[near[0]] == GOAT:
                new[near[0]] = EMPTY
                taken += 1
        return State(tuple(new), to_place, taken, 1 - player)

    def outcome(self, state):
        if state.taken >= self.goal:
            return WIN if state.player == 1 else LOSS
        if state.player == 1 and not any(True for _ in self.tiger_moves(state.points)):
            return LOSS
        return ONGOING
