"""Boards as SVG, and drawings as files: SVG, TikZ, and with the optional CairoSVG, PNG and PDF."""

import io
import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from html import escape
from math import atan2, degrees, hypot
from pathlib import Path
from typing import Any, Final, NamedTuple

from zermelo.contract.analysis import Analysis, MoveValue
from zermelo.contract.game import Game
from zermelo.contract.picture import Picture, column_heads
from zermelo.draw import choices, ground
from zermelo.draw.choices import GAP, Worths, at_points, buttons
from zermelo.draw.ground import PITCH, Part, circle, margin, places, square, squares
from zermelo.draw.palette import style
from zermelo.draw.pieces import FILLING, markup, piece
from zermelo.errors import UsageError
from zermelo.naming import kind, move_mark, piece_symbols

SCALE: Final = 3  # pixels of a PNG per unit of the drawing, enough for print
PROPERTY: Final = re.compile(r"(--[\w-]+):([^;}]+)")
USE: Final = re.compile(r"var\((--[\w-]+)\)")
LONG, SHORT = 297, 210  # the sides of an A4 page in millimetres
UNITS: Final = 96 / 25.4  # units per millimetre of an unscaled drawing
SIZE: Final = re.compile(r'viewBox="0 0 (\S+) (\S+)"')


def figure_for(path: Path, right: str) -> Callable[[str], bytes]:
    """A function that converts an SVG to the format of the suffix of `path`: .svg, .tex, .png or
    .pdf. Raises `UsageError` for another suffix, with a message that begins with `right`, and for
    the last two if CairoSVG is missing.
    """
    kind = path.suffix.lower()
    if kind == ".svg":
        return str.encode
    if kind == ".tex":
        from zermelo.draw.tikz import tikz

        return lambda svg: tikz(without_properties(svg)).encode()
    if kind not in (".png", ".pdf"):
        raise UsageError(f"{right}, not {path.name!r}")
    try:
        import cairosvg
    except (ImportError, OSError):  # OSError: the system has no library cairo
        raise UsageError(
            f"a {kind} file needs CairoSVG (python -m pip install 'zermelo[figures]') and the "
            f"system's library cairo"
        ) from None

    def drawn(svg: str) -> bytes:
        text = without_properties(svg).encode()
        if kind == ".pdf":
            return bytes(cairosvg.svg2pdf(bytestring=text))
        return bytes(cairosvg.svg2png(bytestring=text, scale=SCALE))

    return drawn


def without_properties(svg: str) -> str:
    """Replace CSS custom properties, which CairoSVG lacks, with their values in the light theme."""
    light = dict(reversed(PROPERTY.findall(svg)))  # each name's first value, the light theme's
    return USE.sub(lambda use: light[use[1]], svg)


def shrink_factor(svg: str) -> float:
    """The factor by which to shrink a drawing to fit an A4 page; 1 if it fits."""
    width, height = _size(svg)
    long, short = max(width, height), min(width, height)
    return max(1.0, long / (LONG * UNITS), short / (SHORT * UNITS))


def page(svg: str) -> str:
    """The drawing centred at the top of an A4 page, portrait or landscape like the drawing."""
    width, height = _size(svg)
    across, down = (LONG, SHORT) if width > height else (SHORT, LONG)
    scale = UNITS * shrink_factor(svg)
    left = (across * scale - width) / 2
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{across}mm" height="{down}mm" '
        f'viewBox="0 0 {across * scale:g} {down * scale:g}">'
        f'<g transform="translate({left:g} 0)">{svg}</g></svg>'
    )


def pdf(drawings: Iterable[str]) -> bytes:
    """A PDF with a page for each drawing; needs CairoSVG, see `figure_for`."""
    from cairosvg.parser import Tree
    from cairosvg.surface import PDFSurface, cairo

    class Page(PDFSurface):  # type: ignore[misc]  # CairoSVG has no types
        """Adds a page to the PDF in `output`."""

        @staticmethod
        def surface_class(whole: Any, width: float, height: float) -> Any:
            whole.set_size(width, height)
            return whole

    file = io.BytesIO()
    whole = cairo.PDFSurface(file, 1, 1)
    for svg in drawings:
        Page(Tree(bytestring=without_properties(page(svg)).encode()), whole, 96)
        whole.show_page()
    whole.finish()
    return file.getvalue()


