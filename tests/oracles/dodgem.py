"""Dodgem: cars on a dictionary of cells; a car that drives over the edge is removed."""

from oracles.rules import Board, Rules, empty

AHEAD = {"X": (1, 0), "O": (0, -1)}
ASIDE = {"X": [(0, -1), (0, 1)], "O": [(-1, 0), (1, 0)]}


class Dodgem(Rules):
    size: int = 3

    def begin(self) -> tuple[Board, int]:
        cars = [((0, y), "X") for y in range(self.size - 1)]
        cars += [((x, self.size - 1), "O") for x in range(1, self.size)]
        return empty(self.size, self.size).replace(*cars), 0

    def options(self, board, player) -> list[str]:
        stone, result = "XO"[player], []
        for (x, y), car in board.items():
            here = self.name((x, y))
            if car == stone and "XO"[1 - player] in board.values():
                for right, down in [AHEAD[stone], *ASIDE[stone]]:
                    if board.get((x + right, y + down)) == ".":
                        result.append(f"{here}-{self.name((x + right, y + down))}")
                right, down = AHEAD[stone]
                if (x + right, y + down) not in board:
                    result.append(f"{here}-off")
        return result

    def step(self, move: str, board, player):
        origin, *target = self.cells(move)
        return board.replace((origin, "."), *((cell, "XO"[player]) for cell in target)), 1 - player

    def result(self, board, player) -> int:
        if "XO"[1 - player] not in board.values():
            return -1
        return 2 if self.options(board, player) else 1
