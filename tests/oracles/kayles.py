"""Kayles: a text of pins, from which pieces are cut by their pattern."""

import re

from oracles.rules import Rules


class Kayles(Rules):
    n: int = 12
    code: str = "0.77"

    def begin(self):
        return "o" * self.n, 0

    def options(self, row, player) -> list[str]:
        row, result = f".{row}.", []
        for count, digit in enumerate(self.code[2:], 1):
            for match in re.finditer(rf"(?=(.)o{{{count}}}(.))", row):
                first = match.start() + 1
                if int(digit) & (1, 2, 4)[match.group(1, 2).count("o")]:
                    result.append(str(first) if count == 1 else f"{first}-{first + count - 1}")
        return result

    def step(self, move: str, row, player):
        first, last = int(move.split("-")[0]), int(move.split("-")[-1])
        return row[: first - 1] + "." * (last - first + 1) + row[last:], 1 - player

    movers = "AB"
