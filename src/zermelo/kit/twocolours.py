"""Boards with the men of two players: their state, and how they are drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar, Final, NamedTuple

from zermelo.kit.boardgame import BoardGame
from zermelo.kit.boardsymmetry import moved

# The drawings of the symbols.
DISCS: Final = {"●": "dark disc", "○": "light disc"}
MEN: Final = {"●": "dark man", "○": "light man"}
STONES: Final = {"●": "dark stone", "○": "light stone"}


class Men(NamedTuple):
    """Bitboards of the mover's men and of the other player's, and who is to move."""

    own: int
    other: int
    player: int


class MenGame(BoardGame[Men]):
    """A game with men of two players on a board: X, drawn as ●, begins against O, drawn as ○.

    By default the board is empty at the start. A position's text has the rows and who is to move:
    "X./.O O".
    """

    symbols: ClassVar[str] = "●○"
    shapes: ClassVar[Mapping[str, str]] = DISCS

    def start(self) -> Men:
        return Men(0, 0, 0)

    def free(self, state: Men) -> int:
        """The empty cells."""
        return self.board & ~(state.own | state.other)

    def symmetries(self, state: Men) -> Iterator[Men]:
        for first in range(0, len(self.images), self.area):
            own = moved(state.own, self.images, first)
            yield Men(own, moved(state.other, self.images, first), state.player)

    def other_to_move(self, state: Men) -> Men:
        return Men(state.other, state.own, 1 - state.player)

    def tally(self, state: Men) -> str:
        """The numbers of men of both players."""
        first, second = (men.bit_count() for men in self.bitboards(state))
        return f"● {first}  ○ {second}"


class Blocked(NamedTuple):
    """Bitboards of the mover's men, of the other player's and of what is in the way of both; and
    who is to move."""

    own: int
    other: int
    blocked: int
    player: int


class BlockedGame(BoardGame[Blocked]):
    """A game with men of two players, and cells that something blocks for both: X, O and #."""

    letters: ClassVar[str] = "XO#"

    def free(self, state: Blocked) -> int:
        """The empty cells."""
        return self.board & ~(state.own | state.other | state.blocked)

    def symmetries(self, state: Blocked) -> Iterator[Blocked]:
        for first in range(0, len(self.images), self.area):
            own = moved(state.own, self.images, first)
            other = moved(state.other, self.images, first)
            yield Blocked(own, other, moved(state.blocked, self.images, first), state.player)

    def other_to_move(self, state: Blocked) -> Blocked:
        return Blocked(state.other, state.own, state.blocked, 1 - state.player)


class TakingGame(MenGame):
    """A game whose men go from cell to cell and take the man of the other player who stands there.

    A move is origin · cells + target; its text is "b1-b3", or "b1xb3" if it takes a man.
    """

    def play(self, state: Men, move: int) -> Men:
        origin, target = 1 << move // self.area, 1 << move % self.area
        return Men(state.other & ~target, state.own ^ origin ^ target, 1 - state.player)

    def loud(self, state: Men, move: int) -> bool:
        """Whether the move takes a man."""
        return state.other >> move % self.area & 1 != 0

    def progress(self, state: Men, move: int) -> bool:
        return self.loud(state, move)

    def path(self, state: Men, move: int) -> tuple[int, ...]:
        return divmod(move, self.area)

    def format_move(self, state: Men, move: int) -> str:
        between = "x" if self.loud(state, move) else "-"
        return between.join(map(self.cell_name, self.path(state, move)))
