"""Boards with two players' men, of one kind or of several, as in chess: states and pictures."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import ClassVar, Final, NamedTuple

from zermelo.contract.game import State
from zermelo.kit.boards import BoardGame, bitboard, moved, read_rows, write_board

# How to draw the symbols.
DISCS: Final = {"●": "dark disc", "○": "light disc"}
MEN: Final = {"●": "dark man", "○": "light man"}
STONES: Final = {"●": "dark stone", "○": "light stone"}


class Men(NamedTuple):
    """Bitboards of the mover's men and the opponent's, and the player to move."""

    own: int
    other: int
    player: int


class MenGame(BoardGame[Men]):
    """A game with two players' men on a board: X, drawn as ●, begins against O, drawn as ○.

    By default the board starts empty. A position's text has the rows and then the player to move,
    as in "X./.O O".
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
        return f"black {first}  white {second}"


class Blocked(NamedTuple):
    """Bitboards of the mover's men, the opponent's, and obstacles; and the player to move."""

    own: int
    other: int
    blocked: int
    player: int


class BlockedGame(BoardGame[Blocked]):
    """A game with two players' men, and cells blocked for both: X, O and #."""

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
    """A game whose men move from cell to cell, and capture an enemy on their target.

    A move is origin · cells + target; its text is "b1-b3", or "b1xb3" for a capture.
    """

    def play(self, state: Men, move: int) -> Men:
        origin, target = 1 << move // self.area, 1 << move % self.area
        return Men(state.other & ~target, state.own ^ origin ^ target, 1 - state.player)

    def loud(self, state: Men, move: int) -> bool:
        """Whether the move captures a man."""
        return state.other >> move % self.area & 1 != 0

    def progress(self, state: Men, move: int) -> bool:
        return self.loud(state, move)

    def path(self, state: Men, move: int) -> tuple[int, ...]:
        return divmod(move, self.area)

    def format_move(self, state: Men, move: int) -> str:
        between = "x" if self.loud(state, move) else "-"
        return between.join(map(self.cell_name, self.path(state, move)))


def carried(board: int, origin: int, target: int) -> int:
    """A kind's bitboard after a move from the bit `origin` to `target`, with captures removed."""
    left = board & ~(origin | target)
    return left | target if board & origin else left


class PieceGame(BoardGame[State]):
    """A game with several kinds of pieces: capital letters for player 0, small for player 1.

    A state begins with the bitboards `own` and `other`, the mover's pieces and the opponent's, then
    one for each kind, with both players' pieces; its last field is the player to move. The first
    half of `letters` names the kinds. Gaps in a row are written as numbers: "gle/1c1/1C1/ELG".
    """

    surface: ClassVar[str] = "tiles"

    @cached_property
    def kinds(self) -> int:
        """The number of kinds of pieces."""
        return len(self.letters) // 2

    def bitboards(self, state: State) -> tuple[int, ...]:
        own, other = state[:2]
        sides = (other, own) if self.player(state) else (own, other)
        return tuple(side & kind for side in sides for kind in state[2 : 2 + self.kinds])

    def gathered(self, boards: Sequence[int], player: int) -> tuple[int, ...]:
        """The first fields of a state (`own`, `other` and the kinds) from its `bitboards`."""
        first, second = boards[: self.kinds], boards[self.kinds :]
        sides = (sum(second), sum(first)) if player else (sum(first), sum(second))
        return (*sides, *(one | other for one, other in zip(first, second, strict=True)))

    def format_board(self, state: State) -> str:
        """The rows from the top, with gaps as numbers."""
        letters = self.occupied(state)
        rows = write_board("".join(letters.get(cell, ".") for cell in self.layout), self.widths)
        return re.sub(r"\.+", lambda gap: str(len(gap[0])), rows)

    def parse_board(self, text: str) -> list[int]:
        """The bitboard of each of `letters`; raises `TextError` unless the rows fit the board."""
        rows = re.sub(r"\d+", lambda gap: "." * min(int(gap[0]), 99), text)
        symbols = read_rows(rows, self.widths, f"{self.letters}.", self.example)
        return [bitboard(symbols, letter, self.layout) for letter in self.letters]
