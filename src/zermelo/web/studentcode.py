"""Run a student's cells and exercises in a worker of the page, which the page can stop."""

import ast
import contextlib
import json
import linecache
import re
import sys
import traceback
import types
import warnings
from collections.abc import Callable
from functools import partial
from typing import Any, Final
from urllib.parse import quote, urlencode

from zermelo.contract.game import Game
from zermelo.course import exercise as exercises
from zermelo.course.answering import Printed
from zermelo.course.exercise import Check, Exercise, exercise_called
from zermelo.course.grade import Grade, grade_here, search_trees
from zermelo.errors import NativeWarning
from zermelo.play.position import Position
from zermelo.spec import parse_game

Tell = Callable[..., object]  # sends the page a message with these fields

SENT: Final = 500  # characters of output to collect before sending them
SVG: Final = re.compile(r"<svg .*?</svg>", re.DOTALL)
STYLED: Final = re.compile(r'<style>.*?</style>| style="[^"]*"', re.DOTALL)  # inline styles


def image(drawing: str) -> str:
    """A drawing as an image element; images can have styles even where pages cannot."""
    return f'<img src="data:image/svg+xml,{quote(drawing)}" alt="What the cell draws">'


def shown_html(report: str) -> str:
    """A result's HTML without inline styles, which the policy of a server's pages forbids."""
    return STYLED.sub("", SVG.sub(lambda drawing: image(drawing[0]), report))


class Cells:
    """Runs the cells in the page's requests {first, cells, follows}, all in one module. It sends
    the outputs of each cell and, if none fails, at the end the positions of the variables in
    `follows`, for the boards that show them.
    """

    def __init__(self, post: Callable[[str], object]) -> None:
        self._tell: Tell = lambda **message: post(json.dumps(message))
        self._module = sys.modules["__main__"] = types.ModuleType("__main__")
        display: Any = types.ModuleType("IPython.display")
        display.SVG = lambda data: types.SimpleNamespace(_repr_svg_=lambda: data)
        sys.modules["IPython"], sys.modules["IPython.display"] = types.ModuleType("I"), display
        warnings.simplefilter("ignore", NativeWarning)  # nothing is compiled here

    def receive(self, text: str) -> None:
        """Run the cells of a request, up to the first that fails."""
        asked = json.loads(text)
        for number, code in enumerate(asked["cells"], asked["first"]):
            self._tell(kind="begun", cell=number)
            out = Printed(partial(self._output, number, "text"), least=SENT)
            with contextlib.redirect_stdout(out):
                failed = self._run_cell(code, number)
                out.flush()
            self._tell(kind="ended", cell=number, failed=failed)
            if failed:
                return
        found = {name: link_of(self._module.__dict__.get(name)) for name in asked["follows"]}
        links = {name: urlencode(link) for name, link in found.items() if link}
        self._tell(kind="links", links=links)

    def _run_cell(self, code: str, number: int) -> bool:
        """Run a cell; return whether it failed."""
        file, names = f"<cell {number + 1}>", self._module.__dict__
        linecache.cache[file] = len(code), None, code.splitlines(keepends=True), file
        try:
            body = ast.parse(code, file).body
            last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
            exec(compile(ast.Module(body, []), file, "exec"), names)
            if isinstance(last, ast.Expr):
                value = eval(compile(ast.Expression(last.value), file, "eval"), names)
                self._show(value, number)
        except BaseException as error:  # even SystemExit: later cells can still run
            told = traceback.TracebackException.from_exception(error)
            own = [frame for frame in told.stack if frame.filename.startswith("<cell")]
            told.stack = traceback.StackSummary.from_list(own)
            self._output(number, "error", "".join(told.format()).strip())
            return True
        return False

    def _show(self, value: Any, number: int) -> None:
        if value is None:
            return None
        for name, made in (("_repr_svg_", image), ("_repr_html_", shown_html)):
            shown = getattr(value, name, lambda: None)()
            if shown is not None:
                return self._output(number, "html", made(shown))
        return self._output(number, "text", repr(value))

    def _output(self, number: int, form: str, text: str) -> None:
        sys.stdout.flush()
        self._tell(kind="output", cell=number, form=form, text=text)


def link_of(value: Any) -> dict[str, str]:
    """The parameters of a link to the board of a game or a position; {} for any other value.

    >>> import zermelo
    >>> link_of(zermelo.Position(zermelo.game("tictactoe")).play("b2"))
    {'g': 'tictactoe', 's': '.../.X./...'}
    """
    if isinstance(value, Game):
        return {"g": str(value)}
    if isinstance(value, Position) and value.game.has("format_state"):
        return {"g": str(value.game), "s": value.game.format_state(value.state)}
    return {}


def tasks() -> dict[str, dict[str, Any]]:
    """All exercises as JSON for their page; `german` has the words in German, or None."""
    return {
        name: {
            **_words(exercise := exercise_called(name)),
            "board": exercise.board,
            "of": len(exercise.checks),
            "searches": exercise.search is not None,
            "german": _words(exercise_called(name, "de"))
            if "de" in exercises.languages_of(name)
            else None,
        }
        for name in exercises.exercise_names()
    }


def _words(exercise: Exercise) -> dict[str, Any]:
    steps = [
        {"name": step.name, "asks": [check.ask for check in checks]}
        for step, checks in exercise.parts()
    ]
    words = {name: getattr(exercise, name) for name in ("course", "title", "task", "code")}
    return {**words, "steps": steps}


class Grader:
    """Grades requests {exercise, source, language}, and reports to the page after each question.
    For a request with `tree`, a question or "", it sends the student's search and the solution's.
    """

    def __init__(self, post: Callable[[str], object]) -> None:
        self._tell: Tell = lambda **message: post(json.dumps(message))

    def receive(self, text: str) -> None:
        """Grade a request, or record its search, and send the page the result."""
        asked = json.loads(text)
        if "tree" in asked:
            exercise = exercise_called(asked["exercise"], asked["language"])
            found = search_trees(asked["source"], exercise, asked["tree"] or None, here=True)
            self._tell(kind="trees", found=found)
            return

        def ask(check: Check, seconds: float, so_far: Grade) -> None:
            hints = exercise_called(so_far.exercise, so_far.language).hints_of(check)
            about = {"ask": check.ask, "hints": hints, "seconds": seconds}
            self._tell(kind="asked", **about, **_grade_json(so_far))

        def show(text: str) -> None:
            self._tell(kind="printed", text=text)

        source, language = asked["source"], asked.get("language", "en")
        grade = grade_here(source, asked["exercise"], ask, show, language)
        self._tell(kind="grade", **_grade_json(grade))


def _grade_json(grade: Grade) -> dict[str, Any]:
    """A grade as JSON; `board` is the position where the answers differ, as SVG."""
    difference, board = grade.difference, None
    if difference is not None and difference.state is not None:
        game = parse_game(difference.game)
        board = Position(game, game.parse_state(difference.state)).svg()
    return {**grade.as_dict(), "board": board}
