"""Moves of several clicks: which ones begin with the points clicked so far."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from zermelo.contract.picture import Picture


class BegunMove(NamedTuple):
    """The first clicks of a move, which may be none.

    moves    the legal moves that begin with these points, in the picture's order
    whole    those of them that need no further points: a surface may make one now
    points   the points that may be clicked next, in ascending order
    aims     every clickable point → the one of `points` that it stands for
    """

    clicked: tuple[int, ...]
    moves: tuple[int, ...]
    whole: tuple[int, ...]
    points: tuple[int, ...]
    aims: dict[int, int]

    @property
    def decided(self) -> int | None:
        """The only move that is left, if it needs no more clicks."""
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
