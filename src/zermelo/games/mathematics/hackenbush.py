"""Hackenbush: players cut lines of a drawing, each those of one colour; the last to cut wins."""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import count, pairwise
from typing import NamedTuple

from zermelo.contract.game import cells
from zermelo.errors import ParameterError
from zermelo.kit.boardtext import bitboard
from zermelo.kit.groups import GroupGame
from zermelo.kit.strokes import Place, StrokeGame, grown_upward


class Drawing(NamedTuple):
    """Bitboards of the blue and the red lines that are left, and who is to move."""

    blue: int
    red: int
    player: int


class Hackenbush(StrokeGame[Drawing], GroupGame[Drawing]):
    """Left cuts a blue line, Right a red one; lines that nothing joins to the ground any more fall.

    A player who cannot cut has lost. (John Conway, On Numbers and Games, 1976)

    drawing  paths of blue and red lines, B and R, from point to point; 0 is the ground, and points
             on no other path need no number: "0B1R2 0RR2" has four lines
    """

    drawing: str = "0RBB 0B1R3B2R0 1B2 0RBR"
    letters, movers, symbols, surface = "BR", "LR", "●○", ""

    def validate(self) -> None:
        if not all(re.fullmatch(r"\d([BR]\d?)+", path) for path in self.drawing.split()):
            raise ParameterError("hackenbush: drawing should be paths like 0BR or 0B1R2 0R2")
        if not 0 < len({frozenset(ends) for ends in self.ends}) == len(self.ends) <= 60:
            raise ParameterError("hackenbush: at most 60 lines, no two of them between two points")
        lines = (1 << len(self.ends)) - 1
        if self.hanging(lines) != lines:
            raise ParameterError("hackenbush: every line should be joined to the ground, 0")

    @cached_property
    def ends(self) -> tuple[tuple[int, int], ...]:
        """The points that each line joins."""
        found, free = list[tuple[int, int]](), count(10)
        for path in self.drawing.split():
            names = re.findall(r"\d|(?<=[BR])(?=[BR]|$)", path)
            found += pairwise(int(name or next(free)) for name in names)
        return tuple(found)

    @cached_property
    def beside(self) -> tuple[int, ...]:
        """For each line those that share a point above the ground; last, those on the ground."""
        points = [{*ends} - {0} for ends in self.ends]
        beside = [sum(1 << i for i, near in enumerate(points) if near & own) for own in points]
        return (*beside, sum(1 << i for i, near in enumerate(points) if len(near) == 1))

    def neighbours(self, group: int) -> int:
        found = 0
        for line in cells(group):
            found |= self.beside[line]
        return found

    def hanging(self, lines: int) -> int:
        """Those of these lines that hang together with the ground."""
        return self.grown(lines & self.beside[-1], lines)

    def start(self) -> Drawing:
        colours = re.sub("[^BR]", "", self.drawing)
        return Drawing(bitboard(colours, "B"), bitboard(colours, "R"), 0)

    def moves(self, state: Drawing) -> Iterator[int]:
        for line in cells(state.red if state.player else state.blue):
            yield line

    def play(self, state: Drawing, move: int) -> Drawing:
        left = self.hanging((state.blue | state.red) & ~(1 << move))
        return Drawing(state.blue & left, state.red & left, 1 - state.player)

    def remaining(self, state: Drawing) -> int:
        return (state.blue | state.red).bit_count()

    def parts(self, state: Drawing) -> Iterator[Drawing]:
        """Lines that hang together above the ground."""
        left = state.blue | state.red
        while left:
            part = self.grown(left & -left, left)
            yield Drawing(state.blue & part, state.red & part, state.player)
            left ^= part

    def faults(self, state: Drawing) -> Iterator[str]:
        start, lines = self.start(), state.blue | state.red
        if state.blue & ~start.blue or state.red & ~start.red or self.hanging(lines) != lines:
            yield f"lines should have their colours and hang together: {self.example}"

    @cached_property
    def drawn(self) -> Sequence[Sequence[Place]]:
        return grown_upward(self.ends)
