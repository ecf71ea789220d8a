"""Y: walk from each cell of a player, and see whether the group meets all three sides."""

from oracles.rules import LETTERS, Replayed

NEIGHBOURS = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]


class Y(Replayed):
    """A position is the letters of the cells (column, row) and who is to move."""

    size: int = 9

    def begin(self) -> tuple[dict, int]:
        return {(x, y): "." for y in range(self.size) for x in range(self.size - y)}, 0

    def options(self, position) -> list[str]:
        return [self.name(cell) for cell, stone in position[0].items() if stone == "."]

    def name(self, cell: tuple[int, int]) -> str:
        return f"{LETTERS[cell[0]]}{cell[1] + 1}"

    def step(self, position, move: str):
        board, player = position
        (cell,) = (cell for cell in board if self.name(cell) == move)
        return {**board, cell: "XO"[player]}, 1 - player

    def result(self, position) -> int:
        board, player = position
        stones = {cell for cell, stone in board.items() if stone == "OX"[player]}
        return -1 if any(self.wins(group, 1 - player) for group in self.groups(stones)) else 2

    def groups(self, stones: set) -> list[set]:
        """The stones in groups of those that are joined."""
        left, result = set(stones), []
        while left:
            group = [left.pop()]
            for x, y in group:
                near = {(x + a, y + b) for a, b in self.near()} & left
                left -= near
                group += near
            result.append(set(group))
        return result

    def near(self) -> list[tuple[int, int]]:
        return NEIGHBOURS

    def wins(self, group: set, player: int) -> bool:
        """The third side is where column and row add up to the most."""
        sides = {0: min(x for x, _ in group), 1: min(y for _, y in group)}
        return max(sides.values()) == 0 and max(x + y for x, y in group) == self.size - 1

    def written(self, position) -> str:
        rows: dict[int, str] = {}
        for (_, y), stone in position[0].items():
            rows[y] = rows.get(y, "") + stone
        return "/".join(rows[y] for y in sorted(rows))
