"""Moves of two games paired by the boards that they lead to, however each game writes and draws.

One board may be the other's mirror image or turned, and its pieces may have other symbols: which
image it is shows at the start, what the symbols stand for as soon as they are met.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from zermelo.contract.game import Game
from zermelo.contract.picture import Picture
from zermelo.laws.geometry import TRANSFORMATIONS

IMAGES: Final = tuple(TRANSFORMATIONS.values())[:8]  # those of boards of squares

Moves = dict[str, int]


class Board(NamedTuple):
    """How many columns and rows there are, and by column and row what lies there."""

    size: tuple[int, int]
    cells: dict[tuple[float, float], str]


class Way(NamedTuple):
    """How one board is seen as the other: turned by `image`, symbols as in `symbols`."""

    image: int
    symbols: dict[str, str]


class BoardPairs:
    """Pairs the moves of `game` with those of `other`, as long as their boards are alike."""

    def __init__(self, game: Game, other: Game) -> None:
        self._game, self._other = game, other
        self._way: Way | None = None
        if not (game.has("picture") and other.has("picture")):
            return
        states = game.start(), other.start()
        boards = _board(game.picture(states[0])), _board(other.picture(states[1]))
        best = 0
        for image in range(len(IMAGES)):
            symbols: dict[str, str] = {}
            if _alike(boards[0], _turned(boards[1], image), symbols):
                way = Way(image, symbols)
                ways = self._paired(*states, way)
                common = len(ways[0].keys() & ways[1].keys())
                if common > best:
                    self._way, best = way, common

    def ways(self, state: Any, twin: Any) -> tuple[Moves, Moves]:
        """The moves of both under the texts of the first, where they lead to like boards."""
        return ({}, {}) if self._way is None else self._paired(state, twin, self._way)

    def _paired(self, state: Any, twin: Any, way: Way) -> tuple[Moves, Moves]:
        game, other = self._game, self._other
        left = {
            move: _turned(_board(other.picture(other.play(twin, move))), way.image)
            for move in other.moves(twin)
        }
        own, theirs = dict[str, int](), dict[str, int]()
        for move in game.moves(state):
            text = game.format_move(state, move)
            own[text] = move
            board = _board(game.picture(game.play(state, move)))
            partner = next((one for one in left if _alike(board, left[one], way.symbols)), None)
            if partner is not None:
                theirs[text] = partner
                del left[partner]
        return own, theirs | {f"their {other.format_move(twin, move)}": move for move in left}


def _board(picture: Picture) -> Board:
    """The drawing's points, columns and rows counted from 0; gaps between them do not count."""
    across, down = (sorted({point[i] for point in picture.points}) for i in (0, 1))
    columns = {x: number for number, x in enumerate(across)}
    rows = {y: number for number, y in enumerate(down)}
    cells: dict[tuple[float, float], str] = {}
    for point, symbol in picture.pieces.items():
        x, y = picture.points[point]
        cells[columns[x], rows[y]] = symbol
    return Board((len(across), len(down)), cells)


def _turned(board: Board, image: int) -> Board:
    """The board mirrored or turned, with its upper left corner where it was."""
    (width, height), transformed = board.size, IMAGES[image]
    corners = [transformed(x, y) for x in (0, width - 1) for y in (0, height - 1)]
    left, top = (min(corner[i] for corner in corners) for i in (0, 1))
    across, down = (int(max(corner[i] for corner in corners)) for i in (0, 1))
    cells: dict[tuple[float, float], str] = {}
    for place, symbol in board.cells.items():
        x, y = transformed(*map(int, place))
        cells[x - left, y - top] = symbol
    return Board((across - int(left) + 1, down - int(top) + 1), cells)


def _alike(own: Board, theirs: Board, symbols: dict[str, str]) -> bool:
    """Whether the boards are the same but for symbols; what new ones stand for is then noted."""
    if own.size != theirs.size or own.cells.keys() != theirs.cells.keys():
        return False
    translation = dict(symbols)
    for place, symbol in own.cells.items():
        if translation.setdefault(symbol, theirs.cells[place]) != theirs.cells[place]:
            return False
    if len(set(translation.values())) < len(translation):
        return False
    symbols.update(translation)
    return True
