"""PopOut: each column is a text that grows at its end and is popped at its beginning."""

import re

from oracles.rules import Rules


class PopOut(Rules):
    width: int = 7
    height: int = 6
    k: int = 4

    def begin(self) -> tuple[tuple[str, ...], int]:
        return ("",) * self.width, 0

    def options(self, columns, player) -> list[str]:
        drops = [str(x + 1) for x, discs in enumerate(columns) if len(discs) < self.height]
        pops = [f"p{x + 1}" for x, discs in enumerate(columns) if discs.startswith("XO"[player])]
        return drops + pops

    def step(self, move: str, columns, player):
        columns = list(columns)
        column = int(move[-1]) - 1
        if move[0] == "p":
            columns[column] = columns[column][1:]
        else:
            columns[column] += "XO"[player]
        return tuple(columns), 1 - player

    def result(self, columns, player) -> int:
        lines = {letter for letter in "XO" if self.has_line(columns, letter)}
        mover, last = "XO"[player], "OX"[player]
        if lines:
            return -1 if last in lines else int(mover in lines)
        return 2 if self.options(columns, player) else 0

    def has_line(self, columns, letter: str) -> bool:
        """Whether the text of the board has `k` of a letter at equal distances."""
        text = "".join(column.ljust(self.height + 1, ".") for column in columns)
        gaps = (0, self.height - 1, self.height, self.height + 1)
        return any(re.search(f"{letter}(.{{{gap}}}{letter}){{{self.k - 1}}}", text) for gap in gaps)

    def text_of(self, columns, player) -> str:
        columns = [column.ljust(self.height, ".") for column in columns]
        rows = ("".join(column[y] for column in columns) for y in reversed(range(self.height)))
        return f"{'/'.join(rows)} {'XO'[player]}"
