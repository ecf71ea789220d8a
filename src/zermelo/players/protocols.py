"""External engines as players: "ugi:COMMAND" for any game, "uci:COMMAND" for some.

After the command, options follow semicolons: "uci:fairy-stockfish; depth=4; Hash=16". Of these
`depth`, `nodes` and `movetime`, in milliseconds, limit each move; the rest are the engine's own.
Without a limit it thinks for nine tenths of the match's clock, or for a second.
"""

from __future__ import annotations

import shlex
import shutil
import time
from typing import Any, Final

from zermelo.contract.game import Game
from zermelo.errors import Forfeit, IllegalMoveError, UsageError, clip
from zermelo.play.history import History
from zermelo.play.player import Thought
from zermelo.players.notation import Notation, notation
from zermelo.players.program import Program, RunsProgram
from zermelo.players.terms import Terms

LIMITS: Final = ("depth", "nodes", "movetime")
STARTING: Final = 10.0  # seconds for an engine to get ready
GRACE: Final = 1.0  # seconds that an engine may exceed its time


class EnginePlayer(RunsProgram):
    """An engine that speaks UGI or UCI, run from its first game to `stop`."""

    def __init__(self, name: str, protocol: str, command: list[str], options: dict[str, str]):
        self.name, self._protocol, self._command = name, protocol, command
        self._limits = {key: options.pop(key) for key in LIMITS if key in options}
        self._options = options
        self._history: History | None = None
        self.thought = Thought()

    def begin(self, terms: Terms, seed: int) -> EnginePlayer:
        """Announce a new game to the engine; return this player."""
        self._notation: Notation = notation(terms.game, self._protocol)
        self._start = terms.game.start() if terms.start is None else terms.start
        self._clock = terms.clock
        if self._program is None:
            self._introduce()
        self._tell(f"{self._protocol}newgame")
        self._ask("isready", "readyok")
        return self

    def _introduce(self) -> None:
        """Start the program, and set its options."""
        try:
            self._program = Program(self._command)
        except OSError as error:
            self._forfeit(f"crash: it cannot be started: {error.strerror}")
        self._ask(self._protocol, f"{self._protocol}ok")
        variant = self._notation.variant
        chosen = {"UCI_Variant": variant} if variant else {}
        for name, value in {**chosen, **self._options}.items():
            self._tell(f"setoption name {name} value {value}")

    def watch(self, history: History) -> None:
        """Receive the game so far, whose moves go to the engine."""
        self._history = history

    def choose(self, game: Game, state: Any) -> int:
        """The engine's best move; `Forfeit` if it is late, illegal or missing."""
        if self._program is None:
            raise Forfeit("crash: the engine has not started a game")
        self._tell(self._position(state))
        limits = self._limits or {"movetime": str(round(900 * (self._clock or 1.0 / 0.9)))}
        self._tell("go " + " ".join(f"{name} {value}" for name, value in limits.items()))
        patience = self._clock
        if "movetime" in limits:
            patience = max(self._clock or 0, float(limits["movetime"]) / 1000 + GRACE)
        answer = self._ask("", "bestmove", patience).split()
        try:
            return self._notation.parse_move(state, answer[1] if len(answer) > 1 else "")
        except IllegalMoveError as error:
            self._forfeit(f"illegal move: {error}")

    def _position(self, state: Any) -> str:
        """The command that sets the position: the start and the moves, or the position alone."""
        texts, at = [], self._start
        for text in self._history.moves if self._history else ():
            move = self._notation.game.parse_move(at, text)
            texts.append(self._notation.format_move(at, move))
            at = self._notation.game.play(at, move)
        if at != state:
            return f"position fen {self._notation.format_state(state)}"
        own = self._protocol == "ugi" and self._start == self._notation.game.start()
        start = "startpos" if own else f"fen {self._notation.format_state(self._start)}"
        return " ".join(["position", start, *(["moves", *texts] if texts else [])])

    def _tell(self, line: str) -> None:
        assert self._program is not None
        try:
            self._program.tell(line, STARTING)
        except (TimeoutError, EOFError) as error:
            self._forfeit(f"crash: {error or 'it does not listen'}")

    def _ask(self, line: str, wanted: str, seconds: float | None = STARTING) -> str:
        """Send `line` and return the first answer that begins with `wanted`; ignore others."""
        if line:
            self._tell(line)
        ends = None if seconds is None else time.monotonic() + seconds
        while True:
            assert self._program is not None
            try:
                left = None if ends is None else max(0.0, ends - time.monotonic())
                heard = self._program.hear(left)
            except TimeoutError:
                self._forfeit(f"time: no {wanted} in {seconds:g} s")
            except EOFError:
                self._forfeit("crash: the engine has ended")
            if heard.split(" ")[0] == wanted:
                return heard


def engine_player(text: str, terms: Terms) -> EnginePlayer:
    """The player "uci:COMMAND; depth=4"; `UsageError` if there is no such command.

    Raises `CapabilityError` for a game without notation in the protocol.
    """
    protocol, _, rest = text.partition(":")
    program, *given = rest.split(";")
    right = f"right would be {protocol}:fairy-stockfish; depth=4"
    try:
        command = shlex.split(program)
    except ValueError as error:
        raise UsageError(f"{clip(text)} is no command: {error}") from None
    if not command or shutil.which(command[0]) is None:
        raise UsageError(f"{clip(text)}: there is no such program; {right}")
    options = {}
    for option in given:
        name, equals, value = (part.strip() for part in option.partition("="))
        if not (name and equals and value):
            raise UsageError(f"{clip(text)}: {clip(option)} is no option; {right}")
        if name == "seconds":
            raise UsageError(f"{clip(text)}: write its time as movetime, in milliseconds")
        if name in LIMITS and not (value.isdecimal() and int(value) > 0):
            raise UsageError(f"{clip(text)}: {name} is a whole number from 1 on; {right}")
        options[name] = value
    notation(terms.game, protocol)
    return EnginePlayer(text, protocol, command, options)
