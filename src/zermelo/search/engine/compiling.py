"""Compiles the engine for each game, once per process."""

from __future__ import annotations

import contextlib
import functools
import threading
from collections.abc import Callable
from typing import Final, NamedTuple

from zermelo.contract.game import Game
from zermelo.contract.sampled import random_games
from zermelo.native import IN_BROWSER, runs_native
from zermelo.search.clock import Clock
from zermelo.search.engine.proving import prove
from zermelo.search.engine.score import INFINITE
from zermelo.search.engine.search import search
from zermelo.search.engine.table import Table
from zermelo.search.engine.workspace import Workspace
from zermelo.search.limits import Progress

REHEARSED_GAMES: Final = 2
REHEARSED_MOVES: Final = 3_000  # that these games generate
REHEARSED_PLIES: Final = 3  # of the search from each position,
REHEARSED_NODES: Final = 300  # which visits so many states


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
    if runs_native(game):
        _rehearse(game, kernel)
    return Kernels(kernel, native=True) if runs_native(game) else Kernels()


def _rehearse(game: Game, kernel: Callable[..., int]) -> None:
    """Search a little from the positions of a random game.

    Rules that meet wider ints than they were compiled for are compiled anew. Here that delays no
    search, nor does any search visit states twice for it, which would depend on the searches
    before.
    """
    workspace = Workspace(Table(1), native=True)
    memory = workspace.memory
    for state, moves, _, _ in random_games(game, REHEARSED_GAMES, REHEARSED_MOVES):
        memory["top"], memory["selective"] = 0, int(game.has("loud"))
        memory["node_limit"] = memory["nodes"] + REHEARSED_NODES
        with contextlib.suppress(Exception):  # what rules raise shows when they are searched
            if moves:
                kernel(game, state, REHEARSED_PLIES, -INFINITE, INFINITE, 1, memory)
