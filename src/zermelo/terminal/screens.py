"""The screens for help and for players; colours and layout of all screens."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.theme import Theme
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from zermelo.contract.ranges import LEVEL
from zermelo.draw.palette import DARK, LIGHT, Palette

STYLE: Final = """
Screen { background: $background; }
#title { height: 1; padding: 0 1; background: $surface; }
#board { width: 1fr; align: center middle; overflow: auto; }
#panel { width: 36; height: 1fr; padding: 0 1; border-left: solid $panel; }
#status { height: auto; min-height: 5; max-height: 9; }
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
HELP: Final = """\
[b]To move[/b]        arrows and Enter, or the mouse, point by point;
               Esc takes a point back, Tab goes to the next one;
               or type the move, like those that [b]moves[/b] lists

[b]Keys[/b]                             [b]or type[/b]
F2  mark the best moves          hint
F3  values of all moves          values
F4  who plays, how strong        players
^Z ^Y  back and forward          undo, redo
PgUp PgDn  look back             earlier, later
F5  play from what is looked at  from_here
F6  light or dark                colours
F8  give up                      resign
F9  begin again                  restart
^Q  leave                        quit

[b]Signs[/b]          \\[X] the last move     • may be chosen
               ▲3 wins in 3 plies    = draws     ▼4 loses in 4
               +12 estimated, in hundredths of a win
               ?? a mistake, ? a doubtful move, with a better one"""


WORDS: Final = {"human": "a person", "engine": "computer"}


def theme(name: str, palette: Palette, *, dark: bool) -> Theme:
    """A palette as a theme of the library."""
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
    """ "light" if the terminal's variable COLORFGBG says so, else "dark"."""
    ground = environment.get("COLORFGBG", "").rpartition(";")[2]
    return "light" if ground in ("7", "15") else "dark"


class Help(ModalScreen[None]):
    """The list of the keys."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,f1,q", "app.pop_screen", "Close", show=False)
    ]

    def compose(self) -> ComposeResult:
        """A box with the text."""
        with Vertical(classes="box wide"):
            yield Static(HELP)


class Seats(ModalScreen[tuple[int, str] | None]):
    """Choose who plays a side; the result is the side's number and a player's name."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", show=False)]

    def __init__(self, names: tuple[str, str], seated: tuple[str, str]) -> None:
        super().__init__()
        self._names, self._seated = names, seated

    def compose(self) -> ComposeResult:
        """A list of choices for either side."""
        with Vertical(classes="box"):
            yield Static("Who plays?", classes="title")
            with Horizontal():
                yield self._choices(0)
                yield self._choices(1)
            yield Static("Enter chooses, Tab changes sides, Esc leaves", classes="quiet")

    def _choices(self, player: int) -> OptionList:
        kinds = ["human", "engine", *(f"level:{level}" for level in range(1, int(LEVEL.most) + 1))]
        options = [
            Option(WORDS.get(kind, kind.replace(":", " ")) + here, id=f"{player} {kind}")
            for kind in kinds
            for here in [" ◂" if self._seated[player] in (kind, WORDS.get(kind)) else ""]
        ]
        return OptionList(Option(f"{self._names[player]}", disabled=True), *options)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Return the choice."""
        player, kind = str(event.option.id).split()
        self.dismiss((int(player), kind))
