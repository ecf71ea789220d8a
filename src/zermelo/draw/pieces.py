"""Pieces as paths around (0, 0), for boards with points 40 units apart.

The picture may name the shape of a symbol. Some symbols have their own shapes: X is a cross, O and
○ are rings, ● is a disc, | a match, ─ and │ strokes to the next points, ■ a closed cell. Any other
text is drawn on a counter, which is solid for the first player and a ring for the second. The
player determines the colour, unless the picture names a tone.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from math import cos, pi, sin, sqrt
from typing import Final

from zermelo.contract.picture import FORMS, TONES, Picture
from zermelo.draw.ground import HALF, OWNERS, PITCH, Part, circle, square

FOOT: Final = "M-11 16H11V12.5C9 11.5 8 10.5 7.5 9H-7.5C-8 10.5-9 11.5-11 12.5z"
CHOCOLATE: Final = (
    ("brown", square(0, 0, 19)),
    (
        "brown trim",
        square(0, 0, 12) + "M-19-19L-12-12M19-19L12-12M19 19L12 12M-19 19L-12 12",
    ),
)
# Form → the kind and the path of each part of its drawing, {} for the piece's tone.
FORMED: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "pawn": (
        ("{}", "M-4.5 9C-4 4-3-1-3-3H-6V-5.5H6V-3H3C3-1 4 4 4.5 9z"),
        ("{}", circle(0, -9, 5)),
        ("{}", FOOT),
    ),
    "rook": (
        ("{}", "M-7.5 9L-6.5-5L-10-8V-14H-5.5V-11H-2.5V-14H2.5V-11H5.5V-14H10V-8L6.5-5L7.5 9z"),
        ("{}", FOOT),
        ("{} trim", "M-6.5-5H6.5M-7 5.5H7"),
    ),
    "bishop": (
        ("{}", "M-5 9L-3.5 3H-6V.5H-4C-9-4-7-10.5 0-15.5C7-10.5 9-4 4 .5H6V3H3.5L5 9z"),
        ("{}", FOOT),
        ("{} trim", "M0-10V-3M-3-6.5H3"),
    ),
    "knight": (
        (
            "{}",
            "M-7 9C-7 3 0 1 0-4L-6 0C-8 2-9.5 2.5-11-.5C-12-3-9-6-6-10L-6.5-15"
            "L-2-12C6-12 9-4 7.5 9z",
        ),
        ("{}", FOOT),
        ("{} crest", circle(-3.2, -7.5, 1.4)),
    ),
    "standing king": (
        (
            "{}",
            "M-5.5 9L-8-4.5C-10.5-9-4-11.5-1.5-8.5V-11H-4.5V-14H-1.5V-17H1.5V-14H4.5V-11H1.5V-8.5"
            "C4-11.5 10.5-9 8-4.5L5.5 9z",
        ),
        ("{}", FOOT),
        ("{} trim", "M-6 5.5H6M-7-.5H7"),
    ),
    "queen": (
        (
            "{}",
            "M-9 15H9V11.5C7 10 6 8.5 6.5 6L12.5-7L6.5-1L4.5-11.5L0-2L-4.5-11.5L-6.5-1"
            "L-12.5-7L-6.5 6C-6 8.5-7 10-9 11.5z",
        ),
        ("{}", circle(0, -12, 2.2) + circle(-12.5, -8, 2.2) + circle(12.5, -8, 2.2)),
        ("{} trim", "M-7 11.5H7M-6 7.5H6"),
    ),
    "king": (
        ("{}", circle(0, 0, 15)),
        ("{} trim", circle(0, 0, 12.5)),
        ("{} crest", "M-8 6L-9.5-5L-4.5-.5L0-8L4.5-.5L9.5-5L8 6z"),
    ),
    "man": (("{}", circle(0, 0, 15)), ("{} trim", circle(0, 0, 11) + circle(0, 0, 7))),
    "fox": (
        ("{}", "M-14-14L-5-8Q0-9.5 5-8L14-14L13.5 1Q9 7 3.5 14Q0 16.5-3.5 14Q-9 7-13.5 1z"),
        ("{} crest", circle(-5.5, 0, 1.8) + circle(5.5, 0, 1.8) + circle(0, 11.5, 2.2)),
    ),
    "goose": (
        (
            "{}",
            "M-16-7.5L-9-10Q-7-15-2-14.5Q3.5-14 3.5-8Q3.5-3 1.5 1Q9-1.5 16-4.5Q15 8 7 12.5"
            "Q-2 16.5-8 11Q-12 6-8 .5Q-4.5-3.5-5-7z",
        ),
        ("{} trim", "M-3 5Q3 10.5 11 3"),
        ("{} crest", circle(-4, -9.5, 1.7)),
    ),
    "stone": (
        ("shade", circle(0.8, 1.6, 18)),
        ("{}", circle(0, 0, 17.2)),
        ("gloss", "M-11-6A12.5 12.5 0 0 1 3-12A15 15 0 0 0-11-6z"),
    ),
    "match": (
        ("stick", "M0-8V15"),
        ("head", "M-4.5-12.5A4.5 6 0 0 1 4.5-12.5A4.5 6 0 0 1-4.5-12.5z"),
    ),
    "dot": (("{}", circle(0, 0, 4.5)),),
    "chocolate": CHOCOLATE,
    "poison": (
        *CHOCOLATE,
        ("light", "M-7.5 2A8 8 0 1 1 7.5 2V5H4.5V9H-4.5V5H-7.5z"),
        ("dark", circle(-3, -1.5, 1.9) + circle(3, -1.5, 1.9)),
    ),
}
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
WAYS: Final = {  # directions of an animal's moves; forward is up
    "chick": [(0, -1)],
    "elephant": [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    "giraffe": [(0, -1), (-1, 0), (1, 0), (0, 1)],
    "hen": [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (0, 1)],
    "lion": [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)],
}
STROKES: Final = {"─": f"M{-PITCH:g} 0H{PITCH:g}", "│": f"M0 {-PITCH:g}V{PITCH:g}"}
USUAL: Final = {"X": "first", "●": "first", "O": "second", "○": "second"}
GOLDEN: Final = pi * (3 - sqrt(5))  # the angle from one seed to the next
MOST_SEEDS: Final = 40  # drawn seeds; the number counts them all
HALVES: Final = {  # of a domino, open to the other half
    "upper": "M-15 20V-9a6 6 0 0 1 6-6H9a6 6 0 0 1 6 6V20",
    "lower": "M-15-20V9a6 6 0 0 0 6 6H9a6 6 0 0 0 6-6V-20",
    "left": "M20-15H-9a6 6 0 0 0-6 6V9a6 6 0 0 0 6 6H20",
    "right": "M-20-15H9a6 6 0 0 1 6 6V9a6 6 0 0 1-6 6H-20",
}
FILLING: Final = frozenset({"box", "chocolate", "poison"})  # as large as their cells


def piece(picture: Picture, symbol: str, players: tuple[str, str] | None = None) -> list[Part]:
    """The drawing of `symbol` in `picture`, from the bottom up.

    `players` are the symbols of the first and the second player if they are known.
    """
    whose = tone(picture, symbol, players)
    if shape := picture.shapes.get(symbol):
        words = shape.split()
        form = next(word for word in words if word in FORMS)
        form = "standing king" if form == "king" and "standing" in words else form
        return _form_parts(form, whose) if form in FORMED else DRAWN[form](symbol, whose, words)
    if symbol == "■":
        return (
            _closed_cell(symbol, whose, []) if picture.cells else [Part("closed", square(0, 0, 9))]
        )
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
    return _form_parts("match", whose) if symbol == "|" else _letter(symbol, whose, [])


def _form_parts(form: str, tone: str) -> list[Part]:
    return [Part(kind.format(tone), path) for kind, path in FORMED[form]]


def tone(picture: Picture, symbol: str, players: tuple[str, str] | None) -> str:
    """The name of the colour of `symbol`: the picture's tone, or the player's."""
    words = picture.shapes.get(symbol, "").split()
    return next((word for word in words if word in TONES), owner(symbol, players))


def owner(symbol: str, players: tuple[str, str] | None) -> str:
    """The class of the player of `symbol`, "ink" for none."""
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


# Forms: a symbol, its tone, and the picture's other words about it -----------------------------


def _letter(symbol: str, tone: str, words: list[str]) -> list[Part]:
    size = {1: 18, 2: 15}.get(len(symbol), max(4, 38 // max(len(symbol), 1)))
    if tone == "ink" or len(symbol) > 2:
        return [Part(f"{tone} text", text=symbol, size=size)]
    if tone == "second":
        ring = Part("second ring", circle(0, 0, 12.5))
        return [ring, Part("second text", text=symbol, size=size)]
    if tone in TONES:
        return [Part(tone, circle(0, 0, 14)), Part(f"{tone} crest", text=symbol, size=size)]
    return [Part("first solid", circle(0, 0, 14)), Part("first on", text=symbol, size=size)]


def _spot(symbol: str, tone: str, words: list[str]) -> list[Part]:
    """A spot of Sprouts with `symbol` lines: a dot for each of the three that it still lacks."""
    lives = 3 - int(symbol)
    turns = [2 * pi * life / lives for life in range(lives)]
    far = 6.5 if lives > 1 else 0
    dots = "".join(circle(round(far * sin(t), 1), round(-far * cos(t), 1), 3) for t in turns)
    return [Part(tone, circle(0, 0, 14)), Part(tone.replace("light", "dark"), dots)]


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


def _seeds(symbol: str, tone: str, words: list[str]) -> list[Part]:
    """Seeds from the middle outwards, and their number below."""
    count = int(symbol) if symbol.isascii() and symbol.isdecimal() else 0
    shown = min(count, MOST_SEEDS)
    size = min(4.2, 13.5 / sqrt(max(shown, 1)))
    turns = [(13.0 * sqrt(seed / max(shown, 7)), seed * GOLDEN) for seed in range(shown)]
    spots = [(far * cos(turn), far * sin(turn)) for far, turn in turns]
    x, y = (sum(spot[axis] for spot in spots) / max(shown, 1) for axis in (0, 1))
    drawn = "".join(circle(round(a - x, 1), round(b - y, 1), size) for a, b in spots)
    number = Part("count", text=symbol, size=12, down=25)
    return [Part("seed", drawn), number] if drawn else [number]


def _box(symbol: str, tone: str, words: list[str]) -> list[Part]:
    """A cell in a player's colour, with the player's letter."""
    wash = "ink" if tone in TONES else tone
    return [Part(f"{wash} wash", square(0, 0, 18.5)), Part(f"{wash} text", text=symbol, size=15)]


def _closed_cell(symbol: str, tone: str, words: list[str]) -> list[Part]:
    if "closed" not in words:
        return [Part("closed", square(0, 0, HALF))]
    return [
        Part("sunk", square(0, 0, HALF)),
        Part("shade", f"M{-HALF:g} {-HALF:g}h40v4h-36v36h-4z"),
    ]


def _star(radius: float) -> str:
    spots = [
        (round(r * sin(k * pi / 5), 1), round(-r * cos(k * pi / 5), 1))
        for k in range(10)
        for r in (radius if k % 2 == 0 else 0.42 * radius,)
    ]
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in spots) + "z"


def _domino(symbol: str, tone: str, words: list[str]) -> list[Part]:
    half = next((HALVES[word] for word in words if word in HALVES), square(0, 0, 15))
    return [Part(tone, half), Part(f"{tone} crest", circle(0, 0, 3))]


def _animal(symbol: str, tone: str, words: list[str]) -> list[Part]:
    """A wedge that points forward, with the animal's head and dots for its directions."""
    name, up = next(word for word in words if word in HEADS), -1 if "turned" in words else 1
    wedge = f"M0 {-18 * up}L12 {-13 * up}L16 {17 * up}H-16L-12 {-13 * up}z"
    dots = "".join(circle(9.8 * x, 12.6 * up * y, 1.4) for x, y in WAYS[name])
    eyes = circle(-2.4, -1.5, 1.1) + circle(2.4, -1.5, 1.1)
    crest = Part(f"{tone} crest", dots + HEADS[name])
    return [Part(tone, wedge), crest, Part(tone, eyes)]


DRAWN: Final[dict[str, Callable[[str, str, list[str]], list[Part]]]] = {
    "disc": _disc,
    "square": _square,
    "seeds": _seeds,
    "box": _box,
    "closed": _closed_cell,
    "letter": _letter,
    "spot": _spot,
    "domino": _domino,
    **dict.fromkeys(HEADS, _animal),
}
