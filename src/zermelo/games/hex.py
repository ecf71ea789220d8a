"""Hex: two players join their two sides of a rhombus of hexagons; there are no draws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from zermelo.contract.bits import cell_at, cells
from zermelo.contract.game import LOSS, ONGOING
from zermelo.contract.picture import Picture
from zermelo.errors import TextError
from zermelo.kit.hexes import HexGame


class Stones(NamedTuple):
    """Bitboards of both players' stones; `joined` is 1 when who moved last has joined its sides."""

    first: int
    second: int
    joined: int
    player: int


class Hex(HexGame[Stones]):
    """Players put a stone on any empty cell in turn; the first to join their two sides wins.

    Player X joins the upper side with the lower one, player O the left side with the right one.
    Each cell has six neighbours: those left and right, above and above to the right, below and
    below to the left. X begins; there is no swap. One of the two always wins. (Piet Hein 1942,
    John Nash 1948)

    Bit y · size + x is the cell in column x and row y, from the upper left. A move is a cell; its
    text is "a1", rows numbered from above. A position's text has the rows: "X../.O./...".
    """

    limits = {"size": range(1, 20)}
    movers = ""

    # The rules -----------------------------------------------------------------------------------

    def start(self) -> Stones:
        return Stones(0, 0, 0, 0)

    def moves(self, state: Stones) -> Iterator[int]:
        if not state.joined:
            for cell in cells(self.board & ~(state.first | state.second)):
                yield cell

    def play(self, state: Stones, move: int) -> Stones:
        stone = 1 << move
        if state.player == 0:
            first = state.first | stone
            joined = self.joins(first, stone, self.top, self.bottom)
            return Stones(first, state.second, joined, 1)
        second = state.second | stone
        return Stones(state.first, second, self.joins(second, stone, self.left, self.right), 0)

    def joins(self, stones: int, stone: int, side: int, opposite: int) -> int:
        """1 when the group of `stone` touches both sides, else 0."""
        group = self.grown(stone, stones)
        return 1 if group & side and group & opposite else 0

    def outcome(self, state: Stones) -> int:
        return LOSS if state.joined else ONGOING

    # Hints for the search ------------------------------------------------------------------------

    def move_count(self, state: Stones) -> int:
        return self.remaining(state)

    def move_at(self, state: Stones, place: int) -> int:
        return cell_at(self.board & ~(state.first | state.second), place)

    def evaluate(self, state: Stones) -> float:
        """How many stones fewer than the other the mover still has to put to join its sides."""
        first = self.missing(state.first, state.second, self.top, self.bottom)
        second = self.missing(state.second, state.first, self.left, self.right)
        ahead = first - second if state.player else second - first
        return (ahead + 0.5) / (self.size + 1)

    def missing(self, own: int, other: int, side: int, opposite: int) -> int:
        """How many stones join both sides, if the other never moves; `size` if it has cut them."""
        reached, stones = self.grown(side & own, own), 0
        while not reached & opposite and stones < self.size:
            wider = reached | (self.neighbours(reached) | side) & self.board & ~other
            reached, stones = self.grown(wider, own), stones + 1
        return stones

    def order(self, state: Stones, move: int) -> int:
        """First the cells near the centre."""
        x, y = move % self.size, move // self.size
        return -abs(2 * x + 1 - self.size) - abs(2 * y + 1 - self.size)

    def remaining(self, state: Stones) -> int:
        if state.joined:
            return 0
        return (self.board & ~(state.first | state.second)).bit_count()

    # For the solver ------------------------------------------------------------------------------

    def symmetries(self, state: Stones) -> Iterator[Stones]:
        yield state
        yield Stones(
            self.turned(state.first), self.turned(state.second), state.joined, state.player
        )

    def turned(self, stones: int) -> int:
        """The stones after half a turn of the board."""
        image = 0
        for _ in range(self.size * self.size):
            image = image << 1 | stones & 1
            stones >>= 1
        return image

    # For people and learners ---------------------------------------------------------------------

    def actions(self) -> Iterator[int]:
        yield from range(self.area)

    def from_bitboards(self, boards: Sequence[int], player: int) -> Stones:
        first, second = boards
        ways = (first, self.top, self.bottom), (second, self.left, self.right)
        if self.linked(*ways[player]):
            raise TextError("who is to move has joined its sides, and has won before")
        last, side, opposite = ways[player ^ 1]
        joined = self.linked(last, side, opposite)
        if joined and all(self.linked(last ^ 1 << cell, side, opposite) for cell in cells(last)):
            raise TextError("no one stone joins the sides; a game ends when they are joined")
        return Stones(first, second, int(joined), player)

    def complete(self, state: Stones) -> list[list[int]]:
        if state.player:
            return [self.chain(state.first, self.top, self.bottom)] if state.joined else []
        return [self.chain(state.second, self.left, self.right)] if state.joined else []

    def picture(self, state: Stones) -> Picture:
        sides = (0, self.top), (0, self.bottom), (1, self.left), (1, self.right)
        seen = [(player, list(cells(side))) for player, side in sides]
        return replace(super().picture(state), sides=seen)