def _size(svg: str) -> tuple[float, float]:
    size = SIZE.search(svg)
    assert size is not None  # all of Zermelo's drawings have a size
    return float(size[1]), float(size[2])


MARGIN: Final = 8  # around the whole drawing
LABEL: Final = 22  # the room for labels of rows or columns
CAPTION: Final = 28
HELD: Final = 20  # the width of a piece in hand
BUTTON: Final = 30  # the height of a row of buttons
LETTER: Final = 8.0  # a generous width for a letter of the caption
SIGNS: Final = {
    "win": "M0-6 6 5H-6Z",
    "draw": "M-6-5H6V-1H-6ZM-6 2H6V6H-6Z",
    "loss": "M0 6 6-5H-6Z",
}
FONT: Final = "system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif"


class Box(NamedTuple):
    """The place of a board in its drawing, in units."""

    left: float  # x of the leftmost points
    top: float  # y of the topmost points
    width: float  # the width of the whole drawing
    height: float
    bottom: float  # y below which the buttons are


def svg(
    picture: Picture,
    *,
    theme: str = "auto",
    width: int | None = None,
    players: tuple[str, str] | None = None,
    marked: Collection[int] = (),
    worths: Worths | None = None,
    arrows: Collection[tuple[int, int]] = (),
    title: str = "board",
    game: Game | None = None,
) -> str:
    """The board of `picture` as a complete SVG.

    theme    "light", "dark", or "auto" for the reader's preference
    width    the width in pixels; by default, neighbouring points are 40 pixels apart
    players  the symbols to draw in the colours of the first and the second player
    marked   points to put in brackets, usually those of the last move
    worths   values of moves, shown on their points and buttons
    arrows   pairs of points; an arrow from a point to itself is a ring
    title    the title for screen readers
    game     the game, for turning its estimates into chances of winning

    >>> drawn = svg(Picture.grid(3, 3, {4: "X"}, {}), marked=(4,))
    >>> drawn[:4], drawn.count('class="bracket"')
    ('<svg', 1)
    """
    box = extent(picture)
    wide = box.width if width is None else width
    body = _draw_board(picture, box, players, marked, worths, game)
    body += "".join(_arrow(picture, box, arrow) for arrow in arrows)
    body = f'<rect class="ground" width="{box.width:g}" height="{box.height:g}" rx="8"/>{body}'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="z-{theme}" role="img" '
        f'viewBox="0 0 {box.width:g} {box.height:g}" width="{wide:g}" '
        f'height="{wide * box.height / box.width:g}" font-family="{FONT}">'
        f"<title>{escape(title)}</title>{style(theme, body)}{body}</svg>"
    )


def fragment(
    picture: Picture,
    width: float,
    height: float,
    *,
    theme: str = "auto",
    players: tuple[str, str] | None = None,
    marked: Collection[int] = (),
) -> str:
    """The board without buttons as a `<g>`, centred in a box of `width` and `height` at (0, 0). The
    SVG around it needs `zermelo.draw.palette.style(theme)` once.
    """
    picture = replace(picture, buttons={})
    box = extent(picture)
    scale = min(width / box.width, height / box.height)
    x, y = (width - scale * box.width) / 2, (height - scale * box.height) / 2
    body = _draw_board(picture, box, players, marked)
    place = f"translate({x:g} {y:g}) scale({scale:.4g})"
    return f'<g class="z-{theme}" font-family="{FONT}" transform="{place}">{body}</g>'


def svg_of(game: Game, state: Any, values: Analysis | None = None, **given: Any) -> str:
    """The SVG of a state with the known `values` of moves and with options of `svg`. Raises
    `CapabilityError` if the game has no picture.
    """
    text = game.format_state(state) if game.has("format_state") else ""
    usual = {"players": piece_symbols(game), "title": f"{game} {text}".strip(), "game": game}
    known = None if values is None else choices.worths(game, state, values)
    return svg(game.picture(state), **{**usual, "worths": known, **given})


