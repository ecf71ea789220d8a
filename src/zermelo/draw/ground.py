"""The surface of a board and the marks on it as paths, for both SVG and pages. Neighbouring points
are 40 units apart, and the point (0, 0) of the picture is drawn around (0, 0).
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import compress, pairwise
from math import hypot
from typing import Final, NamedTuple

from zermelo.contract.picture import Picture

PITCH: Final = 40.0  # units from a point to its neighbour
HALF: Final = PITCH / 2
OWNERS: Final = ("first", "second")
Place = tuple[float, float]

# Surface → the drawn distances of neighbours across and down, in units of `PITCH`, if not 1.
STEPS: Final = {"hexes": (0.5, 0.75**0.5 / 2)}
# Surface → the distance from the outermost points to the board's edge, if not half a cell.
MARGINS: Final = {"tiles": 24.0, "felt": 26.0, "frame": 26.0, "wood": 26.0, "stones": 28.0,
                  "paper": 26.0, "hexes": 28.0, "pits": 36.0}  # fmt: skip
SQUARES: Final = ("", "tiles", "felt", "paper")  # the surfaces with square cells
STRUCK: Final = ("", "paper")  # surfaces on which a stroke marks a complete line
SMALLEST: Final = 0.5  # the smallest cell that is drawn; smaller ones are gaps for walls
TALL: Final = HALF / 0.75**0.5  # the distance from a hexagonal cell's middle to its top
# The corners of a hexagonal cell around (0, 0), clockwise from the top:
HEXAGON: Final[tuple[Place, ...]] = (
    (0, -TALL), (HALF, -TALL / 2), (HALF, TALL / 2),
    (0, TALL), (-HALF, TALL / 2), (-HALF, -TALL / 2),
)  # fmt: skip
BEYOND: Final = 14.0  # units by which a stroke extends beyond the pieces at its ends
ALONG: Final = 26.0  # units by which a wall extends beyond the middles of the gaps at its ends


class Part(NamedTuple):
    """A path in SVG's notation, or a text."""

    kind: str  # a class in draw/paint.css, which determines its colours
    path: str = ""
    text: str = ""
    size: float = 0.0  # the text's height in units
    down: float = 0.0  # units from the piece's middle down to the text's middle


def step(picture: Picture) -> Place:
    """The drawn distances, across and down, between points one unit apart."""
    across, down = STEPS.get(picture.surface, (1.0, 1.0))
    return PITCH * across, PITCH * down


def places(picture: Picture) -> list[Place]:
    """The drawn places of the points."""
    across, down = step(picture)
    return [(across * x, down * y) for x, y in picture.points]


def margin(picture: Picture) -> float:
    """The distance from the outermost points to the board's edge."""
    widest = max(picture.sizes.values(), default=1) if picture.cells else 1
    loops = max((_radius(picture, loop) for loop in picture.loops), default=0)
    return MARGINS.get(picture.surface, HALF * widest) + loops


def squares(picture: Picture) -> bool:
    """Whether points are square cells, which a mark may fill."""
    return picture.cells and picture.surface in SQUARES


def ground(picture: Picture) -> list[Part]:
    """The board of `picture` without its pieces, from the bottom up."""
    if picture.outside:
        picture = replace(picture, points=picture.points[: -picture.outside])
    drawn = SURFACES.get(picture.surface) or (_cells if picture.cells else _dots)
    return [part for part in drawn(picture, places(picture)) if part.path] + _sides(picture)


def circle(x: float, y: float, radius: float) -> str:
    """A circle as a path."""
    arc = f"a{radius:g} {radius:g} 0 1 0"
    return f"M{x - radius:g} {y:g}{arc} {2 * radius:g} 0{arc}-{2 * radius:g} 0z"


def square(x: float, y: float, half: float) -> str:
    """A square as a path."""
    return f"M{x - half:g} {y - half:g}h{2 * half:g}v{2 * half:g}h{-2 * half:g}z"


def _all(drawn: Callable[[float, float, float], str], spots: Iterable[Place], size: float) -> str:
    return "".join(drawn(x, y, size) for x, y in spots)


