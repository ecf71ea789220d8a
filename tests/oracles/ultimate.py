"""Ultimate tic-tac-toe: nine small boards, judged again from their cells each time."""

from oracles.rules import Board, Rules, empty

ROWS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class Ultimate(Rules):
    size = 9

    def begin(self):
        return empty(9, 9), None, 0

    def small(self, board: Board, number: int) -> list[str]:
        left, top = number % 3 * 3, number // 3 * 3
        return [board[left + i % 3, top + i // 3] for i in range(9)]

    def decided(self, cells: list[str]) -> str | None:
        for row in ROWS:
            letters = {cells[i] for i in row}
            if letters in ({"X"}, {"O"}):
                return letters.pop()
        return None if "." in cells else "-"

    def options(self, board, target, _) -> list[str]:
        collected = []
        for number in range(9):
            cells = self.small(board, number)
            if target == number or (target is None and self.decided(cells) is None):
                for i in range(9):
                    if cells[i] == ".":
                        x, y = number % 3 * 3 + i % 3, number // 3 * 3 + i // 3
                        collected.append(self.name((x, y)))
        return collected

    def step(self, move: str, board, _, player):
        ((column, row),) = self.cells(move)
        board = board.replace(((column, row), "XO"[player]))
        target = row % 3 * 3 + column % 3
        open_board = self.decided(self.small(board, target)) is None
        return board, target if open_board else None, 1 - player

    def result(self, board, _, player) -> int:
        boards = [self.decided(self.small(board, number)) for number in range(9)]
        if any(all(boards[i] == "OX"[player] for i in row) for row in ROWS):
            return -1
        return 0 if None not in boards else 2

    def text_of(self, board, target, _) -> str:
        return f"{board.rows()} {'*' if target is None else target}"
