"""Othello, also called Reversi: discs caught between two of the other colour turn over."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from zermelo.errors import ParameterError, TextError
from zermelo.game import Game, cells
from zermelo.games.boardsymmetry import board_symmetries, moved
from zermelo.games.coordinates import LETTERS
from zermelo.games.twocolours import DISCS, Men, men_pieces, read_men, write_men
from zermelo.picture import Picture


class Othello(Game[Men]):
    """Black and White take turns to put a disc where it catches discs of the other colour.

    A line of the other's discs is caught between the new disc and another disc of its owner, in
    any of the eight directions; all discs caught turn over. A move has to catch something; who
    cannot has to pass, and when neither player can, the game is over. More discs win. Black begins.

    Bit y · size + x is the cell in column x and row y, from the upper left. A move is a cell, or
    `size` · `size` for a pass; its text is "d3", or "pass". A position's text has the rows and who
    is to move: "..../.XO./.OX./.... X". The score is the difference in discs.
    """

    size: int = 8

    def validate(self) -> None:
        if self.size not in range(4, 17, 2):
            raise ParameterError("othello: size should be an even number from 4 to 16, like 8")

    @cached_property
    def cells(self) -> int:
        """How many cells there are; as a move, the pass."""
        return self.size * self.size

    @cached_property
    def board(self) -> int:
        """All cells."""
        return (1 << self.cells) - 1

    @cached_property
    def inner(self) -> int:
        """The cells that are in neither the first nor the last column."""
        row = (1 << self.size - 1) - 2
        return sum(row << y * self.size for y in range(self.size))

    def start(self) -> Men:
        corner = (self.size // 2 - 1) * (self.size + 1)  # the upper left one of the middle four
        falling = 1 << corner | 1 << corner + self.size + 1
        return Men(1 << corner + 1 | 1 << corner + self.size, falling, 0)

    def moves(self, state: Men) -> Iterator[int]:
        catching = self.catching(state.own, state.other)
        if catching == 0 and self.catching(state.other, state.own):
            yield self.cells
        for cell in cells(catching):
            yield cell

    def play(self, state: Men, move: int) -> Men:
        if move == self.cells:
            return Men(state.other, state.own, state.player ^ 1)
        caught = self.caught(1 << move, state.own, state.other)
        return Men(state.other ^ caught, state.own | caught | 1 << move, state.player ^ 1)

    def score(self, state: Men) -> int:
        return state.own.bit_count() - state.other.bit_count()

    @property
    def score_bound(self) -> int:
        return self.size * self.size

    def catching(self, own: int, other: int) -> int:
        """The empty cells where a disc catches something."""
        found = 0
        for step in (1, self.size - 1, self.size, self.size + 1):
            between = other if step == self.size else other & self.inner
            up, down = own << step & between, own >> step & between
            for _ in range(self.size - 3):
                up |= up << step & between
                down |= down >> step & between
            found |= up << step | down >> step
        return found & self.board & ~(own | other)

    def caught(self, disc: int, own: int, other: int) -> int:
        """The discs that turn over when `disc` is put down."""
        found = 0
        for step in (1, self.size - 1, self.size, self.size + 1):
            between = other if step == self.size else other & self.inner
            up, down = disc << step & between, disc >> step & between
            for _ in range(self.size - 3):
                up |= up << step & between
                down |= down >> step & between
            if up << step & own:
                found |= up
            if down >> step & own:
                found |= down
        return found

    def evaluate(self, state: Men) -> float:
        """Own moves − the other's, and eight times as much for corners."""
        own = self.catching(state.own, state.other).bit_count()
        other = self.catching(state.other, state.own).bit_count()
        corners = (state.own & self.corners).bit_count() - (state.other & self.corners).bit_count()
        return (own - other + 8 * corners) / (self.cells + 33)

    def order(self, state: Men, move: int) -> int:
        """Corners first, cells beside them last, else what leaves the other the fewest moves."""
        if move == self.cells:
            return 0
        cell = 1 << move
        caught = self.caught(cell, state.own, state.other)
        left = self.catching(state.other ^ caught, state.own | caught | cell).bit_count()
        worth = self.cells if cell & self.corners else -8 if cell & self.beside_corners else 0
        return worth - left

    @cached_property
    def corners(self) -> int:
        """The four corners."""
        row = 1 | 1 << self.size - 1
        return row | row << self.size * (self.size - 1)

    @cached_property
    def beside_corners(self) -> int:
        """The cells next to a corner, which give it away."""
        row = 2 | 1 << self.size - 2
        rows = row | (row | self.corners & (1 << self.size) - 1) << self.size
        lower = row << self.size | row | self.corners & (1 << self.size) - 1
        return rows | lower << self.size * (self.size - 2)

    @cached_property
    def images(self) -> tuple[int, ...]:
        """Where each symmetry that leaves the start as it is takes each cell."""
        symmetries, own = board_symmetries(self.size, self.size), self.start().own
        return sum((images for images in symmetries if moved(own, images, 0) == own), ())

    def symmetries(self, state: Men) -> Iterator[Men]:
        for first in range(0, len(self.images), self.cells):
            own = moved(state.own, self.images, first)
            yield Men(own, moved(state.other, self.images, first), state.player)

    def tier(self, state: Men) -> int:
        return (state.own | state.other).bit_count()

    def format_move(self, state: Men, move: int) -> str:
        if move == self.cells:
            return "pass"
        return f"{LETTERS[move % self.size]}{move // self.size + 1}"

    def format_state(self, state: Men) -> str:
        return write_men(state, self.size, self.size)

    def parse_state(self, text: str) -> Men:
        example = self.format_state(self.start())
        state = read_men(text, self.size, self.size, example)
        start = self.start()
        if (start.own | start.other) & ~(state.own | state.other):
            raise TextError(f"the four cells in the middle should have discs, like {example}")
        return state

    def picture(self, state: Men) -> Picture:
        points = [(x, y) for y in range(self.size) for x in range(self.size)]
        clicks = {move: (move,) for move in self.moves(state)}
        buttons = {move: "pass" for move in clicks if move == self.cells}
        return Picture(
            points=points,
            pieces=men_pieces(state, self.cells, "●○"),
            clicks={move: way for move, way in clicks.items() if move not in buttons},
            columns=LETTERS[: self.size],
            rows=[str(row + 1) for row in range(self.size)],
            buttons=buttons,
            surface="felt",
            shapes=DISCS,
        )
