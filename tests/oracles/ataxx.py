"""Ataxx: every empty cell looked at from every man."""

from oracles.rules import AROUND, Board, Rules, empty, sign


class Ataxx(Rules):
    size: int = 7

    def begin(self) -> tuple[Board, int]:
        last = self.size - 1
        corners = ((0, 0), "X"), ((last, last), "X"), ((last, 0), "O"), ((0, last), "O")
        return empty(self.size, self.size).replace(*corners), 0

    def possible(self, board: Board, colour: str) -> list[str]:
        men = [cell for cell in board if board[cell] == colour]
        gaps = [cell for cell in board if board[cell] == "."]

        def far(one, other) -> int:
            return max(abs(one[0] - other[0]), abs(one[1] - other[1]))

        grown = [self.name(gap) for gap in gaps if any(far(gap, man) == 1 for man in men)]
        jumps = [(man, gap) for man in men for gap in gaps if far(man, gap) == 2]
        return grown + [f"{self.name(man)}-{self.name(gap)}" for man, gap in jumps]

    def options(self, board, player) -> list[str]:
        return self.possible(board, "XO"[player]) or ["pass"]

    def step(self, move: str, board, player):
        if move != "pass":
            board, _ = super().step(move, board, player)
            x, y = self.cells(move)[-1]
            beside = [(x + dx, y + dy) for dx, dy in AROUND]
            turned = [cell for cell in beside if board.get(cell) == "OX"[player]]
            board = board.replace(*((cell, "XO"[player]) for cell in turned))
        return board, 1 - player

    def result(self, board, player) -> int:
        colours = list(board.values())
        own, other = colours.count("XO"[player]), colours.count("OX"[player])
        both = self.possible(board, "X") + self.possible(board, "O")
        return 2 if own and other and both else sign(own - other)
