"""Toads and Frogs: a text in which T changes places."""

from oracles.rules import Rules


class ToadsAndFrogs(Rules):
    toads: int = 3
    gap: int = 2
    frogs: int = 3

    def begin(self):
        return "T" * self.toads + "." * self.gap + "F" * self.frogs, 0

    def options(self, lane, player) -> list[str]:
        collected = []
        for pattern in (("T.", "TF."), (".F", ".TF"))[player]:
            for first in range(len(lane)):
                if lane[first:].startswith(pattern):
                    ends = first, first + len(pattern) - 1
                    collected.append(ends[::-1] if player else ends)
        return [f"{chr(97 + one)}1-{chr(97 + other)}1" for one, other in sorted(collected)]

    def step(self, move: str, lane, player):
        lane = list(lane)
        one, other = (ord(text[0]) - 97 for text in move.split("-"))
        lane[one], lane[other] = lane[other], lane[one]
        return "".join(lane), 1 - player

    movers = "LR"
