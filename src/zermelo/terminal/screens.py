"""The screens that open over the board: help, and who plays."""

from __future__ import annotations

from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from zermelo.contract.ranges import LEVEL

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
    """Choose who plays a side: dismissed with the player's number and what sits there by name."""

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
        """The choices for one side; the present one is marked."""
        kinds = ["human", "engine", *(f"level:{level}" for level in range(1, int(LEVEL.most) + 1))]
        options = [
            Option(WORDS.get(kind, kind.replace(":", " ")) + here, id=f"{player} {kind}")
            for kind in kinds
            for here in [" ◂" if self._seated[player] in (kind, WORDS.get(kind)) else ""]
        ]
        return OptionList(Option(f"{self._names[player]}", disabled=True), *options)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Hand back what was chosen."""
        player, kind = str(event.option.id).split()
        self.dismiss((int(player), kind))
