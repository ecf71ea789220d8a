"""Sim: colours in a dictionary of lines, and all threes of points looked through."""

from itertools import combinations

from oracles.rules import Rules


class Sim(Rules):
    def begin(self) -> tuple[dict[str, str], int]:
        return {f"{one}-{other}": "." for one, other in combinations("123456", 2)}, 0

    def options(self, lines, player) -> list[str]:
        return [line for line, colour in lines.items() if colour == "."]

    def step(self, move: str, lines, player):
        return {**lines, move: "XO"[player]}, 1 - player

    def result(self, lines, player) -> int:
        for a, b, c in combinations("123456", 3):
            if {lines[f"{a}-{b}"], lines[f"{b}-{c}"], lines[f"{a}-{c}"]} == {"OX"[player]}:
                return 1
        return 2

    def text_of(self, lines, player) -> str:
        return f"{''.join(lines.values())} {'XO'[player]}"
