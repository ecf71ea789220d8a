"""A student's code at work, in the process that grading starts for it: questions in, answers out.

    python -m zermelo.course.answering < questions

The first line has the code, each line after it a question; see `zermelo.course.grade`.
"""

from __future__ import annotations

import contextlib
import json
import sys
import traceback
from collections.abc import Callable
from types import ModuleType
from typing import Any, Final

from zermelo.errors import clip
from zermelo.play.position import position
from zermelo.players.child import orders, voice
from zermelo.spec import parse_game

MEMORY: Final = 1 << 30  # bytes that a student's process may have
PROCESSOR: Final = 300  # seconds of a processor
WRITTEN: Final = 1 << 20  # bytes of a file that it writes
LONGEST: Final = 10_000  # characters of an answer
MODULE: Final = "student"


class Student:
    """A student's module, and the names that checks use beside the student's own.

    source  the code; its faults raise whatever they raise
    given   the exercise's code, see `zermelo.course.exercise.Exercise`
    spec    the exercise's game
    """

    def __init__(self, source: str, given: str, spec: str) -> None:
        game = parse_game(spec)
        module = ModuleType(MODULE)
        sys.modules[MODULE], self._own = module, vars(module)
        exec(compile(source, MODULE, "exec"), self._own)
        self._names = {
            **self._own,
            MODULE: module,
            "game": game,
            "start": game.start(),
            "at": lambda moves: position(game, moves=moves),
            "of": game.parse_state,
            "text": lambda state, move: game.format_move(state, move) if move in game.moves(state)
            else f"{move!r}, which is no legal move",
            "calls": self._calls,
        }  # fmt: skip
        exec(given, self._names)

    def answer(self, ask: str) -> Any:
        """The answer to a question, as JSON has it."""
        return _plain(eval(ask, self._names))

    def _calls(self, functions: str, ask: str) -> int:
        """How often the student's functions of these names are called while `ask` is answered."""
        done, own = [0], {name: self._own[name] for name in functions.split()}
        for name, function in own.items():
            self._own[name] = _counted(function, done)
        try:
            eval(ask, {**self._names, **{name: self._own[name] for name in own}})
        finally:
            self._own.update(own)
        return done[0]


def _counted(function: Callable[..., Any], done: list[int]) -> Callable[..., Any]:
    def counted(*given: Any, **named: Any) -> Any:
        done[0] += 1
        return function(*given, **named)

    return counted


def _plain(value: Any) -> Any:
    """A value as JSON has it: tuples are lists, sets sorted ones, and the rest its `repr`."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return value + 0.0  # never -0.0
    if isinstance(value, set | frozenset):
        return sorted(map(_plain, value))
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return clip(repr(value), 200)


def fault(error: BaseException) -> str:
    """An error in a student's code, in one line."""
    at = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == MODULE]
    if isinstance(error, NotImplementedError) and at:
        return f"{at[-1].name} is still to be written"
    message = f"{type(error).__name__}: {clip(str(error), 200)}"
    if isinstance(error, SyntaxError):
        return f"line {error.lineno}: {clip(str(error.msg), 200)}"
    return f"line {at[-1].lineno}: {message}" if at else message


class Answering:
    """Loads the code in the first line, then answers each question with a value or an error."""

    def __init__(self) -> None:
        self._student: Student | None = None

    def answer(self, line: str) -> str:
        """The answer to a line, as JSON."""
        question: Any = json.loads(line)
        try:
            if self._student is None:
                self._student, value = Student(**question), None
            else:
                value = self._student.answer(question)
            answer = json.dumps({"value": value})
        except BaseException as error:  # SystemExit as well: the process goes on
            answer = json.dumps({"error": fault(error)})
        return (
            answer if len(answer) <= LONGEST else json.dumps({"error": "an answer without an end"})
        )


def bounded() -> None:
    """Bound what this process may take of the machine, as far as the system knows how."""
    import resource

    limits = {"AS": MEMORY, "CPU": PROCESSOR, "FSIZE": WRITTEN, "CORE": 0}
    for name, most in limits.items():
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (most, most))


if __name__ == "__main__":
    bounded()
    say, answering = voice(), Answering()
    for order in orders():
        say(answering.answer(order))
