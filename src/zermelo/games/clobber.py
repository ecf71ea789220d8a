"""Clobber: stones that move only by taking a neighbour; the last to move wins."""

from collections.abc import Iterator

from zermelo.contract.game import LOSS, ONGOING, cells
from zermelo.kit.graphs import GroupGame
from zermelo.kit.pieces import Men, MenGame


class Clobber(MenGame, GroupGame[Men]):
    """A stone moves onto a neighbouring enemy stone and captures it; the last to move wins.

    Neighbours are above, below, left and right. At the start, black and white stones fill the board
    in a chequered pattern, with a white one in the lower right cell; White begins. (Albert,
    Grossman, Nowakowski 2001)

    A move is 4 · origin + 0, 1, 2 or 3 for up, left, right and down.
    """

    width: int = 5
    height: int = 6
    limits = {"width": range(1, 17), "height": range(1, 17)}

    def start(self) -> Men:
        last = self.width + self.height
        cells = [(x, y) for y in range(self.height) for x in range(self.width)]
        white = sum(1 << y * self.width + x for x, y in cells if (x + y - last) % 2 == 0)
        return Men(white, self.board ^ white, 0)

    def moves(self, state: Men) -> Iterator[int]:
        for way in range(4):
            for origin in cells(self.origins(state, way)):
                yield 4 * origin + way

    def origins(self, state: Men, way: int) -> int:
        """The mover's stones that can go up (0), left (1), right (2) or down (3)."""
        if way == 0:
            return state.own & state.other << self.width
        if way == 1:
            return state.own & (state.other & ~self.right) << 1
        if way == 2:
            return state.own & (state.other & ~self.left) >> 1
        return state.own & state.other >> self.width

    def target(self, move: int) -> int:
        """The cell to which a move goes."""
        way = move % 4
        step = -self.width if way == 0 else -1 if way == 1 else 1 if way == 2 else self.width
        return move // 4 + step

    def play(self, state: Men, move: int) -> Men:
        target = 1 << self.target(move)
        return Men(state.other ^ target, state.own ^ (1 << move // 4) | target, state.player ^ 1)

    def outcome(self, state: Men) -> int:
        for way in range(4):
            if self.origins(state, way):
                return ONGOING
        return LOSS

    def evaluate(self, state: Men) -> float:
        """The mover's stones that can move − the opponent's."""
        own = other = 0
        turned = Men(state.other, state.own, state.player ^ 1)
        for way in range(4):
            own |= self.origins(state, way)
            other |= self.origins(turned, way)
        return (own.bit_count() - other.bit_count()) / (self.area + 1)

    def remaining(self, state: Men) -> int:
        stones = (state.own | state.other).bit_count()
        return stones - 1 if stones else 0

    def parts(self, state: Men) -> Iterator[Men]:
        """Regions with stones of both colours, each moved to the upper left corner."""
        for region in self.groups(state.own | state.other):
            own, other = state.own & region, state.other & region
            if own and other:
                shift = self.corner_shift(region)
                yield Men(own >> shift, other >> shift, state.player)

    def actions(self) -> Iterator[int]:
        yield from self.moves(Men(self.board, self.board, 0))

    def path(self, state: Men, move: int) -> tuple[int, ...]:
        return move // 4, self.target(move)
