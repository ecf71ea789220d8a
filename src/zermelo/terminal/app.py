"""The game on a full screen: board, panel and input line; searches run in the background."""

import time
from collections.abc import Callable
from typing import Any, ClassVar, Final

from rich.text import Text
from textual import events, on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.message import Message
from textual.widgets import Footer, Input, Static

from zermelo.draw.palette import DARK, LIGHT, Palette
from zermelo.errors import UsageError, ZermeloError
from zermelo.naming import player_name, purpose
from zermelo.play.agenda import Agenda, Task
from zermelo.play.player import Person, Terms
from zermelo.play.thinking import Job, Thinker, report_progress
from zermelo.players.byname import seat
from zermelo.terminal.board import Board, View, view_of
from zermelo.terminal.screens import THEMES, Help, Panel, Seats, terminals_theme

GLANCE: Final = 0.1  # seconds between displays of a search's progress
PACE: Final = 0.5  # the least seconds for each move between computers
KEYS: Final = (  # a key, the word to type instead, and the key's label below the screen
    ("f1", "help", "Help"),
    ("f2", "hint", "Hint"),
    ("f3", "values", "Values"),
    ("f4", "players", "Players"),
    ("ctrl+z", "undo", "Undo"),
    ("ctrl+y", "redo", ""),
    ("pageup", "earlier", ""),
    ("pagedown", "later", ""),
    ("f5", "from_here", ""),
    ("f6", "colours", ""),
    ("f8", "resign", "Resign"),
    ("f9", "restart", "Restart"),
    ("escape", "take_back", ""),
)


class Delivered(Message):
    """Tells the screen that a task's job has ended."""

    def __init__(self, task: Task, job: Job) -> None:
        super().__init__()
        self.task, self.job = task, job


class Table(Container):
    """The area of the board."""

    def on_resize(self, event: events.Resize) -> None:
        """Draw the board as large as fits."""
        self.query_one(Board).fit(event.size)


