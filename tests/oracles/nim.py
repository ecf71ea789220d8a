"""Nim: the matches taken from each row are counted."""

from oracles.rules import History, Rules, pair


class Nim(Rules):
    rows: tuple[int, ...] = (1, 3, 5, 7)
    misere: bool = False

    def left(self, history: History) -> list[int]:
        taken = [pair(move) for move in history]
        return [
            full - sum(count for row, count in taken if row == index)
            for index, full in enumerate(self.rows)
        ]

    def outcome(self, history: History) -> int:
        if any(self.left(history)):
            return 2
        return 1 if self.misere else -1

    def moves(self, history: History) -> list[str]:
        left = self.left(history)
        return [f"{row},{n + 1}" for row in range(len(left)) for n in range(left[row])]

    def text(self, history: History) -> str:
        return f"{','.join(map(str, self.left(history)))} {'AB'[len(history) % 2]}"
