"""Sim: colours in a dictionary of lines, and all threes of points looked through."""

from itertools import combinations

from oracles.rules import Replayed


class Sim(Replayed):
    def begin(self) -> dict[str, str]:
        return {f"{one}-{other}": "." for one, other in combinations("123456", 2)}

    def turn(self, position) -> int:
        return sum(colour != "." for colour in position.values()) % 2

    def options(self, position) -> list[str]:
        return [line for line, colour in position.items() if colour == "."]

    def step(self, position, move: str):
        return {**position, move: "XO"[self.turn(position)]}

    def result(self, position) -> int:
        last = "OX"[self.turn(position)]
        for a, b, c in combinations("123456", 3):
            if position[f"{a}-{b}"] == position[f"{b}-{c}"] == position[f"{a}-{c}"] == last:
                return 1
        return 2

    def written(self, position) -> str:
        return f"{''.join(position.values())} {'XO'[self.turn(position)]}"
