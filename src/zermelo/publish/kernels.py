"""The engine as WebAssembly, a module for each game: made in processes of their own, and kept.

A process that compiles for WebAssembly runs nothing of what it compiles, see
`zermelo.native.wasm.webassembly`; so each game gets one, by `python -m` of this module. What it
makes is kept beside the machine code, so that a site is made again without compiling.
"""

from __future__ import annotations

import base64
import json
import os
import signal
import subprocess
import sys
import warnings
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from importlib.metadata import version
from importlib.resources import files
from typing import Any, Final, NamedTuple, cast

from zermelo.contract.analysis import By
from zermelo.contract.game import Game
from zermelo.contract.points import valued
from zermelo.errors import NativeWarning, UsageError
from zermelo.native.disk.fingerprint import fingerprint, identity
from zermelo.native.disk.remembered import remembered
from zermelo.process.hardware import usable_cores
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
    asked = [(question, _name(question)) for question in questions]
    with ThreadPoolExecutor(max(1, usable_cores())) as crew:
        for (question, _), made in zip(asked, crew.map(_made, asked), strict=True):
            if isinstance(made, str):
                warnings.warn(made, NativeWarning, stacklevel=2)
                yield Plain(question, made.partition(SLOWLY)[2])
            else:
                yield Kernel(question, base64.b64decode(made["code"]), tuple(made["words"]))


def _name(question: Question) -> str:
    """All that a module depends on, but for what `remembered` adds."""
    made_by = files("zermelo.native.wasm")
    parts = [made_by / "webassembly.py", made_by / "sidemodule.py"]
    sources = [sha256(part.read_bytes()).hexdigest() for part in parts]
    versions = version("numba"), version("llvmlite")
    rules = identity(parse_game(question.spec))
    return repr(("wasm", rules, question.by, fingerprint(search), sources, versions))


def _made(asked: tuple[Question, str]) -> dict[str, Any] | str:
    """What `main` prints for a game, or the warning that there is no module."""
    question, name = asked
    try:
        made: dict[str, Any] = remembered(name, lambda: _compiled(question))
    except _Unfit as unfit:
        return str(unfit)
    return made


def _compiled(question: Question) -> dict[str, Any]:
    """The answer of one game's process."""
    done = subprocess.run(
        [sys.executable, "-m", "zermelo.publish.kernels", *question],
        env=os.environ | {"ZERMELO_CACHE_DIR": "off", "ZERMELO_NATIVE": "on"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        why = _why(done.returncode, done.stderr)
        raise UsageError(f"{question.spec} could not be compiled for the browser: {why}")
    answer = json.loads(done.stdout)
    if isinstance(answer, str):
        raise _Unfit(answer)
    return cast(dict[str, Any], answer)


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


def main(spec: str, by: str) -> None:
    """Print, as JSON, the module of one game and the words of its states, or a warning."""
    from zermelo.native.wasm import webassembly

    webassembly.switch()
    game = valued(parse_game(spec), cast(By, by))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        made = webassembly.module_of(search, *_arguments(game))
    if made is None:
        told = (str(each.message) for each in caught if each.category is NativeWarning)
        print(json.dumps(" ".join(told)))
    else:
        print(json.dumps({"code": base64.b64encode(made.code).decode(), "words": made.words}))


def _arguments(game: Game) -> tuple[Any, ...]:
    """Arguments of the kinds that the engine's kernel has for a game."""
    memory = Workspace(Table(0), native=True).memory
    return game, game.start(), 1, -INFINITE, INFINITE, 1, memory


if __name__ == "__main__":
    main(*sys.argv[1:])
