"""Grading: a student's code in a process of its own answers the questions of its exercise."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from zermelo.contract.result import Result
from zermelo.course.answering import Answering
from zermelo.course.exercise import MARK, Check, Exercise, exercise_called
from zermelo.errors import UsageError, clip
from zermelo.players.program import Program
from zermelo.process.files import faults_named, regular_bytes
from zermelo.process.python import module_command, same_python

SECONDS: Final = 30.0  # for an answer
LONGER: Final = 4  # times as long for a long one
LARGEST: Final = 1 << 20  # bytes of a student's file
NAMED: Final = re.compile(rf"{MARK}([\w-]+)")
MAGIC: Final = re.compile(r"^\s*[%!].*$", re.MULTILINE)  # lines that only Jupyter understands


@dataclass(frozen=True)
class Difference:
    """The first question that was answered wrong.

    expected  the right answer, None where the answer says itself what is wrong
    answer    the student's
    game, state  the position that it is about, as texts; None for none
    """

    ask: str
    expected: str | None
    answer: str
    hint: str
    game: str
    state: str | None


@dataclass(frozen=True)
class Grade(Result):
    """How much of an exercise a student's file has right.

    passed   the questions that were answered right
    of       how many there are; after one without an answer no other is asked
    """

    file: str
    exercise: str
    passed: tuple[str, ...]
    of: int
    difference: Difference | None

    @property
    def solved(self) -> bool:
        """Whether all is right."""
        return self.difference is None

    def as_dict(self) -> dict[str, Any]:
        """The fields as JSON, and `solved`."""
        return {**asdict(self), "solved": self.solved}


@dataclass(frozen=True)
class ClassGrades(Result):
    """The grades of all exercises in a folder, the best of a student's script and notebook."""

    folder: str
    rows: tuple[Grade, ...]

    def as_dict(self) -> dict[str, Any]:
        """The fields as JSON."""
        return {"folder": self.folder, "rows": [row.as_dict() for row in self.rows]}


def grade(file: Path, name: str | None = None, *, seconds: float = SECONDS) -> Grade:
    """Grade a Python file or a notebook.

    name     the exercise; by default the one that the file itself names
    seconds  that an answer may take

    Raises `UsageError` for a file that cannot be read or names no exercise.
    """
    source = _source(file)
    if name is None:
        named = NAMED.search(source)
        if named is None:
            raise UsageError(f"{clip(str(file), 200)} should have a line like {MARK}minimax")
        name = named[1]
    return _run(file, source, name, seconds)


def _run(file: Path, source: str, name: str, seconds: float = SECONDS) -> Grade:
    """Grade code in a process of its own."""
    exercise = exercise_called(name)
    answering = module_command("zermelo.course.answering")
    program = Program(answering, environment=same_python(), heard=False)
    try:
        return _graded(str(file), exercise, _Asking(program, exercise, source, seconds).answer)
    finally:
        program.stop()


def grade_here(source: str, name: str, asked: Callable[[Check, float], None]) -> Grade:
    """Grade code in this process, which somebody else has to end when the code does not.

    asked  is called before each question, with the seconds that an answer may take
    """
    exercise, answering = exercise_called(name), _Here()
    asking = _Asking(answering, exercise, source, SECONDS)

    def answer(check: Check) -> tuple[Any, str | None]:
        asked(check, asking.seconds(check))
        return asking.answer(check)

    return _graded(name, exercise, answer)


class _Here(Answering):
    """Stands in for a student's process."""

    def ask(self, line: str, seconds: float) -> str:
        """The answer to a line, however long it takes."""
        return self.answer(line)


