"""The engine as WebAssembly, a module for each game, cached like machine code."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

from zermelo.contract.analysis import By, value_by
from zermelo.errors import NativeWarning
from zermelo.native.compiler.kinds import Unsupported
from zermelo.native.kernel import switched_off
from zermelo.native.running import runs_plain, why
from zermelo.native.wasm.sidemodule import module_of
from zermelo.search.engine.compiling import Workspace, kernels_for
from zermelo.search.engine.score import INFINITE
from zermelo.search.engine.search import search
from zermelo.search.engine.table import Table
from zermelo.spec import parse_game

LARGEST: Final = 20_000  # bytes of a module of a built-in game, as docs/publish.md promises


class Question(NamedTuple):
    """A game's spec, and the unit of its values."""

    spec: str
    by: By = "outcome"


class Kernel(NamedTuple):
    """The engine for one game, with facts for its caller."""

    question: Question
    code: bytes
    facts: dict[str, Any]


class Plain(NamedTuple):
    """A game whose engine cannot be compiled, with the reason."""

    question: Question
    why: str


def kernels(questions: Iterable[Question]) -> Iterator[Kernel | Plain]:
    """The engine for each game; or the reason why it cannot be compiled, with a warning."""
    for question in questions:
        game = value_by(parse_game(question.spec), question.by)
        memory = Workspace(Table(0), native=True).memory
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", NativeWarning)
            if not switched_off():
                kernels_for(game)  # which samples the sizes of states
            reason = runs_plain(game)
        if not reason:
            try:
                module = module_of(search, game, game.start(), 1, -INFINITE, INFINITE, 1, memory)
                yield Kernel(question, *module)
                continue
            except Unsupported as error:
                reason = why(error)
        warnings.warn(f"{game} runs as plain Python, slowly: {reason}", NativeWarning, stacklevel=2)
        yield Plain(question, reason)
