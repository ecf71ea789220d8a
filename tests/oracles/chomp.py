"""Chomp: the set of squares that are left."""

from oracles.rules import Replayed


class Chomp(Replayed):
    width: int = 5
    height: int = 4

    def begin(self):
        return [(y, x) for y in range(self.height) for x in range(self.width)], 0

    def options(self, position) -> list[str]:
        return [self.name((x, y)) for y, x in reversed(position[0])]

    def step(self, position, move: str):
        ((column, row),) = self.cells(move)
        left = [(y, x) for y, x in position[0] if y < row or x < column]
        return left, 1 - position[1]

    def result(self, position) -> int:
        return 2 if position[0] else 1

    def written(self, position) -> str:
        rows = [sum(y == row for y, _ in position[0]) for row in range(self.height)]
        return f"{','.join(map(str, rows))} {'AB'[position[1]]}"
