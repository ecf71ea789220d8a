"""Grading: a student's code answers the questions of its exercise in a separate process."""

import contextlib
import json
import re
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import asdict
from importlib.util import decode_source
from math import inf
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory
from typing import Any, Final, cast

from zermelo.contract.analysis import Fields, Result
from zermelo.course import exercise as exercises
from zermelo.course.answering import PRINTED, Answering, cells_of
from zermelo.course.answers import equal, plain
from zermelo.course.exercise import MARK, Check, Exercise, exercise_called, in_german
from zermelo.errors import UsageError, clip
from zermelo.players.program import Program, seconds_left
from zermelo.process.files import file_errors, regular_bytes
from zermelo.process.start import module_command, same_python

SECONDS: Final = 30.0  # time limit for an answer
LONGER: Final = 4  # factor on the time limit of long questions
ENOUGH: Final = 6  # the fewest nodes of a tree worth showing
LARGEST: Final = 1 << 20  # the most bytes of a student's file
UNASKED: Final = "No question was asked: first make sure that Python can load the code."
RETURN: Final = "is `return` missing?"
PRINTS: Final = "print shows a value, return gives it back"
NAMED: Final = re.compile(
    r"^\s*#+ *(?:exercise|aufgabe) *: *([\w-]+)", re.MULTILINE | re.IGNORECASE
)

Source = str | list[str]  # a script, or the cells of a notebook


class Difference(Fields):
    """The first wrong answer; if no question was asked, `ask` is "" and `answer` says why."""

    ask: str
    expected: str | None  # the right answer; None if `answer` describes the fault
    answer: str  # the student's answer
    hint: str
    game: str  # the question's game
    state: str | None  # the question's position as text; None without a position
    hints: tuple[str, ...] = ()  # each more explicit; `hint` is the first


class Grade(Result):
    """The questions that a student's file answers right, and the first difference."""

    file: str
    exercise: str  # the exercise's name, "" if the file could not be graded
    passed: tuple[str, ...]  # the questions with right answers
    of: int  # the number of all questions, including those that were not asked
    difference: Difference | None
    printed: dict[str, str]  # question → the code's output; "" → the output while loading
    language: str = "en"  # of the hints, "en" or "de"

    @property
    def solved(self) -> bool:
        """Whether all answers are right."""
        return self.difference is None

    def as_dict(self) -> dict[str, Any]:
        """The fields as JSON, and `solved`."""
        return {**asdict(self), "solved": self.solved}


Asked = Callable[[Check, float, Grade], None]  # gets a question, its time limit, the grade so far


def grade(
    file: Path, name: str | None = None, *, seconds: float = SECONDS, language: str | None = None
) -> Grade:
    """Grade a script or a notebook; `UsageError` if it can't be read or names no exercise. By
    default, `name` and the hints' `language` come from a line like "# exercise: minimax"; without
    it, `name` is the file's. `seconds` limits each answer.
    """
    source = read_source(file)
    name = exercise_of(file, source) if name is None else name
    return grade_source(file, source, name, seconds, language=language)


def exercise_of(file: Path, source: Source) -> str:
    """The exercise named by a line in the file or by its name; `UsageError` if there is none."""
    if named := _naming_line(source):
        return named[1]
    if file.stem in exercises.exercise_names():
        return file.stem
    raise UsageError(f"{clip(str(file), 200)} should have a line like {MARK}minimax")


def _naming_line(source: Source) -> re.Match[str] | None:
    return NAMED.search(source if isinstance(source, str) else "\n".join(source))


def grade_source(
    file: Path,
    source: Source,
    name: str,
    seconds: float = SECONDS,
    most: float = inf,
    language: str | None = None,
) -> Grade:
    """Grade code in a separate process; `seconds` limits each answer, `most` all of them."""
    named, others = _naming_line(source), exercises.languages_of(exercise_called(name).name)
    german = named is not None and "aufgabe" in named[0].lower() and "de" in others
    exercise = exercise_called(name, language or ("de" if german else "en"))
    with _process() as program:
        return _grade_answer(str(file), _Asking(program, exercise, source, seconds, most))


