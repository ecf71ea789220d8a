"""Chomp: the set of squares that are left."""

from oracles.rules import Rules


class Chomp(Rules):
    width: int = 5
    height: int = 4

    def begin(self):
        return [(y, x) for y in range(self.height) for x in range(self.width)], 0

    def options(self, left, player) -> list[str]:
        return [self.name((x, y)) for y, x in reversed(left)]

    def step(self, move: str, left, player):
        ((column, row),) = self.cells(move)
        return [(y, x) for y, x in left if y < row or x < column], 1 - player

    def result(self, left, player) -> int:
        return 2 if left else 1

    def text_of(self, left, player) -> str:
        rows = [sum(y == row for y, _ in left) for row in range(self.height)]
        return f"{','.join(map(str, rows))} {'AB'[player]}"
