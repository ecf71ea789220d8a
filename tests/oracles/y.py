"""Y: walk from each cell of a player, and see whether the group meets all three sides."""

from oracles.rules import BESIDE, Board, Rules


class Y(Rules):
    """A position is the letters of the cells (column, row) and who is to move."""

    size: int = 9
    downward = True
    ways = (*BESIDE, (1, -1), (-1, 1))

    def begin(self) -> tuple[Board, int]:
        return Board({(x, y): "." for y in range(self.size) for x in range(self.size - y)}), 0

    def options(self, board, player) -> list[str]:
        return [self.name(cell) for cell, stone in board.items() if stone == "."]

    def result(self, board, player) -> int:
        stones = {cell for cell, stone in board.items() if stone == "OX"[player]}
        return -1 if any(self.wins(group, 1 - player) for group in self.groups(stones)) else 2

    def groups(self, stones: set) -> list[set]:
        """The stones in groups of those that are joined."""
        left, result = set(stones), []
        while left:
            group = [left.pop()]
            for x, y in group:
                near = {(x + a, y + b) for a, b in self.ways} & left
                left -= near
                group += near
            result.append(set(group))
        return result

    def wins(self, group: set, player: int) -> bool:
        """The third side is where column and row add up to the most."""
        sides = {0: min(x for x, _ in group), 1: min(y for _, y in group)}
        return max(sides.values()) == 0 and max(x + y for x, y in group) == self.size - 1

    def text_of(self, board, player) -> str:
        rows: dict[int, str] = {}
        for (_, y), stone in board.items():
            rows[y] = rows.get(y, "") + stone
        return "/".join(rows[y] for y in sorted(rows))
