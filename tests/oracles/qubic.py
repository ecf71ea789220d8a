"""Qubic: from each stone, count on in all thirteen directions."""

from itertools import product

from oracles.rules import Rules

WAYS = [way for way in product((-1, 0, 1), repeat=3) if way > (0, 0, 0)]


class Qubic(Rules):
    """A position is the letters of the cells (layer, row, column) and the player to move."""

    size: int = 4
    rods: bool = False

    def begin(self) -> tuple[dict, int]:
        return dict.fromkeys(product(range(self.size), repeat=3), "."), 0

    def options(self, board, player) -> list[str]:
        collected = []
        for (z, y, x), letter in board.items():
            if letter == "." and not (self.rods and board.get((z - 1, y, x)) == "."):
                collected.append(f"{z + 1}{'abcd'[x]}{self.size - y}")
        return collected

    def step(self, move: str, board, player):
        cell = int(move[0]) - 1, self.size - int(move[2]), "abcd".index(move[1])
        return {**board, cell: "XO"[player]}, 1 - player

    def result(self, board, player) -> int:
        for (z, y, x), (up, down, right) in product(board, WAYS):
            line = [(z + i * up, y + i * down, x + i * right) for i in range(self.size)]
            if all(board.get(cell) == "OX"[player] for cell in line):
                return -1
        return 2 if "." in board.values() else 0

    def text_of(self, board, player) -> str:
        letters = "".join(board.values())
        return "/".join(letters[i : i + self.size] for i in range(0, len(letters), self.size))