# Without a surface -----------------------------------------------------------------------------


def _cells(picture: Picture, spots: list[Place]) -> list[Part]:
    sizes = (picture.sizes.get(point, 1) for point in range(len(spots)))
    cells = (square(*spot, HALF * s) for spot, s in zip(spots, sizes, strict=True) if s >= SMALLEST)
    dark = any("dark" in shape for shape in picture.shapes.values())  # dark pieces need wood
    return [Part("cell.wooden" if dark else "cell", "".join(cells))]


def _dots(picture: Picture, spots: list[Place]) -> list[Part]:
    lines, curves = [*picture.lines], ""
    for one, other in sorted({line for line in lines if len({*line}) < 2 or lines.count(line) > 1}):
        (x, y), (to_x, to_y) = spots[one], spots[other]
        arc = f"A{hypot(to_x - x, to_y - y):g} {hypot(to_x - x, to_y - y):g} 0 0 1"
        there_and_back = f"M{x:g} {y:g}{arc} {to_x:g} {to_y:g}{arc} {x:g} {y:g}"
        curves += circle(x + 16, y, 12) if one == other else there_and_back
        lines = [line for line in lines if line != (one, other)]
    return [Part("line", _lines(lines, spots) + curves), Part("dot", _all(circle, spots, 4))]


def _lines(lines: Iterable[tuple[int, int]], spots: list[Place]) -> str:
    ends = ((spots[one], spots[other]) for one, other in lines)
    return "".join(f"M{x:g} {y:g}L{to_x:g} {to_y:g}" for (x, y), (to_x, to_y) in ends)


# Surfaces --------------------------------------------------------------------------------------


def _tiles(picture: Picture, spots: list[Place]) -> list[Part]:
    deep = [(x + y) % 2 for x, y in picture.points]
    pale = [not each for each in deep]
    return [
        Part("rim", _all(square, spots, HALF + 3)),
        Part("tile.pale", _all(square, compress(spots, pale), HALF)),
        Part("tile.deep", _all(square, compress(spots, deep), HALF)),
    ]


def front(picture: Picture) -> list[Part]:
    """The parts in front of the pieces: a frame with holes, behind which discs fall; or []."""
    if picture.surface != "frame" or not picture.points:
        return []
    spots = places(picture)
    frame = _whole("frame.pierced", picture, spots, 25, 10)
    return [frame._replace(path=frame.path + _all(circle, spots, 16.5))]


def _wood(picture: Picture, spots: list[Place]) -> list[Part]:
    board = _whole("wood", picture, spots, 25, 8)
    if picture.cells:
        return [board, Part("hollow", _all(circle, spots, 18))]
    ruled = Part("ruled", _lines(picture.lines, spots))
    return [board, ruled, Part("knot", _all(circle, spots, 4))]


def _stones(picture: Picture, spots: list[Place]) -> list[Part]:
    """Draw the lines, and wood below the points that they join; other points lie off the board.
    Each loop is three quarters of a circle from one of its points to the other.
    """
    lines = tuple(picture.lines) or _neighbours(tuple(picture.points))
    board = [points for points in _join_groups(len(spots), lines) if len(points) > 1]
    reach = 24 if len(board) == 1 else HALF - 1
    reach += margin(picture) - MARGINS["stones"]
    ruled = _lines(lines, spots)
    for one, other in picture.loops:
        radius, (x, y), (to_x, to_y) = _radius(picture, (one, other)), spots[one], spots[other]
        ruled += f"M{x:g} {y:g}A{radius:g} {radius:g} 0 1 0 {to_x:g} {to_y:g}"
    return [Part("wood", _plates(board, spots, reach, 8)), Part("ruled", ruled)]


def _radius(picture: Picture, loop: tuple[int, int]) -> float:
    (x, _), (to_x, _) = (picture.points[point] for point in loop)
    return PITCH * abs(to_x - x)


