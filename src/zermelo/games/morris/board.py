"""The boards of the Morris family: points, the lines that join them, mills, and symmetries."""

from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise

Point = tuple[int, int]  # (x, y) from the upper left
Line = tuple[Point, ...]

AXES = ((1, 0), (0, 1))
DIAGONALS = ((1, 1), (1, -1))


@dataclass(frozen=True)
class MorrisBoard:
    """Square rings around one centre, joined along lines that run to it or through it.

    rings      how many, each with eight points
    centre     whether the centre is a point, so that lines run through it
    diagonals  whether the corners are joined as the middles of the sides are
    """

    rings: int
    centre: bool
    diagonals: bool

    @property
    def side(self) -> int:
        """Rows and columns of the grid on which the points lie."""
        return 2 * self.rings + 1

    @cached_property
    def points(self) -> tuple[Point, ...]:
        """All points row by row; a point's index here is its bit on a bitboard."""
        points = {point for line in self.lines for point in line}
        return tuple(sorted(points, key=lambda point: (point[1], point[0])))

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The lines as drawn: the sides of the rings, and those towards the centre."""
        return tuple(self._sides() + self._spokes())

    def _sides(self) -> list[Line]:
        middle, rings = self.rings, range(1, self.rings + 1)
        edges = [middle + sign * ring for ring in rings for sign in (-1, 1)]
        sides = []
        for edge in edges:
            along = sorted({edge, middle, 2 * middle - edge})
            sides += [tuple((x, edge) for x in along), tuple((edge, y) for y in along)]
        return sides

    def _spokes(self) -> list[Line]:
        middle, spokes = self.rings, []
        steps = [step for step in range(-middle, middle + 1) if step or self.centre]
        for right, down in AXES + (DIAGONALS if self.diagonals else ()):
            axis = tuple((middle + right * step, middle + down * step) for step in steps)
            spokes += [axis] if self.centre else [axis[:middle], axis[middle:]]
        return spokes

    @cached_property
    def joined(self) -> tuple[tuple[int, int], ...]:
        """The pairs of neighbouring points, as indices."""
        pairs = [pair for line in self.lines for pair in pairwise(line)]
        return tuple((self._index[one], self._index[other]) for one, other in pairs)

    @cached_property
    def mills(self) -> tuple[tuple[int, ...], ...]:
        """The lines of three points, as indices: where a mill can be closed."""
        threes = [line for line in self.lines if len(line) == 3]
        return tuple(tuple(self._index[point] for point in line) for line in threes)

    @cached_property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """For each symmetry, the identity first, the index to which it takes each index.

        Quarter turns and mirror images; and inside out, which swaps the outer and the inner ring.
        """
        collected = []
        for inside_out in (False, True)[: 1 if self.centre else 2]:
            for turn in (False, True):
                for left, up in ((1, 1), (-1, 1), (1, -1), (-1, -1)):
                    images = [self._image(p, inside_out, turn, left, up) for p in self.points]
                    collected.append(tuple(self._index[image] for image in images))
        return tuple(collected)

    def _image(self, point: Point, inside_out: bool, turn: bool, left: int, up: int) -> Point:
        across, down = point[0] - self.rings, point[1] - self.rings
        if inside_out:
            ring = max(abs(across), abs(down))
            across, down = (way // ring * (self.rings + 1 - ring) for way in (across, down))
        if turn:
            across, down = down, across
        return self.rings + left * across, self.rings + up * down

    @cached_property
    def _index(self) -> dict[Point, int]:
        return {point: index for index, point in enumerate(self.points)}


@cache
def board_for(men: int) -> MorrisBoard:
    """The board on which each player has so many men."""
    return {
        3: MorrisBoard(1, centre=True, diagonals=True),
        6: MorrisBoard(2, centre=False, diagonals=False),
        9: MorrisBoard(3, centre=False, diagonals=False),
        12: MorrisBoard(3, centre=False, diagonals=True),
    }[men]
