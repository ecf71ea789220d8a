"""Hackenbush: players cut the lines of their colour in a drawing; the last to cut wins."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from itertools import count, pairwise

from zermelo.contract.game import Picture, cells
from zermelo.contract.parts import Solving
from zermelo.errors import ParameterError
from zermelo.kit.boards import bitboard
from zermelo.kit.graphs import GroupGame, StrokeGame
from zermelo.kit.pieces import Men, MenGame


class Hackenbush(StrokeGame[Men], MenGame, GroupGame[Men]):
    """Left cuts blue lines, Right red ones; lines no longer connected to the ground fall.

    A player who cannot cut loses. (John Conway, On Numbers and Games, 1976)

    drawing  paths of blue and red lines, B and R, between points; 0 is the ground, and a point on
             only one path needs no number: "0B1R2 0RR2" has four lines
    """

    drawing: str = "0RBB 0B1R3B2R0 1B2 0RBR"
    letters, movers, surface, shapes = "BR", "LR", "", {}
    symmetries = Solving.symmetries

    def validate(self) -> None:
        if not all(re.fullmatch(r"\d([BR]\d?)+", path) for path in self.drawing.split()):
            raise ParameterError("hackenbush: drawing should be paths like 0BR or 0B1R2 0R2")
        if not 0 < len({frozenset(ends) for ends in self.links}) == len(self.links) <= 60:
            right = "1 to 60 lines, no two with the same ends"
            raise ParameterError(f"hackenbush: drawing should have {right}")
        lines = (1 << len(self.links)) - 1
        if self.hanging(lines) != lines:
            raise ParameterError("hackenbush: every line should be connected to the ground, 0")

    @cached_property
    def links(self) -> tuple[tuple[int, int], ...]:
        found, free = list[tuple[int, int]](), count(10)
        for path in self.drawing.split():
            names = re.findall(r"\d|(?<=[BR])(?=[BR]|$)", path)
            found += pairwise(int(name or next(free)) for name in names)
        return tuple(found)

    @cached_property
    def beside(self) -> tuple[int, ...]:
        """For each line, the lines that share a point in the air; last, the lines on the ground."""
        points = [{*ends} - {0} for ends in self.links]
        beside = [sum(1 << i for i, near in enumerate(points) if near & own) for own in points]
        return (*beside, sum(1 << i for i, near in enumerate(points) if len(near) == 1))

    def neighbours(self, group: int) -> int:
        found = 0
        for line in cells(group):
            found |= self.beside[line]
        return found

    def hanging(self, lines: int) -> int:
        """The lines of `lines` that are connected to the ground."""
        return self.grown(lines & self.beside[-1], lines)

    def start(self) -> Men:
        colours = re.sub("[^BR]", "", self.drawing)
        return Men(bitboard(colours, "B"), bitboard(colours, "R"), 0)

    def moves(self, state: Men) -> Iterator[int]:
        for line in cells(state.own):
            yield line

    def play(self, state: Men, move: int) -> Men:
        left = self.hanging((state.own | state.other) & ~(1 << move))
        return Men(state.other & left, state.own & left, 1 - state.player)

    def remaining(self, state: Men) -> int:
        return (state.own | state.other).bit_count()

    def parts(self, state: Men) -> Iterator[Men]:
        """Groups of lines connected above the ground."""
        for part in self.groups(state.own | state.other):
            yield Men(state.own & part, state.other & part, state.player)

    def faults(self, state: Men) -> Iterator[str]:
        start, (blue, red) = self.start(), self.bitboards(state)
        if blue & ~start.own or red & ~start.other or self.hanging(blue | red) != blue | red:
            words = "lines should keep their colours and stay connected to the ground"
            yield f"{words}, as in {self.example}"

    def picture(self, state: Men) -> Picture:
        """The lines, with the ground as a neutral line between the outermost lowest points."""
        drawn = self.pictured(state)
        below = max(y for _, y in drawn.points)
        feet = sorted((x, at) for at, (x, y) in enumerate(drawn.points) if y == below)
        return replace(drawn, strings=[*drawn.strings, (2, feet[0][1], feet[-1][1])])
