"""Go, played again from the start: groups are walked through, all boards so far are kept."""

from oracles.rules import BESIDE, Board, Rules, board_of, empty, sign


class Go(Rules):
    """A position is the boards after each stone, the passes just made, and who is to move."""

    size: int = 3
    memory: int = 8

    def begin(self):
        return (empty(self.size, self.size).rows(),), 0, 0

    def options(self, boards, _, player) -> list[str]:
        points = [cell for cell, stone in board_of(boards[-1]).items() if stone == "."]
        stones = [(point, self.after(boards, point, player)) for point in points]
        legal = [p for p, rows in stones if rows and rows not in boards[-self.memory :]]
        return [*(self.name(point) for point in legal), "pass"]

    def step(self, move: str, boards, passes, player):
        if move == "pass":
            return boards, passes + 1, 1 - player
        (point,) = self.cells(move)
        return (*boards, self.after(boards, point, player)), 0, 1 - player

    def after(self, boards, point, player) -> str:
        """The rows after a stone, or none if that would be suicide."""
        board = board_of(boards[-1]).replace((point, "XO"[player]))
        for x, y in BESIDE:
            near = point[0] + x, point[1] + y
            if board.get(near) == "OX"[player] and "." not in self.around(board, near):
                board = board.replace(*((cell, ".") for cell in board.group(near, BESIDE)))
        return board.rows() if "." in self.around(board, point) else ""

    def around(self, board: Board, point) -> set[str]:
        """What lies beside a group."""
        group = board.group(point, BESIDE)
        near = {(x + dx, y + dy) for x, y in group for dx, dy in BESIDE}
        return {board[cell] for cell in near - set(group) if cell in board}

    def result(self, boards, passes, player) -> int:
        if passes < 2:
            return 2
        return sign(self.points(board_of(boards[-1]))) * (1, -1)[player]

    def points(self, board: Board) -> int:
        """Black's points less White's: stones, and regions that touch one colour alone."""
        ahead = 0
        for point, stone in board.items():
            seen = {stone} if stone != "." else self.around(board, point)
            ahead += (seen == {"X"}) - (seen == {"O"})
        return ahead

    def text_of(self, boards, passes, player) -> str:
        kept = boards[1:][-self.memory :] or boards
        return " ".join([*kept, *["pass"] * passes, "XO"[player]])
