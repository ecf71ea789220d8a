"""The board to play on: a widget whose session is in Python, and whose picture is in the page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.resources import files
from typing import Any, Final

import anywidget
import traitlets

from zermelo.errors import UsageError, clip
from zermelo.game import Game
from zermelo.play.advice import Advice, EngineAdvisor
from zermelo.play.judgement import judged
from zermelo.play.players import Person, Player
from zermelo.play.position import Position, position
from zermelo.play.seats import seat
from zermelo.play.session import Session
from zermelo.play.terms import Terms
from zermelo.show.view import board_view
from zermelo.show.words import player_name, value_words
from zermelo.show.worth import recommended
from zermelo.spec import parse_game

SECONDS: Final = 1.0  # that the computer thinks about a move, and the advisor about a position


def _source(name: str) -> str:
    return (files("zermelo.notebook") / "static" / name).read_text(encoding="utf-8")


def _shared(name: str) -> str:
    """A file of the web page's, whose board this is."""
    return (files("zermelo.web") / "static" / name).read_text(encoding="utf-8")


def _module() -> str:
    """The widget's module in one piece, as notebooks take it: the board, then what uses it."""
    _, _, widget = _source("widget.js").partition('import { createBoard } from "./board.js";\n')
    return _shared("board.js") + widget


class Board(anywidget.AnyWidget):
    """A game to play in a notebook, with the mouse, with keys, or from Python.

    game     the rules, or a spec
    players  who plays, by name as for `zermelo play`, or objects with a name that choose
    state, moves  the position to begin in: a state or its text, or the moves that lead there
    values   whether what every move is worth is shown on the board
    native   whether searches run compiled

    >>> board = Board("tictactoe", players=("human", "human"))
    >>> board.move("1,1")
    >>> board.status, board.history
    ('player 2 (O) to move', ['1,1'])
    """

    _esm = _module()
    _css = _shared("board.css") + _source("widget.css")

    view = traitlets.Dict().tag(sync=True)
    status = traitlets.Unicode().tag(sync=True)
    value = traitlets.Unicode().tag(sync=True)
    said = traitlets.Unicode().tag(sync=True)
    history = traitlets.List(traitlets.Unicode()).tag(sync=True)
    mistakes = traitlets.Dict(key_trait=traitlets.Unicode()).tag(sync=True)
    busy = traitlets.Bool(False).tag(sync=True)
    over = traitlets.Bool(False).tag(sync=True)
    watching = traitlets.Bool(False).tag(sync=True)
    values = traitlets.Bool(False).tag(sync=True)

    def __init__(
        self,
        game: Game[Any] | str,
        players: Sequence[str | Player] = ("human", "computer"),
        *,
        state: Any = None,
        moves: str | None = None,
        values: bool = False,
        seconds: float = SECONDS,
        native: bool = True,
    ) -> None:
        rules = parse_game(game) if isinstance(game, str) else game
        if state is None or isinstance(state, str):
            state = position(rules, state=state, moves=moves)
        self._terms = Terms(rules, native=native, ready=False)
        self._seconds = seconds
        self.session = Session(rules, [self._seated(player) for player in players], state)
        self._advisor = EngineAdvisor(seconds, native=native)
        self._hint: list[str] = []
        super().__init__(values=values)
        self.on_msg(self._obey)
        self._go_on()

    @property
    def position(self) -> Position:
        """The position on the board."""
        return Position(self.session.game, self.session.state)

    def _seated(self, player: str | Player) -> Player:
        if not isinstance(player, str):
            return player
        computer = f"engine:seconds={self._seconds:g}"
        return seat(computer if player == "computer" else player, self._terms)

    # What may be done, from Python and on the page -----------------------------------------------

    def move(self, move: str) -> None:
        """Make a move; the computer answers. `IllegalMoveError` when it may not be made."""
        self.session.move(move)
        self._go_on()

    def advance(self) -> None:
        """Let the computer to move make one move, in a game without people."""
        self.session.advance()
        self._show()

    def undo(self) -> None:
        """Go back to a person's previous turn."""
        self.session.undo()
        self._go_on()

    def redo(self) -> None:
        """Go forward again."""
        self.session.redo()
        self._go_on()

    def restart(self) -> None:
        """Begin again."""
        self.session.restart()
        self._go_on()

    def resign(self) -> None:
        """Give the game up for the player to move."""
        self.session.resign()
        self._go_on()

    def hint(self) -> tuple[str, ...]:
        """Point the best moves out, and return their texts."""
        session, found = self.session, self._known()
        best = recommended(session.game, session.state, found)
        self._hint = [session.game.format_move(session.state, move) for move in best]
        self._show()
        return tuple(self._hint)

    def _obey(self, _: Any, message: Any, __: Any) -> None:
        """Do what a button or a click on the page asks for; a mistake is said there."""
        asked = message if isinstance(message, dict) else {}
        deed = str(asked.get("do"))
        deeds: dict[str, Callable[[], object]] = {
            "undo": self.undo,
            "redo": self.redo,
            "restart": self.restart,
            "resign": self.resign,
            "hint": self.hint,
            "advance": self.advance,
            "move": lambda: self.move(str(asked.get("move"))),
        }
        try:
            if deed not in deeds:
                raise UsageError(f"the board does not know {clip(deed)}")
            deeds[deed]()
        except UsageError as error:
            self.said = str(error)

    # What is shown -------------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Let the computer answer a person, and show where the game stands."""
        session, self._hint, self.said = self.session, [], ""
        self.watching = not any(isinstance(player, Person) for player in session.players)
        while not (session.over or session.persons_turn or self.watching):
            self.busy = True
            self._show()
            session.advance()
        self.busy = False
        self._show()

    @traitlets.observe("values")
    def _values_changed(self, _: Any) -> None:
        if hasattr(self, "_hint"):
            self._show()

    def _show(self) -> None:
        """Bring everything that the page shows up to date."""
        session = self.session
        found = session.advice()
        if self.values and session.persons_turn:
            found = self._known()
        self.view = board_view(
            session.game,
            session.state,
            before=session.before,
            last_move=session.last_move,
            active=session.persons_turn,
            advice=found if self.values else None,
            hint=self._hint,
        )
        self.over, self.history = session.over, session.history
        self.status = self._turn()
        self.value = self._worth(found) if found and not session.over else ""
        faults = [row for row in judged(session) if row.fault]
        self.mistakes = {str(row.ply): f"{row.fault}, better {row.better[0]}" for row in faults}

    def _turn(self) -> str:
        session = self.session
        if session.over:
            return f"Game over: {session.outcome}"
        name = player_name(session.game, session.player)
        return f"{name} {'thinks' if self.busy else 'to move'}"

    def _known(self) -> Advice:
        """What the position is worth, found out now if it was not before."""
        session = self.session
        if session.advice() is None:
            session.note(session.state, self._advisor.advise(session.game, session.state))
        found = session.advice()
        assert found is not None  # just noted
        return found

    def _worth(self, found: Advice) -> str:
        return value_words(
            self.session.game,
            found.player,
            found.value,
            exact=found.exact,
            remoteness=found.remoteness,
            depth=found.depth,
        )
