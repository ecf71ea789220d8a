"""The boards of all positions of a trace, in parts that the player of trees puts together."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from zermelo.draw.palette import style
from zermelo.draw.pieces import PITCH, piece
from zermelo.draw.svg import extent, fragment
from zermelo.naming import piece_symbols
from zermelo.picture import Picture
from zermelo.search.trace import Trace

MOST: Final = 20_000  # positions drawn; those met later have no board
EMPTY: Final = " "
FIRST_SYMBOL: Final = ord("0")


def tree_boards(trace: Trace) -> dict[str, Any] | None:
    """The parts of the boards as SVG, None when the game has no picture.

    style     the style sheet of all
    frames    the empty boards: nearly always there is only one
    sizes     of each: width, height
    places    where the points of each lie on it: x, y, x, y …
    symbols   the pieces, around the point (0, 0)
    frame     the frame of each position
    pieces    the symbol on each point of each position, " " or the character "0" + its index
    captions  what stands below each board
    """
    if not trace.game.has("picture"):
        return None
    boards = _Boards()
    for state in trace.states[:MOST]:
        boards.add(trace.game.picture(state))
    players = piece_symbols(trace.game)
    cells = all(frame.cells for frame in boards.frames)
    return {
        "style": style().removeprefix("<style>").removesuffix("</style>"),
        "frames": [fragment(frame, *_size(frame)) for frame in boards.frames],
        "sizes": [_size(frame) for frame in boards.frames],
        "places": [_places(frame) for frame in boards.frames],
        "symbols": [piece(symbol, players, cell=cells) for symbol in boards.symbols],
        "frame": boards.frame,
        "pieces": boards.pieces,
        "captions": boards.captions,
    }


class _Boards:
    """Pictures taken apart into what they share and what is their own."""

    def __init__(self) -> None:
        self.frames: list[Picture] = []
        self.symbols: dict[str, int] = {}
        self.frame: list[int] = []
        self.pieces: list[str] = []
        self.captions: list[str] = []

    def add(self, picture: Picture) -> None:
        frame = replace(picture, pieces={}, clicks={}, aliases={}, buttons={}, caption="")
        if frame not in self.frames:
            self.frames.append(frame)
        self.frame.append(self.frames.index(frame))
        points = range(len(picture.points))
        self.pieces.append("".join(self._character(picture.pieces.get(point)) for point in points))
        self.captions.append(picture.caption)

    def _character(self, symbol: str | None) -> str:
        if symbol is None:
            return EMPTY
        return chr(FIRST_SYMBOL + self.symbols.setdefault(symbol, len(self.symbols)))


def _size(frame: Picture) -> tuple[float, float]:
    box = extent(frame)
    return box.width, box.height


def _places(frame: Picture) -> list[float]:
    box = extent(frame)
    return [
        edge + PITCH * step
        for point in frame.points
        for edge, step in zip((box.left, box.top), point, strict=True)
    ]
