"""Boards as text drawn with box characters, plain or in colour for terminals."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from zermelo.contract.analysis import Analysis
from zermelo.contract.game import Game
from zermelo.contract.picture import Picture, column_heads
from zermelo.draw.choices import Button, buttons
from zermelo.naming import USUAL, piece_symbols, player_tones

if TYPE_CHECKING:
    from rich.text import Text

Canvas = dict[tuple[int, int], str]  # (column, line) → one character

# Box characters by the sum of their arms: up (1), down (2), left (4), right (8).
BOX = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"
EMPTY = "·"


def draw(picture: Picture, marked: Collection[int] = (), scale: int = 1) -> str:
    """The board of `picture` as lines of text, with its caption and its buttons below.

    Points in `marked` get brackets; pieces of complete lines and kings in check get parentheses. A
    `scale` of 2 doubles all distances.

    >>> print(draw(Picture.grid(2, 1, {0: "X"}, {}), marked=(0,)))
        a   b
      ┌───┬───┐
    1 │[X]│   │
      └───┴───┘
    """
    canvas: Canvas = {}
    if picture.cells:
        _draw_frames(canvas, picture, scale)
    else:
        _draw_lines(canvas, picture, scale)
    complete = in_lines(picture)
    for point, place in enumerate(_places(picture, scale)):
        cell = picture.cells and point < len(picture.points) - picture.outside
        symbol = picture.pieces.get(point, " " if cell else EMPTY)
        left, right = "[]" if point in marked else "()" if point in complete else ("", "")
        _write(canvas, place, f"{left}{symbol}{right}")
    looks = {symbol: look.split() for symbol, look in picture.shapes.items()}
    colours = [f"{s} {word}" for s, look in looks.items() for word in UNSEEN if word in look]
    bare = set(picture.pieces.values()) - looks.keys()
    colours += [f"{symbol} {colour}" for symbol, colour in USUAL.items() if symbol in bare]
    words = "  ".join(filter(None, [picture.below, *colours]))
    caption = ["", words] if words else []
    margin = _margin(picture)
    pressed = {(margin + b.column + at, b.row + 1): sign
               for b in buttons(picture) for at, sign in enumerate(b.text)}  # fmt: skip
    below = [row.rstrip() for row in _rows(pressed)]
    return "\n".join([*_label_lines(canvas, picture, scale), *caption, *below])


def in_lines(picture: Picture) -> set[int]:
    """The points whose pieces are part of complete lines, or kings in check."""
    lines = (*picture.complete, picture.threatened)
    return {point for line in lines for point in line} & picture.pieces.keys()


def spots(picture: Picture, scale: int = 1) -> list[tuple[int, int]]:
    """The places of the points in the drawing: (column, line) of each, from 0."""
    right, down = _margin(picture), 1 if picture.columns else 0
    return [(column + right, line + down) for column, line in _places(picture, scale)]


def button_spots(picture: Picture, scale: int = 1) -> list[Button]:
    """The buttons with the column and the line of the drawing at which their texts begin."""
    placed, margin = buttons(picture), _margin(picture)
    first = draw(picture, scale=scale).count("\n") - placed[-1].row if placed else 0
    return [b._replace(column=margin + b.column, row=first + b.row) for b in placed]


def _margin(picture: Picture) -> int:
    """The number of characters before the board, for labels of rows."""
    return max((len(label) + 1 for label in picture.rows), default=0)


def pitch(picture: Picture, scale: int = 1) -> tuple[int, int]:
    """The number of characters to the next point on the right, and of lines to the next below."""
    across, down = (4, 2) if picture.cells or picture.lines else (2, 1)
    return across * scale, down * scale


def _place(picture: Picture, x: int, y: int, scale: int) -> tuple[int, int]:
    across, down = pitch(picture, scale)
    if picture.cells:
        return across * x + across // 2, down * y + down // 2
    return across * x + 2 * scale - 1, down * y + scale - 1


def _places(picture: Picture, scale: int) -> list[tuple[int, int]]:
    return [_place(picture, x, y, scale) for x, y in picture.points]


def _write(canvas: Canvas, place: tuple[int, int], text: str) -> None:
    column, line = place
    for offset, character in enumerate(text, start=-((len(text) - 1) // 2)):
        canvas[column + offset, line] = character


def _draw_frames(canvas: Canvas, picture: Picture, scale: int) -> None:
    """Draw a frame around each cell; where frames meet, their arms join in one box character."""
    arms: dict[tuple[int, int], int] = {}
    x, y = 2 * scale, scale  # from the middle of a cell to its frame
    corners = ((-x, -y, 2 | 8), (x, -y, 2 | 4), (-x, y, 1 | 8), (x, y, 1 | 4))
    edges = tuple((offset, line, 4 | 8) for offset in range(1 - x, x) for line in (-y, y))
    sides = tuple((offset, line, 1 | 2) for line in range(1 - y, y) for offset in (-x, x))
    places = _places(picture, scale)
    for column, line in places[: len(places) - picture.outside]:
        for right, down, reach in corners + edges + sides:
            place = column + right, line + down
            arms[place] = arms.get(place, 0) | reach
    canvas.update((place, BOX[reach]) for place, reach in arms.items())


def _draw_lines(canvas: Canvas, picture: Picture, scale: int) -> None:
    """Draw the lines between points, which are horizontal, vertical or diagonal."""
    places = _places(picture, scale)
    for one, other in picture.lines:
        (column, line), (end_column, end_line) = sorted((places[one], places[other]))
        across, down = end_column - column, end_line - line
        steps = max(across, abs(down)) if 0 in (across, down) else abs(down)
        for step in range(1, steps):
            place = column + across * step // steps, line + down * step // steps
            canvas[place] = "─" if down == 0 else "│" if across == 0 else "╲" if down > 0 else "╱"


def _label_lines(canvas: Canvas, picture: Picture, scale: int) -> list[str]:
    """The lines of the canvas, with labels of rows on the left and of columns on top."""
    heads: Canvas = {}
    for label, x, y in column_heads(picture):
        column, line = _place(picture, x, y, scale)
        _write(canvas if y else heads, (column + 2, line - 2) if y else (column, 0), label)
    names = {_place(picture, 0, y, scale)[1]: label for y, label in enumerate(picture.rows)}
    margin = _margin(picture)
    lines = [" " * margin + row for row in _rows(heads)]
    for line, row in enumerate(_rows(canvas)):
        lines.append(f"{names.get(line, ''):>{max(margin - 1, 0)}}{' ' * bool(margin)}{row}")
    return [line.rstrip() for line in lines]


def _rows(canvas: Canvas) -> Sequence[str]:
    width = 1 + max((column for column, _ in canvas), default=-1)
    height = 1 + max((line for _, line in canvas), default=-1)
    return ["".join(canvas.get((x, y), " ") for x in range(width)) for y in range(height)]


STYLES = {"red": "bold red", "yellow": "bold yellow", "dark": "bold", "light": "bold"}
UNSEEN = ("red", "yellow")  # tones to list below the board, because plain text has no colours
USUAL_STYLES = ("bold blue", "bold dark_orange")
FRAME_STYLE = "dim"
FRAME = r"[─-╿·]+"  # box characters, and the dot for an empty point


class Diagram(NamedTuple):
    """A position in a report: text in a terminal; in a notebook, SVG with values of moves."""

    game: Game
    state: Any
    marked: Collection[int] = ()
    analysis: Analysis | None = None

    def __rich__(self) -> Text:
        return board(self.game, self.state, self.marked)

    def svg(self) -> str:
        """The position as SVG, with the known values of moves."""
        from zermelo.draw.svg import svg_of

        return svg_of(self.game, self.state, self.analysis, marked=self.marked)


def board(game: Game, state: Any, marked: Collection[int] = ()) -> Text:
    """The board in colour, `marked` points in brackets; `CapabilityError` without a picture."""
    from rich.text import Text

    drawing = Text(draw(game.picture(state), marked))
    drawing.highlight_regex(FRAME, FRAME_STYLE)
    symbols, looks = piece_symbols(game) or (), zip(player_tones(game), USUAL_STYLES, strict=True)
    for symbol, (tone, usual) in zip(symbols, looks, strict=False):
        style = STYLES.get(tone, usual)
        drawing.highlight_regex(rf"\[?{re.escape(symbol)}\]?", style)
    return drawing
