"""The panel beside the board, the screens for help and for players, and the themes."""

import os
from collections.abc import Mapping
from typing import Any, ClassVar, Final, NamedTuple

from rich.console import Group
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.theme import Theme
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from zermelo.contract.arguments import LEVEL
from zermelo.draw.palette import DARK, LIGHT, Palette
from zermelo.naming import analysis_words, kind, move_summary, player_name, terms_words
from zermelo.play.review import LINE, ReviewedPly, review_plies
from zermelo.play.session import Session
from zermelo.play.thinking import Job

HELP: Final = """\
[b]To move[/b]        arrows and Enter, or the mouse, point by point;
               Esc takes a point back, Tab goes to the next point;
               or type the move, like those that [b]moves[/b] lists

[b]Keys[/b]                             [b]or type[/b]
F2  mark the best moves          hint
F3  values of all moves          values
F4  who plays, how strong        players
^Z ^Y  back and forward          undo, redo
PgUp PgDn  look back             earlier, later
F5  play on from this position   from_here
F6  light or dark                colours
F8  give up                      resign
F9  begin again                  restart
^Q  leave                        quit

[b]Signs[/b]          \\[X] the last move     • may be chosen
               ▲3 wins in 3 plies    = draws     ▼4 loses in 4
               +12 estimated, in hundredths of a win
               ?? a blunder, ? a mistake, ?! a doubtful move; a better one"""


WORDS: Final = {"human": "a person", "engine": "computer"}


def theme(name: str, palette: Palette, *, dark: bool) -> Theme:
    """A palette as a theme of textual, the library for screens."""
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


THEMES: Final = {"light": theme("light", LIGHT, dark=False), "dark": theme("dark", DARK, dark=True)}


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
        """A list of players for each side."""
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


class Panel(NamedTuple):
    """The texts beside the board; `values` adds the values of positions and moves."""

    session: Session
    palette: Palette
    values: bool

    def status(self, job: Job | None, past: int | None) -> Group:
        """The player to move or the outcome, and the search; or the position at the node `past`."""
        session, quiet, analysis = self.session, self.palette.quiet, self.session.advice()
        if past is not None:
            return Group(*self._looked_at(past))
        if session.over:
            count = f"{session.ply} {'move' if session.ply == 1 else 'moves'}"
            parts = [Text(f"Game over: {session.outcome}.", "bold"), Text(count, quiet)]
        else:
            colour = (self.palette.first, self.palette.second)[session.player]
            mover = Text(player_name(session.game, session.player), f"bold {colour}")
            thinks = f" thinks ({session.players[session.player].name})"
            parts = [mover.append(" to move" if session.persons_turn else thinks, "default")]
            worth = "…" if job and session.persons_turn else ""
            worth = analysis_words(session.game, analysis) if analysis else worth
            parts += [Text(f"value: {worth}" if worth else "", quiet)] if self.values else []
        if self.values:
            parts += self._terms(session.state)
        if session.warning:
            parts.append(Text(session.warning, f"bold {self.palette.loss}"))
        if job and self.values:
            words = ""
            if thinking := job.snapshot:
                speed = thinking.nodes / max(thinking.seconds, 1e-3) / 1e6
                words = f"depth {thinking.depth} · {thinking.nodes:,} nodes · {speed:.1f} M/s"
                words += f"\n{' '.join(thinking.line[:5])}"
            parts.append(Text(words, quiet))
        return Group(*parts)

    def _looked_at(self, node: int) -> list[Text]:
        """Texts on another position: its move, and with `values` its value, best line and fault."""
        session, here = self.session, self.session.tree[node]
        place = f"after {here.ply}. {here.text}" if here.ply else "at the start"
        parts = [Text(f"Looking back: {place}", "bold")]
        if not self.values:
            return parts
        if (analysis := session.advice(here.state)) is not None:
            worth = f"value: {analysis_words(session.game, analysis)}"
            parts += [Text(worth, self.palette.quiet), *self._terms(here.state)]
            parts.append(Text(" ".join(analysis.line[:LINE]), self.palette.quiet))
        (row,) = review_plies(session, [node])
        return [*parts, *([Text(row.shown, self.palette.loss)] if row.shown else [])]

    def _terms(self, state: Any) -> list[Text]:
        analysis = self.session.advice(state)
        estimated = analysis is not None and not analysis.exact
        words = terms_words(self.session.game.terms(state)) if estimated else ""
        return [Text(words, self.palette.quiet)] if words else []

    def history(self, shown: int) -> Text:
        """The current line, a move per row; undone moves are dim, the move to `shown` is marked."""
        text, session = Text(), self.session
        for row in review_plies(session, session.tree.line(session.node))[1:]:
            line = self._move(row)
            if row.ply > session.ply:
                line.stylize("dim")
            if row.node == shown != session.node:
                line.stylize("reverse")
            text.append_text(line)
        return text

    def _move(self, row: ReviewedPly) -> Text:
        """A move with its number and value, and a better move if it was a mistake."""
        assert row.player is not None and row.move is not None  # only the start has neither
        session, palette, known = self.session, self.palette, None
        line = Text(f"{row.ply:>3} ", palette.quiet)
        line.append(f"{row.move:<7} ", f"bold {(palette.first, palette.second)[row.player]}")
        valued, parent = self.values or session.over, session.tree[row.node].parent
        if valued and parent is not None:
            known = session.advice(session.tree[parent].state)
        if known and (made := known.of(row.move)) is not None:
            words = f"{move_summary(session.game, made):<11}"
            line.append(words, getattr(palette, kind(made.value)))
        if valued and row.fault:
            mark = {"blunder": "??", "mistake": "?", "doubtful": "?!"}[row.fault]
            line.append(f" {mark} {row.better[0]}", f"bold {palette.loss}")
        return line.append("\n")
