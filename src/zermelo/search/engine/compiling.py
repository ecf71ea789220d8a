"""Compiles the engine for each game, and keeps the machine code of those used last."""

from __future__ import annotations

import contextlib
import threading
from collections import OrderedDict
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
from zermelo.search.limits import Progress, asker

REHEARSED_GAMES: Final = 2
REHEARSED_MOVES: Final = 3_000  # that these games generate
REHEARSED_PLIES: Final = 3  # of the search from each position,
REHEARSED_NODES: Final = 300  # which visits so many states
MOST_LOADED: Final = 32  # games of which machine code is kept
MOST_WAITING: Final = 4  # games that one asker may have waiting


class Kernels(NamedTuple):
    """The engine's kernel for one game: compiled, or plain when `native` is False."""

    search: Callable[..., int] = search
    native: bool = False


class LoadedGames:
    """The kernels of the games that were used last; what a game has loaded is let go only here."""

    def __init__(self, most: int = MOST_LOADED) -> None:
        self._most, self._lock = most, threading.Lock()
        self._kernels: OrderedDict[Game, Kernels] = OrderedDict()

    def __contains__(self, game: object) -> bool:
        return game in self._kernels

    def __len__(self) -> int:
        return len(self._kernels)

    def of(self, game: Game, make: Callable[[], Kernels]) -> Kernels:
        """The kernels of `game`, made if they are not there; the game used least goes for it."""
        kernels = self._kernels.get(game) or make()
        with self._lock:
            self._kernels[game] = kernels
            self._kernels.move_to_end(game)
            extra = [*self._kernels][: -self._most]
        for other in extra:
            self.release(other)
        return kernels

    def release(self, game: Game) -> None:
        """Let go of what a game has loaded; searches under way keep it until they end."""
        with self._lock:
            self._kernels.pop(game, None)


class Background:
    """Compiles games one after the other, on one thread: askers take turns, each with a few."""

    def __init__(self, compile_game: Callable[[Game], object]) -> None:
        self._compile, self._there = compile_game, threading.Condition()
        self._waiting: dict[Game, str] = {}  # and who has asked for it first
        self._latest: list[str] = []  # askers that have had a turn, the latest last
        self._game: Game | None = None  # which is being compiled

    def wait(self, game: Game, seconds: float) -> None:
        """Have a game compiled, and wait for that; not where many share the time."""
        by = asker.get()
        with self._there:
            mine = [*self._waiting.values()].count(by)
            if game not in (self._game, *self._waiting) and mine < MOST_WAITING:
                self._waiting[game] = by
                if self._game is None:
                    self._game = game
                    threading.Thread(target=self._work, daemon=True).start()
            if not by:
                self._there.wait_for(lambda: game not in (self._game, *self._waiting), seconds)

    def _work(self) -> None:
        while (game := self._next()) is not None:
            self._compile(game)

    def _next(self) -> Game | None:
        """The next game: of the asker whose turn was longest ago."""
        with self._there:
            self._game = None
            if self._waiting:
                order = {by: place for place, by in enumerate(self._latest)}
                self._game = min(self._waiting, key=lambda game: order.get(self._waiting[game], -1))
                by = self._waiting.pop(self._game)
                there = [other for other in self._latest if other in self._waiting.values()]
                self._latest = [*(other for other in there if other != by), by]
            self._there.notify_all()
            return self._game


_searches, _proofs = LoadedGames(), LoadedGames()


def compiled(game: Game, progress: Progress | None = None) -> Kernels:
    """The kernels for `game`, compiled or loaded from the cache; plain ones if that fails."""
    clock = Clock(native=True, progress=progress)
    return _searches.of(game, lambda: clock.watch(_compile, game))


_background = Background(compiled)


def is_compiled(game: Game) -> bool:
    """Whether the engine is compiled for `game` here and now, or this has failed."""
    return game in _searches


def compiled_within(game: Game, seconds: float) -> bool:
    """Whether the engine is compiled within `seconds`; compiling continues in the background."""
    if IN_BROWSER:
        compiled(game)
    if game not in _searches:
        _background.wait(game, seconds)
    return game in _searches


def compiled_proof(game: Game) -> Kernels:
    """The kernel that proves the value of a state of `game` in one call."""
    return _proofs.of(game, lambda: _compile_proof(game))


def _compile_proof(game: Game) -> Kernels:
    memory = Workspace(Table(0), native=True).memory
    kernel = prove.prepare(game, game.start(), 1, 0, 1, memory)
    return Kernels(kernel, native=True) if runs_native(game) else Kernels(prove)


def _compile(game: Game) -> Kernels:
    state, memory = game.start(), Workspace(Table(0), native=True).memory
    kernel = search.prepare(game, state, 1, -INFINITE, INFINITE, 1, memory)
    if runs_native(game) and not IN_BROWSER:  # where nothing is compiled again
        _rehearse(game, kernel)
    return Kernels(kernel, native=True) if runs_native(game) else Kernels()


def _rehearse(game: Game, kernel: Callable[..., int]) -> None:
    """Search a little from the positions of a random game.

    Rules that meet wider ints than they were compiled for are compiled again. Here that delays no
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