class PlayApp(App[None]):
    """A session on the screen; `native` says whether players chosen here use machine code."""

    TITLE = "zermelo"
    ENABLE_COMMAND_PALETTE = False
    CSS_PATH = "app.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (72, "-wide")]  # noqa: RUF012 - the library's own
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key, f"do('{word}')", label, show=bool(label)) for key, word, label in KEYS),
        Binding("ctrl+q", "quit", "Quit", priority=True),
        Binding("ctrl+c", "quit", show=False, priority=True),
    ]

    def __init__(self, agenda: Agenda, *, native: bool = True) -> None:
        super().__init__()
        for theme in THEMES.values():
            self.register_theme(theme)
        self.theme = terminals_theme()
        self.session, self._agenda = agenda.session, agenda
        self._native = native
        self._thinker = Thinker()
        self._job: Job | None = None  # computes the current task
        self._moving = False  # whether `_job` chooses a computer's move
        self._values = False  # whether the values of all moves are shown
        self._message = Text()
        self._words: dict[str, Callable[[], object]] = {
            "help": lambda: self.push_screen(Help()),
            "hint": self._hint,
            "values": self._switch_values,
            "players": self._choose_players,
            "undo": lambda: self._travel(self.session.undo(keep=self._values), "nothing to undo"),
            "redo": lambda: self._travel(self.session.redo(), "nothing to redo"),
            "earlier": lambda: self._look(-1),
            "later": lambda: self._look(1),
            "from_here": self._play_from_here,
            "colours": self._switch_colours,
            "resign": self._resign,
            "restart": lambda: self._change(self.session.restart),
            "moves": lambda: self._say(" ".join(self.session.legal_moves)),
            "quit": self.exit,
        }
        self._title, self._status = Static(id="title"), Static(id="status")
        self._board = Board(self._view())
        self._history, self._line = Static(), Static(id="message")
        self._moves = VerticalScroll(self._history, id="moves", can_focus=False)
        self._typed = Input(
            id="typed", placeholder="type a move, or help", compact=True, select_on_focus=False
        )

    # The screen ----------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Title, board and panel side by side, the message, the input line, and the keys."""
        yield self._title
        with Horizontal(id="table"):
            yield Table(self._board, id="board")
            yield Vertical(self._status, self._moves, id="panel")
        yield self._line
        yield self._typed
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        """Focus the board, and let the first player think."""
        self.set_interval(GLANCE, self._watch)
        self._board.focus()
        self._show_and_think()

    def on_unmount(self) -> None:
        """Stop the search."""
        self._drop()

    @property
    def thinking(self) -> bool:
        """Whether a task is running."""
        return self._job is not None

    @property
    def _palette(self) -> Palette:
        return DARK if self.current_theme.dark else LIGHT

    @property
    def _panel(self) -> Panel:
        return Panel(self.session, self._palette, self._values)

    @property
    def _past(self) -> int | None:
        shown = self._agenda.shown
        return None if shown == self.session.node else shown

    def _view(self) -> View:
        shown, hint = self._agenda.shown, self._agenda.hint
        return view_of(self.session, shown, hint, values=self._values)

    def _draw(self) -> None:
        session, palette = self.session, self._palette
        names = [player_name(session.game, player) for player in (0, 1)]
        seats = ", ".join(f"{names[i]} {player.name}" for i, player in enumerate(session.players))
        title = Text.assemble((purpose(session.game), "bold"), (f"   {seats}", palette.quiet))
        self._title.update(title, layout=False)
        self._board.show(self._view())
        shown = self._agenda.shown
        self._history.update(self._panel.history(shown))
        self._moves.scroll_to(y=session.tree[shown].ply - 3, animate=False)
        self._line.update(self._message, layout=False)
        self._show_status()

    def _watch(self) -> None:
        if self.thinking:
            self._show_status()

    def _show_status(self) -> None:
        self._status.update(self._panel.status(self._job, self._past))

    def _say(self, text: str, colour: str = "quiet") -> None:
        """Show a message below the board until the next move."""
        self._message = Text(text, getattr(self._palette, colour))
        self._draw()

    # The game goes on ----------------------------------------------------------------------------

    def _show_and_think(self) -> None:
        """Show the position after a change, and think about it."""
        self._message = Text()
        self._agenda.forget()
        self._think()
        self._draw()

    def _think(self) -> None:
        """Stop the current task, and begin the agenda's next task."""
        self._drop()
        task = self._agenda.next()
        self._moving = task is not None and task.kind == "move"
        if task is not None:
            self._job = job = Job(self._with_pace(task))
            job.then(lambda _: self.post_message(Delivered(task, job)))
            self._thinker.begin(job)

    def _drop(self) -> None:
        if self._job is not None:
            self._job.stop()
        self._job = None

    def _with_pace(self, task: Task) -> Callable[[], Any]:
        """A function that does the task; a move between computers takes at least `PACE` seconds."""
        people = any(isinstance(player, Person) for player in self.session.players)
        pace = PACE if task.kind == "move" and not people else 0

        def find() -> Any:
            began = time.monotonic()
            result = task.find()
            time.sleep(max(0, pace - (time.monotonic() - began)))
            return result

        return find

    def on_delivered(self, message: Delivered) -> None:
        """Use a task's result, unless the task was dropped."""
        if message.job is not self._job:
            return
        self._job = None
        try:
            message.task.finish(message.job.result())
        except ZermeloError as error:
            self._say(str(error), "loss")
            return
        if message.task.kind == "move":
            self._show_and_think()
            return
        self._think()
        if self._agenda.hinted:
            self._say_hint()
        else:
            self._draw()

    # The user's actions ---------------------------------------------------------------------------

    @on(Board.Clicked)
    def _add_click(self, event: Board.Clicked) -> None:
        """Add a point to the move; if clicked again, it completes the move or is taken back."""
        session, begun = self.session, self.session.begun
        button = self._board.view.button_at(event.point)
        if event.by_key and self._typed.value:
            self._obey()
        elif self._past is not None:
            self._say("F5 continues from here, PgDn goes back to the game")
        elif not session.persons_turn:
            pass
        elif button is not None:
            self._try(lambda: session.move(button))
        elif len(begun.whole) == 1 and event.point == begun.clicked[-1]:
            self._try(lambda: session.move(begun.whole[0]))
        elif event.point in begun.aims:
            self._try(lambda: session.click(event.point))
        elif begun.clicked and event.point == begun.clicked[-1]:
            self._take_back()
        else:  # another move
            while session.unclick():
                pass
            if event.point in session.begun.aims:
                self._try(lambda: session.click(event.point))
            else:
                self._say("no move begins there; Tab goes to a point where one does", "loss")

    def _try(self, move: Callable[[], Any]) -> None:
        """Make a move or part of one, or show why it is illegal."""
        before = self.session.ply
        try:
            move()
        except UsageError as error:
            self._say(str(error), "loss")
            return
        if self.session.ply != before:
            self._show_and_think()
            return
        session, whole = self.session, self.session.begun.whole
        texts = [session.game.format_move(session.state, move) for move in whole]
        if len(texts) > 1:  # the clicks fit several whole moves
            self._say(f"type which move: {' '.join(texts)}")
        else:
            self._say(f"{texts[0]}: choose the point again, or go on" if texts else "")

    def on_key(self, event: events.Key) -> None:
        """Pass typed keys on to the input line, for users who type a move at the board."""
        if not self._board.has_focus:
            return
        if event.key == "backspace":
            self._typed.value = self._typed.value[:-1]
        elif event.is_printable:
            self._typed.value += event.character or ""

    @on(Input.Submitted)
    def _obey(self) -> None:
        """Obey a typed word, or make a typed move."""
        text = self._typed.value.strip()
        self._leave_line()
        if text.lower() in self._words:
            self._words[text.lower()]()
        elif text and self.session.persons_turn:
            self._try(lambda: self.session.move(text))

    def _leave_line(self) -> None:
        """Clear the input line, and focus the board."""
        self._typed.clear()
        self._board.focus()

    def action_do(self, word: str) -> None:
        """Run the action of a key's word; Escape, whose word has no action, takes back a click."""
        self._words.get(word, self._take_back)()

    def _take_back(self) -> None:
        """Clear the input line, and take back the last point of a move."""
        self._leave_line()
        self.session.unclick()
        self._message = Text()
        self._draw()

    def _hint(self) -> None:
        """Mark the best moves as soon as they are known."""
        if self.session.persons_turn:
            self._agenda.ask_hint()
            if not self._agenda.hint:
                self._think()
            self._say_hint()

    def _say_hint(self) -> None:
        self._say(f"best: {' '.join(self._agenda.hint) or '…'}", "win")

    def _switch_values(self) -> None:
        """Show or hide the values of all moves of the game."""
        self._values = not self._values
        self._agenda.scope = "game" if self._values else "nothing"
        self._think()
        self._draw()

    def _switch_colours(self) -> None:
        """Change between light and dark."""
        self.theme = "light" if self.current_theme.dark else "dark"
        self._draw()

    def _travel(self, gone: bool, otherwise: str) -> None:
        if gone:
            self._show_and_think()
        else:
            self._say(otherwise)

    def _look(self, plies: int) -> None:
        """Look `plies` forward, or back if negative; value the displayed position first."""
        tree, shown = self.session.tree, self._agenda.shown
        line = tree.line(self.session.node)
        place = line.index(shown) + plies
        if 0 <= place < len(line):
            self._agenda.look_at(line[place])
            if self._job is None or not self._moving:
                self._think()
            self._message = Text()
            self._draw()

    def _play_from_here(self) -> None:
        """Play on from the displayed position; a different move begins a variation."""
        if (past := self._past) is not None:
            self._change(lambda: self.session.go(past))

    def _resign(self) -> None:
        """Resign, for the person to move."""
        if self.session.persons_turn:
            self._change(self.session.resign)

    def _change(self, deed: Callable[[], object]) -> None:
        deed()
        self._show_and_think()

    def _choose_players(self) -> None:
        """Ask who should play each side."""
        game, (first, second) = self.session.game, self.session.players
        names = player_name(game, 0), player_name(game, 1)

        def sit_down(chosen: tuple[int, str] | None) -> None:
            if chosen is not None:
                terms = Terms(game, native=self._native, ready=False, progress=report_progress)
                players = list(self.session.players)
                players[chosen[0]] = seat(chosen[1], terms)
                self._change(lambda: self.session.sit_down(players))

        self.push_screen(Seats(names, (first.name, second.name)), sit_down)
