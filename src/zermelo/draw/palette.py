"""The colours of drawn boards, light and dark, as the style sheet of an SVG or of a page.

The players' blue and orange differ for all common kinds of colour blindness; they differ in
lightness from the ground, and pieces differ in shape as well, so nothing depends on colour alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from zermelo.draw.materials import DARK as DARK_MATERIALS
from zermelo.draw.materials import LIGHT as MATERIALS
from zermelo.draw.materials import RULES
from zermelo.errors import ParameterError

THEMES: Final = ("auto", "light", "dark")
CLASSES: Final = re.compile('class="([^"]*)"')


class Palette(NamedTuple):
    """One theme's colours."""

    ground: str  # behind the board
    cell: str
    line: str  # frames and board lines
    ink: str  # symbols of no player, and captions
    quiet: str  # labels
    closed: str  # cells out of play
    first: str  # player 0
    second: str  # player 1
    marked: str  # behind the last move
    accent: str  # what is chosen
    win: str
    draw: str
    loss: str


LIGHT: Final = Palette(
    ground="#ffffff",
    cell="#f6f4ef",
    line="#8b8579",
    ink="#1f2430",
    quiet="#625d54",
    closed="#989184",
    first="#1b5fa8",
    second="#c2500a",
    marked="#fbe7ae",
    accent="#e0a100",
    win="#0b7a4b",
    draw="#5d5a66",
    loss="#b0185c",
)
DARK: Final = Palette(
    ground="#16181d",
    cell="#22262e",
    line="#737b8a",
    ink="#e8eaf0",
    quiet="#a3abba",
    closed="#555c69",
    first="#6db3ff",
    second="#ffa45c",
    marked="#4d4420",
    accent="#f2c230",
    win="#4fd39a",
    draw="#b6bac6",
    loss="#ff7fb0",
)


STROKED: Final = "fill:none;stroke-linecap:round;stroke:"
SHAPES: Final = {  # kind of shape → how it is painted
    "ground": "fill:{ground}",
    "cell": "fill:{cell};stroke:{line};stroke-width:1.5",
    "line": STROKED + "{line};stroke-width:2",
    "dot": "fill:{line}",
    "closed": "fill:{closed}",
    "label": "fill:{quiet};font-size:14px",
    "caption": "fill:{ink};font-size:14px",
    "name": "fill:{ink};fill-opacity:.7;font-size:8px",
    "tint": "fill:{marked}",
    "tint.over": "fill:{accent};fill-opacity:.45",
    "halo": STROKED + "{ground};stroke-width:4.5",
    "bracket": STROKED + "{ink};stroke-width:2.2",
    "badge": "fill:{ground};stroke:{line};stroke-width:1",
    "glow": STROKED + "{accent};stroke-width:7;stroke-linejoin:round;stroke-opacity:.8",
    "crown": STROKED + "{accent};stroke-width:2.4",
    "arrow": STROKED + "{win};stroke-width:3;stroke-linejoin:round",
    "strike": STROKED + "{accent};stroke-width:5",
}
for _name in ("first", "second", "ink", "win", "draw", "loss"):
    _colour = f"{{{_name}}}"
    SHAPES[f"{_name}.solid"] = f"fill:{_colour};stroke:{_colour};stroke-width:1"
    SHAPES[f"{_name}.ring"] = f"fill:{{ground}};stroke:{_colour};stroke-width:4"
    SHAPES[f"{_name}.stroke"] = f"{STROKED}{_colour};stroke-width:5.5"
    SHAPES[f"{_name}.text"] = f"fill:{_colour};font-weight:700"
    SHAPES[f"{_name}.on"] = "fill:{ground};font-weight:700"
PAINTED: Final = SHAPES | RULES


def style(theme: str = "auto", drawn: str | None = None) -> str:
    """The `<style>` that boards of `theme` need once in the SVG they are part of.

    "auto" follows the reader's `prefers-color-scheme`. Plain rules without CSS variables, which not
    every program that draws SVG knows; of all boards, or of the classes that are `drawn` alone.
    Raises `ParameterError` for another theme.
    """
    if theme not in THEMES:
        raise ParameterError(f"theme should be {', '.join(THEMES)}, not {theme!r}")
    used = {name for classes in CLASSES.findall(drawn or "") for name in classes.split()}
    kinds = [kind for kind in PAINTED if drawn is None or used.issuperset(kind.split("."))]
    if theme == "auto":
        dark = f"@media (prefers-color-scheme:dark){{{_rules('dark', theme, kinds)}}}"
        return f"<style>{_rules('light', theme, kinds)}{dark}</style>"
    return f"<style>{_rules(theme, theme, kinds)}</style>"


def colours(theme: str) -> dict[str, str]:
    """Every colour of the "light" or the "dark" theme by its name."""
    people, things = (LIGHT, MATERIALS) if theme == "light" else (DARK, DARK_MATERIALS)
    return people._asdict() | things._asdict()


def _rules(light_or_dark: str, theme: str, kinds: Iterable[str]) -> str:
    """A rule for each kind of shape, valid inside boards of `theme` only."""
    known = colours(light_or_dark)
    return "".join(f".z-{theme} .{kind}{{{PAINTED[kind].format(**known)}}}" for kind in kinds)


def sheet() -> str:
    """The style sheet of boards in pages, whose colours are properties that a page may change.

    They follow the reader's `prefers-color-scheme`, unless the page's root says data-theme="light"
    or data-theme="dark".
    """
    light, dark = (
        "".join(f"--zermelo-{_dashed(name)}:{colour};" for name, colour in colours(theme).items())
        for theme in ("light", "dark")
    )
    named = {name: f"var(--zermelo-{_dashed(name)})" for name in colours("light")}
    rules = "\n".join(
        f".zb-{kind.replace('.', '.zb-')}{{{painted.format(**named)}}}"
        for kind, painted in PAINTED.items()
    )
    board = ":root:not([data-theme=light]) .zermelo-board"
    return (
        f".zermelo-board{{{light}}}\n"
        f"@media (prefers-color-scheme:dark){{{board}{{{dark}}}}}\n"
        f":root[data-theme=dark] .zermelo-board{{{dark}}}\n{rules}\n"
    )


def _dashed(name: str) -> str:
    return name.replace("_", "-")
