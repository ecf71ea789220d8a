"""Moves on a board: the values to show at points, the clicks of moves, and buttons. A game without
a picture appears as its text, with a button for each move.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from zermelo.contract.analysis import Analysis, MoveValue
from zermelo.contract.game import Game
from zermelo.contract.picture import Picture

Worths = Mapping[int, MoveValue]  # move → its value
GAP: Final = 5  # characters between two buttons, with room for a move's value
WIDEST: Final = 40  # the most characters of a row of buttons, unless a single button is wider


def worths(game: Game, state: Any, analysis: Analysis) -> dict[int, MoveValue]:
    """Move → its value in `analysis`; moves with only a bound are left out."""
    return {
        game.parse_move(state, entry.move): entry
        for entry in analysis.moves
        if entry.bound == "exact"
    }


def at_points(
    picture: Picture, known: Worths, clicked: tuple[int, ...] = ()
) -> dict[int, MoveValue]:
    """Point → the best value of the moves whose next click after `clicked` is this point.

    >>> picture = Picture.grid(3, 1, {}, {7: (0, 1), 8: (0, 2), 9: (2,)})
    >>> known = {7: MoveValue("a", -1), 8: MoveValue("b", 0), 9: MoveValue("c", 1)}
    >>> {point: worth.move for point, worth in at_points(picture, known).items()}
    {0: 'b', 2: 'c'}
    """
    best: dict[int, MoveValue] = {}
    for move, clicks in picture.clicks.items():
        if move in known and clicks[: len(clicked)] == clicked and len(clicks) > len(clicked):
            point, worth = clicks[len(clicked)], known[move]
            if point not in best or worth.sooner > best[point].sooner:
                best[point] = worth
    return best


class Button(NamedTuple):
    """A button: its move, its text, and the column and row where the text begins."""

    move: int
    text: str
    column: int
    row: int


def buttons(picture: Picture) -> list[Button]:
    """The buttons side by side, in as many rows as needed."""
    placed: list[Button] = []
    column = row = 0
    for move, label in picture.buttons.items():
        text = f"[{label}]"
        if column and column + len(text) > WIDEST:
            column, row = 0, row + 1
        placed.append(Button(move, text, column, row))
        column += len(text) + GAP
    return placed


def picture_of(game: Game, state: Any) -> Picture:
    """A position's picture; for a game without pictures, its text and a button for each move."""
    if game.has("picture"):
        return game.picture(state)
    if game.has("format_state"):
        text = game.format_state(state)
    elif names := getattr(state, "_fields", ()):
        parts = zip(names, state, strict=True)
        text = " · ".join(f"{name.replace('_', ' ')} {value}" for name, value in parts)
    else:
        text = str(state)
    buttons = {move: game.format_move(state, move) for move in game.moves(state)}
    return Picture([], buttons=buttons, cells=False, caption=text)


class BegunMove(NamedTuple):
    """A move in progress."""

    clicked: tuple[int, ...]  # its first clicks, perhaps none yet
    moves: tuple[int, ...]  # the legal moves that begin with these clicks, in the picture's order
    whole: tuple[int, ...]  # those of `moves` that need no further clicks
    points: tuple[int, ...]  # the points that may be clicked next, in ascending order
    aims: dict[int, int]  # clickable point → the point in `points` that a click on it selects

    @property
    def decided(self) -> int | None:
        """The only remaining move, if it needs no more clicks; else None."""
        return self.moves[0] if len(self.moves) == len(self.whole) == 1 else None


def begun_move(picture: Picture, clicked: Sequence[int] = ()) -> BegunMove:
    """The moves that begin with the points `clicked`, and the points that may follow.

    >>> from zermelo.contract.picture import Picture
    >>> board = Picture([(0, 0), (1, 0), (2, 0)], clicks={7: (0, 1), 8: (0, 2)})
    >>> begun_move(board).points, begun_move(board, [0]).points, begun_move(board, [0, 2]).decided
    ((0,), (1, 2), 8)
    """
    clicked = tuple(clicked)
    length = len(clicked)
    begun = {m: points for m, points in picture.clicks.items() if points[:length] == clicked}
    whole = tuple(move for move, points in begun.items() if len(points) == length)
    following = sorted({points[length] for points in begun.values() if len(points) > length})
    aims = {point: aim for point, aim in picture.aliases.items() if aim in following}
    aims |= {point: point for point in following}
    return BegunMove(clicked, tuple(begun), whole, tuple(following), aims)
