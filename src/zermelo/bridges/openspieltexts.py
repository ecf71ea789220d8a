"""Translates OpenSpiel's texts: moves to Zermelo's notation, boards to pictures."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from string import ascii_lowercase
from typing import Any, Final

from zermelo.contract.picture import Picture

Turn = tuple[str, tuple[int, ...]]  # a turn's text and actions
Texts = Callable[[Any], Iterator[Turn]]


def turns(state: Any) -> Iterator[Turn]:
    """All turns in a state of OpenSpiel, in Zermelo's notation if known, else OpenSpiel's."""
    game = state.get_game()
    written: Texts = KNOWN.get(game.get_type().short_name, _as_they_are)
    return written(state)


def _one_action(text: Callable[[str, dict[str, Any]], str]) -> Texts:
    """A function that yields turns of one action; `text` translates OpenSpiel's texts."""

    def each(state: Any) -> Iterator[Turn]:
        parameters = state.get_game().get_parameters()
        for action in state.legal_actions():
            theirs = state.action_to_string(state.current_player(), action)
            yield text(theirs, parameters), (action,)

    return each


def _breakthrough(text: str, parameters: dict[str, Any]) -> str:
    """Translate "a7b6" or "a7b6*"; flip rows, as OpenSpiel's first player begins at the top."""
    rows = parameters.get("rows", 8)
    squares = re.findall(r"([a-z])(\d+)", text)
    flipped = [f"{column}{rows + 1 - int(row)}" for column, row in squares]
    return ("x" if text.endswith("*") else "-").join(flipped)


def _line(text: str, parameters: dict[str, Any]) -> str:
    """Translate "P1(h,0,1)": h or v for the direction, then row and column."""
    kind, row, column = re.findall(r"[hv]|\d+", text.partition("(")[2])
    x, y = int(column), int(row)
    ends = ((x, y), (x + 1, y)) if kind == "h" else ((x, y + 1), (x, y))
    return "-".join(_cell_name(*end, parameters["num_rows"] + 1) for end in ends)


def _cell_name(x: int, y: int, height: int) -> str:
    """The name of a cell from its column and row, counted from the upper left."""
    return f"{ascii_lowercase[x]}{height - y}"


def _cell(text: str, parameters: dict[str, Any]) -> str:
    """Translate "x(0,2)", with row and column."""
    y, x = map(int, re.findall(r"\d+", text))
    return _cell_name(x, y, 3)


