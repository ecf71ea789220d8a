"""Run a student's code in the process that grading starts for it, to answer questions.

    python -m zermelo.course.answering FOLDER < questions

runs in FOLDER. The first line of the input has the code, each later line a question, see `grade`.
"""

import ast
import inspect
import io
import json
import os
import re
import sys
import traceback
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from types import CodeType, FrameType, ModuleType
from typing import Any, Final

from zermelo.course.answers import plain
from zermelo.course.randomgames import course_game
from zermelo.course.recorder import Recorder, ends_bare
from zermelo.course.searchtree import call_record, compared_trees
from zermelo.errors import UsageError, clip
from zermelo.play.position import position
from zermelo.players.program import orders, voice

AWAITING: Final = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
TIMED: Final = {"capture", "prun", "time", "timeit"}  # cell magics that run the cell as Python
CELL_MAGIC: Final = re.compile(r"\s*%%(\w+).*\n?")
MAGIC: Final = re.compile(r"(\s*)(?:%time (.*)|([\w., ]+=\s*)?[%!?].*|.*\?\s*)")


def cells_of(name: str, content: bytes) -> list[str]:
    """The code cells of a notebook; raises `UsageError` if `content` is not a notebook."""
    try:
        cells = json.loads(content)["cells"]
        return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    except (ValueError, LookupError, TypeError, RecursionError):
        raise UsageError(f"{clip(name, 200)} should be a Jupyter notebook") from None


def run_cell(text: str, file: str, names: dict[str, Any]) -> None:
    """Run a cell, which may use `await` outside of functions; magics have no effect."""
    cell_magic = CELL_MAGIC.match(text)
    if cell_magic and cell_magic[1] not in TIMED:
        return
    code = _compile_text(text[cell_magic.end() :] if cell_magic else text, file)
    waiting = eval(code, names)
    if inspect.iscoroutine(waiting):
        import asyncio  # importing it takes as long as all other imports

        asyncio.run(waiting)


def _compile_text(text: str, file: str) -> CodeType:
    """Compile a cell. Lines that only Jupyter understands become None; a line that continues a
    statement is Python, even if it begins with `%`.
    """
    lines = text.splitlines()
    while True:
        try:
            code: CodeType = compile("\n".join(lines), file, "exec", AWAITING)
            return code
        except SyntaxError as error:
            at = end = (error.lineno or 0) - 1
            magic = MAGIC.fullmatch(lines[at]) if 0 <= at < len(lines) else None
            if magic is None:
                raise
            indent, timed, assigned = magic.groups(default="")
            while lines[end].endswith("\\") and end + 1 < len(lines):
                end += 1
            lines[at : end + 1] = [indent + (timed or f"{assigned}None"), *[""] * (end - at)]


class _Shell:
    """Stands in for IPython: every call does nothing."""

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *given, **named: None


MEMORY: Final = 1 << 30  # the most bytes of memory of a student's process
PROCESSOR: Final = 300  # the most seconds of processor time
WRITTEN: Final = 1 << 20  # the most bytes of each file that the process writes
LONGEST: Final = 10_000  # the most characters of an answer
PRINTED: Final = 2_000  # the most characters printed during one question
ALIKE: Final = "Your code and the solution visit the same states, with the same values."
MODULE, SOLUTION = "student", "solution"  # beginnings of the file names of compiled code
CURES: Final = (  # a pattern for an error's text in all versions of Python, and a likely cause
    ("RecursionError", "does every call come nearer to the end, by a move or a smaller depth?"),
    (r"arg(ument)? is (an )?empty", "is the game over here, or was a generator used twice?"),
    ("'generator'", "a generator has no length or indices and serves only one loop: make a list"),
    ("unhashable type: 'list'", "the key of a dictionary can be a tuple, not a list"),
    ("can't set attribute|has no setter|frozen", "a state never changes: make a new one"),
    ("No module named", "a page has only Python's own modules and zermelo"),
    ("MemoryError", "does something grow without end?"),
)
REFUSED: Final = {  # audit events of starting and stopping processes
    "os.exec", "os.fork", "os.forkpty", "os.kill", "os.killpg", "os.posix_spawn", "os.system",
    "subprocess.Popen",
}  # fmt: skip
CHANGES: Final = {  # audit events of changes to files; their first arguments are paths
    "os.chmod", "os.link", "os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.symlink",
    "os.truncate",
}  # fmt: skip
PATHS: Final = str | bytes | os.PathLike
WRITING: Final = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
ANSWERS: Final = str(Path(__file__).resolve().parent / "exercises")