def extent(picture: Picture) -> Box:
    """The place of the board, and the size of the drawing with labels, caption and buttons."""
    spots, reach = places(picture), margin(picture) if picture.points else 0.0
    left = MARGIN + (LABEL if picture.rows else 0) + reach
    top = MARGIN + (LABEL if picture.columns else 0) + reach
    width = left + max((x for x, _ in spots), default=0) + reach + MARGIN
    height = top + max((y for _, y in spots), default=0) + reach + MARGIN
    if picture.hands:
        height += CAPTION
    if picture.caption:
        height += CAPTION - MARGIN
        room = len(picture.caption) * LETTER + 2 * MARGIN
        left, width = left + max(0, room - width) / 2, max(width, room)
    bottom = height
    if placed := buttons(picture):
        height += (1 + placed[-1].row) * BUTTON
        letters = max(button.column + len(button.text) for button in placed)
        width = max(width, 2 * MARGIN + (letters + GAP) * LETTER)
    return Box(left, top, width, height, bottom)


def _draw_board(
    picture: Picture,
    box: Box,
    players: tuple[str, str] | None,
    marked: Collection[int] = (),
    worths: Worths | None = None,
    game: Game | None = None,
) -> str:
    """Everything except the drawing's background, from the bottom up."""
    spots = [(box.left + x, box.top + y) for x, y in places(picture)]
    board = "".join(map(markup, ground.ground(picture)))
    corner = box.left, box.top
    parts = [_at(corner, board)]
    # names of points: above a pit, in a cell's corner, or beside a point
    left, up = (0, 23) if picture.surface == "pits" else (14, 14) if picture.surface else (19, 11)
    for at, name in sorted(picture.names.items()):
        parts.append(_text("name", spots[at][0] - left, spots[at][1] - up, name))
    tint = square(0, 0, 19) if squares(picture) else circle(0, 0, 18)
    tinted = markup(Part("tint over" if picture.surface else "tint", tint))
    parts += [_at(spots[point], tinted) for point in sorted(marked)]
    parts += [_at(corner, markup(part)) for part in ground.below(picture)]
    for point, symbol in sorted(picture.pieces.items()):
        shape = "".join(map(markup, piece(picture, symbol, players)))
        parts.append(_at(spots[point], shape, picture.sizes.get(point, 1)))
    parts += [_at(corner, markup(part)) for part in ground.above(picture)]
    parts += [_at(spots[point], _brackets(picture)) for point in sorted(marked)]
    worths = worths or {}
    for point, worth in sorted(at_points(picture, worths).items()):
        badge = _badge(game, worth, picture.pieces.get(point), picture)
        parts.append(_at(spots[point], badge))
    parts += _labels(picture, box) + _hands(picture, box, players)
    return "".join(parts + _buttons(picture, box, worths, game))


def _at(place: tuple[float, float], shape: str, size: float = 1) -> str:
    scaled = "" if size == 1 else f" scale({size:g})"
    return f'<g transform="translate({place[0]:g} {place[1]:g}){scaled}">{shape}</g>'


def _brackets(picture: Picture) -> str:
    """The four corners around a cell, or a ring around a point, visible on every ground."""
    ways = [(right, down) for right in (-1, 1) for down in (-1, 1)]
    path = "".join(f"M{17 * x} {11 * y}V{17 * y}H{11 * x}" for x, y in ways)
    if picture.surface and not squares(picture):
        path = circle(0, 0, 18)
    return markup(Part("halo", path)) + markup(Part("bracket", path))


def _arrow(picture: Picture, box: Box, arrow: tuple[int, int]) -> str:
    """An arrow that ends short of both points, or a ring if both are the same point."""
    spots = places(picture)
    (x1, y1), (x2, y2) = (spots[point] for point in arrow)
    tip = hypot(x2 - x1, y2 - y1) - 6
    shaft = f"M13 0H{tip - 2:g}M{tip - 9:g} -6L{tip:g} 0L{tip - 9:g} 6"
    path = circle(0, 0, 17) if tip < 0 else shaft
    drawn = markup(Part("halo", path)) + markup(Part("arrow", path))
    place = f"translate({box.left + x1:g} {box.top + y1:g})"
    turn = degrees(atan2(y2 - y1, x2 - x1))
    return f'<g transform="{place} rotate({turn:g})">{drawn}</g>'


