"""Fox and Geese: four geese try to trap one fox, who tries to slip past them."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from zermelo.contract.game import LOSS, ONGOING, WIN, cells
from zermelo.errors import TextError
from zermelo.kit.boards import BoardGame


class Hunt(NamedTuple):
    """The fox's cell, the bitboard of the geese, and the player to move: the fox is player 0."""

    fox: int
    geese: int
    player: int


class FoxAndGeese(BoardGame[Hunt]):
    """One fox against a row of geese on the dark squares of a checkerboard.

    The fox moves one square diagonally in any direction, a goose one square diagonally forward,
    down the board. There are no captures. A fox that cannot move loses. The geese lose when they
    cannot move, or when no goose is above the fox any more. The fox begins.

    A move is 4 · origin + 0, 1, 2 or 3 for up left, up right, down left and down right.
    """

    size: int = 8
    limits = {"size": range(4, 11, 2)}
    letters = movers = "FG"
    shapes = {"F": "dark fox", "G": "light goose"}

    def start(self) -> Hunt:
        geese = sum(1 << x for x in range(1, self.size, 2))
        return Hunt(self.size * (self.size - 1) + self.size // 4 * 2, geese, 0)

    def moves(self, state: Hunt) -> Iterator[int]:
        if not self.passed(state):
            free = self.board & ~(1 << state.fox | state.geese)
            runners = 1 << state.fox if state.player == 0 else state.geese
            for way in range(2 * state.player, 4):
                for origin in cells(runners & self.beside(free, way)):
                    yield 4 * origin + way

    def beside(self, free: int, way: int) -> int:
        """The squares with a free neighbour in direction `way`."""
        return self.shifted(free, 1 - 2 * (way % 2), 1 if way < 2 else -1)

    def target(self, move: int) -> int:
        """The square to which a move goes."""
        way = move % 4
        return move // 4 + (-self.size if way < 2 else self.size) + 2 * (way % 2) - 1

    def passed(self, state: Hunt) -> bool:
        """Whether no goose is in a row above the fox."""
        return state.geese & (1 << state.fox // self.size * self.size) - 1 == 0

    def play(self, state: Hunt, move: int) -> Hunt:
        if state.player == 0:
            return Hunt(self.target(move), state.geese, 1)
        geese = state.geese ^ (1 << move // 4) | 1 << self.target(move)
        return Hunt(state.fox, geese, 0)

    def outcome(self, state: Hunt) -> int:
        if self.passed(state):
            return LOSS if state.player else WIN
        for _ in self.moves(state):
            return ONGOING
        return LOSS

    def evaluate(self, state: Hunt) -> float:
        """The fox's nearness to the top, negative if the geese are to move."""
        near = (self.size - 1 - state.fox // self.size) / (2 * self.size)
        return -near if state.player else near

    def key(self, state: Hunt) -> int:
        """The geese, the fox and the mover; squares are numbered in pairs, as only one is dark."""
        geese = 0
        for square in cells(state.geese):
            geese |= 1 << square // 2
        return geese << 7 | state.fox // 2 << 1 | state.player

    def unkey(self, key: int) -> Hunt:
        geese = 0
        for half in cells(key >> 7):
            geese |= 1 << self.dark(half)
        return Hunt(self.dark(key >> 1 & 63), geese, key & 1)

    def dark(self, half: int) -> int:
        """The dark one of the squares 2 · half and 2 · half + 1."""
        return 2 * half + 1 - 2 * half // self.size % 2

    def tier(self, state: Hunt) -> int:
        """The total number of rows the geese have advanced; they never go back."""
        rows = 0
        for y in range(self.size):
            rows += y * (state.geese >> y * self.size & (1 << self.size) - 1).bit_count()
        return rows

    def progress(self, state: Hunt, move: int) -> bool:
        return state.player == 1

    def actions(self) -> Iterator[int]:
        for way in range(4):
            for square in cells(self.beside(self.board, way) & self.board):
                if (square % self.size + square // self.size) % 2:
                    yield 4 * square + way

    def path(self, state: Hunt, move: int) -> tuple[int, ...]:
        return move // 4, self.target(move)

    def bitboards(self, state: Hunt) -> tuple[int, ...]:
        return 1 << state.fox, state.geese

    def from_bitboards(self, boards: Sequence[int], player: int) -> Hunt:
        fox, geese = boards
        dark = sum(1 << self.dark(half) for half in range(self.area // 2))
        if fox.bit_count() != 1 or geese.bit_count() != self.size // 2 or (fox | geese) & ~dark:
            raise TextError(
                f"there should be one fox and {self.size // 2} geese on dark squares, like "
                f"{self.example}"
            )
        return Hunt(fox.bit_length() - 1, geese, player)

    def faults(self, state: Hunt) -> Iterator[str]:
        gone = self.size - 1 - state.fox // self.size  # odd if the fox made an odd number of moves
        if self.tier(state) % 2 != (gone + state.player) % 2:
            yield f"fox and geese should have moved in turn since the start, {self.example}"

    def complete(self, state: Hunt) -> list[tuple[int, ...]]:
        return [(state.fox,)] if self.passed(state) else []