def _amazons(state: Any) -> Iterator[Turn]:
    """Yield turns of three actions, with cells counted row by row from the upper left."""
    size = state.get_game().observation_tensor_shape()[-1]

    def name(cell: int) -> str:
        return _cell_name(cell % size, cell // size, size)

    for start in state.legal_actions():
        chosen = state.child(start)
        for target in chosen.legal_actions():
            moved = chosen.child(target)
            for arrow in moved.legal_actions():
                text = f"{name(start)}-{name(target)}/{name(arrow)}"
                yield text, (start, target, arrow)


def _checkers(state: Any) -> Iterator[Turn]:
    """Yield turns, which continue while a man jumps; the first player's men start at the bottom."""
    if state.get_game().observation_tensor_shape()[-2:] != [8, 8]:
        yield from _as_they_are(state)
        return
    for way, actions in _jumps(state, [], ()):
        long = abs((way[0] - 1) // 4 - (way[1] - 1) // 4) == 2
        yield ("x" if long else "-").join(map(str, way)), actions


def _jumps(
    state: Any, path: list[int], made: tuple[int, ...]
) -> Iterator[tuple[list[int], tuple[int, ...]]]:
    """Yield each turn that continues `path`: the squares of its man, and its actions."""
    player = state.current_player()
    for action in state.legal_actions():
        text = state.action_to_string(player, action)
        start, target = _square(text[:2]), _square(text[2:4])
        if path and path[-1] != start:
            continue
        after, long = state.child(action), abs(int(text[1]) - int(text[3])) == 2
        way, actions = [*(path or [start]), target], (*made, action)
        if long and after.current_player() == player:
            yield from _jumps(after, way, actions)
        else:
            yield way, actions


def _square(name: str) -> int:
    """The number of a dark square, with the board turned by 180 degrees."""
    column, row = "abcdefgh".index(name[0]), int(name[1])
    return (row - 1) * 4 + (7 - column) // 2 + 1


def _ultimate(state: Any, made: tuple[int, ...] = ()) -> Iterator[Turn]:
    """Yield turns; in OpenSpiel, a free choice of the board is a separate action."""
    for action in state.legal_actions():
        text = state.action_to_string(state.current_player(), action)
        if text.startswith("Choose"):
            yield from _ultimate(state.child(action), (action,))
        else:
            board, row, column = map(int, re.findall(r"\d", text))
            x, y = board % 3 * 3 + column, board // 3 * 3 + row
            yield _cell_name(x, y, 9), (*made, action)


_as_they_are: Final = _one_action(lambda text, _: "".join(text.split()))
KNOWN: Final[dict[str, Texts]] = {  # the comments show OpenSpiel's texts
    "amazons": _amazons,
    "breakthrough": _one_action(_breakthrough),
    "checkers": _checkers,
    "clobber": _one_action(lambda text, _: "-".join(re.findall(r"[a-z]\d+", text))),  # "a1b1*"
    "connect_four": _one_action(lambda text, _: str(int(text[1:]) + 1)),  # "x3": column 4
    "dots_and_boxes": _one_action(_line),
    "hex": _one_action(lambda text, _: text.partition(" ")[0]),
    "mancala": _one_action(lambda text, _: str((int(text) - 1) % 7 + 1)),  # OpenSpiel counts stores
    "tic_tac_toe": _one_action(_cell),
    "ultimate_tic_tac_toe": _ultimate,
}


EMPTY: Final = ".-+_*"  # possible characters for empty cells, the likeliest first

Grid = tuple[str, ...]  # the rows of a board, a character for each cell


def grid_of(text: str, height: int, width: int) -> Grid:
    """The board of this size in a text; if there is none, the result of `lines_of`.

    >>> grid_of("2bb\\n1w.\\n ab", 2, 2)
    ('bb', 'w.')
    """
    fields = re.sub(r"\d+", lambda digits: "." * int(digits[0]), text.split(" ")[0]).split("/")
    if len(fields) == height and all(len(row) == width for row in fields):
        return tuple(fields)  # as in FEN
    rows = [row for line in text.splitlines() if (row := _row(line, width)) is not None]
    if len(rows) == height:
        return tuple(rows)
    return lines_of(text)


def lines_of(text: str) -> Grid:
    """The lines of a text, except those like "Current player: 0"."""
    return tuple(line for line in text.splitlines() if ":" not in line)


def _row(line: str, width: int) -> str | None:
    """The cells in a line; None for a line that is not a row of the board, like column names."""
    cells = line.strip()
    if " " in cells or len(cells) != width:
        cells = "".join(re.sub(r"^\d+|\d+$", "", cells).split())
    named = cells.isalnum() and len(set(cells)) == len(cells) > 1
    return cells if len(cells) == width and not (named and [*cells] == sorted(cells)) else None


def empty_of(grid: Grid) -> str:
    """The character for an empty cell, given the board at the start of a game."""
    there = "".join(grid)
    return next((sign for sign in EMPTY if sign in there), EMPTY[0])


def draw_picture(
    grid: Grid, empty: str, shape: tuple[int, int], after: Mapping[int, Grid]
) -> Picture:
    """The picture of a board; `shape` is its height and width, `after` the board after each move. A
    move's clicks are points that it changes.
    """
    height, width = shape
    cells = _cells(grid, empty, shape)
    ways = {move: _clicks(cells, _cells(child, empty, shape)) for move, child in after.items()}
    alike = Counter(ways.values())
    clicks = {move: way for move, way in ways.items() if way and alike[way] == 1}
    return Picture.grid(width, height, cells, clicks, columns=(), rows=())


def _cells(grid: Grid, empty: str, shape: tuple[int, int]) -> dict[int, str]:
    """Cell → its sign, for cells that are not empty; cells are counted row by row."""
    height, width = shape
    return {
        y * width + x: sign
        for y, row in enumerate(grid[:height])
        for x, sign in enumerate(row[:width])
        if sign not in (empty, " ")
    }


def _clicks(before: Mapping[int, str], after: Mapping[int, str]) -> tuple[int, ...]:
    """The clicks for a move: a new piece's point, or a piece and its target; else none."""
    put = [cell for cell in after if cell not in before]
    gone = [cell for cell in before if cell not in after]
    if not gone:
        return (put[0],) if len(put) == 1 else ()
    come = put or [cell for cell in after if after[cell] != before[cell]]
    if len(come) != 1:
        return ()
    moved = [cell for cell in gone if before[cell].lower() == after[come[0]].lower()]
    return (moved[0], come[0]) if len(moved) == 1 else ()


def size_of(grid: Sequence[str]) -> tuple[int, int]:
    """The numbers of rows and columns of characters."""
    return len(grid), max(map(len, grid), default=1)
