"""Hex: two players join their two sides of a rhombus of hexagons; there are no draws."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from zermelo.contract.bits import cell_at, cells
from zermelo.contract.game import LOSS, ONGOING
from zermelo.contract.picture import Picture
from zermelo.errors import ParameterError, TextError
from zermelo.kit.boardgame import LETTERS, BoardGame, pieces_on
from zermelo.kit.boardtext import bitboard, mover_after, read_board


class Stones(NamedTuple):
    """Bitboards of both players' stones; `joined` is 1 when who moved last has joined its sides."""

    first: int
    second: int
    joined: int
    player: int


class Hex(BoardGame[Stones]):
    """Players put a stone on any empty cell in turn; who joins its two sides of the board wins.

    Player X joins the upper side with the lower one, player O the left side with the right one.
    Each cell has six neighbours: those left and right, above and above to the right, below and
    below to the left. X begins; there is no swap. One of the two always wins. (Piet Hein 1942,
    John Nash 1948)

    Bit y · size + x is the cell in column x and row y, from the upper left. A move is a cell; its
    text is "a1", rows numbered from above. A position's text has the rows: "X../.O./...".
    """

    size: int = 11

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

    def validate(self) -> None:
        if not 1 <= self.size <= 19:
            raise ParameterError("hex: size should be 1 to 19, like 11")

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

    def format_move(self, state: Stones, move: int) -> str:
        return self.cell_name(move)

    def row_name(self, row: int) -> str:
        return str(row + 1)

    def format_state(self, state: Stones) -> str:
        return self.write(pieces_on({"X": state.first, "O": state.second}))

    def parse_state(self, text: str) -> Stones:
        example = self.format_state(self.play(self.start(), 0))
        symbols = read_board(text, *self.shape, "XO.", example)
        first, second = bitboard(symbols, "X"), bitboard(symbols, "O")
        player = mover_after(first, second, example)
        ways = (first, self.top, self.bottom), (second, self.left, self.right)
        if self.linked(*ways[player]):
            raise TextError("who is to move has joined its sides, and has won before")
        last, side, opposite = ways[player ^ 1]
        joined = self.linked(last, side, opposite)
        if joined and all(self.linked(last ^ 1 << cell, side, opposite) for cell in cells(last)):
            raise TextError("no one stone joins the sides; a game ends when they are joined")
        return Stones(first, second, int(joined), player)

    def linked(self, stones: int, side: int, opposite: int) -> bool:
        """Whether some group joins both sides."""
        return self.grown(stones & side, stones) & opposite != 0

    def picture(self, state: Stones) -> Picture:
        n = self.size
        ways = ((1, 0), (0, 1), (-1, 1))
        near = [(x, y, x + a, y + b) for y in range(n) for x in range(n) for a, b in ways]
        joined = [(x, y, a, b) for x, y, a, b in near if 0 <= a < n and b < n]
        rows = [range(n), range(n * n - n, n * n)]
        columns = [range(0, n * n, n), range(n - 1, n * n, n)]
        return Picture(
            [(2 * x + y, 2 * y) for y in range(n) for x in range(n)],
            pieces_on({"●": state.first, "○": state.second}),
            {move: (move,) for move in self.moves(state)},
            lines=[(y * n + x, b * n + a) for x, y, a, b in joined],
            cells=False,
            columns=[LETTERS[x // 2] if x % 2 == 0 else "" for x in range(2 * n - 1)],
            rows=[self.row_name(y // 2) if y % 2 == 0 else "" for y in range(2 * n - 1)],
            surface="hexes",
            sides=[(0, rows[0]), (0, rows[1]), (1, columns[0]), (1, columns[1])],
            complete=self._chains(state),
        )

    def _chains(self, state: Stones) -> list[list[int]]:
        """A shortest chain of stones that joins the sides of who moved last, or none."""
        if state.player:
            stones, side, opposite = state.first, self.top, self.bottom
        else:
            stones, side, opposite = state.second, self.left, self.right
        rings = [stones & side]  # by steps from the one side; the last touches the other
        seen = rings[0]
        while not seen & opposite:
            if not (ring := self.neighbours(rings[-1]) & stones & ~seen):
                return []
            rings.append(ring)
            seen |= ring
        near, chain = opposite, list[int]()
        for ring in reversed(rings):
            stone = ring & near & -(ring & near)
            chain.append(stone.bit_length() - 1)
            near = self.neighbours(stone)
        return [chain]
