"""Load exercises from data files with a stub, checks and hints; make folders for students.

The German forms of grading's sentences are in german.toml.
"""

import json
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import accumulate, repeat
from operator import add
from pathlib import Path
from typing import Any, Final, NamedTuple

from zermelo.errors import UsageError, unknown
from zermelo.play.position import Position, position
from zermelo.process.files import new_folder
from zermelo.spec import parse_game

MARK: Final = "# exercise: "  # begins the line of a student's file that names the exercise
MARKS: Final = {"en": MARK, "de": "# Aufgabe: "}  # `MARK` in each language
CHECK: Final = {
    "en": "Save the notebook, then check what you wrote:",
    "de": "Speichere das Notebook und prüfe, was du geschrieben hast:",
}
CELLS: Final = "\n\n\n"  # separates the parts of a stub, each a cell of the notebook


class Check(NamedTuple):
    """A question to a student's code, with the right answer."""

    ask: str  # a Python expression with names of the student's and the exercise's code
    hint: str  # the first hint for a wrong answer
    expect: Any = None  # the right answer; None for a question that returns a fault or None
    moves: str | None = None  # the moves to the question's position, if it has one
    state: str | None = None  # the question's position as text, without `moves`
    long: bool = False  # whether it takes long; then asked only if all earlier answers are right


class Step(NamedTuple):
    """A part of a task."""

    name: str
    checks: int  # the number of the step's questions, which follow those of the previous step
    hints: tuple[str, ...]  # two further hints, the second more explicit


class Exercise(NamedTuple):
    """A programming task, with its checks, hints and solution."""

    name: str
    course: str  # the exercise's place in the courses, and its subject
    stub: str  # the file that a student begins with; its docstring describes the task
    checks: tuple[Check, ...]
    steps: tuple[Step, ...]
    game: str = "tictactoe(coordinates='numbers')"  # the spec of its game
    moves: str = ""  # moves to the task's position
    given: str = ""  # code that the checks use
    solution: str = ""  # right code
    why: str = ""  # an explanation for teachers
    search: tuple[str, ...] | None = None  # the functions that return values, if it is a search
    turns: bool = False  # whether those functions return values for the player to move
    language: str = "en"

    @property
    def title(self) -> str:
        """The first line of the task."""
        return self.task.partition("\n")[0].rstrip(".")

    @property
    def task(self) -> str:
        """The task in words."""
        return self.stub.split('"""', 2)[1].strip()

    @property
    def code(self) -> str:
        """The code to begin with."""
        return self.stub.split('"""', 2)[2].strip()

    @property
    def board(self) -> str:
        """The task's position as SVG."""
        return Position(parse_game(self.game)).play(self.moves).svg()

    def parts(self) -> Iterator[tuple[Step, tuple[Check, ...]]]:
        """The steps with their checks."""
        for step, end in zip(self.steps, accumulate(s.checks for s in self.steps), strict=True):
            yield step, self.checks[end - step.checks : end]

    def hints_of(self, check: Check) -> tuple[str, ...]:
        """The hints for a question, each more explicit than the previous one."""
        return next((check.hint, *s.hints) for s, checks in self.parts() if check in checks)

    def text_of(self, check: Check) -> str | None:
        """The text of the position that a check is about; None if it has no position."""
        game = parse_game(self.game)
        if check.moves is not None:
            return game.format_state(position(game, moves=check.moves))
        return check.state


def exercise_names() -> list[str]:
    """The names of all exercises, course by course."""
    return sorted(_files(), key=lambda name: exercise_called(name).course)


def exercise_called(name: str, language: str = "en") -> Exercise:
    """The exercise with this name, or at this place in the courses, like A2; raises `UsageError` if
    there is none, or none in this language.
    """
    places = ((each.course.partition(" ")[0], each) for each in map(_exercise, _files()))
    alike = (each for at, each in places if at == name.upper() or each.name == name.lower())
    found = _exercise(name) if name in _files() else next(alike, None)
    if found is None:
        raise UsageError(unknown("exercise", name, exercise_names()))
    if language == "en":
        return found
    translated = _texts().joinpath(f"{found.name}.{language}.toml")
    if not translated.is_file():
        known = [each for each in exercise_names() if languages_of(each) != ["en"]]
        raise UsageError(f"{found.name} exists only in English; choose from {', '.join(known)}")
    words = tomllib.loads(translated.read_text(encoding="utf-8"))
    hinted = zip(found.checks, words["hints"], strict=True)
    named = zip(found.steps, words["steps"], strict=True)
    return found._replace(
        course=words["course"],
        stub=words["stub"],
        why=words["why"],
        checks=tuple(check._replace(hint=hint) for check, hint in hinted),
        steps=tuple(step._replace(**step_words) for step, step_words in named),
        language=language,
    )


