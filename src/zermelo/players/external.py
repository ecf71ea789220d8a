"""Players in other processes: programs in any language, and users' Python code.

The protocol, one line each way, in UTF-8:

    new {"game": "tictactoe", "start": null, "seed": 7, "clock": 0.5, "repetitions": 3,
         "quiet": null, "cap": 1000}
                      a new game of this spec begins. `start` is its first position, null for the
                      game's own; `clock` the seconds for each move, null for no limit; the others
                      are the match's draw rules. Answer within 10 s:

    ready                  you are ready for moves; the clock has not started yet

    choose b2 c3           choose a move after these moves from the start, in the game's notation;
                           they need not continue the previous ones. Answer:

    MOVE [VALUE [NODES]]   the move; the value of the position to you, -1 to 1, or -; the number
                           of states you looked at, below 2^63
    ! REASON               you give up, and lose the game

Exit when standard input ends. Standard error is shown.

A user's Python code also runs in a separate process, where it can crash, hang and print. Its file
has a function `name(game, state)` that returns a move, as number or text, or a class `name` with a
method `choose(game, state)`; each game gets a new object. `random` is seeded for each game.
"""

import inspect
import json
import random
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from typing import Any, Final, Self

from zermelo.blame import own_traceback
from zermelo.contract.game import Game
from zermelo.contract.views import choose_move
from zermelo.errors import Forfeit, IllegalMoveError, TextError, UsageError, clip
from zermelo.play.player import Terms, Thought
from zermelo.players.program import Program, RunsProgram, orders, read_command, voice
from zermelo.process.start import module_command, same_python
from zermelo.spec import format_game, parse_game, user_file

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

    def begin(self, terms: Terms, seed: int) -> Self:
        """Announce a new game to the program; return this player."""
        self._clock = terms.clock
        game, start = terms.game, terms.start
        setting: dict[str, Any] = {"game": format_game(game), "seed": seed, "clock": terms.clock}
        setting["start"] = None if start is None else game.format_state(start)
        setting |= asdict(terms.draws)
        answer = self._ask_in_time(f"new {json.dumps(setting)}", STARTING)
        if answer != READY:
            self._forfeit(f"crash: it answered {clip(answer)}, not {READY}")
        return self

    def _ask_in_time(self, line: str, seconds: float | None) -> str:
        """Send `line` and return the answer; `Forfeit` if it takes longer than `seconds`."""
        try:
            self._program = self._program or Program(self._command, environment=self._environment)
            answer = self._program.ask(line, seconds)
        except TimeoutError:
            self._forfeit(f"time: no answer in {seconds:g} s")
        except EOFError as error:
            self._forfeit(f"crash: {error}")
        if answer.startswith("!"):
            raise Forfeit(f"crash: {clip(answer[1:].strip(), 200)}")
        return answer

    def choose(self, game: Game, state: Any) -> int:
        """The program's move; `Forfeit` if it is late, invalid or missing."""
        if self._program is None or self._history is None:
            raise Forfeit("crash: the program has not started a game")
        answer = self._ask_in_time(" ".join(["choose", *self._history.moves]), self._clock)
        move, *rest = answer.split()[:3] or [""]
        try:
            self.thought = read_thought(*rest)
            return game.parse_move(state, move)
        except (IllegalMoveError, TextError) as error:
            self._forfeit(f"illegal move: {error}")
        except ValueError:
            self._forfeit(f"crash: it answered {clip(answer)}")


def read_thought(value: str = "-", nodes: str = "-") -> Thought:
    """A program's report on its move; `ValueError` for an invalid value or number of states."""
    thought = Thought(None if value == "-" else float(value), None if nodes == "-" else int(nodes))
    if not -1 <= (thought.value or 0) <= 1 or not 0 <= (thought.nodes or 0) < 1 << 63:
        raise ValueError
    return thought


def exec_player(text: str, _: Terms) -> External:
    """The player "exec:COMMAND"; raises `UsageError` when there is no such command."""
    program, right = text.removeprefix("exec:"), "write one like exec:./player"
    return External(text, read_command(text, program, right))


def host_player(text: str, file: str, name: str) -> External:
    """A user's Python player, run by `zermelo.players.external` in a separate process."""
    return External(text, module_command("zermelo.players.external", file, name), same_python())


Choose = Callable[[Game, Any], Any]


def own_player(file: str, name: str | None) -> tuple[str, Callable[[], Choose]]:
    """Find the player `name`, or the only one, in `file`; return its name, and a function that
    makes its `choose`. Raises `UsageError` if the file fails, or the player is missing or unclear.
    """
    module = user_file(file)
    found = [pair for pair in vars(module).items() if _plays(pair[1])]
    players = {key: value for key, value in found if value.__module__ == module.__name__}
    if name is None and len(players) == 1:
        name = next(iter(players))
    if name is None and players:
        raise UsageError(f"{clip(file, 200)} has several players: {', '.join(players)}; name one")
    if name not in players:
        has = f"it has {', '.join(players)}" if players else "it should have choose(game, state)"
        raise UsageError(f"{clip(file, 200)} has no player{f' {name}' if name else ''}; {has}")
    owner: Any = players[name]
    return name, lambda: owner().choose if inspect.isclass(owner) else owner  # type: ignore[attr-defined]


def _plays(value: Any) -> bool:
    if inspect.isclass(value):
        return callable(getattr(value, "choose", None))
    return inspect.isfunction(value) and len(inspect.signature(value).parameters) == 2


def serve(make: Callable[[], Choose], lines: Iterable[str], say: Callable[[str], None]) -> None:
    """Answer each line of the protocol, with a new player for each game. If the player raises an
    exception, print it once and give up the game.
    """
    game: Game
    printed, played = set[str](), list[str]()
    for line in lines:
        word, _, rest = line.partition(" ")
        try:
            if word == "new":
                setting = json.loads(rest)
                random.seed(setting["seed"])
                game, start = parse_game(setting["game"]), setting["start"]
                start = game.start() if start is None else game.parse_state(start)
                state, played, choose = start, [], make()
                say(READY)
            else:
                moves = rest.split()
                if moves[: len(played)] != played:
                    state, played = start, []
                for text in moves[len(played) :]:
                    state = game.play(state, game.parse_move(state, text))
                played = moves
                move = choose_move(choose, game, state)
                say(str(game.format_move(state, move) if move in game.moves(state) else move))
        except Exception as error:
            shown = own_traceback(error)
            if shown not in printed:
                print(shown, end="", file=sys.stderr)
            printed.add(shown)
            say(f"! {type(error).__name__}: {clip(str(error), 100)}")


if __name__ == "__main__":
    say = voice()  # first, so that the player's file prints elsewhere
    serve(own_player(*sys.argv[1:])[1], orders(), say)
