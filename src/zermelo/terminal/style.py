"""The screen's colours, those of drawn boards, and how its parts are laid out."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Final

from textual.theme import Theme

from zermelo.draw.palette import DARK, LIGHT, Palette

STYLE: Final = """
Screen { background: $background; }
#title { height: 1; padding: 0 1; background: $surface; }
#board { width: 1fr; align: center middle; overflow: auto; }
#panel { width: 36; height: 1fr; padding: 0 1; border-left: solid $panel; }
#status { height: 5; }
#moves { height: 1fr; }
#moves Static { height: auto; }
#message { height: 2; padding: 0 1; }
#typed { height: 1; border: none; padding: 0 1; background: $surface; }
#typed:focus { border: none; }
.-narrow #panel { width: 1fr; height: 8; border-left: none; border-top: solid $panel; }
.-narrow #table { layout: vertical; }
Footer { background: $surface; }
Help, Seats { align: center middle; background: $background 60%; }
.box { width: 50; height: auto; max-height: 100%; padding: 1 2; border: round $primary;
       background: $surface; }
.wide { width: 74; padding: 0 2; }
.box OptionList { width: 1fr; height: auto; background: $surface; border: none; }
.box Horizontal { height: auto; }
.title { text-style: bold; margin-bottom: 1; }
.quiet { color: $text-muted; margin-top: 1; }
"""


def theme(name: str, palette: Palette, *, dark: bool) -> Theme:
    """The colours of a palette, as the library wants them."""
    return Theme(
        name=name,
        primary=palette.first,
        secondary=palette.second,
        accent=palette.first,
        warning=palette.second,
        error=palette.loss,
        success=palette.win,
        foreground=palette.ink,
        background=palette.ground,
        surface=palette.cell,
        panel=palette.line,
        dark=dark,
    )


THEMES: Final = {
    "light": theme("light", LIGHT, dark=False),
    "dark": theme("dark", DARK, dark=True),
}


def terminals_theme(environment: Mapping[str, str] = os.environ) -> str:
    """ "light" where the terminal says so, by COLORFGBG as many do, else "dark"."""
    ground = environment.get("COLORFGBG", "").rpartition(";")[2]
    return "light" if ground in ("7", "15") else "dark"
