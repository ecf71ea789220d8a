"""The L game: two Ls and two neutral pieces on sixteen cells; a player who cannot move loses."""

from collections.abc import Iterator
from functools import cached_property
from itertools import product

from zermelo.contract.game import cells
from zermelo.kit.boards import board_symmetries
from zermelo.kit.pieces import Blocked, BlockedGame


def _placings() -> Iterator[tuple[int, int, int]]:
    """Each way to place an L: its cells, the end of its long arm, and the end of its foot."""
    for end, foot in product(range(16), repeat=2):
        right, down = foot % 4 - end % 4, foot // 4 - end // 4
        if abs(right * down) == 2:
            step = right // 2 if abs(right) == 2 else 4 * (down // 2)
            yield 1 << end | 1 << end + step | 1 << end + 2 * step | 1 << foot, end, foot


class LGame(BlockedGame):
    """Players move their L and may then move a neutral piece; a player who cannot move loses.

    An L may be rotated and flipped; it must cover four empty cells, not the same four as before. A
    neutral piece goes to any empty cell. With good play the game never ends, which is a draw.
    (Edward de Bono, 1968)

    Bit y · 4 + x is the cell in column x and row y, from the upper left. A move is the L's
    placement · 256 + 16 · origin + target of the neutral piece, both 0 if it stays. Its text names
    the ends of the L's long arm and foot, then the neutral piece's move: "b4-d3", "b4-d3/a4-a1". A
    position's text has the rows, "#" for neutral pieces, and the player to move:
    "#XX./.OX./.OX./.OO# X".
    """

    size = 4
    symbols = "●○◆"
    shapes = {"●": "dark square", "○": "light square", "◆": "brown stone"}
    prompts = "the end of the L’s long arm", "the end of its foot", "a neutral piece, or the foot"

    @cached_property
    def placings(self) -> tuple[int, ...]:
        """The cells of each placement of an L."""
        return tuple(placing for placing, _, _ in _placings())

    @cached_property
    def ends(self) -> tuple[tuple[int, int], ...]:
        """The ends of the long arm and of the foot, for each placement."""
        return tuple((end, foot) for _, end, foot in _placings())

    def start(self) -> Blocked:
        return Blocked(0b0100_0100_0110, 0b0110_0010_0010_0000, 0b1000_0000_0000_0001, 0)

    def moves(self, state: Blocked) -> Iterator[int]:
        room = self.board & ~(state.other | state.blocked)
        for placing in range(len(self.placings)):
            covered = self.placings[placing]
            if covered & room == covered and covered != state.own:
                yield placing << 8
                for origin in cells(state.blocked):
                    for target in cells(room & ~covered):
                        yield placing << 8 | origin << 4 | target

    def play(self, state: Blocked, move: int) -> Blocked:
        neutral, origin, target = state.blocked, move >> 4 & 15, move & 15
        if origin != target:
            neutral ^= 1 << origin | 1 << target
        return Blocked(state.other, self.placings[move >> 8], neutral, 1 - state.player)

    def evaluate(self, state: Blocked) -> float:
        """The mover's lead in possible placements of the L."""
        own = self.freedom(state.own, state.other | state.blocked)
        return (own - self.freedom(state.other, state.own | state.blocked)) / 64

    def freedom(self, piece: int, taken: int) -> int:
        """The number of possible placements of an L, including the current one."""
        return sum(covered & taken == 0 for covered in self.placings)

    @cached_property
    def images(self) -> tuple[int, ...]:
        return sum(board_symmetries(4, 4), ())

    def actions(self) -> Iterator[int]:
        for placing in range(len(self.placings)):
            yield placing << 8
            for ends in range(256):
                if ends >> 4 != ends & 15:
                    yield placing << 8 | ends

    def path(self, state: Blocked, move: int) -> tuple[int, ...]:
        """The ends of the L; then the neutral piece's cells or, if none moves, the foot again."""
        end, foot = self.ends[move >> 8]
        return (end, foot, move >> 4 & 15, move & 15) if move & 255 else (end, foot, foot)

    def format_move(self, state: Blocked, move: int) -> str:
        names = [self.cell_name(cell) for cell in self.path(state, move)]
        return "-".join(names[:2]) + ("/" + "-".join(names[2:]) if names[3:] else "")

    def faults(self, state: Blocked) -> Iterator[str]:
        if {state.own, state.other} - {*self.placings} or state.blocked.bit_count() != 2:
            yield f"there should be two Ls and two neutral pieces, like {self.example}"
