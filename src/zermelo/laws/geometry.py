"""The symmetries of a picture's points: mirror images and turns that keep the board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

# Boards of squares have the first eight. The last two are for rhombuses of hexagons, whose columns
# are two units apart, each row shifted by one unit against the row above.
TRANSFORMATIONS: Final[dict[str, Callable[[int, int], tuple[float, float]]]] = {
    "as it is": lambda x, y: (x, y),
    "mirrored left to right": lambda x, y: (-x, y),
    "turned upside down": lambda x, y: (x, -y),
    "turned by 180°": lambda x, y: (-x, -y),
    "mirrored along the falling diagonal": lambda x, y: (y, x),
    "mirrored along the rising diagonal": lambda x, y: (-y, -x),
    "turned by 90°": lambda x, y: (-y, x),
    "turned by 270°": lambda x, y: (y, -x),
    "mirrored along the long diagonal": lambda x, y: ((2 * x + 3 * y) / 4, (2 * x - y) / 2),
    "mirrored along the short diagonal": lambda x, y: (-(2 * x + 3 * y) / 4, (y - 2 * x) / 2),
}


def board_images(points: Sequence[tuple[int, int]]) -> dict[str, tuple[int, ...]]:
    """For each transformation that keeps the board, the point to which it takes each point.

    >>> board_images([(0, 0), (1, 0)])["mirrored left to right"]
    (1, 0)
    """
    places = {point: number for number, point in enumerate(points)}
    corner = _corner(points)
    onto = {}
    for name, transformed in TRANSFORMATIONS.items():
        images = [transformed(x, y) for x, y in points]
        left, top = _corner(images)
        moved = [(x - left + corner[0], y - top + corner[1]) for x, y in images]
        if len(places) == len(points) and all(image in places for image in moved):
            onto[name] = tuple(places[round(x), round(y)] for x, y in moved)
    return onto


def _corner(points: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """The upper left corner of what the points take up."""
    return min((x for x, _ in points), default=0), min((y for _, y in points), default=0)
