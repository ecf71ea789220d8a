"""The colours of drawn boards, light and dark, as the style sheet of an SVG or of a page.

The players' blue and orange differ for all common kinds of colour blindness; both differ in
lightness from the ground, and pieces also differ in shape, so nothing depends on colour alone.
"""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from zermelo.errors import ParameterError
from zermelo.process.texts import packaged_text

THEMES: Final = ("auto", "light", "dark")
CLASSES: Final = re.compile('class="([^"]*)"')


class Palette(NamedTuple):
    """The colours of one theme. A default has the light colour, then the dark one if it differs."""

    ground: str = "#ffffff #16181d"  # behind the board
    cell: str = "#f6f4ef #22262e"
    line: str = "#8b8579 #737b8a"  # frames and board lines
    ink: str = "#1f2430 #e8eaf0"  # symbols without a player, and captions
    quiet: str = "#625d54 #a3abba"  # labels
    closed: str = "#989184 #555c69"  # cells out of play
    first: str = "#1b5fa8 #6db3ff"  # player 0
    second: str = "#c2500a #ffa45c"  # player 1
    marked: str = "#fbe7ae #4d4420"  # behind the last move
    accent: str = "#e0a100 #f2c230"  # the chosen point or move
    win: str = "#0b7a4b #4fd39a"
    draw: str = "#5d5a66 #b6bac6"
    loss: str = "#b0185c #ff7fb0"
    # boards and pieces:
    wood: str = "#e6c690 #b08d5a"
    grain: str = "#a97c45 #6f4f2a"  # the edge of wood, and hollows in wood
    ruled: str = "#5d4325 #38260f"  # lines on wood
    felt: str = "#2f7d55 #245e41"
    seam: str = "#1d5a3b #143c28"
    frame: str = "#2a62b4 #23508f"
    brace: str = "#1b4788 #4a7cc4"  # the edge of a frame
    hole: str = "#f4f2ec #16181d"
    pale: str = "#f1e6d2 #c9bba1"  # light tiles; `deep` is for dark tiles
    deep: str = "#d3b88f #94795a"
    rim: str = "#8b6f49 #4e3f2c"
    sunk: str = "#5c5044 #2b2620"  # a closed tile
    sheet: str = "#fffdf7 #20242b"
    pencil: str = "#6d7180 #8d94a3"
    hexagon: str = "#f5f1e8 #2a2e36"
    edge: str = "#b3a78f #5d6470"  # a hexagon's edge
    ebony: str = "#2b2724"
    ebony_rim: str = "#0c0b0a #8c8378"
    ivory: str = "#fbf6ea #f3ecdd"
    ivory_rim: str = "#6f6350"
    red: str = "#d63b36"
    red_rim: str = "#98201e"
    yellow: str = "#f6c52c"
    yellow_rim: str = "#a87c00"
    brown: str = "#6b4128"
    brown_rim: str = "#472815"
    seed: str = "#fff3d8"


LIGHT, DARK = (Palette(*(each.split()[at] for each in Palette())) for at in (0, -1))

RULE: Final = re.compile(r"^(?::is\((.*)\))?(\S*) \{ (.*) \}$", re.MULTILINE)
VARIABLE: Final = re.compile(r"var\(--(\w+)\)")


def read_paint(sheet: str) -> dict[str, str]:
    """Selector → its rule in a style sheet of the package, with colours as names in braces. Each
    tone in `:is(.first, .second).ring` gets its own rule, in which its name replaces `tone`.
    """
    return {
        tone + kind: VARIABLE.sub(r"{\1}", rule.replace("--tone", f"--{tone[1:]}"))
        for tones, kind, rule in RULE.findall(packaged_text(sheet))
        for tone in tones.split(", ")
    }


# Kind of path → its style, in which names in braces are colours of the palette.
PAINTED: Final = {selector[1:]: rule for selector, rule in read_paint("draw/paint.css").items()}


def style(theme: str = "auto", drawn: str | None = None) -> str:
    """The `<style>` element that an SVG with boards of `theme` needs once, without rules for kinds
    that the SVG `drawn` lacks. "auto" follows the reader's `prefers-color-scheme`. The rules are
    plain, because some programs that draw SVG don't know CSS variables. Raises `ParameterError` for
    another theme.
    """
    if theme not in THEMES:
        raise ParameterError(f"theme should be {', '.join(THEMES)}, not {theme!r}")
    used = {name for classes in CLASSES.findall(drawn or "") for name in classes.split()}
    kinds = [kind for kind in PAINTED if drawn is None or used.issuperset(kind.split("."))]
    return themed_style(theme, {f".z-{theme} .{kind}": PAINTED[kind] for kind in kinds})


def themed_style(theme: str, rules: Mapping[str, str], medium: str = "") -> str:
    """A `<style>` element for `rules`, selector → rule; names in braces stand for colours.
    `medium`, like "screen and ", restricts the dark rules of "auto".
    """
    light, dark = (
        "".join(f"{selector}{{{rule.format(**known)}}}" for selector, rule in rules.items())
        for known in (LIGHT._asdict(), DARK._asdict())
    )
    both = f"{light}@media {medium}(prefers-color-scheme:dark){{{dark}}}"
    return f"<style>{both if theme == 'auto' else light if theme == 'light' else dark}</style>"


def page_rules() -> str:
    """The rules of drawn boards in a page, whose `color-scheme` decides between light and dark."""
    both = zip(Palette._fields, LIGHT, DARK, strict=True)
    named = {name: f"light-dark({light},{dark})" for name, light, dark in both}
    return "".join(f".z-auto .{kind}{{{rule.format(**named)}}}" for kind, rule in PAINTED.items())


def sheet() -> str:
    """The style sheet of boards in pages. Its colours are CSS variables, which a page may change;
    they follow the reader's `prefers-color-scheme`, unless the page's root element has
    data-theme="light" or "dark".
    """
    properties = {name: f"--zermelo-{name.replace('_', '-')}" for name in Palette._fields}
    light, dark = (
        "".join(f"{properties[name]}:{colour};" for name, colour in theme._asdict().items())
        for theme in (LIGHT, DARK)
    )
    named = {name: f"var({each})" for name, each in properties.items()}
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
