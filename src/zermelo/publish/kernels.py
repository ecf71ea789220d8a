"""The engine as WebAssembly, a module for each game: made in processes of their own.

A process that compiles for WebAssembly runs nothing of what it compiles, see
`zermelo.native.wasm.webassembly`; so each game gets one, by `python -m` of this module.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import warnings
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple, cast

from zermelo.contract.analysis import By
from zermelo.contract.game import Game
from zermelo.contract.points import valued
from zermelo.errors import NativeWarning, UsageError
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


def kernels(questions: Iterable[Question]) -> Iterator[Kernel | Plain]:
    """The engine for each game, or why it cannot be compiled, of which is warned too."""
    with TemporaryDirectory() as folder, ThreadPoolExecutor(max(1, usable_cores())) as crew:
        asked = [(question, Path(folder) / f"{i}.wasm") for i, question in enumerate(questions)]
        for (question, path), answer in zip(asked, crew.map(_made, asked), strict=True):
            if path.exists():
                yield Kernel(question, path.read_bytes(), tuple(json.loads(answer)))
            else:
                warnings.warn(answer, NativeWarning, stacklevel=2)
                yield Plain(question, answer.partition(SLOWLY)[2])


def _made(asked: tuple[Question, Path]) -> str:
    """The answer of one game's process: the words of its states, or why there is no module."""
    (spec, by), path = asked
    done = subprocess.run(
        [sys.executable, "-m", "zermelo.publish.kernels", spec, by, str(path)],
        env=os.environ | {"ZERMELO_CACHE_DIR": "off", "ZERMELO_NATIVE": "on"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        last = done.stderr.strip().splitlines()[-1:] or ["no reason given"]
        raise UsageError(f"{spec} could not be compiled for the browser: {last[0]}")
    return done.stdout.strip()


def main(spec: str, by: str, path: str) -> None:
    """Write the module of one game to `path`, and say on standard output what `_made` says."""
    from zermelo.native.wasm import webassembly

    webassembly.switch()
    game = valued(parse_game(spec), cast(By, by))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        made = webassembly.module_of(search, *_arguments(game))
    if made is None:
        print(*(str(each.message) for each in caught if each.category is NativeWarning))
        return
    Path(path).write_bytes(made.code)
    print(json.dumps(made.words))


def _arguments(game: Game) -> tuple[Any, ...]:
    """Arguments of the kinds that the engine's kernel has for a game."""
    memory = Workspace(Table(0), native=True).memory
    return game, game.start(), 1, -INFINITE, INFINITE, 1, memory


if __name__ == "__main__":
    main(*sys.argv[1:])
