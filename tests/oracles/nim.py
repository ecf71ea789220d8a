"""Nim: rows of matches in a list."""

from oracles.rules import Rules


class Nim(Rules):
    rows: tuple[int, ...] = (1, 3, 5, 7)
    misere: bool = False

    def begin(self) -> tuple:
        return self.rows, 0

    def options(self, left, player) -> list[str]:
        return [f"{row},{n + 1}" for row in range(len(left)) for n in range(left[row])]

    def step(self, move: str, left, player):
        row, count = map(int, move.split(","))
        return (*left[:row], left[row] - count, *left[row + 1 :]), 1 - player

    def result(self, left, player) -> int:
        return 2 if any(left) else 1 if self.misere else -1

    def text_of(self, left, player) -> str:
        return f"{','.join(map(str, left))} {'AB'[player]}"
