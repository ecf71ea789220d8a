"""Isolation: visited cells are closed; each free cell is tried."""

from oracles.rules import History, Rules, cell_name, cell_of, rows_text


class Isolation(Rules):
    width: int = 3
    height: int = 2
    blocked: tuple[tuple[int, int], ...] = ()
    pieces: str = "queen"
    stuck: str = "mover"

    def reachable(self, history: History, player: int) -> list[str]:
        visited = [cell_of(move, self.height) for move in history]
        every = [(x, y) for y in range(self.height) for x in range(self.width)]
        free = [cell for cell in every if cell not in visited and cell not in self.blocked]
        own = visited[player::2]
        if own:
            free = [cell for cell in free if self.attacks(own[-1], cell, free)]
        return [cell_name((x, y), self.height) for x, y in free]

    def attacks(
        self, source: tuple[int, int], target: tuple[int, int], free: list[tuple[int, int]]
    ) -> bool:
        across, down = target[0] - source[0], target[1] - source[1]
        if self.pieces == "knight":
            return sorted((abs(across), abs(down))) == [1, 2]
        if across and down and abs(across) != abs(down):
            return False
        steps = max(abs(across), abs(down))
        between = [
            (source[0] + across // steps * step, source[1] + down // steps * step)
            for step in range(1, steps)
        ]
        return all(cell in free for cell in between)

    def outcome(self, history: History) -> int:
        mover = len(history) % 2
        if not self.reachable(history, mover):
            return -1
        if self.stuck == "either" and not self.reachable(history, 1 - mover):
            return 1
        return 2

    def moves(self, history: History) -> list[str]:
        return self.reachable(history, len(history) % 2) if self.outcome(history) == 2 else []

    def text(self, history: History) -> str:
        visited = [cell_of(move, self.height) for move in history]
        cells = dict.fromkeys([*self.blocked, *visited], "#")
        for player, piece in enumerate("AB"):
            for cell in visited[player::2][-1:]:
                cells[cell] = piece
        return f"{rows_text(cells, self.width, self.height)} {'AB'[len(history) % 2]}"