class Student:
    """A student's module, and the other names that checks use. `source` is a script, or a
    notebook's cells, in which an error ends only its cell; `given` is code for the checks, `spec`
    the game.
    """

    def __init__(self, source: str | list[str], given: str, spec: str, name: str = MODULE) -> None:
        game = course_game(spec)
        module = ModuleType(name)
        sys.modules[name], own = module, vars(module)
        self._code = source, given, spec
        if isinstance(source, str):
            exec(compile(source, name, "exec"), own)
        else:
            own |= {"display": print, "get_ipython": _Shell}  # a notebook need not import them
            for number, cell in enumerate(source, 1):
                try:
                    run_cell(cell, f"{MODULE} {number}", own)
                except Exception as error:
                    print(fault(error))
        self._names = {
            **own,
            MODULE: module,
            "game": game,
            "start": game.start(),
            "at": lambda moves: position(game, moves=moves),
            "of": game.parse_state,
            "text": lambda state, move: game.format_move(state, move) if move in game.moves(state)
            else f"{move!r}, which is not a legal move",
        }  # fmt: skip
        exec(given, self._names)

    def answer(self, ask: str) -> Any:
        """The answer to a question, as JSON."""
        return plain(eval(ask, self._names))

    def missing_return(self, ask: str, functions: list[str]) -> str | None:
        """Say where a function, preferably of `functions`, ends without a value, or None."""
        found: dict[bool, str] = {}

        def note(frame: FrameType, event: str, result: Any) -> None:
            name, file = frame.f_code.co_name, frame.f_code.co_filename
            if event == "return" and file.startswith(MODULE) and ends_bare(frame, result):
                place = _place(file, frame.f_lineno)
                found.setdefault(name in functions, f"{name} ends in {place} without a value")

        sys.setprofile(note)
        try:
            self.answer(ask)
        except Exception:
            pass
        finally:
            sys.setprofile(None)
        return found.get(True, found.get(False))

    def trees(
        self,
        asks: list[str],
        enough: int,
        lasting: str | None,
        solution: str,
        search: list[str],
        turns: bool,
    ) -> dict[str, Any] | None:
        """Return the student's search tree and the solution's as records, with the question and the
        first difference in words; None if no question searches. Tries `asks` until two trees differ
        or have `enough` nodes; the question `lasting` stops at the first wrong result. Functions in
        `search` return values, for the player to move if `turns` is true.
        """
        source, given, spec = self._code
        reference, windows = Student(solution, given, spec, SOLUTION), "alpha" in solution
        best = None
        for ask in asks:
            mine = Recorder(MODULE, {*search})
            mine.record(lambda ask=ask: self.answer(ask))  # type: ignore[misc]
            right = Recorder(SOLUTION, {*search}, {tree.key for tree in mine.trees})
            right.record(lambda ask=ask: reference.answer(ask))  # type: ignore[misc]
            last = ask == lasting
            found = compared_trees(mine, right, search, windows=windows, last=last)
            if found and (best is None or len(found[0].calls) > len(best[1][0].calls)):
                best = ask, found
            if found and (found[2] or len(found[0].calls) >= enough):
                break
        if best is None:
            return None
        ask, (tree, other, difference) = best
        text = source if isinstance(source, str) else ""
        ends = (difference.node, difference.twin) if difference else (-1, -1)
        sides = (tree, "Your code", text), (other, "The solution", None)
        records = [
            call_record(each, title, source=code, windows=windows, turns=turns, first=first)
            for (each, title, code), first in zip(sides, ends, strict=True)
        ]
        sentence = difference.sentence if difference else ""
        if enough > 1:  # the student's code is correct
            sentence = f"Correct, with another search. {sentence}" if sentence else ALIKE
        return {"ask": ask, "sentence": sentence, "record": records[0], "against": records[1]}


def fault(error: BaseException) -> str:
    """Describe an error in a student's code in one line, with a likely cause."""
    frames = traceback.extract_tb(error.__traceback__)
    at = [frame for frame in frames if frame.filename.startswith(MODULE)]
    if isinstance(error, NotImplementedError) and at:
        return f"{at[-1].name} is not written yet"
    if isinstance(error, SyntaxError):
        line = clip((error.text or "").strip(), 80)
        return f"{_place(error.filename, error.lineno)}: {clip(str(error.msg), 200)}: {line}"
    kind, said = type(error).__name__, str(error)
    message = f"{kind}: {clip(said, 200)}" if said else kind
    cures = (f"{message}; {cure}" for part, cure in CURES if re.search(part, message))
    message = next(cures, message)
    if at:
        return f"{_place(at[-1].filename, at[-1].lineno)}: {message}"
    if isinstance(error, NameError):
        return f"there is no {error.name}: write it under this name"
    if isinstance(error, TypeError | ValueError | LookupError) and "argument" not in message:
        return f"the value your code returned does not fit the question: {message}"
    return message


