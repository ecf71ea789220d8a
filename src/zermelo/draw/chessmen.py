"""Chessmen, and the animals of dōbutsu shōgi on their wedges, as paths around the point (0, 0)."""

from __future__ import annotations

from typing import Final

from zermelo.draw.ground import Part, circle

FOOT: Final = "M-11 16H11V12.5C9 11.5 8 10.5 7.5 9H-7.5C-8 10.5-9 11.5-11 12.5z"
PAWN: Final = "M-4.5 9C-4 4-3-1-3-3H-6V-5.5H6V-3H3C3-1 4 4 4.5 9z"
ROOK: Final = "M-7.5 9L-6.5-5L-10-8V-14H-5.5V-11H-2.5V-14H2.5V-11H5.5V-14H10V-8L6.5-5L7.5 9z"
BISHOP: Final = "M-5 9L-3.5 3H-6V.5H-4C-9-4-7-10.5 0-15.5C7-10.5 9-4 4 .5H6V3H3.5L5 9z"
KING: Final = "M-5.5 9L-8-4.5C-10.5-9-4-11.5-1.5-8.5V-11H-4.5V-14H-1.5V-17H1.5V-14H4.5V-11H1.5V-8.5"
KNIGHT: Final = (
    "M-7 9C-7 3 0 1 0-4L-6 0C-8 2-9.5 2.5-11-.5C-12-3-9-6-6-10L-6.5-15L-2-12C6-12 9-4 7.5 9z"
)
HEADS: Final = {  # of animals
    "chick": "M-5.5 3A6.2 6.2 0 1 1 5.5 3Q0 8-5.5 3z",
    "hen": (
        "M-5.5 3C-6.5-1-6-4-4-5.5L-4.5-9L-1.5-7L0-10L1.5-7L4.5-9L4-5.5C6-4 6.5-1 5.5 3Q0 8-5.5 3z"
    ),
    "elephant": "M-3-6H3L9-7Q11-1 8 3L4.5 2L2.5 4V9.5H-1.5V4L-4.5 2L-8 3Q-11-1-9-7z",
    "giraffe": (
        "M-4.5-4L-7.5-6L-3.5-6.5L-3.5-9.5H-2L-1.5-7H1.5L2-9.5H3.5V-6.5L7.5-6L4.5-4L3 6Q0 9.5-3 6z"
    ),
    "lion": (
        "M0-9.5L3.5-8.5L7-7L8-3.5L9.5 0L8 3.5L6 6.5L3 8L0 9.5L-3 8"
        "L-6 6.5L-8 3.5L-9.5 0L-8-3.5L-7-7L-3.5-8.5z"
    ),
}
WAYS: Final = {  # in which an animal goes, forward being up
    "chick": [(0, -1)],
    "elephant": [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    "giraffe": [(0, -1), (-1, 0), (1, 0), (0, 1)],
    "hen": [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (0, 1)],
    "lion": [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)],
}


def pawn(symbol: str, tone: str, words: list[str]) -> list[Part]:
    """A ball on a skirt."""
    return [Part(tone, PAWN), Part(tone, circle(0, -9, 5)), Part(tone, FOOT)]


def rook(symbol: str, tone: str, words: list[str]) -> list[Part]:
    """A tower with battlements."""
    return [Part(tone, ROOK), Part(tone, FOOT), Part(f"{tone} trim", "M-6.5-5H6.5M-7 5.5H7")]


def bishop(symbol: str, tone: str, words: list[str]) -> list[Part]:
    """A mitre with its slit, here a cross."""
    return [Part(tone, BISHOP), Part(tone, FOOT), Part(f"{tone} trim", "M0-10V-3M-3-6.5H3")]


def knight(symbol: str, tone: str, words: list[str]) -> list[Part]:
    """A horse's head, looking to the left."""
    eye = Part(f"{tone} crest", circle(-3.2, -7.5, 1.4))
    return [Part(tone, KNIGHT), Part(tone, FOOT), eye]


def standing_king(tone: str) -> list[Part]:
    """The king of chess, with his cross."""
    body = f"{KING}C4-11.5 10.5-9 8-4.5L5.5 9z"
    return [Part(tone, body), Part(tone, FOOT), Part(f"{tone} trim", "M-6 5.5H6M-7-.5H7")]


def animal(symbol: str, tone: str, words: list[str]) -> list[Part]:
    """A wedge that points to where the animal goes, with its head and a dot for each way."""
    name, up = next(word for word in words if word in HEADS), -1 if "turned" in words else 1
    wedge = f"M0 {-18 * up}L12 {-13 * up}L16 {17 * up}H-16L-12 {-13 * up}z"
    dots = "".join(circle(9.8 * x, 12.6 * up * y, 1.4) for x, y in WAYS[name])
    eyes = circle(-2.4, -1.5, 1.1) + circle(2.4, -1.5, 1.1)
    crest = Part(f"{tone} crest", dots + HEADS[name])
    return [Part(tone, wedge), crest, Part(tone, eyes)]
