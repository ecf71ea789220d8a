"""Connect Four: discs that fall on those below."""

from oracles.mnk import Mnk


class ConnectFour(Mnk):
    width: int = 7
    height: int = 6
    k: int = 4

    def options(self, board, player) -> list[str]:
        return [str(x + 1) for x in range(self.width) if board[x, 0] == "."]

    def step(self, move: str, board, player):
        x = int(move) - 1
        lowest = max(y for y in range(self.height) if board[x, y] == ".")
        return board.replace(((x, lowest), "XO"[player])), 1 - player
