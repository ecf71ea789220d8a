"""Othello, also called Reversi: discs caught between two of the other colour are flipped."""

from collections.abc import Iterator
from functools import cached_property

from zermelo.contract.game import cells
from zermelo.kit.pieces import Men, MenGame


class Othello(MenGame):
    """Black and White take turns to place a disc that catches discs of the other colour.

    A line of enemy discs is caught between the new disc and another of the mover's, in any of the
    eight directions; all caught discs are flipped. Every move must catch discs. A player without a
    move passes; when neither can move, the game is over, and the player with more discs wins. Black
    begins. The score is the difference in discs; empty cells count for the winner, as in
    tournaments.

    empties  winner or nobody: who gets the cells left empty at the end
    """

    size: int = 8
    empties: str = "winner"
    limits = {"size": range(4, 17, 2)}
    surface = "felt"
    numbering = "downward"
    caption = MenGame.tally

    @cached_property
    def inner(self) -> int:
        """The cells in neither the first nor the last column."""
        row = (1 << self.size - 1) - 2
        return sum(row << y * self.size for y in range(self.size))

    def start(self) -> Men:
        corner = (self.size // 2 - 1) * (self.size + 1)  # the upper left one of the middle four
        falling = 1 << corner | 1 << corner + self.size + 1
        return Men(1 << corner + 1 | 1 << corner + self.size, falling, 0)

    def moves(self, state: Men) -> Iterator[int]:
        catching = self.catching(state.own, state.other)
        if catching == 0 and self.catching(state.other, state.own):
            yield self.area
        for cell in cells(catching):
            yield cell

    def play(self, state: Men, move: int) -> Men:
        if move == self.area:
            return Men(state.other, state.own, state.player ^ 1)
        caught = self.caught(1 << move, state.own, state.other)
        return Men(state.other ^ caught, state.own | caught | 1 << move, state.player ^ 1)

    def validate(self) -> None:
        super().validate()
        self.require_words(empties=("winner", "nobody"))

    def score(self, state: Men) -> int:
        own, other = state.own.bit_count(), state.other.bit_count()
        if own == other or self.empties == "nobody":
            return own - other
        return self.area - 2 * other if own > other else 2 * own - self.area

    @property
    def score_bound(self) -> int:
        return self.area

    def catching(self, own: int, other: int) -> int:
        """The empty cells where a disc would catch others."""
        result = 0
        for step in (1, self.size - 1, self.size, self.size + 1):
            between = other if step == self.size else other & self.inner
            up, down = own << step & between, own >> step & between
            for _ in range(self.size - 3):
                up |= up << step & between
                down |= down >> step & between
            result |= up << step | down >> step
        return result & self.board & ~(own | other)

    def caught(self, disc: int, own: int, other: int) -> int:
        """The discs that `disc` flips."""
        result = 0
        for step in (1, self.size - 1, self.size, self.size + 1):
            between = other if step == self.size else other & self.inner
            up, down = disc << step & between, disc >> step & between
            for _ in range(self.size - 3):
                up |= up << step & between
                down |= down >> step & between
            if up << step & own:
                result |= up
            if down >> step & own:
                result |= down
        return result

    def evaluate(self, state: Men) -> float:
        """The mover's lead in moves and in corners; a corner counts as much as eight moves."""
        own = self.catching(state.own, state.other).bit_count()
        other = self.catching(state.other, state.own).bit_count()
        corners = (state.own & self.corners).bit_count() - (state.other & self.corners).bit_count()
        return (own - other + 8 * corners) / (self.area + 33)

    def standing(self, state: Men) -> dict[str, tuple[int, int]]:
        """Both players' corners, and their moves."""
        own, other = state.own, state.other
        moves = self.catching(own, other).bit_count(), self.catching(other, own).bit_count()
        corners = (own & self.corners).bit_count(), (other & self.corners).bit_count()
        return {"holds {corner}": corners, "has {move}": moves}

    def order(self, state: Men, move: int) -> int:
        """Corners come first, cells next to them last; otherwise, the fewer replies the better."""
        if move == self.area:
            return 0
        cell = 1 << move
        caught = self.caught(cell, state.own, state.other)
        left = self.catching(state.other ^ caught, state.own | caught | cell).bit_count()
        worth = self.area if cell & self.corners else -8 if cell & self.beside_corners else 0
        return worth - left

    def effect(self, state: Men, move: int) -> str:
        """The words for taking a corner, which can never be lost."""
        return "takes a corner" if self.loud(state, move) else ""

    def loud(self, state: Men, move: int) -> bool:
        """Whether the move takes a corner."""
        return self.corners >> move & 1 != 0

    @cached_property
    def corners(self) -> int:
        """The four corners."""
        row = 1 | 1 << self.size - 1
        return row | row << self.area - self.size

    @cached_property
    def beside_corners(self) -> int:
        """The cells next to a corner, where discs tend to give it away."""
        edge = (0, 1, self.size - 2, self.size - 1)
        return sum(1 << y * self.size + x for y in edge for x in edge) & ~self.corners

    def tier(self, state: Men) -> int:
        return (state.own | state.other).bit_count()

    def actions(self) -> Iterator[int]:
        yield from range(self.area + 1)

    def faults(self, state: Men) -> Iterator[str]:
        start = self.start()
        if (start.own | start.other) & ~(state.own | state.other):
            yield f"the four cells in the middle should have discs, like {self.example}"
