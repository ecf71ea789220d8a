"""Pong Hau K'i: a drawing of the board, read as a list of lines."""

from oracles.rules import Rules

LINES = ["1-3", "2-3", "3-4", "3-5", "1-4", "2-5", "4-5"]


class PongHauKi(Rules):
    lines = tuple(LINES)
    men = "XX.OO"

    def begin(self) -> tuple[str, int]:
        return self.men, 0

    def both_ways(self) -> list[str]:
        return [*self.lines, *(line[::-1] for line in self.lines)]

    def may(self, points: str, move: str, stone: str) -> bool:
        """Whether one of `stone` goes along a line to an empty point."""
        origin, target = (points[int(name) - 1] for name in move.split("-"))
        return origin == stone and target == "."

    def options(self, points, player) -> list[str]:
        return sorted(move for move in self.both_ways() if self.may(points, move, "XO"[player]))

    def step(self, move: str, points, player):
        points = list(points)
        origin, target = (int(name) - 1 for name in move.split("-"))
        points[origin], points[target] = ".", points[origin]
        return "".join(points), 1 - player
