"""Connect Four: discs that fall, in columns that are lists."""

from oracles.mnk import Mnk
from oracles.rules import History


class ConnectFour(Mnk):
    width: int = 7
    height: int = 6
    k: int = 4

    def cells(self, history: History) -> dict[tuple[int, int], str]:
        columns: list[list[str]] = [[] for _ in range(self.width)]
        for ply, move in enumerate(history):
            columns[int(move) - 1].append("XO"[ply % 2])
        return {
            (x, self.height - 1 - up): disc
            for x, column in enumerate(columns)
            for up, disc in enumerate(column)
        }

    def moves(self, history: History) -> list[str]:
        if self.outcome(history) != 2:
            return []
        columns = [str(x + 1) for x in range(self.width)]
        return [column for column in columns if history.count(column) < self.height]
