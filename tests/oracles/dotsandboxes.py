"""Dots and Boxes: a set of lines, and the owner of each box."""

from dataclasses import dataclass

from oracles.replayed import Replayed, sign


@dataclass(frozen=True)
class DotsAndBoxes(Replayed):
    width: int = 3
    height: int = 3

    def begin(self):
        return frozenset(), {}, 0

    def turn(self, position) -> int:
        return position[2]

    def options(self, position) -> list[str]:
        flat = [f"-{x},{y}" for y in range(self.height + 1) for x in range(self.width)]
        upright = [f"|{x},{y}" for y in range(self.height) for x in range(self.width + 1)]
        return [line for line in flat + upright if line not in position[0]]

    def closed(self, lines: frozenset[str]) -> list[tuple[int, int]]:
        return [
            (x, y)
            for y in range(self.height)
            for x in range(self.width)
            if {f"-{x},{y}", f"-{x},{y + 1}", f"|{x},{y}", f"|{x + 1},{y}"} <= lines
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
            flat = [("-" if f"-{x},{y}" in lines else ".") for x in range(self.width)]
            rows.append("+" + "+".join(flat) + "+")
            if y < self.height:
                row = ""
                for x in range(self.width + 1):
                    row += "|" if f"|{x},{y}" in lines else "."
                    if x < self.width:
                        row += "ab"[owners[x, y]] if (x, y) in owners else "."
                rows.append(row)
        return f"{'/'.join(rows)} {'AB'[player]}"


SYMMETRIES = {
    "dotsandboxes(width=2, height=2)": (
        lambda text: f"{'-|'['|-'.index(text[0])]}{text[3]},{text[1]}",
        lambda text: f"{text[0]}{(1 if text[0] == '-' else 2) - int(text[1])},{text[3]}",
    )
}
