"""The boards of all positions of a trace, in parts that the player of trees puts together."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, TypedDict

from zermelo.contract.picture import Picture
from zermelo.draw.ground import places
from zermelo.draw.palette import style
from zermelo.draw.pieces import markup, piece
from zermelo.draw.svg import extent, fragment
from zermelo.naming import piece_symbols
from zermelo.search.traces.trace import Trace

MOST: Final = 20_000  # positions drawn; those met later have no board
EMPTY: Final = " "
FIRST_SYMBOL: Final = ord("0")


class TreeBoards(TypedDict):
    """The parts of the boards as SVG.

    style     the style sheet of all
    frames    the empty boards: nearly always there is only one
    sizes     of each: width, height
    places    where the points of each lie on it: x, y, x, y …
    scales    of each, how many times as big the pieces on some points are
    symbols   the pieces, around the point (0, 0)
    frame     the frame of each position
    pieces    the symbol on each point of each position, " " or the character "0" + its index
    captions  what stands below each board
    """

    style: str
    frames: list[str]
    sizes: list[tuple[float, float]]
    places: list[list[float]]
    scales: list[dict[str, float]]
    symbols: list[str]
    frame: list[int]
    pieces: list[str]
    captions: list[str]


def tree_boards(trace: Trace) -> TreeBoards | None:
    """The boards of all positions of a trace, None when the game has no picture."""
    if not trace.game.has("picture"):
        return None
    boards = _Boards(piece_symbols(trace.game))
    for state in trace.states[:MOST]:
        boards.add(trace.game.picture(state))
    return {
        "style": style().removeprefix("<style>").removesuffix("</style>"),
        "frames": [fragment(frame, *_size(frame)) for frame in boards.frames],
        "sizes": [_size(frame) for frame in boards.frames],
        "places": [_places(frame) for frame in boards.frames],
        "scales": [{str(point): size for point, size in f.sizes.items()} for f in boards.frames],
        "symbols": boards.shapes,
        "frame": boards.frame,
        "pieces": boards.pieces,
        "captions": boards.captions,
    }


class _Boards:
    """Pictures taken apart into what they share and what is their own."""

    def __init__(self, players: tuple[str, str] | None) -> None:
        self.players = players
        self.frames: list[Picture] = []
        self.shapes: list[str] = []
        self.symbols: dict[str, int] = {}
        self.frame: list[int] = []
        self.pieces: list[str] = []
        self.captions: list[str] = []

    def add(self, picture: Picture) -> None:
        frame = replace(
            picture,
            pieces={},
            clicks={},
            aliases={},
            buttons={},
            caption="",
            hands=(),
            shapes={},
            complete=(),
        )
        if frame not in self.frames:
            self.frames.append(frame)
        self.frame.append(self.frames.index(frame))
        points = range(len(picture.points))
        self.pieces.append("".join(self._character(picture, point) for point in points))
        self.captions.append(picture.below)

    def _character(self, picture: Picture, point: int) -> str:
        symbol = picture.pieces.get(point)
        if symbol is None:
            return EMPTY
        if symbol not in self.symbols:
            self.symbols[symbol] = len(self.symbols)
            self.shapes.append("".join(map(markup, piece(picture, symbol, self.players))))
        return chr(FIRST_SYMBOL + self.symbols[symbol])


def _size(frame: Picture) -> tuple[float, float]:
    box = extent(frame)
    return box.width, box.height


def _places(frame: Picture) -> list[float]:
    box = extent(frame)
    return [
        place for x, y in places(frame) for place in (round(box.left + x, 2), round(box.top + y, 2))
    ]
