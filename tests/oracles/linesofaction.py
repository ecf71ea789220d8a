"""Lines of Action: men counted along each line, groups found by spreading."""

from oracles.rules import AROUND, Board, Rules, empty


class LinesOfAction(Rules):
    size: int = 8

    def begin(self) -> tuple[Board, int]:
        board, last = empty(self.size, self.size), self.size - 1
        inner = range(1, last)
        black = [((i, y), "X") for i in inner for y in (0, last)]
        white = [((x, i), "O") for i in inner for x in (0, last)]
        return board.replace(*black, *white), 0

    def options(self, board, player) -> list[str]:
        mine, theirs = "XO"[player], "OX"[player]
        found = []
        for cell in board:
            for step in self.ways if board[cell] == mine else ():
                ahead = board.line(cell, step)
                line = [cell, *ahead, *board.line(cell, (-step[0], -step[1]))]
                far = sum(board[each] != "." for each in line)
                if far > len(ahead) or board[ahead[far - 1]] == mine:
                    continue
                if not any(board[each] == theirs for each in ahead[: far - 1]):
                    target = ahead[far - 1]
                    sign = "x" if board[target] == theirs else "-"
                    found.append(f"{self.name(cell)}{sign}{self.name(target)}")
        return found

    # The order in which they are tried: to the right, down, both, down left; then the opposites.
    ways = ((1, 0), (0, 1), (1, 1), (-1, 1), (-1, 0), (0, -1), (-1, -1), (1, -1))

    def result(self, board, player) -> int:
        if self.one_group(board, "OX"[player]):
            return -1
        if self.one_group(board, "XO"[player]):
            return 1
        return 2 if self.options(board, player) else -1

    def one_group(self, board: Board, colour: str) -> bool:
        men = [cell for cell in board if board[cell] == colour]
        return len(board.group(men[0], AROUND)) == len(men)
