"""PopOut: Connect Four in which players may also remove one of their discs from the bottom row."""

from collections.abc import Iterator
from functools import cached_property

from zermelo.contract.game import DRAW, LOSS, WIN, Game
from zermelo.kit.boards import board_symmetries
from zermelo.kit.lines import LineGame, board_lines
from zermelo.kit.pieces import Men


class PopOut(LineGame):
    """Players drop a disc into a column, or pop one of theirs out of its bottom; k in a line win.

    Discs above a popped one fall by one cell. If a pop makes lines of both colours, the player who
    popped wins. If a player can neither drop nor pop, or play goes on forever, it is a draw.

    k       the number of discs in a winning line

    A move is the cell where a disc comes to rest, or cells + x for a pop in column x; its text is
    the column, from "1", or "p1". A position's text has rows and player: "X../OX. O".
    """

    width: int = 7
    height: int = 6
    k: int = 4
    limits = {"width": range(3, 9), "height": range(3, 8), "k": range(3, 6)}
    symbols, surface, numbering = "●★", "frame", "columns"
    shapes = {"●": "red disc", "★": "starred yellow disc"}

    def validate(self) -> None:
        super().validate()
        self.require_line(self.k)

    @cached_property
    def lines(self) -> tuple[int, ...]:
        return board_lines(self.width, self.height, self.k)

    def moves(self, state: Men) -> Iterator[int]:
        if not self.lined(state.own) and not self.lined(state.other):
            for column in range(self.width):
                free = self.left << column & ~(state.own | state.other)
                if free:
                    yield free.bit_length() - 1
            for column in range(self.width):
                if state.own & self.bottom & self.left << column:
                    yield self.area + column

    def play(self, state: Men, move: int) -> Men:
        if move < self.area:
            return Men(state.other, state.own | 1 << move, 1 - state.player)
        column = self.left << move - self.area
        own, other = self.fallen(state.own, column), self.fallen(state.other, column)
        return Men(other, own, 1 - state.player)

    def fallen(self, discs: int, column: int) -> int:
        """The discs after the lowest in a column is removed and the others fall by one cell."""
        return discs & ~column | (discs & column) << self.width & column

    outcome = Game.outcome  # the game ends when no move is left

    def score(self, state: Men) -> int:
        if self.lined(state.other):
            return LOSS
        return WIN if self.lined(state.own) else DRAW

    def order(self, state: Men, move: int) -> int:
        """Columns in the middle come first, pops last."""
        column = move % self.width if move < self.area else 9 * self.width
        return -abs(2 * column + 1 - self.width)

    @cached_property
    def images(self) -> tuple[int, ...]:
        return sum(board_symmetries(self.width, self.height)[:2], ())

    def actions(self) -> Iterator[int]:
        yield from range(self.width + self.width)

    def action(self, state: Men, move: int) -> int:
        return move % self.width if move < self.area else move - self.area + self.width

    def format_move(self, state: Men, move: int) -> str:
        column = super().format_move(state, move)
        return column if move < self.area else f"p{column}"

    def path(self, state: Men, move: int) -> tuple[int, ...]:
        return (move if move < self.area else move - self.width,)

    def faults(self, state: Men) -> Iterator[str]:
        discs = state.own | state.other
        if discs & ~self.bottom & ~(discs >> self.width):
            yield f"a disc is floating; discs should fall to the bottom, as in {self.example}"
        if not discs and state.player:
            yield f"X should have dropped the first disc: {self.example}"
