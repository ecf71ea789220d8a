"""Players outside of this process: programs in any language, and a person's own Python code.

The protocol, a line each way, UTF-8:

    new {"game": "tictactoe", "start": null, "seed": 7, "clock": 0.5, "repetitions": 3,
         "quiet": null, "cap": 1000}
                      a new game begins, of this spec. `start` is the position in which it begins,
                      null for the game's own; `clock` the seconds a move may take, null for any;
                      then the rules by which the match draws games. An answer, in 10 s:

    ready                  to be asked for moves; no clock runs before

    choose 1,1 0,2    your move after these, in the game's notation, from the start, which need
                      not go on from those asked about before; an answer:

    MOVE [VALUE [NODES]]   the move; what the position is worth to you, -1 to 1, - when you
                           don't say; how many states you looked at, below 2^63
    ! WHY                  you give up: the game is lost

When standard input ends, so should the program. Whatever goes to standard error is shown.
"""

from __future__ import annotations

import json
import shlex
import shutil
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Final

from zermelo.contract.game import Game
from zermelo.errors import Forfeit, IllegalMoveError, TextError, UsageError, clip
from zermelo.play.history import History
from zermelo.play.player import Thought
from zermelo.players.program import Program, RunsProgram
from zermelo.players.terms import Terms
from zermelo.process.python import module_command, same_python
from zermelo.spec import format_game

READY: Final = "ready"
STARTING: Final = 10.0  # seconds in which a program should be ready for a game


class External(RunsProgram):
    """A player who is a program; it runs from its first game to `stop`, again after a forfeit."""

    def __init__(
        self, name: str, command: Sequence[str], environment: dict[str, str] | None = None
    ) -> None:
        self.name, self._environment = name, environment
        self.thought = Thought()
        self._command = command
        self._clock: float | None = None
        self._history: History | None = None

    def begin(self, terms: Terms, seed: int) -> External:
        """Itself, after announcing a new game to the program."""
        self._clock = terms.clock
        game, start = terms.game, terms.start
        setting = {"game": format_game(game), "seed": seed, "clock": terms.clock}
        setting["start"] = None if start is None else game.format_state(start)
        answer = self._asked(f"new {json.dumps({**setting, **asdict(terms.draws)})}", STARTING)
        if answer != READY:
            self._forfeit(f"crash: it answered {clip(answer)}, not {READY}")
        return self

    def _asked(self, line: str, seconds: float | None) -> str:
        """The program's answer to `line`; `Forfeit` if it takes longer than `seconds`."""
        try:
            self._program = self._program or Program(self._command, environment=self._environment)
            answer = self._program.ask(line, seconds)
        except TimeoutError:
            self._forfeit(f"time: no answer in {seconds:g} s")
        except EOFError as error:
            self._forfeit(f"crash: {error}")
        except OSError as error:
            self._forfeit(f"crash: it cannot be started: {error.strerror}")
        if answer.startswith("!"):
            raise Forfeit(f"crash: {clip(answer[1:], 200)}")
        return answer

    def watch(self, history: History) -> None:
        """The game so far; the program gets its moves."""
        self._history = history

    def choose(self, game: Game, state: Any) -> int:
        """The program's answer; `Forfeit` if there is none, in time and as it should be."""
        if self._program is None or self._history is None:
            raise Forfeit("crash: the program has not started a game")
        answer = self._asked(" ".join(["choose", *self._history.moves]), self._clock)
        move, *rest = answer.split()[:3] or [""]
        try:
            self.thought = _thought(*rest)
            return game.parse_move(state, move)
        except (IllegalMoveError, TextError) as error:
            self._forfeit(f"illegal move: {error}")
        except ValueError:
            self._forfeit(f"crash: it answered {clip(answer)}")


def _thought(value: str = "-", nodes: str = "-") -> Thought:
    """A program's report on its move; `ValueError` for an invalid value or number of states."""
    thought = Thought(
        None if value == "-" else float(value),
        None if nodes == "-" else int(nodes),
    )
    if not -1 <= (thought.value or 0) <= 1 or not 0 <= (thought.nodes or 0) < 1 << 63:
        raise ValueError
    return thought


def exec_player(text: str, _: Terms) -> External:
    """The player "exec:COMMAND"; raises `UsageError` when there is no such command."""
    try:
        command = shlex.split(text.removeprefix("exec:"))
    except ValueError as error:
        raise UsageError(f"{clip(text)} is no command: {error}") from None
    if not command or shutil.which(command[0]) is None:
        raise UsageError(f"{clip(text)}: there is no such program; right would be exec:./player")
    return External(text, command)


def host_player(text: str, file: str, name: str) -> External:
    """A person's own Python player, run by `zermelo.players.host` in a process of its own."""
    command = module_command("zermelo.players.host", file, name)
    return External(text, command, same_python())
