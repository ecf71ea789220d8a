"""The engine as WebAssembly, a module for each game: made in processes of their own, and kept.

A process that compiles for WebAssembly runs nothing of what it compiles, see
`zermelo.native.wasm.webassembly`; so other processes do it, by `python -m` of this module. Each
takes one game after the other, for they share functions. The modules are kept beside the
machine code: a site is made again without compiling.
"""

from __future__ import annotations

import base64
import json
import signal
import subprocess
import sys
import warnings
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from hashlib import sha256
from importlib.metadata import version
from importlib.resources import files
from queue import SimpleQueue
from tempfile import TemporaryFile
from typing import Any, Final, NamedTuple, Self, cast

from zermelo.contract.adapted.interned import is_shipped
from zermelo.contract.analysis import By
from zermelo.contract.game import Game
from zermelo.contract.points import valued
from zermelo.errors import NativeWarning, UsageError
from zermelo.native.agreement import answers, new_answers
from zermelo.native.disk.fingerprint import fingerprint, identity
from zermelo.native.disk.remembered import remembered
from zermelo.native.kernel import runs_native, switched_off
from zermelo.process.hardware import usable_cores
from zermelo.process.python import module_command, same_python
from zermelo.search.engine.score import INFINITE
from zermelo.search.engine.search import search
from zermelo.search.engine.table import Table
from zermelo.search.engine.workspace import Workspace
from zermelo.spec import parse_game

SLOWLY: Final = "slowly: "  # behind it the warning gives its reason
LARGEST: Final = 20_000  # bytes of a module, as docs/publish.md promises of the games built in


class Question(NamedTuple):
    """A game by its spec, and what it is played for."""

    spec: str
    by: By = "outcome"


class Kernel(NamedTuple):
    """The engine for one game.

    words  for each item of a state the 64-bit words that it is passed as
    """

    question: Question
    code: bytes
    words: tuple[int, ...]


class Plain(NamedTuple):
    """A game whose engine cannot be compiled, and why."""

    question: Question
    why: str


class _Unfit(Exception):  # noqa: N818 - an answer, not an error
    """Rules that cannot be compiled; the answer names lines of them, so it is not kept."""


def kernels(questions: Iterable[Question]) -> Iterator[Kernel | Plain]:
    """The engine for each game, or why it cannot be compiled, of which is warned too."""
    cores, idle = max(1, usable_cores()), SimpleQueue[_Compiler]()
    asked = [(question, _name(question), _unfit(question)) for question in questions]
    with ExitStack() as stack, ThreadPoolExecutor(cores) as crew:
        for _ in range(cores):
            idle.put(stack.enter_context(_Compiler()))
        made = crew.map(lambda each: each[2] or _made(each[0], each[1], idle), asked)
        for (question, _, _), answer in zip(asked, made, strict=True):
            if isinstance(answer, str):
                warnings.warn(answer, NativeWarning, stacklevel=2)
                yield Plain(question, answer.partition(SLOWLY)[2])
            else:
                yield Kernel(question, base64.b64decode(answer["code"]), tuple(answer["words"]))


def _name(question: Question) -> str:
    """All that a module depends on, but for what `remembered` adds."""
    made_by = files("zermelo.native.wasm")
    parts = [made_by / "webassembly.py", made_by / "sidemodule.py"]
    sources = [sha256(part.read_bytes()).hexdigest() for part in parts]
    versions = version("numba"), version("llvmlite")
    rules = identity(parse_game(question.spec))
    return repr(("wasm", rules, question.by, fingerprint(search), sources, versions))


def _unfit(question: Question) -> str:
    """The warning that rules are not meant to compile, or a person's own not as they are meant."""
    game = valued(parse_game(question.spec), question.by)
    if not type(game).compiles:
        return f"{game} runs as plain Python, {SLOWLY}its rules ask for it (compiles = False)"
    if is_shipped(game):
        return ""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        answers.prepare(game, game.start(), 0, new_answers())
    if messages := [str(it.message) for it in caught if it.category is NativeWarning]:
        return messages[0]
    known = switched_off() or runs_native(game)
    return "" if known else f"{game} runs as plain Python, {SLOWLY}it did so before"


def _made(question: Question, name: str, idle: SimpleQueue[_Compiler]) -> dict[str, Any] | str:
    """The module of a game and the words of its states, or the warning that there is none."""
    compiler = idle.get()
    try:
        made: dict[str, Any] = remembered(name, lambda: compiler.compiled(question))
    except _Unfit as unfit:
        return str(unfit)
    finally:
        idle.put(compiler)
    return made


class _Compiler:
    """A process that compiles one game after the other; it starts with the first."""

    def __enter__(self) -> Self:
        self._process: subprocess.Popen[str] | None = None
        self._errors = TemporaryFile("w+", encoding="utf-8", errors="replace")
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            with suppress(BrokenPipeError):
                self._process.__exit__(None, None, None)
        self._errors.close()

    def compiled(self, question: Question) -> dict[str, Any]:
        """The process's answer; raises `_Unfit` for a warning, `UsageError` where it ends."""
        process = self._process = self._process or self._begun()
        assert process.stdin is not None and process.stdout is not None
        with suppress(BrokenPipeError):
            print(json.dumps(question), file=process.stdin, flush=True)
        if not (line := process.stdout.readline()):
            self._errors.seek(0)
            why = _why(process.wait(), self._errors.read())
            raise UsageError(f"{question.spec} could not be compiled for the browser: {why}")
        answer = json.loads(line)
        if isinstance(answer, str):
            raise _Unfit(answer)
        return cast(dict[str, Any], answer)

    def _begun(self) -> subprocess.Popen[str]:
        return subprocess.Popen(
            module_command("zermelo.publish.kernels"),
            env=same_python() | {"ZERMELO_CACHE_DIR": "off", "ZERMELO_NATIVE": "on"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            encoding="utf-8",
        )


def _why(status: int, stderr: str) -> str:
    """Why a process failed: its last line, else how it ended.

    >>> _why(-9, ""), _why(1, "")
    ('its process was ended by SIGKILL, perhaps for lack of memory', 'exit status 1')
    """
    if lines := stderr.strip().splitlines():
        return lines[-1]
    if status >= 0:
        return f"exit status {status}"
    hint = ", perhaps for lack of memory" if status == -signal.SIGKILL else ""
    return f"its process was ended by {signal.Signals(-status).name}{hint}"


def main() -> None:
    """Answer each game with its module and the words of its states, or a warning: lines of JSON."""
    from zermelo.native.wasm import webassembly

    webassembly.switch()
    answers, sys.stdout = sys.stdout, sys.stderr  # where a person's own file may print
    for line in sys.stdin:
        spec, by = json.loads(line)
        game = valued(parse_game(spec), cast(By, by))
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            made = webassembly.module_of(search, *_arguments(game))
        answer: object = " ".join(str(it.message) for it in caught if it.category is NativeWarning)
        if made is not None:
            answer = {"code": base64.b64encode(made.code).decode(), "words": made.words}
        print(json.dumps(answer), file=answers, flush=True)


def _arguments(game: Game) -> tuple[Any, ...]:
    """Arguments of the kinds that the engine's kernel has for a game."""
    memory = Workspace(Table(0), native=True).memory
    return game, game.start(), 1, -INFINITE, INFINITE, 1, memory


if __name__ == "__main__":
    main()
