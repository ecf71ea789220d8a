"""Kōnane: each stone tries to hop on and on in every direction."""

from itertools import product

from oracles.rules import BESIDE, Board, Rules, empty


class Konane(Rules):
    size: int = 6

    def begin(self) -> tuple[Board, int]:
        board = empty(self.size, self.size)
        return board.replace(*(((x, y), "XO"[(x + y) % 2]) for x, y in board)), 0

    def options(self, board, player) -> list[str]:
        gaps = [cell for cell in board if board[cell] == "."]
        own = [cell for cell in board if board[cell] == "XO"[player]]
        if len(gaps) == 0:
            last, middle = self.size - 1, (self.size / 2 - 1, self.size / 2)
            special = [*product((0, last), repeat=2), *product(middle, repeat=2)]
            return [self.name(cell) for cell in own if cell in special]
        if len(gaps) == 1:
            ((gap_x, gap_y),) = gaps
            beside = [(x, y) for x, y in own if abs(x - gap_x) + abs(y - gap_y) == 1]
            return [self.name(cell) for cell in beside]
        found = []
        for step in BESIDE:
            for cell in own:
                line = board.line(cell, step)
                for over, onto in zip(line[::2], line[1::2], strict=False):
                    if board[over] != "OX"[player] or board[onto] != ".":
                        break
                    found.append(f"{self.name(cell)}-{self.name(onto)}")
        return found

    def step(self, move: str, board, player):
        (a, b), *target = self.cells(move)
        for x, y in target:
            across, down = range(min(a, x), max(a, x) + 1), range(min(b, y), max(b, y) + 1)
            taken = ((cell, ".") for cell in product(across, down))
            board = board.replace(*taken, ((x, y), "XO"[player]))
        return board if target else board.replace(((a, b), ".")), 1 - player
