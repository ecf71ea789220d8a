"""Dots and Boxes: a set of lines, and the owner of each box."""

from oracles.rules import Rules, sign


class DotsAndBoxes(Rules):
    width: int = 3
    height: int = 3

    def begin(self):
        return frozenset(), {}, 0

    def tall(self) -> int:
        return self.height + 1  # of the dots

    def options(self, lines, owners, player) -> list[str]:
        flat = [self.flat(x, y) for y in range(self.height + 1) for x in range(self.width)]
        upright = [self.upright(x, y) for y in range(self.height) for x in range(self.width + 1)]
        return [line for line in flat + upright if line not in lines]

    def flat(self, x: int, y: int) -> str:
        """The line above box (x, y)."""
        return f"{self.name((x, y))}-{self.name((x + 1, y))}"

    def upright(self, x: int, y: int) -> str:
        """The line to the left of box (x, y), from below."""
        return f"{self.name((x, y + 1))}-{self.name((x, y))}"

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

    def step(self, move: str, lines, owners, player):
        lines = lines | {move}
        new = [box for box in self.closed(lines) if box not in owners]
        return lines, owners | dict.fromkeys(new, player), player if new else 1 - player

    def result(self, lines, owners, player) -> int:
        if self.options(lines, owners, player):
            return 2
        boxes = list(owners.values())
        return sign(boxes.count(player) - boxes.count(1 - player))

    def text_of(self, lines, owners, player) -> str:
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
