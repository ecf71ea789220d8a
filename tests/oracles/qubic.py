"""Qubic: from each stone, count on in all thirteen directions."""

from itertools import product

from oracles.rules import Replayed

WAYS = [way for way in product((-1, 0, 1), repeat=3) if way > (0, 0, 0)]


class Qubic(Replayed):
    """A position is the letters of the cells (layer, row, column)."""

    size: int = 4
    rods: bool = False

    def begin(self) -> dict:
        return dict.fromkeys(product(range(self.size), repeat=3), ".")

    def turn(self, position) -> int:
        letters = [*position.values()]
        return letters.count("X") - letters.count("O")

    def options(self, position) -> list[str]:
        collected = []
        for (z, y, x), letter in position.items():
            if letter == "." and not (self.rods and position.get((z - 1, y, x)) == "."):
                collected.append(f"{z + 1}{'abcd'[x]}{self.size - y}")
        return collected

    def step(self, position, move: str):
        cell = int(move[0]) - 1, self.size - int(move[2]), "abcd".index(move[1])
        return {**position, cell: "XO"[self.turn(position)]}

    def result(self, position) -> int:
        stone = "OX"[self.turn(position)]
        for (z, y, x), (up, down, right) in product(position, WAYS):
            line = [(z + i * up, y + i * down, x + i * right) for i in range(self.size)]
            if all(position.get(cell) == stone for cell in line):
                return -1
        return 2 if "." in position.values() else 0

    def written(self, position) -> str:
        letters = "".join(position.values())
        return "/".join(letters[i : i + self.size] for i in range(0, len(letters), self.size))
