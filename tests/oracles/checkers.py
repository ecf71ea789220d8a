"""English draughts: pieces as letters on an 8 × 8 board, jumps found by recursion."""

import itertools

from oracles.rules import Board, Rules, empty

WAYS = ((-1, 1), (1, 1), (-1, -1), (1, -1))
DARK = [(x, y) for y in range(8) for x in range(8) if (x + y) % 2]


class Checkers(Rules):
    def begin(self) -> tuple[Board, int]:
        board = empty(8, 8)
        return board.replace(
            *((cell, "b") for cell in DARK[:12]), *((cell, "w") for cell in DARK[20:])
        ), 0

    def ways(self, piece: str) -> tuple[tuple[int, int], ...]:
        return WAYS[:2] if piece == "b" else WAYS[2:] if piece == "w" else WAYS

    def jumps(self, board: Board, path: list[tuple[int, int]]) -> list[list[tuple[int, int]]]:
        """All whole sequences of jumps that go on from `path`, whose last cell holds the piece."""
        (x, y), piece, result = path[-1], board[path[-1]], []
        for dx, dy in self.ways(piece):
            over, target = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
            enemy = board.get(over, ".").lower() == ("w" if piece.lower() == "b" else "b")
            if enemy and board.get(target) == ".":
                after = board.replace(((x, y), "."), (over, "."), (target, piece))
                crowned = piece.islower() and target[1] in (0, 7)
                longer = [] if crowned else self.jumps(after, [*path, target])
                result += longer or [[*path, target]]
        return result

    def paths(self, board: Board, player: int) -> list[list[tuple[int, int]]]:
        own = [cell for cell in DARK if board[cell].lower() == "bw"[player]]
        jumps = [path for cell in own for path in self.jumps(board, [cell])]
        return jumps or [
            [(x, y), (x + dx, y + dy)]
            for dx, dy in WAYS
            for x, y in own
            if (dx, dy) in self.ways(board[x, y]) and board.get((x + dx, y + dy)) == "."
        ]

    def options(self, board, player) -> list[str]:
        return [
            ("x" if abs(path[0][1] - path[1][1]) == 2 else "-").join(
                str(DARK.index(cell) + 1) for cell in path
            )
            for path in self.paths(board, player)
        ]

    def step(self, move: str, board, player):
        path = [DARK[int(number) - 1] for number in move.replace("x", "-").split("-")]
        piece = board[path[0]]
        board = board.replace((path[0], "."))
        for (x, y), (to_x, to_y) in itertools.pairwise(path):
            if abs(to_y - y) == 2:
                board = board.replace((((x + to_x) // 2, (y + to_y) // 2), "."))
        last = path[-1]
        return board.replace((last, piece.upper() if last[1] in (0, 7) else piece)), 1 - player

    def text_of(self, board, player) -> str:
        cells = "".join(board[cell] for cell in DARK)
        return f"{'/'.join(cells[i : i + 4] for i in range(0, 32, 4))} {'BW'[player]}"
