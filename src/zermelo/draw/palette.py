"""The colours of drawn boards, light and dark, as the style sheet of an SVG.

The players' blue and orange are told apart by all common kinds of colour blindness; they differ in
lightness from the ground, and pieces differ in shape as well, so nothing depends on colour alone.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from zermelo.errors import ParameterError

THEMES: Final = ("auto", "light", "dark")


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
    win="#4fd39a",
    draw="#b6bac6",
    loss="#ff7fb0",
)


def style(theme: str = "auto") -> str:
    """The `<style>` that boards of `theme` need once in the SVG they are part of.

    "auto" follows the reader's `prefers-color-scheme`. Plain rules without CSS variables, which not
    every program that draws SVG knows. Raises `ParameterError` for another theme.
    """
    if theme not in THEMES:
        raise ParameterError(f"theme should be {', '.join(THEMES)}, not {theme!r}")
    if theme == "auto":
        dark = f"@media (prefers-color-scheme:dark){{{_rules(DARK, theme)}}}"
        return f"<style>{_rules(LIGHT, theme)}{dark}</style>"
    return f"<style>{_rules(LIGHT if theme == 'light' else DARK, theme)}</style>"


def _rules(palette: Palette, theme: str) -> str:
    """A rule for each class of shape, valid inside boards of `theme` only."""
    stroked = "fill:none;stroke-linecap:round;stroke:"
    rules = {
        "ground": f"fill:{palette.ground}",
        "cell": f"fill:{palette.cell};stroke:{palette.line};stroke-width:1.5",
        "line": f"{stroked}{palette.line};stroke-width:2",
        "dot": f"fill:{palette.line}",
        "closed": f"fill:{palette.closed}",
        "label": f"fill:{palette.quiet};font-size:14px",
        "caption": f"fill:{palette.ink};font-size:14px",
        "tint": f"fill:{palette.marked}",
        "bracket": f"{stroked}{palette.ink};stroke-width:2.5",
        "badge": f"fill:{palette.ground};stroke:{palette.line};stroke-width:1",
    }
    for name in ("first", "second", "ink", "win", "draw", "loss"):
        colour = getattr(palette, name)
        rules[f"{name}.solid"] = f"fill:{colour};stroke:{colour};stroke-width:1"
        rules[f"{name}.ring"] = f"fill:{palette.ground};stroke:{colour};stroke-width:4"
        rules[f"{name}.stroke"] = f"{stroked}{colour};stroke-width:5.5"
        rules[f"{name}.text"] = f"fill:{colour};font-weight:700"
        rules[f"{name}.on"] = f"fill:{palette.ground};font-weight:700"
    return "".join(f".z-{theme} .{name}{{{rule}}}" for name, rule in rules.items())
