"""Pieces as paths around (0, 0), for boards with points 40 units apart.

The picture may name the shape of a symbol. Some symbols have their own shapes: X is a cross, O and
○ are rings, ● is a disc, | a match, ─ and │ strokes to the next points, ■ a closed cell. Any other
text is drawn on a counter, which is solid for the first player and a ring for the second. The
player determines the colour, unless the picture names a tone.
"""

from collections.abc import Callable
from html import escape
from math import cos, pi, sin, sqrt
from typing import Final

from zermelo.contract.picture import FORMS, TONES, Picture
from zermelo.draw.ground import HALF, OWNERS, Part, circle, square
from zermelo.process.texts import packaged_text

FORMS_FILE: Final = packaged_text("draw/forms.txt")
_ROWS: Final = [row.split(" | ") for row in FORMS_FILE.splitlines() if not row.startswith("#")]
# Form → the kind and path of each of its parts; {} stands for the piece's tone.
FORMED: Final = {
    form: [(kind, path) for other, kind, path in _ROWS if other == form]
    for form, kind, _ in _ROWS
    if kind != "animal"
}
HEADS: Final = {animal: path for animal, kind, path in _ROWS if kind == "animal"}
WAYS: Final = {  # directions of an animal's moves; forward is up
    "chick": [(0, -1)],
    "elephant": [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    "giraffe": [(0, -1), (-1, 0), (1, 0), (0, 1)],
    "hen": [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (0, 1)],
    "lion": [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)],
}
USUAL: Final = {"X": "first", "●": "first", "O": "second", "○": "second"}
GOLDEN: Final = pi * (3 - sqrt(5))  # the angle from one seed to the next
MOST_SEEDS: Final = 40  # the most seeds drawn; the number below them counts all
HALVES: Final = {  # the outlines of a domino's halves, open towards the other half
    "upper": "M-15 20V-9a6 6 0 0 1 6-6H9a6 6 0 0 1 6 6V20",
    "lower": "M-15-20V9a6 6 0 0 0 6 6H9a6 6 0 0 0 6-6V-20",
    "left": "M20-15H-9a6 6 0 0 0-6 6V9a6 6 0 0 0 6 6H20",
    "right": "M-20-15H9a6 6 0 0 1 6 6V9a6 6 0 0 1-6 6H-20",
}
FILLING: Final = frozenset({"box", "chocolate", "poison"})  # pieces as large as their cells


def piece(picture: Picture, symbol: str, players: tuple[str, str] | None = None) -> list[Part]:
    """The parts of `symbol`, the lowest first; `players` has both players' symbols, if known."""
    words = picture.shapes.get(symbol, "").split()
    plain = "match" if symbol == "|" else symbol if len(symbol) == 1 else "letter"
    form = next((word for word in words if word in FORMS), plain)
    form = "standing king" if form == "king" and "standing" in words else form
    if form == "■" and not picture.cells:
        return [Part("closed", square(0, 0, 9))]
    whose = tone(picture, symbol, players)
    if form in FORMED:
        return [Part(kind.format(whose), path) for kind, path in FORMED[form]]
    return DRAWN.get(form, _letter)(symbol, whose, words)


def tone(picture: Picture, symbol: str, players: tuple[str, str] | None) -> str:
    """The tone of `symbol` that the picture names, else the class of its player."""
    words = picture.shapes.get(symbol, "").split()
    return next((word for word in words if word in TONES), owner(symbol, players))


def owner(symbol: str, players: tuple[str, str] | None) -> str:
    """The style class of the player of `symbol`: "first", "second", or "ink" for neither."""
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


# Forms, from a symbol, its tone, and the words of its shape -----------------------------


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
    """A spot of Sprouts with `symbol` lines, and a dot for each line that it can still take."""
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
    """Seeds in a spiral, and their number below."""
    count = int(symbol) if symbol.isascii() and symbol.isdecimal() else 0
    shown = min(count, MOST_SEEDS)
    size = min(3.9, 10.5 / sqrt(max(shown, 1)))
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
    corners = [(0.42 * radius if k % 2 else radius, k * pi / 5) for k in range(10)]
    spots = [(round(r * sin(turn), 1), round(-r * cos(turn), 1)) for r, turn in corners]
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in spots) + "z"


def _domino(symbol: str, tone: str, words: list[str]) -> list[Part]:
    half = next((HALVES[word] for word in words if word in HALVES), square(0, 0, 15))
    return [Part(tone, half), Part(f"{tone} crest", circle(0, 0, 3))]


def _animal(symbol: str, tone: str, words: list[str]) -> list[Part]:
    """A wedge that points forward, with the animal's head and a dot per direction of its moves."""
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
    "■": _closed_cell,
    "letter": _letter,
    "spot": _spot,
    "domino": _domino,
    **dict.fromkeys(HEADS, _animal),
}
