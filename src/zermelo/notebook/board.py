"""A board to play on: a widget with the session in Python and the picture in the page."""

import asyncio
import threading
from collections.abc import Callable, Sequence
from importlib.resources import files
from typing import Any, Final

import anywidget
import traitlets

from zermelo.board.session import board_at
from zermelo.contract.analysis import By, value_by
from zermelo.contract.arguments import GameGiven, game_given
from zermelo.draw.modules import join_modules
from zermelo.draw.palette import sheet
from zermelo.errors import IllegalMoveError, UsageError, ZermeloError, clip
from zermelo.naming import analysis_words, player_name
from zermelo.play.advice import EngineAdvisor
from zermelo.play.agenda import Agenda, Task
from zermelo.play.player import Person, Player, Terms
from zermelo.play.position import Position, position
from zermelo.play.review import review_plies
from zermelo.play.session import Session
from zermelo.play.thinking import Job, Thinker, report_progress
from zermelo.players.byname import seat

SECONDS: Final = 1.0  # time limit of one search


def _source(name: str) -> str:
    """A static file of the widget, or of the component for all boards."""
    room = "notebook" if name.startswith("widget") else "board"
    return (files(f"zermelo.{room}") / "static" / name).read_text(encoding="utf-8")


class Board(anywidget.AnyWidget):
    """A game to play in a notebook, with the mouse, with keys, or from Python.

    game     the rules, or a spec
    players  names as for `zermelo play`, or player objects with a name
    state, moves  the first position: a state or its text, or moves from the start
    values   whether the board shows the values of moves
    seconds  the seconds for each search
    by       "score" for values in points and a computer that plays for points, or "outcome"
    native   whether searches run compiled

    The computer thinks on a thread. Clicks return at once, and cells can run meanwhile; the board
    is updated when no cell runs. Undo and a new game stop the search. Methods like `move` return
    when the computer has answered.

    >>> board = Board("tictactoe", players=("human", "human"))
    >>> board.move("b2")
    >>> board.status, board.history
    ('player 2 (O) to move', ['b2'])
    """

    _esm = join_modules("widget", lambda name: _source(f"{name}.js")).text
    _css = sheet() + _source("board.css") + _source("widget.css")

    view = traitlets.Dict().tag(sync=True)
    status = traitlets.Unicode().tag(sync=True)
    value = traitlets.Unicode().tag(sync=True)
    message = traitlets.Unicode().tag(sync=True)
    history = traitlets.List(traitlets.Unicode()).tag(sync=True)
    mistakes = traitlets.Dict(key_trait=traitlets.Unicode()).tag(sync=True)
    shown = traitlets.Int(0).tag(sync=True)
    busy = traitlets.Bool(False).tag(sync=True)
    over = traitlets.Bool(False).tag(sync=True)
    watching = traitlets.Bool(False).tag(sync=True)
    values = traitlets.Bool(False).tag(sync=True)

    def __init__(
        self,
        game: GameGiven,
        players: Sequence[str | Player] = ("human", "computer"),
        *,
        state: Any = None,
        moves: str | None = None,
        values: bool = False,
        seconds: float = SECONDS,
        native: bool = True,
        by: By = "outcome",
    ) -> None:
        rules = value_by(game_given(game), by)
        if state is None or isinstance(state, str):
            state = position(rules, state=state, moves=moves)
        terms = Terms(rules, native=native, ready=False, progress=report_progress)
        kinds = {"computer": f"engine:seconds={seconds:g}"}
        seated = [seat(kinds.get(p, p), terms) if isinstance(p, str) else p for p in players]
        self.session = Session(rules, seated, state)
        advisor = EngineAdvisor(native=native, progress=report_progress)
        self._agenda = Agenda(self.session, advisor, seconds=seconds, looks=1)
        self._lock = threading.RLock()  # held while a thread changes the board
        self._thinker = Thinker()
        super().__init__(values=values)
        self._pending: tuple[Task, Job] | None = None  # the current task
        self.on_msg(self._obey)
        self._go_on()

    @property
    def position(self) -> Position:
        """The position on the board."""
        return Position(self.session.game, self.session.state)

    def __repr__(self) -> str:
        """The board as text, for places without widgets."""
        return f"{self.position}\n\n{self.status}"

    # Actions, from Python and on the page ---------------------------------------------------------

    def move(self, move: str) -> None:
        """Make a move; the computer answers. Raises `IllegalMoveError`."""
        with self._lock:
            if not self.session.persons_turn:
                self._settle()
            self._change(lambda: self.session.move(move))

    def advance(self) -> None:
        """Let the computer make one move, in a game without people."""
        self._ask(self._agenda.step)

    def undo(self) -> None:
        """Go back to a person's previous turn."""
        self._change(self.session.undo)

    def redo(self) -> None:
        """Go forward to a person's next turn or to the line's end."""
        self._change(self.session.redo)

    def look(self, ply: int | None = None) -> None:
        """Show the position after `ply` moves, by default the current position, with its values.
        Raises `UsageError` for a ply beyond the current line.
        """
        self._look(ply)
        with self._lock:
            self._settle()
            self._think(wait=True)

    def _look(self, ply: int | None) -> None:
        line = self.session.tree.line(self.session.node)
        if ply is not None and not (type(ply) is int and 0 <= ply < len(line)):
            raise UsageError(f"the ply should be 0 to {len(line) - 1}")
        with self._lock:
            self._agenda.look_at(self.session.node if ply is None else line[ply])
            self._show()

    def restart(self) -> None:
        """Begin again."""
        self._change(self.session.restart)

    def resign(self) -> None:
        """Resign for the player to move."""
        self._change(self.session.resign)

    def hint(self) -> tuple[str, ...]:
        """Point out a best move; return a tuple with its text, empty if there is none."""
        self._ask(self._agenda.ask_hint)
        return self._agenda.hint

    def _obey(self, _: Any, message: Any, __: Any) -> None:
        """Do the action that a message from the page asks for; show an error on the page."""
        asked = message if isinstance(message, dict) else {}
        try:
            match str(asked.get("do")):
                case "undo" | "redo" | "restart" | "resign" as deed:
                    self._change(getattr(self.session, deed), wait=False)
                case "move":
                    self._change(lambda: self._click(str(asked.get("move"))), wait=False)
                case "hint":
                    self._ask(self._agenda.ask_hint, wait=False)
                case "advance":
                    self._ask(self._agenda.step, wait=False)
                case "look":
                    self._look(asked.get("ply"))
                    self._think(wait=False)
                case other:
                    raise UsageError(f"the board has no action {clip(other)}")
        except UsageError as error:
            self.message = str(error)

    def _click(self, move: str) -> None:
        if self._agenda.shown != self.session.node:
            self.session.move_from(self._agenda.shown, move)
        elif not (self.session.over or self.session.persons_turn):
            raise IllegalMoveError(f"it is not your turn: {self.status}")
        else:
            self.session.move(move)

    def _change(self, deed: Callable[[], object], *, wait: bool = True) -> None:
        """Change the session, stop the current task, and let the computer answer."""
        with self._lock:
            deed()
            self._drop()
            self._go_on(wait=wait)

    def _ask(self, ask: Callable[[], None], *, wait: bool = True) -> None:
        """Request a hint or a computer's move from the agenda, and do the agenda's tasks."""
        with self._lock:
            ask()
            if wait:
                self._settle()
            self._think(wait=wait)

    # Thinking ------------------------------------------------------------------------------------

    def _go_on(self, *, wait: bool = True) -> None:
        """Let the computer answer after a change, and show the position."""
        self._agenda.forget()
        self.message = ""
        self.watching = not any(isinstance(player, Person) for player in self.session.players)
        self._agenda.paused = self.watching
        self._think(wait=wait)

    def _think(self, *, wait: bool) -> None:
        """Do the agenda's tasks; in the background if `wait` is false and an event loop runs."""
        self._agenda.scope = "position" if self.values else "nothing"
        while self._pending is None and (task := self._agenda.next()):
            self._pending = task, (job := Job(task.find))
            self._thinker.begin(job)
            self._show()
            if not wait and _in_event_loop():
                job.then(self._take_result)
                return
            self._settle()
        self._show()

    def _take_result(self, job: Job) -> None:
        """Use the result of a job, unless it was dropped."""
        with self._lock:
            if self._pending is None or self._pending[1] is not job:
                return
            self.message = ""
            try:
                self._settle()
                self._think(wait=False)
            except Exception as error:  # a user's own player may raise anything
                self.message = str(error) if isinstance(error, ZermeloError) else repr(error)
                self._show()

    def _settle(self) -> None:
        """Wait for the current task, if any, and use its result."""
        try:
            if self._pending is not None:
                task, job = self._pending
                task.finish(job.result())
        finally:
            self._drop()

    def _drop(self) -> None:
        if self._pending is not None:
            self._pending[1].stop()
        self._pending = None

    # Output --------------------------------------------------------------------------------------

    @traitlets.observe("values")
    def _values_changed(self, _: Any) -> None:
        if hasattr(self, "_pending"):
            with self._lock:
                self._think(wait=False)

    def _show(self) -> None:
        session, shown = self.session, self._agenda.shown
        here, now = session.tree[shown], shown == session.node
        analysis = session.advice(here.state)
        self.busy = self._pending is not None and self._pending[0].kind == "move"
        mover = session.players[session.game.player(here.state)]
        given: dict[str, Any] = {
            "active": session.persons_turn if now else isinstance(mover, Person),
            "advice": analysis if self.values else None,
            "hint": self._agenda.hint if now else (),
        }
        self.view = {**board_at(session, shown, **given)}
        self.shown = here.ply
        self.over, self.history = session.over, session.history
        if not now:
            looked_at = f"Looking back: after {here.ply}. {here.text}"
            self.status = looked_at if here.ply else "The start"
        elif session.over:
            self.status = f"Game over: {session.outcome}"
        else:
            name = player_name(session.game, session.player)
            self.status = f"{name} {'thinks' if self.busy else 'to move'}"
        self.value = analysis_words(session.game, analysis) if analysis and not session.over else ""
        faults = [row for row in review_plies(session) if row.fault]
        self.mistakes = {str(row.ply): str(row.shown) for row in faults}


def _in_event_loop() -> bool:
    """Whether an event loop runs on this thread, as in a notebook's kernel."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