def grade_here(
    source: str, name: str, asked: Asked, printed: Callable[[str], None], language: str = "en"
) -> Grade:
    """Grade code in this process, which the caller has to end if the code never ends. `asked` gets
    each question's check, its time limit and the grade so far; `printed` the code's output.
    """
    exercise = exercise_called(name, language)
    return _grade_answer(name, _Asking(_Here(printed), exercise, source, SECONDS), asked)


def search_trees(
    source: Source, exercise: Exercise, ask: str | None, *, here: bool = False
) -> dict[str, Any] | None:
    """The searches of a student's code and of the solution; `here` runs both in this process. `ask`
    is the question with a wrong answer; None chooses one. Returns the question, the first
    difference in words, and two records for `zermelo.trees.page`; None if no search is to be shown.
    """
    if exercise.search is None:
        return None
    asks = [each.ask for each in exercise.checks if not each.long and each.expect is not None]
    lasting = next((e.ask for e in exercise.checks if e.ask == ask and e.expect is None), None)
    given: dict[str, Any] = {"do": "trees", "asks": asks if ask is None else [ask, *asks]}
    given |= {"enough": 1 if ask else ENOUGH, "lasting": lasting, "turns": exercise.turns}
    given |= {"solution": exercise.solution, "search": exercise.search}
    with contextlib.nullcontext(_Here(lambda _: None)) if here else _process() as program:
        asking = _Asking(program, exercise, source, SECONDS)
        found = None if asking.load() else asking.command("", given)
    if not isinstance(found, dict):
        return None
    return {**found, "sentence": asking.say(found["sentence"])}


@contextlib.contextmanager
def _process() -> Iterator[Program]:
    """Yield a process for a student's code, with its own folder, and stop it at the end."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        command = module_command("zermelo.course.answering", folder)
        program = Program(command, environment=same_python(), heard=False)
        try:
            yield program
        finally:
            program.stop()


class _Here:
    """Replaces `Program`: runs the student's code in this process."""

    def __init__(self, printed: Callable[[str], None]) -> None:
        self._lines: deque[str] = deque()
        self._printed, self._answering = printed, Answering(self._say)

    def _say(self, line: str) -> None:
        self._lines.append(line)
        if text := json.loads(line).get("printed"):
            self._printed(text)

    def ask(self, line: str, seconds: float | None) -> str:
        """Answer the question in `line`, without a time limit; return the reply's first line."""
        self._answering.answer(line)
        return self.hear(seconds)

    def hear(self, seconds: float | None) -> str:
        return self._lines.popleft()


def read_content(file: Path) -> bytes:
    """The bytes of a student's file; raises `UsageError` if it is unreadable."""
    with file_errors("read", file):
        return regular_bytes(file, LARGEST)


def read_source(file: Path) -> Source:
    """The code in a script, decoded as it declares, or the cells of a notebook."""
    content = read_content(file)
    if file.suffix == ".ipynb":
        return cells_of(str(file), content)
    try:
        with file_errors("read", file):
            script: str = decode_source(content)
            return script
    except SyntaxError as error:  # an unknown encoding, or bytes that do not fit it
        why = f"{clip(str(error.msg))}; save it as UTF-8"
        raise UsageError(f"cannot read {clip(str(file), 200)}: {why}") from None


