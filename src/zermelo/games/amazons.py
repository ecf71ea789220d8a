"""Amazons: queens that shoot; the last to move wins."""

from collections.abc import Iterator
from typing import NamedTuple

from zermelo.contract.game import LOSS, ONGOING, cells
from zermelo.kit.boardsymmetry import moved
from zermelo.kit.queens import QueenGame
from zermelo.kit.regions import corner_shift


class Field(NamedTuple):
    """Bitboards of the mover's amazons, of the other's, and of the cells that arrows closed."""

    own: int
    other: int
    closed: int
    player: int


class Amazons(QueenGame[Field]):
    """An amazon moves like a chess queen and then shoots an arrow like one; its cell is closed.

    Neither amazons nor arrows go through amazons or closed cells. A player who cannot move loses.
    Each side has four amazons; White, below, begins. (Walter Zamkauskas, 1988)

    A move is (origin · cells + target) · cells + cell of the arrow.
    """

    size: int = 10
    limits = {"size": range(4, 17)}
    letters, symbols = "XO#", "●○■"
    shapes = {"●": "dark queen", "○": "light queen", "■": "closed"}
    prompts = ("", "move the amazon", "shoot an arrow")

    def start(self) -> Field:
        n, third = self.size, (self.size - 1) // 3
        white = (third, n - 1), (n - 1 - third, n - 1), (0, n - 1 - third), (n - 1, n - 1 - third)
        own = sum(1 << y * n + x for x, y in white)
        other = sum(1 << (n - 1 - y) * n + x for x, y in white)
        return Field(own, other, 0, 0)

    def moves(self, state: Field) -> Iterator[int]:
        open_cells = self.board & ~(state.own | state.other | state.closed)
        for origin in cells(state.own):
            for target in cells(self.reach(1 << origin, open_cells)):
                arrows = self.reach(1 << target, open_cells | 1 << origin)
                for arrow in cells(arrows):
                    yield (origin * self.area + target) * self.area + arrow

    def play(self, state: Field, move: int) -> Field:
        both, arrow = move // self.area, move % self.area
        own = state.own ^ (1 << both // self.area) | 1 << both % self.area
        return Field(state.other, own, state.closed | 1 << arrow, state.player ^ 1)

    def outcome(self, state: Field) -> int:
        open_cells = self.board & ~(state.own | state.other | state.closed)
        return ONGOING if self.wider(state.own) & open_cells else LOSS

    def evaluate(self, state: Field) -> float:
        """Cells that the mover's amazons reach in one move − cells that the opponent's reach."""
        open_cells = self.board & ~(state.own | state.other | state.closed)
        own = self.reach(state.own, open_cells).bit_count()
        return (own - self.reach(state.other, open_cells).bit_count()) / (self.area + 1)

    def remaining(self, state: Field) -> int:
        return self.area - (state.own | state.other | state.closed).bit_count()

    def parts(self, state: Field) -> Iterator[Field]:
        """Territories: cells that a king could walk between, each in the upper left corner.

        Those with amazons and open cells alone; around each of them all cells are closed.
        """
        amazons, inside = state.own | state.other, self.board & ~state.closed
        while amazons:
            region, grown = 0, amazons & -amazons
            while region != grown:
                region = grown
                grown = self.wider(region) & inside
            amazons &= ~region
            own, other = state.own & region, state.other & region
            if region != own | other:
                shift = corner_shift(region, self.size, self.left)
                closed = self.board & ~(region >> shift)
                yield Field(own >> shift, other >> shift, closed, state.player)

    def other_to_move(self, state: Field) -> Field:
        return Field(state.other, state.own, state.closed, 1 - state.player)

    def symmetries(self, state: Field) -> Iterator[Field]:
        for first in range(0, len(self.images), self.area):
            own = moved(state.own, self.images, first)
            other = moved(state.other, self.images, first)
            yield Field(own, other, moved(state.closed, self.images, first), state.player)

    def actions(self) -> Iterator[int]:
        for origin in range(self.area):
            for target in cells(self.reach(1 << origin, self.board)):
                for arrow in cells(self.reach(1 << target, self.board)):
                    yield (origin * self.area + target) * self.area + arrow

    def path(self, state: Field, move: int) -> tuple[int, ...]:
        both, arrow = divmod(move, self.area)
        return (*divmod(both, self.area), arrow)

    def format_move(self, state: Field, move: int) -> str:
        return "{}-{}/{}".format(*map(self.cell_name, self.path(state, move)))

    def faults(self, state: Field) -> Iterator[str]:
        if [state.own.bit_count(), state.other.bit_count()] != [4, 4]:
            yield f"each side should have four amazons, like {self.example}"
        if state.closed.bit_count() % 2 != state.player:
            yield f"every move closes a cell, so that {'OX'[state.player]} should be to move"
