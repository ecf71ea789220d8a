"""The board on the screen, with a cursor, for keys and mouse."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from rich.style import Style
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

from zermelo.contract.analysis import MoveValue
from zermelo.contract.game import DRAW
from zermelo.contract.picture import Picture
from zermelo.draw.choices import at_points, worths
from zermelo.draw.palette import DARK, LIGHT, Palette
from zermelo.draw.pieces import owner, tone
from zermelo.draw.text import FRAME, button_spots, draw, in_lines, pitch, spots
from zermelo.naming import kind, piece_symbols, points
from zermelo.play.session import Session

SIGNS: Final = {1: "▲", 0: "=", -1: "▼"}
BENEATH: Final = "\0"  # keeps the character of the plain drawing
SHAPES: Final = {
    "X": ("╲   ╱", "  ╳  ", "╱   ╲"),
    "O": ("╭───╮", "│   │", "╰───╯"),
    "○": ("╭───╮", "│   │", "╰───╯"),
    "●": ("▟███▙", "█████", "▜███▛"),
    "■": ("▒▒▒▒▒▒▒", "▒▒▒▒▒▒▒", "▒▒▒▒▒▒▒"),
}
# Surfaces on which pieces of all tones are easy to see, with the colours of ground and lines.
GROUNDS: Final = {
    "felt": (LIGHT.felt, LIGHT.seam),
    "frame": (LIGHT.frame, LIGHT.brace),
    "wood": (LIGHT.grain, LIGHT.ruled),
    "stones": (LIGHT.grain, LIGHT.ruled),
}
TONED: Final = {"dark": "#000000", "light": "#ffffff", "red": LIGHT.red, "yellow": LIGHT.yellow}
Places = dict[int, list[tuple[int, str, Style]]]  # line → (column, character, its style)


@dataclass(frozen=True)
class View:
    """The content of the board. Buttons count as further points, see `button_point`."""

    picture: Picture
    players: tuple[str, str] | None = None  # the symbols of both players, if they are known
    marked: tuple[int, ...] = ()  # the points of the last move
    clicked: tuple[int, ...] = ()  # the points of the next move clicked so far
    open: tuple[int, ...] = ()  # the points that may be clicked next
    aims: Mapping[int, int] = field(default_factory=dict)  # clickable point → the selected point
    hinted: tuple[int, ...] = ()  # the points that a hint recommends
    worths: Mapping[int, MoveValue] = field(default_factory=dict)  # point → the value to show on it

    @property
    def places(self) -> list[tuple[float, float]]:
        """The places of the points, and of the buttons below them: x to the right, y downwards."""
        points = self.picture.points
        across, down = pitch(self.picture)
        bottom = 1 + max((y for _, y in points), default=0)
        below = [(b.column / across, bottom + b.row / down) for b in button_spots(self.picture)]
        return [*points, *below]

    def button_at(self, point: int) -> int | None:
        """The move of the button that `point` stands for; None for a point of the picture."""
        number = point - len(self.picture.points)
        return list(self.picture.buttons)[number] if number >= 0 else None


def button_point(picture: Picture, move: int) -> int:
    """The index of a move's button, counted after the points of the picture."""
    return len(picture.points) + list(picture.buttons).index(move)


