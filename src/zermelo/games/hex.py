"""Hex: two players join their two sides of a rhombus of hexagons; there are no draws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from zermelo.errors import ParameterError, TextError
from zermelo.game import LOSS, ONGOING, Game, cell_at, cells
from zermelo.games.boardtext import bitboard, read_board, write_board
from zermelo.games.coordinates import LETTERS
from zermelo.picture import Picture


class Stones(NamedTuple):
    """Bitboards of both players' stones; `joined` is 1 when who moved last has joined its sides."""

    first: int
    second: int
    joined: int
    player: int


class Hex(Game[Stones]):
    """Players put a stone on any empty cell in turn; who joins its two sides of the board wins.

    Player X joins the upper side with the lower one, player O the left side with the right one.
    Each cell has six neighbours: those left and right, above and above to the right, below and
    below to the left. X begins; there is no swap. One of the two always wins. (Piet Hein 1942,
    John Nash 1948)

    Bit y · size + x is the cell in column x and row y, from the upper left. A move is a cell; its
    text is "a1", rows numbered from above. A position's text has the rows: "X../.O./...".
    """

    size: int = 11

    def validate(self) -> None:
        if not 1 <= self.size <= 19:
            raise ParameterError("hex: size should be 1 to 19, like 11")

    @cached_property
    def board(self) -> int:
        """All cells."""
        return (1 << self.size * self.size) - 1

    @cached_property
    def left(self) -> int:
        """The left side."""
        return sum(1 << y * self.size for y in range(self.size))

    @cached_property
    def right(self) -> int:
        """The right side."""
        return self.left << self.size - 1

    @cached_property
    def top(self) -> int:
        """The upper side."""
        return (1 << self.size) - 1

    @cached_property
    def bottom(self) -> int:
        """The lower side."""
        return self.top << self.size * (self.size - 1)

    def start(self) -> Stones:
        return Stones(0, 0, 0, 0)

    def moves(self, state: Stones) -> Iterator[int]:
        if not state.joined:
            for cell in cells(self.board & ~(state.first | state.second)):
                yield cell

    def move_count(self, state: Stones) -> int:
        return self.remaining(state)

    def move_at(self, state: Stones, place: int) -> int:
        return cell_at(self.board & ~(state.first | state.second), place)

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

    def grown(self, group: int, stones: int) -> int:
        """The cells of `group` with all stones that are joined to them."""
        wider = group | self.neighbours(group) & stones
        while wider != group:
            group = wider
            wider = group | self.neighbours(group) & stones
        return group

    def neighbours(self, group: int) -> int:
        """The cells beside the cells of `group`, perhaps some below the board too."""
        rightward, leftward = group & ~self.right, group & ~self.left
        upward = group >> self.size | rightward >> self.size - 1
        return (
            upward | rightward << 1 | leftward >> 1 | group << self.size | leftward << self.size - 1
        )

    def outcome(self, state: Stones) -> int:
        return LOSS if state.joined else ONGOING

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

    def format_move(self, state: Stones, move: int) -> str:
        return f"{LETTERS[move % self.size]}{move // self.size + 1}"

    def format_state(self, state: Stones) -> str:
        cells = self._symbols(state)
        return write_board("".join(cells.get(i, ".") for i in range(self.size**2)), self.size)

    def parse_state(self, text: str) -> Stones:
        example = self.format_state(self.play(self.start(), 0))
        cells = read_board(text, self.size, self.size, "XO.", example)
        first, second = bitboard(cells, "X"), bitboard(cells, "O")
        player = first.bit_count() - second.bit_count()
        if player not in (0, 1):
            raise TextError(f"X should have as many stones as O or one more, like {example}")
        return self._after_last(first, second, player)

    def _after_last(self, first: int, second: int, player: int) -> Stones:
        """The state, once it is sure that some last stone joined the sides or none did."""
        joined = [self._joined(first, self.top, self.bottom)]
        joined.append(self._joined(second, self.left, self.right))
        if joined[player]:
            raise TextError("who is to move has joined its sides, and has won before")
        last, side, opposite = (
            (first, self.top, self.bottom) if player else (second, self.left, self.right)
        )
        stones = [1 << cell for cell in range(self.size**2) if last >> cell & 1]
        if joined[player ^ 1] and all(self._joined(last & ~s, side, opposite) for s in stones):
            raise TextError("no one stone joins the sides; a game ends when they are joined")
        return Stones(first, second, joined[player ^ 1], player)

    def _joined(self, stones: int, side: int, opposite: int) -> int:
        starts = [1 << cell for cell in range(self.size**2) if stones & side & 1 << cell]
        return max((self.joins(stones, start, side, opposite) for start in starts), default=0)

    def _symbols(self, state: Stones) -> dict[int, str]:
        cells = range(self.size**2)
        first = {cell: "X" for cell in cells if state.first >> cell & 1}
        return first | {cell: "O" for cell in cells if state.second >> cell & 1}

    def picture(self, state: Stones) -> Picture:
        discs = {"X": "●", "O": "○"}
        pieces = {cell: discs[symbol] for cell, symbol in self._symbols(state).items()}
        clicks = {move: (move,) for move in self.moves(state)}
        points = [(2 * x + y, 2 * y) for y in range(self.size) for x in range(self.size)]
        side = range(self.size)
        sides = [
            (0, [*side]),
            (0, [self.size * (self.size - 1) + x for x in side]),
            (1, [self.size * y for y in side]),
            (1, [self.size * y + self.size - 1 for y in side]),
        ]
        return Picture(
            points,
            pieces,
            clicks,
            cells=False,
            lines=self._lines(),
            surface="hexes",
            sides=sides,
            columns=self._spread(LETTERS[: self.size]),
            rows=self._spread([str(row + 1) for row in side]),
        )

    def _spread(self, labels: Sequence[str]) -> list[str]:
        """Labels two units apart, as the cells are."""
        return [label for pair in zip(labels, [""] * self.size, strict=True) for label in pair][:-1]

    def _lines(self) -> list[tuple[int, int]]:
        """The pairs of neighbours."""
        size, found = self.size, []
        for y in range(size):
            for x in range(size):
                for right, down in ((1, 0), (0, 1), (-1, 1)):
                    if 0 <= x + right < size and y + down < size:
                        found.append((y * size + x, (y + down) * size + x + right))
        return found
