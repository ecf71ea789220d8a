"""Compiles the engine for each game, once per process."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from typing import NamedTuple

from zermelo.contract.game import Game
from zermelo.native import IN_BROWSER, runs_native
from zermelo.search.clock import Clock
from zermelo.search.engine.proving import prove
from zermelo.search.engine.score import INFINITE
from zermelo.search.engine.search import search
from zermelo.search.engine.table import Table
from zermelo.search.engine.workspace import Workspace
from zermelo.search.limits import Progress


class Kernels(NamedTuple):
    """The engine's kernel for one game: compiled, or plain when `native` is False."""

    search: Callable[..., int] = search
    native: bool = False


_compiled: dict[Game, Kernels] = {}
_compiling: dict[Game, threading.Thread] = {}


def compiled(game: Game, progress: Progress | None = None) -> Kernels:
    """The kernels for `game`, compiled or loaded from the cache; plain ones if that fails."""
    if game not in _compiled:
        _compiled[game] = Clock(native=True, progress=progress).watch(_compile, game)
    return _compiled[game]


def is_compiled(game: Game) -> bool:
    """Whether this process has compiled the engine for `game`, or tried and failed."""
    return game in _compiled


def compiled_within(game: Game, seconds: float) -> bool:
    """Whether the engine is compiled within `seconds`; compiling continues in the background."""
    if IN_BROWSER:
        compiled(game)
    if game not in _compiled:
        if game not in _compiling:
            _compiling[game] = threading.Thread(target=compiled, args=(game,), daemon=True)
            _compiling[game].start()
        _compiling[game].join(seconds)
    return game in _compiled


@functools.cache
def compiled_proof(game: Game) -> Kernels:
    """The kernel that proves the value of a state of `game` in one call."""
    memory = Workspace(Table(0), native=True).memory
    kernel = prove.prepare(game, game.start(), 1, 0, 1, memory)
    return Kernels(kernel, native=True) if runs_native(game) else Kernels(prove)


def _compile(game: Game) -> Kernels:
    state, memory = game.start(), Workspace(Table(0), native=True).memory
    kernel = search.prepare(game, state, 1, -INFINITE, INFINITE, 1, memory)
    return Kernels(kernel, native=True) if runs_native(game) else Kernels()