def _place(file: str | None, line: int | None) -> str:
    """The place of a line in words: its number, and its cell if the code is a notebook."""
    cell = (file or "").removeprefix(MODULE).strip()
    return f"cell {cell}, line {line}" if cell else f"line {line}"


class Printed(io.TextIOBase):
    """Sends printed text in batches of `least` characters or more, up to `most` for a question."""

    def __init__(
        self, say: Callable[[str], object], most: int = sys.maxsize, least: int = 1
    ) -> None:
        self._say, self._most, self._least = say, most, least
        self._kept, self._room = "", most

    def write(self, text: str) -> int:
        """Print a text."""
        kept = text[: max(self._room, 0)]
        self._room -= len(text)
        self._kept += f"{kept}…\n" if self._room < 0 and kept else kept
        if len(self._kept) >= self._least and self._kept.endswith("\n"):
            self.flush()
        return len(text)

    def flush(self) -> None:
        """Send all waiting text, even an unfinished line."""
        kept, self._kept = self._kept, ""
        if kept:
            self._say(kept)

    def end(self) -> None:
        """Send the waiting text, and reset the limit for the next question."""
        self.flush()
        self._room = self._most


class NoKeyboard(io.TextIOBase):
    """Standard input without a keyboard."""

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
        """Raise an error instead of waiting for a line."""
        raise EOFError("graded code has no keyboard: take arguments instead of input()")

    def read(self, size: int | None = -1, /) -> str:
        """Raise an error instead of waiting for input."""
        return self.readline()


class Answering:
    """Loads the code in the first line, then answers each question with a value or an error. `say`
    gets printed text and answers as JSON, with a token that the student's code cannot know.
    """

    def __init__(self, say: Callable[[str], object]) -> None:
        self._student: Student | None = None
        self._say, self._token = say, ""
        self._printed = Printed(lambda text: self._tell({"printed": text}), PRINTED)

    def _tell(self, reply: dict[str, Any]) -> None:
        self._say(json.dumps({**reply, "token": self._token}))

    def answer(self, line: str) -> None:
        """Answer the question in `line`, a pair of token and question, through `say`."""
        self._token, question = json.loads(line)
        keyboard, sys.stdin = sys.stdin, NoKeyboard()
        try:
            with redirect_stdout(self._printed), redirect_stderr(self._printed):
                answer = self._answer(question)
        finally:
            sys.stdin = keyboard
        self._printed.end()
        self._tell(answer)

    def _answer(self, question: Any) -> dict[str, Any]:
        try:
            if self._student is None:
                self._student, value = Student(**question), None
            elif isinstance(question, dict):
                return {"value": getattr(self._student, question.pop("do"))(**question)}
            else:
                value = self._student.answer(question)
            if len(json.dumps(value)) > LONGEST:
                return {"error": "the answer is too long"}
            return {"value": value}
        except BaseException as error:  # even SystemExit must not end the process
            return {"error": fault(error)}


def limit_process(folder: str) -> None:
    """Limit this process's memory, time and files, as far as the system can; it can no longer start
    or stop processes, read solutions, or write outside `folder`.
    """
    import resource

    limits = {"AS": MEMORY, "CPU": PROCESSOR, "FSIZE": WRITTEN, "CORE": 0}
    for name, most in limits.items():
        with suppress(ValueError, OSError):
            resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (most, most))
    inside = tuple(f"{os.path.realpath(each)}/" for each in (folder, os.devnull))

    def refuse(event: str, given: tuple[Any, ...]) -> None:
        if event in REFUSED:
            raise PermissionError(f"graded code may not use {event}")
        opens, changes = event == "open", event in CHANGES
        named = given[: opens + 2 * changes]
        paths = [os.path.realpath(os.fsdecode(path)) for path in named if isinstance(path, PATHS)]
        if opens and any(path.startswith(ANSWERS) for path in paths):
            raise PermissionError("graded code may not read the answers")
        writes = changes or (opens and given[2] & WRITING)
        if writes and not all(f"{path}/".startswith(inside) for path in paths):
            raise PermissionError("graded code may only write in its own folder")

    sys.addaudithook(refuse)


if __name__ == "__main__":
    os.chdir(sys.argv[1])
    os.environ["TMPDIR"] = sys.argv[1]
    limit_process(sys.argv[1])
    os.environ["OMP_NUM_THREADS"] = "1"  # otherwise NumPy would reserve memory for every core
    say = voice()
    answering = Answering(say)
    for order in orders():
        answering.answer(order)