def _badge(game: Game | None, worth: MoveValue, symbol: str | None, picture: Picture) -> str:
    """A badge with a move's value; small and in a corner if the point has a piece, `symbol`."""
    text = move_mark(game, worth)
    width = 15 + 7.5 * len(text) if worth.exact else 6.5 * len(text)
    name, x = kind(worth.value), 7 - width / 2 if text else 0
    sign = f'<path class="{name} solid" transform="translate({x:g} 0)" d="{SIGNS[name]}"/>'
    middle, size = (6.5, 13) if worth.exact else (0, 11.5)
    label = (
        f'<text class="{name} text" font-size="{size}" x="{middle}" dy="0.36em" '
        f'text-anchor="middle">{text}</text>'
    )
    room = width + 6
    place = ""
    if symbol is not None:
        within = not FILLING.isdisjoint(picture.shapes.get(symbol, "").split())
        along, down = (18 - 0.33 * room, -11) if within else (6 + 0.33 * room, -18)
        place = f' transform="translate({along:g} {down:g}) scale(0.66)"'
    plate = f'<rect class="badge" x="{-room / 2:g}" y="-10" width="{room:g}" height="20" rx="6"/>'
    return f"<g{place}>{plate}{sign if worth.exact else ''}{label if text else ''}</g>"


def _labels(picture: Picture, box: Box) -> list[str]:
    (across, down), reach = ground.step(picture), margin(picture) + LABEL / 2
    parts = list[str]()
    for label, x, y in column_heads(picture):
        place = (x + 0.75, (y - 1.5) * down) if y else (x, -reach)  # hexagons: above the column
        parts.append(_text("label", box.left + place[0] * across, box.top + place[1], label))
    begin = [0] * len(picture.rows)  # the first column of each row, 0 without hexagons
    if picture.surface == "hexes":
        rows = ([at for at, row in picture.points if row == y] for y in range(len(begin)))
        begin = [min(row, default=0) for row in rows]
    parts += [
        _text("label", box.left - reach + begin[y] * across, box.top + y * down, label)
        for y, label in enumerate(picture.rows)
    ]
    if picture.caption:
        parts.append(_text("caption", box.width / 2, box.bottom - CAPTION / 2, picture.caption))
    return parts


def _hands(picture: Picture, box: Box, players: tuple[str, str] | None) -> list[str]:
    down = box.bottom - (CAPTION if picture.caption else MARGIN)
    parts = []
    for player, symbol, count in picture.hands:
        shape = "".join(map(markup, piece(picture, symbol, players)))
        for place in range(count):
            along = MARGIN + HELD / 2 + place * min(HELD, (box.width / 2 - HELD) / count)
            x = along if player == 0 else box.width - along
            parts.append(_at((x, down - CAPTION / 2), shape, HELD / PITCH))
    return parts


def _buttons(picture: Picture, box: Box, worths: Worths, game: Game | None) -> list[str]:
    parts = []
    for move, text, column, row in buttons(picture):
        left, width = MARGIN + column * LETTER, len(text) * LETTER
        middle = box.bottom + (row + 0.5) * BUTTON - MARGIN / 2
        parts.append(
            f'<rect class="badge" x="{left:g}" y="{middle - 11:g}" width="{width:g}" '
            'height="22" rx="6"/>'
        )
        parts.append(_text("caption", left + width / 2, middle, text[1:-1]))
        if move in worths:
            place = left + width + GAP * LETTER / 2, middle
            parts.append(_at(place, _badge(game, worths[move], None, picture)))
    return parts


def _text(kind: str, x: float, y: float, text: str) -> str:
    return (
        f'<text class="{kind}" x="{x:g}" y="{y:g}" dy="0.36em" text-anchor="middle">'
        f"{escape(text)}</text>"
    )