class _Asking:
    """Asks a student's process questions, until it fails to reply."""

    def __init__(
        self,
        program: Program | _Here,
        exercise: Exercise,
        source: Source,
        seconds: float,
        most: float = inf,
    ) -> None:
        self._most, self._over = most, time.monotonic() + most
        self._program, self._seconds, self.exercise = program, seconds, exercise
        self._silent: str = ""
        self.printed: dict[str, str] = {}  # question → the code's output
        self._code = {"source": source, "given": exercise.given, "spec": exercise.game}
        self.say = in_german if exercise.language == "de" else str

    def load(self) -> str | None:
        """Load the code at the first call; return the reason why it cannot be loaded, or None."""
        code, self._code = self._code, {}
        return self._reply("", code, self._seconds)[1] if code else None

    def missing_return(self, ask: str) -> str | None:
        """Say where a function, preferably the task's, ends without a value; None if none does."""
        functions = re.findall(r"def (?!__init__)(\w+)", self.exercise.stub)
        given = {"do": "missing_return", "ask": ask, "functions": functions}
        found = self.command(ask, given)
        return found if isinstance(found, str) else None

    def command(self, key: str, command: dict[str, Any]) -> Any:
        """The value that a command returns; None if it fails. The code's output is dropped."""
        kept, self.printed = self.printed, {}
        found, _ = self._reply(key, command, LONGER * self._seconds, whole=True)
        self.printed = kept
        return found

    def answer(self, check: Check) -> tuple[Any, str | None]:
        """The answer to a question, or None and the reason why there is no answer."""
        if self._silent:
            return None, self._silent
        return self._reply(check.ask, check.ask, self.seconds(check))

    def seconds(self, check: Check) -> float:
        """The time limit for an answer."""
        return self._seconds * (LONGER if check.long else 1)

    def _reply(
        self, key: str, question: Any, seconds: float, *, whole: bool = False
    ) -> tuple[Any, str | None]:
        """The reply's value, made `plain` unless `whole`; or None, and why there is no value."""
        ends = min(time.monotonic() + seconds, self._over)
        token = token_hex()
        try:
            asked = json.dumps([token, question])
            reply = _reply(self._program.ask(asked, seconds_left(ends)), token)
            while isinstance(printed := reply.get("printed"), str):
                printed = self.printed.get(key, "") + printed
                self.printed[key] = printed[: PRINTED + len("…\n")]
                reply = _reply(self._program.hear(seconds_left(ends)), token)
            error, value = reply.get("error"), reply.get("value")
            return value if whole else plain(value), None if error is None else str(error)
        except TimeoutError:
            self._silent = f"no answer in {seconds:g} s: is there an endless loop?"
            if ends == self._over:
                self._silent = f"all answers together took more than {self._most:g} s"
        except EOFError as error:
            self._silent = f"the code ended its process: {error}"
        except (ValueError, TypeError, AttributeError, RecursionError):
            self._silent = "the code writes to the channel of its answers: use print instead"
        return None, self._silent


def _reply(line: str, token: str) -> dict[str, Any]:
    """Parse a line from a student's process; raises `ValueError` if the student's code wrote it."""
    reply = json.loads(line)
    if reply.get("token") != token:
        raise ValueError(line)
    return cast("dict[str, Any]", reply)


def _grade_answer(
    file: str, asking: _Asking, asked: Asked = lambda check, seconds, grade: None
) -> Grade:
    exercise, passed = asking.exercise, list[str]()
    first: Difference | None = None

    def so_far() -> Grade:
        of, language = len(exercise.checks), exercise.language
        return Grade(file, exercise.name, tuple(passed), of, first, asking.printed, language)

    for check in exercise.checks:
        if check.long and first is not None:
            continue
        asked(check, asking.seconds(check), so_far())
        if broken := asking.load():
            hint = asking.say(UNASKED)
            first = Difference("", None, asking.say(broken), hint, exercise.game, None, (hint,))
            break
        value, error = asking.answer(check)
        if error is None and equal(value, check.expect):
            passed.append(check.ask)
        elif first is None:
            answer = error or _words(value, check.expect)
            if "None" in answer and (why := asking.missing_return(check.ask)):
                prints = PRINTS if check.ask in asking.printed else RETURN
                answer = f"{clip(answer, 150)}; {why}: {prints}"
            expected = None if check.expect is None else _words(check.expect)
            shown, hints = exercise.text_of(check), exercise.hints_of(check)
            said = clip(asking.say(answer), 300)
            first = Difference(check.ask, expected, said, hints[0], exercise.game, shown, hints)
    return so_far()


def _words(value: Any, right: Any = "") -> str:
    """Format an answer for people; a text is quoted if the right answer is not a text."""
    if isinstance(value, str) and not isinstance(right, str | None):
        return f"{value!r}, a text"
    if isinstance(value, float):
        value = round(value, 6)
    if isinstance(value, list):
        items = (repr(item) if isinstance(item, str) else _words(item) for item in value)
        return f"[{', '.join(items)}]"
    return f"{value:,}" if type(value) is int else str(value)