def _paper(picture: Picture, spots: list[Place]) -> list[Part]:
    """Cells between pencil strokes; broad strokes replace columns and rows without points."""
    sheet = Part("sheet", _plates([range(len(spots))], spots, 24, 6))
    if not picture.cells:
        return [sheet]
    if not spots:
        return []
    strokes = []
    for one, other in _neighbours(tuple(picture.points)):
        (x, y), (to_x, to_y) = spots[one], spots[other]
        across, down = (x + to_x) / 2, (y + to_y) / 2
        strokes.append(f"M{across:g} {down - HALF:g}v{PITCH:g}" if y == to_y
                       else f"M{across - HALF:g} {down:g}h{PITCH:g}")  # fmt: skip
    left, top, right, bottom = _box(range(len(spots)), spots)
    used = ({*along} for along in zip(*picture.points, strict=True))
    upright, level = ([at for at in range(max(along)) if at not in along] for along in used)
    broad = [f"M{x * PITCH:g} {top - HALF:g}V{bottom + HALF:g}" for x in upright]
    broad += [f"M{left - HALF:g} {y * PITCH:g}H{right + HALF:g}" for y in level]
    return [sheet, Part("pencil", "".join(strokes)), Part("pencil.broad", "".join(broad))]


def _pits(picture: Picture, spots: list[Place]) -> list[Part]:
    hollows = (circle(x, y, 17 * picture.sizes.get(point, 1)) for point, (x, y) in enumerate(spots))
    board = _plates([range(len(spots))], spots, 35, 24)
    return [Part("wood", board), Part("hollow", "".join(hollows))]


def _hexes(picture: Picture, spots: list[Place]) -> list[Part]:
    outlines = (
        "L".join(f"{x + right:g} {y + down:g}" for right, down in HEXAGON) for x, y in spots
    )
    stones = any("stone" in shape for shape in picture.shapes.values())  # stones need wood
    outline = "".join(f"M{corners}z" for corners in outlines)
    return [Part("hex.wooden" if stones else "hex", outline)]


SURFACES: Final[dict[str, Callable[[Picture, list[Place]], list[Part]]]] = {
    "tiles": _tiles,
    "felt": lambda picture, spots: [
        _whole("felt", picture, spots, 24, 6),
        Part("seam", _all(square, spots, HALF)),
    ],
    "frame": lambda picture, spots: [
        _whole("frame", picture, spots, 25, 10),
        Part("hole", _all(circle, spots, 16.5)),
    ],
    "wood": _wood,
    "stones": _stones,
    "paper": _paper,
    "pits": _pits,
    "hexes": _hexes,
    "heaps": lambda picture, spots: [],
}


# Shapes of boards ------------------------------------------------------------------------------


# A board stays the same from move to move, so results that depend on its points are cached.


