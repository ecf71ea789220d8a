"""Hackenbush: lines as points and colours; lines that stay are found by walking up."""

from oracles.rules import Rules


class Hackenbush(Rules):
    """`lines` are texts like "0-1 B"; "ground" is the point 0."""

    lines: tuple[str, ...]

    def begin(self) -> tuple[frozenset[int], int]:
        return frozenset(range(len(self.lines))), 0

    def colour(self, line: int) -> str:
        return self.lines[line].split()[1]

    def options(self, left, player) -> list[str]:
        return [str(line + 1) for line in sorted(left) if self.colour(line) == "BR"[player]]

    def step(self, move: str, left, player):
        left = left - {int(move) - 1}
        reached = {"0"}
        for _ in self.lines:
            for line in left:
                ends = set(self.lines[line].split()[0].split("-"))
                if ends & reached:
                    reached |= ends
        standing = {line for line in left if set(self.lines[line].split()[0].split("-")) & reached}
        return frozenset(standing), 1 - player

    def text_of(self, left, player) -> str:
        shown = (self.colour(line) if line in left else "." for line in range(len(self.lines)))
        return f"{''.join(shown)} {'LR'[player]}"


STALK = ("0-a R", "a-b B", "b-c B")
HOUSE = ("0-1 B", "1-3 R", "3-2 B", "2-0 R", "1-2 B")
OTHER = ("0-d R", "d-e B", "e-f R")
RING = ("0-1 B", "1-2 B", "2-3 R", "3-1 R", "2-4 B", "4-0 R")
RULES = {
    "hackenbush": Hackenbush((*STALK, *HOUSE, *OTHER)),
    "hackenbush(drawing='0B1B2R3R1 2B4R0 0RBR')": Hackenbush((*RING, "0-a R", "a-b B", "b-c R")),
    "hackenbush(drawing='0BR 0BR 0R')": Hackenbush(("0-a B", "a-b R", "0-c B", "c-d R", "0-e R")),
    "hackenbush(drawing='0BR 0R')": Hackenbush(("0-a B", "a-b R", "0-e R")),
}
