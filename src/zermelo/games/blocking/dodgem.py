"""Dodgem: two rows of cars race off a small board, getting in each other's way."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import product
from typing import Final

from zermelo.contract.game import LOSS, WIN, Picture, cells
from zermelo.kit.pieces import MEN, Men, MenGame

# Steps for X and for O, one ahead and two sideways: (columns to the right, rows down).
STEPS: Final = (((1, 0), (0, -1), (0, 1)), ((0, -1), (-1, 0), (1, 0)))


class Dodgem(MenGame):
    """A car moves to an empty cell ahead of it or beside it; the first player without cars wins.

    X begins and drives to the right from the left edge; O drives up from the bottom edge. A car
    leaves the board across the far edge. A player whose cars are all blocked also wins. Endless
    play is a draw. (Colin Vout; Winning Ways, 1982)

    A move is origin · (cells + 1) + target, with `cells` as the target of a car that leaves.
    """

    size: int = 3
    limits = {"size": range(3, 8)}
    shapes = MEN
    meant = ("winners",)  # a blocked player wins

    def start(self) -> Men:
        return Men(self.left ^ self.left & self.bottom, self.bottom ^ self.left & self.bottom, 0)

    def moves(self, state: Men) -> Iterator[int]:
        if state.other:
            free, far = self.free(state), self.top if state.player else self.right
            for origin in cells(state.own):
                for right, down in STEPS[state.player]:
                    for target in cells(self.shifted(1 << origin, right, down) & free):
                        yield origin * (self.area + 1) + target
                if far >> origin & 1:
                    yield origin * (self.area + 1) + self.area

    def play(self, state: Men, move: int) -> Men:
        origin, target = move // (self.area + 1), move % (self.area + 1)
        own = (state.own ^ 1 << origin | 1 << target) & self.board
        return Men(state.other, own, 1 - state.player)

    def score(self, state: Men) -> int:
        return WIN if state.other else LOSS

    def evaluate(self, state: Men) -> float:
        """The mover's lead in steps that the cars need to leave the board, scaled to below 1."""
        ahead = self.steps(state.other, 1 - state.player) - self.steps(state.own, state.player)
        return ahead / (self.area * self.size)

    def steps(self, cars: int, player: int) -> int:
        """The number of steps ahead that these cars need to leave."""
        n = self.size
        return sum(cell // n + 1 if player else n - cell % n for cell in cells(cars))

    def actions(self) -> Iterator[int]:
        for origin, target in product(range(self.area), range(self.area + 1)):
            if target == self.area or abs(origin - target) in (1, self.size):
                yield origin * (self.area + 1) + target

    def faults(self, state: Men) -> Iterator[str]:
        if max(state.own.bit_count(), state.other.bit_count()) >= self.size:
            yield f"each side has at most {self.size - 1} cars, like {self.example}"
        if state.own == 0:
            yield "a player without cars has already won"

    def path(self, state: Men, move: int) -> tuple[int, ...]:
        origin, target = divmod(move, self.area + 1)
        if target == self.area:
            target += origin % self.size if state.player else self.size + origin // self.size
        return origin, target

    def cell_name(self, cell: int) -> str:
        return super().cell_name(cell) if cell < self.area else "off"

    @cached_property
    def spots(self) -> Sequence[tuple[int, int]]:
        """The cells, then the exits above the board and to its right."""
        board = [(cell % self.size, 1 + cell // self.size) for cell in range(self.area)]
        above = [(x, 0) for x in range(self.size)]
        return [*board, *above, *((self.size, 1 + y) for y in range(self.size))]

    def picture(self, state: Men) -> Picture:
        return self.pictured(state, outside=2 * self.size)
