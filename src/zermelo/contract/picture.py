"""The look of a position: all drawings come from its points, pieces, clicks and buttons.

A game's `picture(state)` returns a `Picture`, which becomes terminal text, SVG, and the boards of
notebooks and web pages: a game is described once and drawn everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from string import ascii_lowercase
from typing import Any, Final

from zermelo.errors import ParameterError, unknown

SURFACES: Final = {
    "": "plain cells, or dots and lines",
    "tiles": "squares in two tones, as on a chessboard",
    "felt": "green cloth with seams between the cells",
    "frame": "an upright frame with round holes",
    "wood": "a board with lines and points; with cells, a hollow for each",
    "stones": "a board with a grid of lines, or the picture's lines, with stones on the crossings",
    "paper": "pencil strokes between the cells, broad ones where points leave a gap",
    "hexes": "hexagons, two units wide: rows are two units apart, each a unit further right",
    "pits": "hollows in a board, with room for a number below each",
    "heaps": "nothing but the pieces",
}
FORMS: Final = (
    "disc", "square", "man", "king", "queen", "fox", "goose", "stone", "dot", "match", "seeds",
    "box", "chocolate", "poison", "closed", "letter", "domino", "pawn", "knight", "bishop", "rook",
    "chick", "hen", "elephant", "giraffe", "lion",
    "spot",
)  # fmt: skip
TONES: Final = ("dark", "light", "red", "yellow", "brown")
MORE: Final = (
    *("small", "hollow", "starred", "upper", "lower", "left", "right", "standing", "turned"),
)


@dataclass(frozen=True)
class Picture:
    """A position: points in the plane, pieces on points, and how to enter each move.

    points  (x, y) of each point, x to the right, y downwards, one unit between neighbours
    pieces  point index → short symbol ("X", "●"); other points are empty
    clicks  legal move → the indices of the points to click for it, in order
    buttons  legal move without a point → the text of its button, like "pass"
    lines   pairs of point indices with a line drawn between them; without a surface, a repeated
            pair is two arcs, and a point paired with itself a loop
    loops   pairs of points joined by three quarters of a circle around a corner, counterclockwise
    cells   True draws every point as a square cell, False as a dot
    columns labels of x = 0, 1, 2 …; by default no labels
    rows    labels of y = 0, 1, 2 …; by default no labels
    caption  facts about the position that no point shows, in words
    hands   player, symbol and number of the pieces in hand, drawn next to the board
    prompts  the purpose of each click of a move, in words; by default, or if "", to choose a point
    names   point → its name in moves if rows and columns don't give it, drawn small in a corner
    aliases  point → the point that a click there stands for, if no move uses the point itself
    surface  the material of the board, one of `SURFACES`; text does not show it
    shapes  symbol → how to draw it, instead of as text: one of `FORMS`, optionally with one of
            `TONES` and some of `MORE`, like "dark king"
    sizes   point index → the size, in units, of its cell or hollow and its piece; by default 1
    sides   player and points: sides of the board in a player's colour
    strings  player and two points: a line between them in a player's colour; player 2 is neutral
    outside  the number of exits, the last points: they lie outside the board and are not drawn
    complete  the points of each complete line to mark, from end to end, like a mill or a win
    threatened  the points of pieces whose capture, possible at once, ends the game: kings in check

    >>> Picture([(0, 0), (1, 0)], {0: "X"}, {1: (1,)}, columns="ab", rows="1").pieces
    {0: 'X'}
    """

    points: Sequence[tuple[int, int]]
    pieces: Mapping[int, str] = field(default_factory=dict)
    clicks: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    lines: Sequence[tuple[int, int]] = ()
    cells: bool = True
    columns: Sequence[str] = ()
    rows: Sequence[str] = ()
    caption: str = ""
    aliases: Mapping[int, int] = field(default_factory=dict)
    buttons: Mapping[int, str] = field(default_factory=dict)
    surface: str = ""
    shapes: Mapping[str, str] = field(default_factory=dict)
    sizes: Mapping[int, float] = field(default_factory=dict)
    sides: Sequence[tuple[int, Sequence[int]]] = ()
    complete: Sequence[Sequence[int]] = ()
    hands: Sequence[tuple[int, str, int]] = ()
    names: Mapping[int, str] = field(default_factory=dict)
    prompts: Sequence[str] = ()
    strings: Sequence[tuple[int, int, int]] = ()
    outside: int = 0
    loops: Sequence[tuple[int, int]] = ()
    threatened: Sequence[int] = ()

    @property
    def below(self) -> str:
        """The line below a text board: pieces in hand and the caption.

        >>> Picture([], hands=[(0, "○", 3), (1, "●", 2)]).below
        'in hand: ○ 3  ● 2'
        """
        held = "  ".join(f"{symbol} {count}" for _, symbol, count in self.hands)
        return "  ".join(filter(None, [held and f"in hand: {held}", self.caption]))

    def name_of(self, point: int) -> str:
        """The name of a point: its own, or by its column and row; "" if it has neither.

        >>> Picture([(0, 0), (2, 0), (1, 2)], columns=["a", "", "b"], rows=["1", "", "2"],
        ...         surface="hexes").name_of(2)
        'a2'
        """
        if point in self.names:
            return self.names[point]
        x, y = self.points[point]
        if self.surface == "hexes":  # columns lean to the side to which the third row is shifted
            first = [min((x for x, at in self.points if at == row), default=0) for row in (0, 2)]
            x += y // 2 if first[1] < first[0] else -(y // 2)
        if not (0 <= x < len(self.columns) and 0 <= y < len(self.rows)):
            return ""
        column, row = self.columns[x], self.rows[y]
        return column + row if column and row else ""

    def __post_init__(self) -> None:
        if self.surface not in SURFACES:
            raise ParameterError(unknown("surface", self.surface, filter(None, SURFACES)))
        for shape in self.shapes.values():
            words = shape.split()
            if sum(word in FORMS for word in words) != 1 or not {*words} <= {*FORMS, *TONES, *MORE}:
                raise ParameterError(
                    f"the picture's shape {shape!r} should be one of {', '.join(FORMS)}, "
                    f"with one of {', '.join(TONES)} and some of {', '.join(MORE)}"
                )

    def with_moves(self, number: Callable[[Any], int]) -> Picture:
        """The same picture with renumbered moves.

        number  maps a move to its new number
        """
        clicks = {number(move): points for move, points in self.clicks.items()}
        buttons = {number(move): text for move, text in self.buttons.items()}
        return replace(self, clicks=clicks, buttons=buttons)

    @classmethod
    def grid(
        cls,
        width: int,
        height: int,
        pieces: Mapping[int, str],
        clicks: Mapping[int, tuple[int, ...]],
        columns: Sequence[str] | None = None,
        rows: Sequence[str] | None = None,
        **more: Any,
    ) -> Picture:
        """A board of width × height cells, where point = row · width + column.

        width, height  columns and rows
        columns, rows  the labels, by default letters and numbers, with a1 at the lower left
        pieces, clicks, more  fields of the picture, see `Picture`

        >>> Picture.grid(2, 1, {0: "X"}, {1: (1,)}).points
        [(0, 0), (1, 0)]
        """
        points = [(x, y) for y in range(height) for x in range(width)]
        columns = ascii_lowercase[:width] if columns is None else columns
        rows = [str(height - y) for y in range(height)] if rows is None else rows
        return cls(points, pieces, clicks, columns=columns, rows=rows, **more)


def column_heads(picture: Picture) -> list[tuple[str, int, int]]:
    """Each column's label, x and topmost y; hexagonal columns may begin below the first row."""
    hexes = picture.surface == "hexes"
    first = {x + y / 2: (x, y) for x, y in reversed(picture.points)} if hexes else {}
    return [(label, *first.get(x, (x, 0))) for x, label in enumerate(picture.columns)]
