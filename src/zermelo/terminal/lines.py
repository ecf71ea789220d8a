"""A game in the terminal, line by line: a person types moves, and computers answer."""

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

from rich.console import Console
from rich.text import Text

from zermelo.contract.analysis import Analysis
from zermelo.draw.text import board
from zermelo.errors import UsageError
from zermelo.naming import analysis_words, player_name, purpose
from zermelo.play.player import Person
from zermelo.play.session import Session
from zermelo.players.search import Search

HELP = """\
Type a move as in the list of `moves`, or a word:
  hint     the best moves and their value
  moves    every legal move
  undo     back to your previous turn        redo     forward again
  restart  begin again                       quit     leave the game"""


class TerminalGame:
    """A session on a console, until its end or until the person leaves. `advisor` finds values and
    hints, `thinking` is a context around every search, and `read` asks for a line; it raises
    EOFError at the end of the input.
    """

    def __init__(
        self,
        session: Session,
        console: Console,
        advisor: Search,
        thinking: AbstractContextManager[object] | None = None,
        read: Callable[[str], str] | None = None,
    ) -> None:
        self._session = session
        self._console = console
        self._advisor = advisor
        self._thinking = thinking or nullcontext()
        self._read = read or self._read_line
        self._with_person = any(isinstance(player, Person) for player in session.players)
        self._left = False
        self._words: dict[str, Callable[[], None]] = {
            "hint": self._hint,
            "moves": lambda: self._say(" ".join(self._session.legal_moves)),
            "undo": lambda: self._travel(self._session.undo(), "nothing to undo"),
            "redo": lambda: self._travel(self._session.redo(), "nothing to redo"),
            "restart": self._restart,
            "help": lambda: self._say(HELP, "dim"),
            "quit": self._leave,
        }

    def run(self) -> None:
        """Play until the game is over or the person leaves; show the moves, even after Ctrl-C."""
        session = self._session
        try:
            self._show()
            while not session.over and not self._left:
                if session.persons_turn:
                    self._ask()
                else:
                    with self._thinking:
                        session.advance()
                    self._show()
        finally:
            self._console.print()
            self._console.print(last_words(session), end="")

    # Output ---------------------------------------------------------------------------------------

    def _say(self, text: str, style: str = "") -> None:
        self._console.print(Text(text, style))

    def _show(self) -> None:
        session, game = self._session, self._session.game
        redraw = self._with_person and self._console.is_terminal
        if redraw:
            self._console.clear()
        if redraw or session.before is None:
            seats = [f"{p.name} is {player_name(game, i)}" for i, p in enumerate(session.players)]
            title = Text.assemble((purpose(game), "bold"), (f"   {', '.join(seats)}", "dim"))
            self._console.print(title)
        drawn = board(game, session.state, session.last_points())
        self._console.print(Text(), drawn, Text(), sep="\n")
        if session.before is not None:
            mover = session.players[seat := game.player(session.before)]
            words = f"{player_name(game, seat)} played {session.history[-1]}"
            if not self._with_person and isinstance(mover, Search):  # the value that it found
                value = analysis_words(game, mover.analysis(game, session.before))
                words += f"   (value: {value})"
            self._say(words)
        if session.persons_turn:
            self._say(f"value: {analysis_words(game, self._analysis())}")
            self._console.print()

    def _analysis(self) -> Analysis:
        with self._thinking:
            return self._advisor.analysis(self._session.game, self._session.state)

    # Input ----------------------------------------------------------------------------------------

    def _ask(self) -> None:
        """Ask for a word to obey or a move to make; show why a move is impossible."""
        name = player_name(self._session.game, self._session.player)
        try:
            answer = self._read(f"{name}, your move: ").strip()
        except EOFError:
            self._leave()
            return
        if answer.lower() in self._words:
            self._words[answer.lower()]()
            return
        try:
            self._session.move(answer)
        except UsageError as error:
            self._say(f"{error}   (or type help)", "red")
        else:
            self._show()

    def _read_line(self, prompt: str) -> str:
        """A line from standard input; prints it if it comes from a pipe."""
        line = self._console.input(Text(prompt, "bold"))
        if not sys.stdin.isatty():
            self._say(line)
        return line

    def _hint(self) -> None:
        analysis = self._analysis()
        value = analysis_words(self._session.game, analysis)
        self._say(f"best: {' '.join(analysis.best_moves)}   ({value})", "green")

    def _travel(self, gone: bool, otherwise: str) -> None:
        if gone:
            self._show()
        else:
            self._say(otherwise)

    def _restart(self) -> None:
        self._session.restart()
        self._show()

    def _leave(self) -> None:
        self._left = True


def last_words(session: Session) -> Text:
    """The outcome, if the game is over, and the moves."""
    words = Text()
    if session.over:
        words.append(f"Game over: {session.outcome}.\n", "bold")
    if session.history:
        words.append(f"moves: {' '.join(session.history)}\n", "dim")
    return words