class Board(Widget, can_focus=True):
    """Shows a `View`; posts `Clicked` for a point chosen by mouse or key."""

    DEFAULT_CSS = "Board { width: auto; height: auto; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1, 0)", show=False),
        Binding("right", "step(1, 0)", show=False),
        Binding("up", "step(0, -1)", show=False),
        Binding("down", "step(0, 1)", show=False),
        Binding("tab", "next(1)", show=False),
        Binding("shift+tab", "next(-1)", show=False),
        Binding("enter,space", "press", show=False),
    ]

    class Clicked(Message):
        """A point was chosen, with the mouse or by a key."""

        def __init__(self, point: int, *, by_key: bool = False) -> None:
            super().__init__()
            self.point, self.by_key = point, by_key

    def __init__(self, view: View) -> None:
        super().__init__()
        self.view = view
        self.cursor = next(iter(view.open), 0)
        self.scale = 1

    def show(self, view: View) -> None:
        """Draw another view; the cursor stays in place."""
        before = self._extent()
        self.view = view
        self.cursor = min(self.cursor, len(view.places) - 1)
        self.refresh(layout=self._extent() != before)

    def fit(self, room: Size) -> None:
        """Draw the board twice as large if there is room."""
        columns, lines = self._extent(2)
        self.scale = 2 if columns <= room.width and lines <= room.height else 1
        self.refresh(layout=True)

    def _extent(self, scale: int | None = None) -> tuple[int, int]:
        """The numbers of columns and lines of the drawing."""
        lines = plain_lines(self.view.picture, scale or self.scale)
        return len(lines[0]), len(lines)

    # Drawing -------------------------------------------------------------------------------------

    def render(self) -> Text:
        """The text drawing of the picture, with its points in colour."""
        lines = plain_lines(self.view.picture, self.scale)
        palette = DARK if self.app.current_theme.dark else LIGHT
        over = self._points(lines, palette)
        # The first column and line of the board itself, and the last column and line:
        columns, rows_of = zip(*(spots(self.view.picture, self.scale) or [(0, 0)]), strict=True)
        cells, across = self.view.picture.cells, 2 * self.scale
        left, right = min(columns) - across + (not cells), max(columns) + across - (not cells)
        down = self.scale if cells else 0
        top, bottom = min(rows_of) - down, max(rows_of) + down
        ground, seam = GROUNDS.get(self.view.picture.surface, (None, palette.line))
        quiet, frame = Style(color=palette.quiet), Style(color=seam)
        rows = []
        for number, line in enumerate(lines):
            row = Text(line, quiet, no_wrap=True)
            if ground and top <= number <= bottom:
                row.stylize(Style(color=seam, bgcolor=ground), left, right + 1)
            row.highlight_regex(FRAME, frame)
            for column, character, style in over.get(number, ()):
                row.plain = row.plain[:column] + character + row.plain[column + 1 :]
                row.stylize(style, column, column + 1)
            rows.append(row)
        return Text("\n").join(rows)

    def _points(self, lines: list[str], palette: Palette) -> Places:
        """The characters on and around points that replace characters of the plain drawing."""
        over: Places = {}
        for point, (column, line) in enumerate(spots(self.view.picture, self.scale)):
            style, rows = self._style(point, palette), self._rows(point)
            for number, row in enumerate(rows, start=line - len(rows) // 2):
                ground = style.bgcolor and (number == line or not self._small)
                for place, character in enumerate(row, start=column - len(row) // 2):
                    if character != BENEATH or ground:
                        there = lines[number][place] if character == BENEATH else character
                        over.setdefault(number, []).append((place, there, style))
        for button in button_spots(self.view.picture, self.scale):
            point = button_point(self.view.picture, button.move)
            style, worth = self._style(point, palette), self.view.worths.get(point)
            text = button.text + (f" {short(worth)[:3]}" if worth else "")
            over.setdefault(button.row, []).extend(
                (column, character, style) for column, character in enumerate(text, button.column)
            )
        return over

    @property
    def _small(self) -> bool:
        """Whether a point takes one row of three characters instead of three rows of seven."""
        return pitch(self.view.picture, self.scale)[1] < 3

    def _rows(self, point: int) -> list[str]:
        """The characters on and around a point: a row of three, or three rows of seven."""
        view, small = self.view, self._small
        piece, worth = view.picture.pieces.get(point, ""), view.worths.get(point)
        width = 3 if small else 7
        middle = piece
        if not piece:
            dot = "•" if point in view.open and view.picture.cells else ""
            middle = short(worth) if worth is not None else dot
        below = worth is not None and view.picture.cells  # on the frame below the cell
        single = ["", middle, ""] if below else [middle]
        rows = single if small else shape(middle) if piece else ["", middle, ""]
        rows = [f"{row:{BENEATH}^{width}}"[:width] for row in rows]
        if worth is not None and piece:
            label = short(worth)[: 1 if len(rows) == 1 else 3]
            rows[-1] = rows[-1][: width - len(label)] + label
        elif worth is None:
            marks, row = "()" if point in in_lines(view.picture) else "", rows[len(rows) // 2]
            if view.clicked and point in view.open and piece:
                marks = "‹›"
            elif point in view.marked:
                marks = "[]"
            if marks:
                rows[len(rows) // 2] = f"{marks[0]}{row[1:-1]}{marks[1]}"
        return rows

    def _style(self, point: int, palette: Palette) -> Style:
        """The colours of a point's piece or value, and of its ground if marked or chosen."""
        view = self.view
        worth, symbol = view.worths.get(point), view.picture.pieces.get(point)
        colour, ground = palette.quiet, None
        if worth is not None:
            colour = getattr(palette, kind(worth.value))
            ground = palette.ground if view.picture.surface in GROUNDS else None
        elif symbol:  # its tone on coloured boards, else its player's colour
            whose = tone(view.picture, symbol, view.players)
            toned = TONED.get(whose) if view.picture.surface in GROUNDS else None
            colour = toned or getattr(palette, owner(symbol, view.players))
        if point in view.marked or point in view.clicked:
            ground = palette.marked
        if point in view.hinted:
            colour, ground = palette.ground, palette.win
        if point == self.cursor and self.has_focus:
            return Style(color=palette.ground, bgcolor=palette.ink, bold=True)
        if point == view.aims.get(self.cursor) and self.has_focus:
            return Style(color=palette.ink, bgcolor=palette.marked, bold=True)
        return Style(color=colour, bgcolor=ground, bold=bool(symbol or worth))

    # Keys and mouse ------------------------------------------------------------------------------

    def action_step(self, right: int, down: int) -> None:
        """Move the cursor to the nearest point in this direction."""
        points = self.view.places
        x, y = points[self.cursor]
        ways = [
            ((px - x) * right + (py - y) * down, abs((px - x) * down) + abs((py - y) * right), i)
            for i, (px, py) in enumerate(points)
        ]
        ahead = [(way + 2 * aside, i) for way, aside, i in ways if way > 0]
        if ahead:
            self._go(min(ahead)[1])

    def action_next(self, step: int) -> None:
        """Move the cursor to the next clickable point, or with −1 to the previous one."""
        ring = sorted({*self.view.open, self.cursor})
        self._go(ring[(ring.index(self.cursor) + step) % len(ring)])

    def action_press(self) -> None:
        """Choose the point under the cursor."""
        self.post_message(self.Clicked(self.cursor, by_key=True))

    def on_click(self, event: events.Click) -> None:
        """Choose the point under the mouse."""
        point = target(self.view.picture, event.x, event.y, self.scale)
        if point is not None:
            self._go(point)
            self.post_message(self.Clicked(point))

    def _go(self, point: int) -> None:
        self.cursor = point
        self.refresh()


def plain_lines(picture: Picture, scale: int = 1) -> list[str]:
    """The lines of the plain drawing, with room for marks to the right and below."""
    lines = draw(picture, scale=scale).split("\n")
    places = spots(picture, scale)
    widths = [column + 2 * scale for column, _ in places]
    widths += [button.column + len(button.text) + 4 for button in button_spots(picture, scale)]
    width = max([*map(len, lines), *widths])
    lines += [""] * (max((line + scale for _, line in places), default=0) - len(lines))
    return [line.ljust(width) for line in lines]


def target(picture: Picture, x: int, y: int, scale: int = 1) -> int | None:
    """The point or the button at (x, y) of the drawing; None if there is neither."""
    for button in button_spots(picture, scale):
        if y == button.row and 0 <= x - button.column < len(button.text):
            return button_point(picture, button.move)
    near = [  # points whose characters or frames include this place
        (abs(column - x) + 2 * abs(line - y), point)
        for point, (column, line) in enumerate(spots(picture, scale))
        if abs(column - x) <= 2 * scale and abs(line - y) <= scale
    ]
    return min(near)[1] if near else None


def shape(symbol: str) -> Sequence[str]:
    """A piece in three rows: a drawing, or a counter with its symbol."""
    return SHAPES.get(symbol) or ("╭───╮", f"│{symbol[:3]:^3}│", "╰───╯")


def short(worth: MoveValue) -> str:
    """A value in three characters: a sign and the plies, points, or an estimate in hundredths."""
    if worth.by == "score":
        return points(round(worth.value))
    if not worth.exact:
        return f"{round(100 * worth.value):+d}"
    plies = "" if worth.remoteness is None or worth.value == DRAW else str(worth.remoteness)
    return SIGNS[round(worth.value)] + plies[:2]


def choices_worth(session: Session, state: Any, clicked: tuple[int, ...]) -> dict[int, MoveValue]:
    """The known values of clicks on points and buttons in `state`, after the clicks `clicked`."""
    game, analysis = session.game, session.advice(state)
    if analysis is None:
        return {}
    known, picture = worths(game, state, analysis), game.picture(state)
    pressed = {button_point(picture, m): known[m] for m in picture.buttons if m in known}
    return at_points(picture, known, clicked) | pressed


def hint_points(session: Session, hint: Sequence[str]) -> tuple[int, ...]:
    """The next point to click for each move in a hint, or the move's button."""
    begun, picture = session.begun, session.game.picture(session.state)
    done = len(begun.clicked)
    best = [session.game.parse_move(session.state, text) for text in hint]
    ways = [picture.clicks[move] for move in begun.moves if move in best]
    points = dict.fromkeys(clicks[done] for clicks in ways if len(clicks) > done)
    return (*points, *(button_point(picture, m) for m in picture.buttons if m in best))


def view_of(session: Session, shown: int, hint: Sequence[str], *, values: bool) -> View:
    """The board at node `shown`, with `values` if requested; only the current node takes moves."""
    game, state = session.game, session.tree[shown].state
    picture, begun, here = game.picture(state), session.begun, shown == session.node
    clicked, may_move = begun.clicked if here else (), here and session.persons_turn
    pressed = (button_point(picture, move) for move in picture.buttons)
    return View(
        picture,
        piece_symbols(game),
        marked=() if clicked else session.last_points(shown),
        clicked=clicked,
        open=(*begun.points, *pressed) if may_move else (),
        aims=begun.aims if may_move else {},
        hinted=hint_points(session, hint) if here else (),
        worths=choices_worth(session, state, clicked) if values and (may_move or not here) else {},
    )
