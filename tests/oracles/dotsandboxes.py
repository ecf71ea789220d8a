"""Dots and Boxes: a set of lines, and the owner of each box."""

from oracles.rules import Replayed, cell_name, sign


class DotsAndBoxes(Replayed):
    width: int = 3
    height: int = 3

    def begin(self):
        return frozenset(), {}, 0

    def options(self, position) -> list[str]:
        flat = [self.flat(x, y) for y in range(self.height + 1) for x in range(self.width)]
        upright = [self.upright(x, y) for y in range(self.height) for x in range(self.width + 1)]
        return [line for line in flat + upright if line not in position[0]]

    def flat(self, x: int, y: int) -> str:
        """The line above box (x, y)."""
        return f"{cell_name((x, y), self.height + 1)}-{cell_name((x + 1, y), self.height + 1)}"

    def upright(self, x: int, y: int) -> str:
        """The line to the left of box (x, y), from below."""
        return f"{cell_name((x, y + 1), self.height + 1)}-{cell_name((x, y), self.height + 1)}"

    def sides(self, x: int, y: int) -> set[str]:
        level = {self.flat(x, y), self.flat(x, y + 1)}
        return level | {self.upright(x, y), self.upright(x + 1, y)}

    def closed(self, lines: frozenset[str]) -> list[tuple[int, int]]:
        return [
            (x, y)
            for y in range(self.height)
            for x in range(self.width)
            if self.sides(x, y) <= lines
        ]

    def step(self, position, move: str):
        lines, owners, player = position
        lines = lines | {move}
        new = [box for box in self.closed(lines) if box not in owners]
        return lines, owners | dict.fromkeys(new, player), player if new else 1 - player

    def result(self, position) -> int:
        if self.options(position):
            return 2
        owners = list(position[1].values())
        return sign(owners.count(position[2]) - owners.count(1 - position[2]))

    def written(self, position) -> str:
        lines, owners, player = position
        rows = []
        for y in range(self.height + 1):
            flat = [("-" if self.flat(x, y) in lines else ".") for x in range(self.width)]
            rows.append("+" + "+".join(flat) + "+")
            if y < self.height:
                row = ""
                for x in range(self.width + 1):
                    row += "|" if self.upright(x, y) in lines else "."
                    if x < self.width:
                        row += "ab"[owners[x, y]] if (x, y) in owners else "."
                rows.append(row)
        return f"{'/'.join(rows)} {'AB'[player]}"