def grade_class(folder: Path, progress: Callable[[Any], None] | None = None) -> ClassGrades:
    """Grade every file in `folder` and below that names an exercise.

    folder  or one file that the exercises' page has saved
    """
    with faults_named("read", folder):
        files = [folder] if folder.is_file() else sorted(folder.rglob("*"))
    best: dict[tuple[Path, str], Grade] = {}
    for file in files:
        for name, source in _works(file):
            if progress is not None:
                progress(file)
            graded = _run(file, source, name)
            key = file.with_suffix(""), name
            if key not in best or len(graded.passed) > len(best[key].passed):
                best[key] = graded
    return ClassGrades(str(folder), tuple(best.values()))


def _works(file: Path) -> Iterator[tuple[str, str]]:
    """The exercises in a file and their code: one, or all that the exercises' page has saved."""
    if not file.is_file() or file.suffix not in (".py", ".ipynb", ".json"):
        return
    source = _source(file)
    if file.suffix != ".json":
        if named := NAMED.search(source):
            yield named[1], source
        return
    with suppress(ValueError, LookupError, TypeError, AttributeError, RecursionError):
        for name, kept in json.loads(source)["exercises"].items():
            if isinstance(kept.get("code"), str):
                yield name, kept["code"]


def _source(file: Path) -> str:
    """The code in a file; of a notebook its cells, without what only Jupyter understands."""
    with faults_named("read", file):
        text = regular_bytes(file, LARGEST).decode()
    return "\n\n".join(_cells(file, text)) if file.suffix == ".ipynb" else text


def _cells(file: Path, text: str) -> Iterator[str]:
    try:
        for cell in json.loads(text)["cells"]:
            if cell["cell_type"] == "code":
                yield MAGIC.sub("", "".join(cell["source"]))
    except (ValueError, KeyError, TypeError):
        raise UsageError(f"{clip(str(file), 200)} should be a Jupyter notebook") from None


class _Asking:
    """Questions to a student's process; one without an answer is the last."""

    def __init__(
        self, program: Program | _Here, exercise: Exercise, source: str, seconds: float
    ) -> None:
        self._program, self._seconds = program, seconds
        self._silent = ""
        loaded = {"source": source, "given": exercise.given, "spec": exercise.game}
        self._broken = self._reply(loaded, seconds).get("error")

    def answer(self, check: Check) -> tuple[Any, str | None]:
        """The answer and what is wrong that there is none."""
        if self._broken or self._silent:
            return None, self._broken or self._silent
        reply = self._reply(check.ask, self.seconds(check))
        return reply.get("value"), reply.get("error")

    def seconds(self, check: Check) -> float:
        """How long an answer may take."""
        return self._seconds * (LONGER if check.long else 1)

    def _reply(self, question: Any, seconds: float) -> dict[str, Any]:
        try:
            reply: dict[str, Any] = json.loads(self._program.ask(json.dumps(question), seconds))
            return {"value": reply.get("value"), "error": reply.get("error")}
        except TimeoutError:
            self._silent = f"no answer in {seconds:g} s: does it come to an end?"
        except (EOFError, ValueError, RecursionError, AttributeError) as error:
            self._silent = f"the code has ended its process: {error}"
        return {"error": self._silent}


def _graded(
    file: str, exercise: Exercise, answer: Callable[[Check], tuple[Any, str | None]]
) -> Grade:
    passed: list[str] = []
    first: Difference | None = None
    for check in exercise.checks:
        if check.long and first is not None:
            continue
        value, error = answer(check)
        if error is None and check.accepts(value):
            passed.append(check.ask)
        elif first is None:
            first = _difference(exercise, check, error or _words(value))
    return Grade(file, exercise.name, tuple(passed), len(exercise.checks), first)


def _difference(exercise: Exercise, check: Check, answer: str) -> Difference:
    expected = None if check.expect is None else _words(check.expect)
    shown = exercise.shown(check)
    return Difference(check.ask, expected, clip(answer, 300), check.hint, exercise.game, shown)


def _words(value: Any) -> str:
    """An answer as people read it."""
    if isinstance(value, float):
        value = round(value, 6)
    if isinstance(value, list):
        return f"[{', '.join(map(_words, value))}]"
    return f"{value:,}" if type(value) is int else str(value)
