"""Lines on bitboards: rays and the cells visible along them, queens, and lines of stones."""

from collections.abc import Iterator
from functools import cached_property, lru_cache

from zermelo.contract.bits import cells
from zermelo.contract.game import DRAW, LOSS, ONGOING, State
from zermelo.errors import ContractError
from zermelo.kit.boards import DIAGONAL, STRAIGHT, BoardGame
from zermelo.kit.pieces import Men, MenGame

# Directions of rays: first those to higher bits, then their four opposites.
WAYS = ((1, 0), (0, 1), (1, 1), (-1, 1), (-1, 0), (0, -1), (-1, -1), (1, -1))
JUMPS = ((1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1))


class SlideGame(BoardGame[State]):
    """A game with pieces that slide along rows, columns and diagonals up to other pieces."""

    @cached_property
    def rays(self) -> tuple[int, ...]:
        """The cells on the ray from a cell in one direction, at the index way · cells + cell."""
        collected = []
        for right, down in WAYS:
            for cell in range(self.area):
                ray = step = 1 << cell
                while step := self.shifted(step, right, down) & self.board:
                    ray |= step
                collected.append(ray ^ 1 << cell)
        return tuple(collected)

    @cached_property
    def steps(self) -> tuple[int, ...]:
        """The difference between the numbers of neighbouring cells, in each direction."""
        return tuple(down * self.shape[0] + right for right, down in WAYS)

    @cached_property
    def king_steps(self) -> tuple[int, ...]:
        """The neighbours of each cell."""
        return self.around(STRAIGHT + DIAGONAL)

    @cached_property
    def knight_steps(self) -> tuple[int, ...]:
        """The cells a knight's move away from each cell."""
        return self.around(JUMPS)

    def around(self, steps: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
        """For each cell, the cells that one of these steps leads to."""
        width, height = self.shape
        return tuple(
            sum(
                1 << (y + down) * width + x + right
                for right, down in steps
                if 0 <= x + right < width and 0 <= y + down < height
            )
            for y in range(height)
            for x in range(width)
        )

    def seen(self, cell: int, way: int, occupied: int) -> int:
        """The cells along a ray, up to and including the first occupied one."""
        ray = self.rays[way * self.area + cell]
        blockers = ray & occupied
        if blockers == 0:
            return ray
        if way < 4:
            return ray & (blockers ^ blockers - 1)
        return ray & ~((1 << blockers.bit_length() - 1) - 1)

    def straight(self, cell: int, occupied: int) -> int:
        """The cells that a rook sees."""
        lower = self.seen(cell, 4, occupied) | self.seen(cell, 5, occupied)
        return self.seen(cell, 0, occupied) | self.seen(cell, 1, occupied) | lower

    def diagonal(self, cell: int, occupied: int) -> int:
        """The cells that a bishop sees."""
        lower = self.seen(cell, 6, occupied) | self.seen(cell, 7, occupied)
        return self.seen(cell, 2, occupied) | self.seen(cell, 3, occupied) | lower

    def toward(self, cell: int, goal: int, occupied: int) -> int:
        """The cells seen from a cell in the direction of the goal; 0 if no ray leads there."""
        for way in range(8):
            if self.rays[way * self.area + cell] >> goal & 1:
                return self.seen(cell, way, occupied)
        return 0

    @cached_property
    def rows_through(self) -> tuple[int, ...]:
        """For each cell, the other cells of its row and its column."""
        return tuple(self.straight(cell, 0) for cell in range(self.area))

    @cached_property
    def diagonals_through(self) -> tuple[int, ...]:
        """For each cell, the other cells of its diagonals."""
        return tuple(self.diagonal(cell, 0) for cell in range(self.area))


class QueenGame(BoardGame[State]):
    """A game with pieces that move any number of open cells straight or diagonally."""

    def reach(self, pieces: int, open_cells: int) -> int:
        """The cells that queens on `pieces` can go to."""
        return self.ray_up(pieces, open_cells) | self.ray_down(pieces, open_cells)

    def ray_up(self, pieces: int, open_cells: int) -> int:
        """The reachable cells with higher numbers: to the right and downwards."""
        result, width = 0, self.shape[0]
        for step in (1, width - 1, width, width + 1):
            free = self.entered(open_cells, step)
            ray = pieces << step & free
            while ray:
                result |= ray
                ray = ray << step & free
        return result

    def ray_down(self, pieces: int, open_cells: int) -> int:
        """The reachable cells with lower numbers: to the left and upwards."""
        result, width = 0, self.shape[0]
        for step in (1, width - 1, width, width + 1):
            free = self.entered(open_cells, -step)
            ray = pieces >> step & free
            while ray:
                result |= ray
                ray = ray >> step & free
        return result

    def entered(self, open_cells: int, step: int) -> int:
        """The open cells that a step can enter without wrapping around the board's edge."""
        width = self.shape[0]
        if step in (1, width + 1, 1 - width):
            return open_cells & ~self.left
        if step in (-1, -width - 1, width - 1):
            return open_cells & ~self.right
        return open_cells


def board_lines(width: int, height: int, k: int) -> tuple[int, ...]:
    """Bitboards of all lines of k cells in a row, column or diagonal, ordered by their first cell.

    >>> board_lines(2, 2, 2)
    (3, 5, 9, 10, 6, 12)
    """
    collected = []
    for y in range(height):
        for x in range(width):
            for right, down in ((1, 0), (0, 1), (1, 1), (-1, 1)):
                line = [(x + i * right, y + i * down) for i in range(k)]
                if all(0 <= a < width and 0 <= b < height for a, b in line):
                    collected.append(sum(1 << b * width + a for a, b in line))
    return tuple(collected)


def lines_in(stones: int, stride: int, k: int) -> list[list[int]]:
    """The bits of each line of at least k stones, on a board laid out as for `has_line`.

    >>> lines_in(0b0111_0010, 4, 3)
    [[4, 5, 6]]
    """
    collected = []
    for step in (1, stride, stride + 1, stride - 1):
        for first in range(stones.bit_length()):
            if first < step or not stones >> first - step & 1:
                line = [first]
                while stones >> line[-1] & 1:
                    line.append(line[-1] + step)
                if len(line) > k:
                    collected.append(line[:-1])
    return collected


@lru_cache(maxsize=1 << 12)  # plain searches of small boards often ask about the same stones
def has_line(stones: int, stride: int, k: int) -> bool:
    """Whether `stones` hold k in a row, a column or a diagonal.

    Neighbours along a row are one bit apart, and along a column, `stride` bits. At least one bit
    between rows stays empty, so that shifted boards never wrap around.
    """
    row = column = falling = rising = stones
    length = 1  # each remaining bit begins a line of this length, which a step at most doubles
    while length < k:
        step = min(length, k - length)
        row &= row >> step
        column &= column >> step * stride
        falling &= falling >> step * (stride + 1)
        rising &= rising >> step * (stride - 1)
        length += step
    return (row | column | falling | rising) != 0


def paired(lines: tuple[int, ...], hostile: int, free: int) -> bool:
    """Whether the player of the `hostile` stones can spoil all `lines` with pairs of `free` cells.

    Each line without a hostile stone contains a pair, and when the opponent occupies a cell of a
    pair, the player occupies the other (Hales and Jewett 1963). This greedy search first gives a
    pair, the last two free cells, to the line with the fewest free cells. So it can fail although
    a pairing exists.

    >>> paired((0b111, 0b1110), 0, 0b1111), paired((0b111,), 0, 0b100)
    (True, False)
    """
    left = 0  # one bit for each line without a pair
    for number, line in enumerate(lines):
        if not line & hostile:
            left |= 1 << number
    while left:
        fewest, choice = free.bit_count() + 1, 0
        for number, line in enumerate(lines):
            if left >> number & 1 and (line & free).bit_count() < fewest:
                fewest, choice = (line & free).bit_count(), line & free
        if fewest < 2:
            return False
        last = 1 << choice.bit_length() - 1
        pair = last | 1 << (choice ^ last).bit_length() - 1
        free ^= pair
        for number, line in enumerate(lines):
            if line & pair == pair:
                left &= ~(1 << number)
    return True


class LineGame(MenGame):
    """A game won by filling one of the board's `lines` with your men; a full board is a draw."""

    @property
    def lines(self) -> tuple[int, ...]:
        """The bitboards of all winning lines."""
        raise ContractError(f"{type(self).__name__} has to define lines")

    def outcome(self, state: Men) -> int:
        if self.lined(state.other):
            return LOSS
        return ONGOING if self.free(state) else DRAW

    def lined(self, men: int) -> bool:
        """Whether `men` fill a line."""
        for line in self.lines:
            if men & line == line:
                return True
        return False

    def evaluate(self, state: Men) -> float:
        """The mover's lead in lines that only one side can fill; n men make a line worth 4ⁿ."""
        own = self.prospects(state.own, state.other)
        other = self.prospects(state.other, state.own)
        return (own - other) / (own + other + 16)

    def prospects(self, men: int, hostile: int) -> int:
        """The value of the lines with some of `men` and no hostile man."""
        worth = 0
        for line in self.lines:
            if not hostile & line and men & line:
                worth += 1 << 2 * (men & line).bit_count()
        return worth

    def complete(self, state: Men) -> list[list[int]]:
        return [[*cells(line)] for men in state[:2] for line in self.lines if men & line == line]


class PuttingGame(LineGame):
    """A line game in which players take turns to put a man on an empty cell, where it stays."""

    def moves(self, state: Men) -> Iterator[int]:
        if not self.lined(state.other):
            for cell in cells(self.places(state)):
                yield cell

    def places(self, state: Men) -> int:
        """The cells where a man may go; by default all empty cells."""
        return self.free(state)

    def play(self, state: Men, move: int) -> Men:
        return Men(state.other, state.own | 1 << move, 1 - state.player)

    def remaining(self, state: Men) -> int:
        return self.free(state).bit_count()

    def actions(self) -> Iterator[int]:
        yield from range(self.area)

    def faults(self, state: Men) -> Iterator[str]:
        if state.other.bit_count() - state.own.bit_count() != state.player:
            yield "the number of men doesn't fit the player to move; X begins"
        if self.lined(state.own):
            yield "the player to move has already ended the game"
