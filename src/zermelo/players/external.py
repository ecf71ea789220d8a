"""Players in other processes: programs in any language, and users' Python code.

The protocol, one line each way, in UTF-8:

    new {"game": "tictactoe", "start": null, "seed": 7, "clock": 0.5, "repetitions": 3,
         "quiet": null, "cap": 1000}
                      a new game of this spec begins. `start` is its first position, null for the
                      game's own; `clock` the seconds for each move, null for no limit; the others
                      are the match's draw rules. Answer within 10 s:

    ready                  for moves; the clock has not started yet

    choose 1,1 0,2    choose a move after these moves from the start, in the game's notation; they
                      need not continue the previous ones. Answer:

    MOVE [VALUE [NODES]]   the move; the value of the position to you, -1 to 1, or -; the number
                           of states you looked at, below 2^63
    ! REASON               you give up, and lose the game

Exit when standard input ends. Standard error is shown.
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
STARTING: Final = 10.0  # seconds for a program to get ready for a game


class External(RunsProgram):
    """A player run as a program, from its first game to `stop`; restarted after a forfeit."""

    def __init__(
        self, name: str, command: Sequence[str], environment: dict[str, str] | None = None
    ) -> None:
        self.name, self._environment = name, environment
        self.thought = Thought()
        self._command = command
        self._clock: float | None = None
        self._history: History | None = None

    def begin(self, terms: Terms, seed: int) -> External:
        """Announce a new game to the program; return this player."""
        self._clock = terms.clock
        game, start = terms.game, terms.start
        setting = {"game": format_game(game), "seed": seed, "clock": terms.clock}
        setting["start"] = None if start is None else game.format_state(start)
        answer = self._asked(f"new {json.dumps({**setting, **asdict(terms.draws)})}", STARTING)
        if answer != READY:
            self._forfeit(f"crash: it answered {clip(answer)}, not {READY}")
        return self

    def _asked(self, line: str, seconds: float | None) -> str:
        """Send `line` and return the answer; `Forfeit` if it takes longer than `seconds`."""
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
        """Receive the game so far, whose moves go to the program."""
        self._history = history

    def choose(self, game: Game, state: Any) -> int:
        """The program's move; `Forfeit` if it is late, invalid or missing."""
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
    """A user's Python player, run by `zermelo.players.host` in a process of its own."""
    command = module_command("zermelo.players.host", file, name)
    return External(text, command, same_python())
