"""Marks on lines: strings of the players, a glow below complete ones, a stroke or rings above."""

from __future__ import annotations

from typing import Final

from zermelo.contract.picture import Picture
from zermelo.draw.ground import OWNERS, Part, Place, circle, places

STRUCK: Final = ("", "paper")  # surfaces on which a complete line is struck through
BEYOND: Final = 14.0  # how far a stroke reaches beyond the last pieces


def below(picture: Picture) -> list[Part]:
    """For below the pieces: a glow along each complete line, and the strings."""
    spots, lines = places(picture), () if picture.surface in STRUCK else picture.complete
    glows = [Part("glow", _path([spots[point] for point in line])) for line in lines]
    ends = [(player, [spots[one], spots[other]]) for player, one, other in picture.strings]
    return glows + [Part(f"{(*OWNERS, 'ink')[player]} band", _path(line)) for player, line in ends]


def above(picture: Picture) -> list[Part]:
    """For above the pieces: a stroke through each complete line, or rings round its pieces."""
    spots = places(picture)
    lines = [[spots[point] for point in line] for line in picture.complete]
    if picture.surface in STRUCK:
        return [Part("strike", _path(_longer(line))) for line in lines]
    return [Part("crown", "".join(circle(x, y, 17) for x, y in line)) for line in lines]


def _path(line: list[Place]) -> str:
    """A stroke along a line; of a single point a dot."""
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in (line if line[1:] else line * 2))


def _longer(line: list[Place]) -> list[Place]:
    """The line, a little beyond both its ends."""
    (x, y), (to_x, to_y) = line[0], line[-1]
    length = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5 or 1.0
    right, down = BEYOND * (to_x - x) / length, BEYOND * (to_y - y) / length
    return [
        (round(x - right, 1), round(y - down, 1)), *line[1:-1],
        (round(to_x + right, 1), round(to_y + down, 1)),
    ]  # fmt: skip
