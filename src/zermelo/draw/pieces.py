"""Pieces as paths around the point (0, 0) of a board whose points lie 40 units apart.

The picture may say what a symbol is drawn as. Else the symbol does: X a cross, O and ○ rings, ● a
disc, | a match, ─ and │ strokes to the points beside, ■ a closed cell, any other text a counter
with the text on it. The player decides the colour, and whether a counter is solid (first player)
or a ring (the second), unless the picture names a tone.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from math import cos, pi, sin, sqrt
from typing import Final

from zermelo.contract.picture import FORMS, TONES, Picture
from zermelo.draw.chessmen import HEADS, animal, bishop, knight, pawn, rook, standing_king
from zermelo.draw.ground import HALF, OWNERS, PITCH, Part, circle, square

STROKES: Final = {"─": f"M{-PITCH:g} 0H{PITCH:g}", "│": f"M0 {-PITCH:g}V{PITCH:g}"}
USUAL: Final = {"X": "first", "●": "first", "O": "second", "○": "second"}
GOLDEN: Final = pi * (3 - sqrt(5))  # the angle from one seed to the next
MOST_SEEDS: Final = 40  # more are not drawn: the number says how many

CROWN: Final = "M-8 6L-9.5-5L-4.5-.5L0-8L4.5-.5L9.5-5L8 6z"
QUEEN: Final = (
    "M-9 15H9V11.5C7 10 6 8.5 6.5 6L12.5-7L6.5-1L4.5-11.5L0-2L-4.5-11.5L-6.5-1"
    "L-12.5-7L-6.5 6C-6 8.5-7 10-9 11.5z"
)
FOX: Final = "M-14-14L-5-8Q0-9.5 5-8L14-14L13.5 1Q9 7 3.5 14Q0 16.5-3.5 14Q-9 7-13.5 1z"
GOOSE: Final = (
    "M-16-7.5L-9-10Q-7-15-2-14.5Q3.5-14 3.5-8Q3.5-3 1.5 1Q9-1.5 16-4.5Q15 8 7 12.5"
    "Q-2 16.5-8 11Q-12 6-8 .5Q-4.5-3.5-5-7z"
)


def piece(picture: Picture, symbol: str, players: tuple[str, str] | None = None) -> list[Part]:
    """The drawing of `symbol` in `picture`, from the bottom up.

    `players` are the symbols of the first and the second player if they are known.
    """
    whose = tone(picture, symbol, players)
    if shape := picture.shapes.get(symbol):
        words = shape.split()
        form = next(word for word in words if word in FORMS)
        return DRAWN[form](symbol, whose, words)
    if symbol == "■":
        return _closed(symbol, whose, []) if picture.cells else [Part("closed", square(0, 0, 9))]
    if symbol == "X":
        return [Part(f"{whose} stroke", "M-10-10 10 10M10-10-10 10")]
    if symbol == "O":
        return [Part(f"{whose} stroke", circle(0, 0, 11.5))]
    if symbol == "●":
        return [Part(f"{whose} solid", circle(0, 0, 14))]
    if symbol == "○":
        return [Part(f"{whose} ring", circle(0, 0, 12.5))]
    if symbol in STROKES:
        return [Part(f"{whose} stroke", STROKES[symbol])]
    return _match(symbol, whose, []) if symbol == "|" else _letter(symbol, whose, [])


def tone(picture: Picture, symbol: str, players: tuple[str, str] | None) -> str:
    """The name of the colour of `symbol`: the tone that the picture says, or who plays it."""
    words = picture.shapes.get(symbol, "").split()
    return next((word for word in words if word in TONES), owner(symbol, players))


def owner(symbol: str, players: tuple[str, str] | None) -> str:
    """The class of the player of `symbol`, "ink" when nobody is known to."""
    if players is None:
        return USUAL.get(symbol, "ink")
    return OWNERS[players.index(symbol)] if symbol in players else "ink"


def markup(part: Part) -> str:
    """A part as SVG."""
    if part.path:
        return f'<path class="{part.kind.replace(".", " ")}" d="{part.path}"/>'
    return (
        f'<text class="{part.kind}" font-size="{part.size:g}" y="{part.down:g}" dy="0.36em" '
        f'text-anchor="middle">{escape(part.text)}</text>'
    )


# Forms: a symbol, its tone, and what else the picture says of it ---------------------------------


def _letter(symbol: str, tone: str, words: list[str]) -> list[Part]:
    """A counter with a text, or the text alone when it is nobody's or too long for a counter."""
    size = {1: 18, 2: 15}.get(len(symbol), max(4, 38 // max(len(symbol), 1)))
    if tone == "ink" or len(symbol) > 2:
        return [Part(f"{tone} text", text=symbol, size=size)]
    if tone == "second":
        ring = Part("second ring", circle(0, 0, 12.5))
        return [ring, Part("second text", text=symbol, size=size)]
    if tone in TONES:
        return [Part(tone, circle(0, 0, 14)), Part(f"{tone} crest", text=symbol, size=size)]
    return [Part("first solid", circle(0, 0, 14)), Part("first on", text=symbol, size=size)]


def _disc(symbol: str, tone: str, words: list[str]) -> list[Part]:
    radius = 11.0 if "small" in words else 16.5
    parts = [Part(tone, circle(0, 0, radius))]
    if "starred" in words:
        parts.append(Part(f"{tone} crest", _star(9)))
    elif "hollow" not in words and tone in ("red", "yellow"):
        parts.append(Part(f"{tone} trim", circle(0, 0, 10.5)))
    return parts + _hole(tone, words)


def _square(symbol: str, tone: str, words: list[str]) -> list[Part]:
    return [Part(tone, square(0, 0, 9.5 if "small" in words else 14.5)), *_hole(tone, words)]


def _hole(tone: str, words: list[str]) -> list[Part]:
    return [Part(f"{tone} crest", circle(0, 0, 5))] if "hollow" in words else []


def _man(symbol: str, tone: str, words: list[str]) -> list[Part]:
    return [
        Part(tone, circle(0, 0, 15)),
        Part(f"{tone} trim", circle(0, 0, 11) + circle(0, 0, 7)),
    ]


def _king(symbol: str, tone: str, words: list[str]) -> list[Part]:
    if "standing" in words:
        return standing_king(tone)
    trim = Part(f"{tone} trim", circle(0, 0, 12.5))
    return [Part(tone, circle(0, 0, 15)), trim, Part(f"{tone} crest", CROWN)]


def _queen(symbol: str, tone: str, words: list[str]) -> list[Part]:
    balls = circle(0, -12, 2.2) + circle(-12.5, -8, 2.2) + circle(12.5, -8, 2.2)
    band = Part(f"{tone} trim", "M-7 11.5H7M-6 7.5H6")
    return [Part(tone, QUEEN), Part(tone, balls), band]


def _fox(symbol: str, tone: str, words: list[str]) -> list[Part]:
    face = circle(-5.5, 0, 1.8) + circle(5.5, 0, 1.8) + circle(0, 11.5, 2.2)
    return [Part(tone, FOX), Part(f"{tone} crest", face)]


def _goose(symbol: str, tone: str, words: list[str]) -> list[Part]:
    wing = Part(f"{tone} trim", "M-3 5Q3 10.5 11 3")
    return [Part(tone, GOOSE), wing, Part(f"{tone} crest", circle(-4, -9.5, 1.7))]


def _stone(symbol: str, tone: str, words: list[str]) -> list[Part]:
    return [
        Part("shade", circle(0.8, 1.6, 18)),
        Part(tone, circle(0, 0, 17.2)),
        Part("gloss", "M-11-6A12.5 12.5 0 0 1 3-12A15 15 0 0 0-11-6z"),
    ]


def _match(symbol: str, tone: str, words: list[str]) -> list[Part]:
    head = "M-4.5-12.5A4.5 6 0 0 1 4.5-12.5A4.5 6 0 0 1-4.5-12.5z"
    return [Part("stick", "M0-8V15"), Part("head", head)]


def _seeds(symbol: str, tone: str, words: list[str]) -> list[Part]:
    """As many seeds as the symbol says, from the middle outwards, and their number below."""
    count = int(symbol) if symbol.isascii() and symbol.isdecimal() else 0
    shown = min(count, MOST_SEEDS)
    size = min(4.2, 13.5 / sqrt(max(shown, 1)))
    turns = [(13.0 * sqrt(seed / max(shown, 7)), seed * GOLDEN) for seed in range(shown)]
    spots = [(far * cos(turn), far * sin(turn)) for far, turn in turns]
    x, y = (sum(spot[axis] for spot in spots) / max(shown, 1) for axis in (0, 1))
    drawn = "".join(circle(round(a - x, 1), round(b - y, 1), size) for a, b in spots)
    number = Part("count", text=symbol, size=12, down=25)
    return [Part("seed", drawn), number] if drawn else [number]


def _dot(symbol: str, tone: str, words: list[str]) -> list[Part]:
    return [Part(tone, circle(0, 0, 4.5))]


def _box(symbol: str, tone: str, words: list[str]) -> list[Part]:
    """A cell that is somebody's, with their letter."""
    wash = "ink" if tone in TONES else tone
    return [Part(f"{wash} wash", square(0, 0, 18.5)), Part(f"{wash} text", text=symbol, size=15)]


def _chocolate(symbol: str, tone: str, words: list[str]) -> list[Part]:
    bevel = Part(
        "brown trim", square(0, 0, 12) + "M-19-19L-12-12M19-19L12-12M19 19L12 12M-19 19L-12 12"
    )
    return [Part("brown", square(0, 0, 19)), bevel]


def _poison(symbol: str, tone: str, words: list[str]) -> list[Part]:
    skull = "M-7.5 2A8 8 0 1 1 7.5 2V5H4.5V9H-4.5V5H-7.5z"
    eyes = circle(-3, -1.5, 1.9) + circle(3, -1.5, 1.9)
    return [*_chocolate(symbol, tone, words), Part("light", skull), Part("dark", eyes)]


def _closed(symbol: str, tone: str, words: list[str]) -> list[Part]:
    if "closed" not in words:
        return [Part("closed", square(0, 0, HALF))]
    return [
        Part("sunk", square(0, 0, HALF)),
        Part("shade", f"M{-HALF:g} {-HALF:g}h40v4h-36v36h-4z"),
    ]


def _star(radius: float) -> str:
    """A star of five points."""
    spots = [
        (round(r * sin(k * pi / 5), 1), round(-r * cos(k * pi / 5), 1))
        for k in range(10)
        for r in (radius if k % 2 == 0 else 0.42 * radius,)
    ]
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in spots) + "z"


HALVES: Final = {  # of a domino, open to the other half
    "upper": "M-15 20V-9a6 6 0 0 1 6-6H9a6 6 0 0 1 6 6V20",
    "lower": "M-15-20V9a6 6 0 0 0 6 6H9a6 6 0 0 0 6-6V-20",
    "left": "M20-15H-9a6 6 0 0 0-6 6V9a6 6 0 0 0 6 6H20",
    "right": "M-20-15H9a6 6 0 0 1 6 6V9a6 6 0 0 1-6 6H-20",
}


def _domino(symbol: str, tone: str, words: list[str]) -> list[Part]:
    half = next((HALVES[word] for word in words if word in HALVES), square(0, 0, 15))
    return [Part(tone, half), Part(f"{tone} crest", circle(0, 0, 3))]


FILLING: Final = frozenset({"box", "chocolate", "poison"})  # as large as their cells
DRAWN: Final[dict[str, Callable[[str, str, list[str]], list[Part]]]] = {
    "disc": _disc,
    "square": _square,
    "man": _man,
    "king": _king,
    "queen": _queen,
    "fox": _fox,
    "goose": _goose,
    "stone": _stone,
    "match": _match,
    "seeds": _seeds,
    "box": _box,
    "dot": _dot,
    "chocolate": _chocolate,
    "poison": _poison,
    "closed": _closed,
    "letter": _letter,
    "domino": _domino,
    "pawn": pawn,
    "knight": knight,
    "bishop": bishop,
    "rook": rook,
    **dict.fromkeys(HEADS, animal),
}
