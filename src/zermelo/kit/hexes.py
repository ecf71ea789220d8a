"""Boards of hexagons, where cells have six neighbours, and games of connections on them."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import permutations, product
from string import ascii_lowercase
from typing import ClassVar, NamedTuple

from zermelo.contract.bits import cell_at, cells
from zermelo.contract.game import LOSS, ONGOING, State
from zermelo.contract.picture import Picture
from zermelo.errors import ContractError, TextError
from zermelo.kit.boards import moved
from zermelo.kit.graphs import GroupGame


class HexGame(GroupGame[State]):
    """A game on a rhombus of hexagons, `size` a side; each row is half a cell further right.

    Neighbours are left and right, above and to the upper right, below and to the lower left. For a
    board of another shape, define `board` as the cells of the rhombus to use.
    """

    size: int = 11
    symbols: ClassVar[str] = "●○"
    surface: ClassVar[str] = "hexes"
    numbering: ClassVar[str] = "downward"

    def neighbours(self, group: int) -> int:
        """The cells next to the cells of `group`; some of them may be outside the board."""
        across = self.shape[0]
        rightward, leftward = group & ~self.right, group & ~self.left
        upward = group >> across | rightward >> across - 1
        return upward | rightward << 1 | leftward >> 1 | group << across | leftward << across - 1

    @cached_property
    def layout(self) -> tuple[int, ...]:
        return tuple(cells(self.board))

    @cached_property
    def widths(self) -> tuple[int, ...]:
        rows = [cell // self.shape[0] for cell in self.layout]
        return tuple(map(rows.count, range(self.shape[1])))

    @cached_property
    def spots(self) -> Sequence[tuple[int, int]]:
        """The place of each cell in pictures: rows, and cells in a row, are two units apart."""
        across = self.shape[0]
        places = [
            (2 * (cell % across) + cell // across, 2 * (cell // across)) for cell in self.layout
        ]
        left = min(x for x, _ in places)
        return [(x - left, y) for x, y in places]

    def cell_name(self, cell: int) -> str:
        return f"{ascii_lowercase[self.column(cell)]}{cell // self.shape[0] + 1}"

    def column(self, cell: int) -> int:
        """The number, from 0, of a cell's letter; by default its column."""
        return cell % self.shape[0]

    def picture(self, state: State) -> Picture:
        at = {spot: point for point, spot in enumerate(self.spots)}
        near = [
            (spot, (spot[0] + x, spot[1] + y)) for spot in at for x, y in ((2, 0), (1, 2), (-1, 2))
        ]
        first = dict[str, int]()  # letter → x at which its column meets the first row
        for (x, y), column in zip(self.spots, map(self.column, self.layout), strict=True):
            first.setdefault(ascii_lowercase[column], x + y // 2)
        top = {x: column for column, x in first.items()}
        return self.pictured(
            state,
            lines=[(at[one], at[other]) for one, other in near if other in at],
            cells=False,
            columns=[top.get(x, "") for x in range(1 + max(top))],
            rows=["" if y % 2 else self.row_name(y // 2) for y in range(2 * self.shape[1] - 1)],
        )

    @cached_property
    def images(self) -> tuple[int, ...]:
        """The image of each bit under each turn and reflection of the board."""
        across, result = self.shape[0], list[int]()
        for axes, sign in product(permutations(range(3)), (1, -1)):
            image = {}
            for cell in self.layout:
                x, y = cell % across, cell // across
                image[cell] = [sign * (x, y, -x - y)[axis] for axis in axes][:2]
            left, top = (min(place[axis] for place in image.values()) for axis in (0, 1))
            first, above = min(c % across for c in self.layout), self.layout[0] // across
            taken = {
                c: (y - top + above) * across + x - left + first for c, (x, y) in image.items()
            }
            if set(taken.values()) == {*self.layout}:
                result += [taken.get(bit, bit) for bit in range(self.area)]
        return tuple(result)


class Stones(NamedTuple):
    """Bitboards of both players' stones; `joined` is 1 if the player who moved last has won."""

    first: int
    second: int
    joined: int
    player: int


class JoiningGame(HexGame[Stones]):
    """A game where players take turns to fill empty cells, until `joins` reports a win."""

    movers: ClassVar[str] = ""

    def joins(self, stones: int, stone: int, player: int) -> int:
        """1 if the stones of `player` have won with their last one, `stone`; else 0."""
        raise ContractError(f"{type(self).__name__} has to define joins")

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
            return Stones(first, state.second, self.joins(first, stone, 0), 1)
        second = state.second | stone
        return Stones(state.first, second, self.joins(second, stone, 1), 0)

    def outcome(self, state: Stones) -> int:
        return LOSS if state.joined else ONGOING

    def move_count(self, state: Stones) -> int:
        return self.remaining(state)

    def move_at(self, state: Stones, place: int) -> int:
        return cell_at(self.board & ~(state.first | state.second), place)

    def order(self, state: Stones, move: int) -> int:
        """The rank of a cell, higher near the centre."""
        x, y = move % self.shape[0], move // self.shape[0]
        return -abs(2 * x + 1 - self.shape[0]) - abs(2 * y + 1 - self.shape[1])

    def reply(self, state: Stones, move: int) -> int:
        """The cell that saves the mover's bridge after `move` took its other cell; −1 if none does.

        A bridge's ends are two of the mover's cells around `move` with one cell between them.
        """
        own, across = state.second if state.player else state.first, self.shape[0]
        empty, stone = self.board & ~(state.first | state.second), 1 << move
        rightward, leftward = stone & ~self.right, stone & ~self.left
        around = (
            *(rightward << 1 & self.board, rightward >> across - 1 & self.board),
            *(stone >> across & self.board, leftward >> 1 & self.board),
            *(leftward << across - 1 & self.board, stone << across & self.board),
        )
        edge, held = stone & self.own_sides(state.player), 0
        for place in range(6):
            if around[place] & own or (edge and not around[place]):
                held |= 1 << place | 1 << place + 6
        for place in range(6):
            between = around[(place + 1) % 6] & empty
            if between and held >> place & 0b101 == 0b101:
                return between.bit_length() - 1
        return -1

    def own_sides(self, player: int) -> int:
        """The cells for which the outside of the board counts as a player's stones."""
        return 0

    def remaining(self, state: Stones) -> int:
        if state.joined:
            return 0
        return (self.board & ~(state.first | state.second)).bit_count()

    def symmetries(self, state: Stones) -> Iterator[Stones]:
        for start in range(0, len(self.images), self.area):
            first = moved(state.first, self.images, start)
            second = moved(state.second, self.images, start)
            yield Stones(first, second, state.joined, state.player)

    def actions(self) -> Iterator[int]:
        yield from self.layout

    def missing(self, own: int, other: int, side: int, opposite: int) -> int:
        """The number of stones needed to join both sides; `area` if the opponent cut them off."""
        reached, stones = self.grown(side & own, own), 0
        while not reached & opposite:
            wider = reached | (self.neighbours(reached) | side) & self.board & ~other
            wider = self.grown(wider, own)
            if wider == reached:
                return self.area
            reached, stones = wider, stones + 1
        return stones

    def from_bitboards(self, boards: Sequence[int], player: int) -> Stones:
        first, second = boards
        mover, last = (second, first) if player else (first, second)
        if self.winning(mover, player):
            raise TextError("the player to move has already joined its sides, so the game is over")
        joined = self.winning(last, 1 - player)
        without = (last ^ 1 << cell for cell in cells(last))
        if joined and all(self.winning(left, 1 - player) for left in without):
            raise TextError("the sides are joined even without the last stone")
        return Stones(first, second, int(joined), player)

    def complete(self, state: Stones) -> list[list[int]]:
        """The winner's group, each cell as a line; [] if nobody has won."""
        stones = state.first if state.player else state.second
        for stone in (1 << cell for cell in cells(stones) if state.joined):
            if self.joins(stones, stone, 1 - state.player):
                return [[cell] for cell in cells(self.grown(stone, stones))]
        return []

    def winning(self, stones: int, player: int) -> bool:
        """Whether one of a player's groups has won."""
        return any(self.joins(stones, 1 << cell, player) for cell in cells(stones))