@lru_cache(maxsize=64)
def _neighbours(points: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    """The pairs of points that lie side by side or one above the other."""
    index = {point: number for number, point in enumerate(points)}
    steps = ((index.get((x + right, y + down)), number)
             for (x, y), number in index.items() for right, down in ((-1, 0), (0, -1)))  # fmt: skip
    return tuple((one, other) for one, other in steps if one is not None)


def _whole(kind: str, picture: Picture, spots: list[Place], reach: float, radius: float) -> Part:
    """A part with a rounded rectangle around each group of connected points."""
    pairs = *picture.lines, *_neighbours(tuple(picture.points))
    groups = _join_groups(len(picture.points), pairs)
    return Part(kind, _plates(groups, spots, reach, radius))


@lru_cache(maxsize=64)
def _join_groups(points: int, pairs: tuple[tuple[int, int], ...]) -> list[Sequence[int]]:
    group = {point: [point] for point in range(points)}
    for one, other in pairs:
        if group[one] is not group[other]:
            group[one] += group[other]
            for point in group[other]:
                group[point] = group[one]
    return list({id(members): members for members in group.values()}.values())


def _box(points: Iterable[int], spots: list[Place]) -> tuple[float, float, float, float]:
    xs, ys = zip(*(spots[point] for point in points), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _plates(
    groups: Iterable[Sequence[int]], spots: list[Place], reach: float, radius: float
) -> str:
    """A rounded rectangle around each group, at a distance of `reach` from its outermost points."""
    drawn = []
    for points in groups:
        left, top, right, bottom = _box(points, spots) if points else (0, 0, 0, 0)
        wide, high = right - left + 2 * (reach - radius), bottom - top + 2 * (reach - radius)
        arc = f"a{radius:g} {radius:g} 0 0 1 "
        drawn.append(
            f"M{left - reach + radius:g} {top - reach:g}h{wide:g}{arc}{radius:g} {radius:g}"
            f"v{high:g}{arc}{-radius:g} {radius:g}h{-wide:g}{arc}{-radius:g} {-radius:g}"
            f"v{-high:g}{arc}{radius:g} {-radius:g}z"
        )
    return "".join(drawn)


def _sides(picture: Picture) -> list[Part]:
    """The outer edges of the cells of each coloured side."""
    spots = places(picture)
    square_cell = (-HALF, -HALF), (HALF, -HALF), (HALF, HALF), (-HALF, HALF)
    corners = HEXAGON if picture.surface == "hexes" else square_cell
    used, parts = {(round(x), round(y)) for x, y in spots}, []
    for player, points in picture.sides:
        # The vector at right angles to the side, away from the board's middle:
        (x, y), (to_x, to_y) = spots[points[0]], spots[points[-1]]
        left, top, right, bottom = _box(range(len(spots)), spots)
        out_x, out_y = to_y - y, x - to_x
        away = (x + to_x - left - right) * out_x + (y + to_y - top - bottom) * out_y
        length = hypot(out_x, out_y) * (1 if away > 0 else -1) or 1.0
        edges = []
        for x, y in (spots[point] for point in points):
            for (ax, ay), (bx, by) in pairwise([*corners, corners[0]]):
                beyond = round(x + ax + bx), round(y + ay + by)
                outwards = ((ax + bx) * out_x + (ay + by) * out_y) / length
                if beyond not in used and outwards > 1:
                    edges.append(f"M{x + ax:g} {y + ay:g}L{x + bx:g} {y + by:g}")
        parts.append(Part(f"{OWNERS[player]} band", "".join(edges)))
    return parts


def below(picture: Picture) -> list[Part]:
    """The marks below the pieces: glows on complete lines, discs at threatened points, strings."""
    spots, lines = places(picture), () if picture.surface in STRUCK else picture.complete
    glows = [Part("glow", _path([spots[point] for point in line])) for line in lines]
    glows += [Part("danger", circle(*spots[point], HALF - 1)) for point in picture.threatened]
    ends = [(player, [spots[one], spots[other]]) for player, one, other in picture.strings]
    if picture.cells:  # the strings are walls, each two cells long
        ends = [(player, _longer(line, ALONG)) for player, line in ends]
    return glows + [Part(f"{(*OWNERS, 'ink')[player]} band", _path(line)) for player, line in ends]


def above(picture: Picture) -> list[Part]:
    """The marks above the pieces: a stroke through each complete line, or rings on its pieces."""
    spots = places(picture)
    lines = [[spots[point] for point in line] for line in picture.complete]
    if picture.surface in STRUCK:
        return [Part("strike", _path(_longer(line))) for line in lines]
    return [Part("crown", "".join(circle(x, y, 17) for x, y in line)) for line in lines]


def _path(line: list[Place]) -> str:
    """A stroke along a line; for a single point, a dot."""
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in (line if line[1:] else line * 2))


def _longer(line: list[Place], beyond: float = BEYOND) -> list[Place]:
    """Extend the line by `beyond` at both ends."""
    (x, y), (to_x, to_y) = line[0], line[-1]
    length = hypot(to_x - x, to_y - y) or 1.0
    right, down = beyond * (to_x - x) / length, beyond * (to_y - y) / length
    return [
        (round(x - right, 1), round(y - down, 1)), *line[1:-1],
        (round(to_x + right, 1), round(to_y + down, 1)),
    ]  # fmt: skip
