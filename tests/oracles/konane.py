"""Kōnane: each stone tries to hop on and on in every direction."""

from oracles.rules import Board, Replayed, cell_name, empty


class Konane(Replayed):
    size: int = 6

    def begin(self) -> tuple[Board, int]:
        board = empty(self.size, self.size)
        return board.changed(*(((x, y), "XO"[(x + y) % 2]) for x, y in board)), 0

    def options(self, position) -> list[str]:
        board, player = position
        gaps = [cell for cell in board if board[cell] == "."]
        own = [cell for cell in board if board[cell] == "XO"[player]]
        if len(gaps) == 0:
            last, middle = self.size - 1, (self.size / 2 - 1, self.size / 2)
            special = [
                (x, y)
                for x, y in own
                if (x in (0, last) and y in (0, last)) or (x in middle and y in middle)
            ]
            return [cell_name(cell, self.size) for cell in special]
        if len(gaps) == 1:
            ((gap_x, gap_y),) = gaps
            beside = [(x, y) for x, y in own if abs(x - gap_x) + abs(y - gap_y) == 1]
            return [cell_name(cell, self.size) for cell in beside]
        found = []
        for step in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            for cell in own:
                line = board.line(cell, step)
                for over, onto in zip(line[::2], line[1::2], strict=False):
                    if board[over] != "OX"[player] or board[onto] != ".":
                        break
                    found.append(f"{cell_name(cell, self.size)}-{cell_name(onto, self.size)}")
        return found

    def step(self, position, move: str):
        board, player = position
        cell, *target = self.cells(move)
        for x, y in target:
            between = [
                (a, b)
                for a, b in board
                if min(x, cell[0]) <= a <= max(x, cell[0])
                and min(y, cell[1]) <= b <= max(y, cell[1])
            ]
            board = board.changed(*((taken, ".") for taken in between), ((x, y), "XO"[player]))
        return board if target else board.changed((cell, ".")), 1 - player