def languages_of(name: str) -> list[str]:
    """The languages in which an exercise exists."""
    others = [each for each in MARKS if _texts().joinpath(f"{name}.{each}.toml").is_file()]
    return ["en", *others]


@cache
def _exercise(name: str) -> Exercise:
    content = tomllib.loads(_files()[name].read_text(encoding="utf-8"))
    checks = tuple(Check(**check) for check in content.pop("checks"))
    steps = tuple(Step(**step) for step in content.pop("steps"))
    return Exercise(name, checks=checks, steps=steps, **content)


@cache
def _files() -> dict[str, Any]:
    entries = sorted(_texts().iterdir(), key=lambda file: file.name)
    return {e.name.removesuffix(".toml"): e for e in entries if e.name.count(".") == 1}


def _texts() -> Traversable:
    return files("zermelo.course") / "exercises"


# A student's folder ------------------------------------------------------------------------------


def write_exercise(name: str, into: Path = Path(), language: str = "en") -> tuple[Path, ...]:
    """Make a new folder NAME in `into` with stub, notebook and board; return its files."""
    exercise = exercise_called(name, language)
    name, folder = exercise.name, into / exercise.name
    texts = {
        f"{name}.py": f"{MARKS[language]}{name}\n{exercise.stub.lstrip()}",
        f"{name}.ipynb": json.dumps(_notebook(exercise), indent=1) + "\n",
        "board.svg": exercise.board,
    }
    if folder.exists():
        raise UsageError(f"{folder} exists and may contain your work: rename it to begin again")
    new_folder(folder, texts)
    return tuple(folder / file for file in texts)


def _notebook(exercise: Exercise) -> dict[str, Any]:
    """The stub as a Jupyter notebook, a cell for each of its parts."""
    first, *parts = exercise.code.split(CELLS)
    imports = "import zermelo\nfrom zermelo.course.randomgames import course_game"
    show = f'{imports}\n\ngame = course_game("{exercise.game}")'
    played = f'.play("{exercise.moves}")' if exercise.moves else ""
    begun = f"{MARKS[exercise.language]}{exercise.name}\n{first}"
    cells = [
        _cell("markdown", f"# {exercise.task}"),
        *map(_cell, repeat("code"), (f"{show}\nzermelo.Position(game){played}", begun, *parts)),
        _cell("markdown", CHECK[exercise.language]),
        _cell("code", f"!zermelo grade {exercise.name}.ipynb"),
    ]
    return {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 4}


def _cell(kind: str, text: str) -> dict[str, Any]:
    cell = {"cell_type": kind, "metadata": {}, "source": text.splitlines(keepends=True)}
    return {**cell, "execution_count": None, "outputs": []} if kind == "code" else cell


HOLE: Final = re.compile(r"\{[*#]?\}")


@cache
def sentences() -> dict[str, str]:
    """English → German sentences with holes; the first that fits a sentence translates it."""
    return tomllib.loads((files("zermelo.course") / "german.toml").read_text(encoding="utf-8"))


@cache
def _forms() -> list[tuple[re.Pattern[str], list[bool], str]]:
    """Each form: its English pattern, whether to translate each group, and its German text."""
    forms = []
    for english, german in sentences().items():
        marks, (first, *texts) = HOLE.findall(english), map(re.escape, HOLE.split(english))
        groups = (r"([\d.,]+)" if mark == "{#}" else "(.+?)" for mark in marks)
        pattern = first + "".join(map(add, groups, texts))
        said = [mark == "{*}" for mark in marks]
        forms.append((re.compile(pattern, re.DOTALL), said, german))
    return forms


def in_german(text: str) -> str:
    """A sentence in German, or unchanged if german.toml has no form for it.

    >>> in_german("no answer in 30 s: is there an endless loop?")
    'keine Antwort in 30 s: eine endlose Schleife?'
    """
    for form, said, german in _forms():
        if found := form.fullmatch(text):
            pairs = zip(found.groups(), said, strict=True)
            return german.format(*(in_german(part) if say else part for part, say in pairs))
    return text
