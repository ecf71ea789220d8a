"""Compile the engine for each game, and allocate its kernels' memory."""

from __future__ import annotations

import contextlib
import math
import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final, NamedTuple
from weakref import WeakSet

from zermelo.contract.game import Game
from zermelo.contract.states import random_games
from zermelo.native import IN_BROWSER, runs_native
from zermelo.native.arrays import new_record, new_words, place_of, words_of
from zermelo.search.clock import Clock, Progress, asker
from zermelo.search.counters import NO_LIMIT
from zermelo.search.engine.knownends import NO_MATCH_DRAWS, Endgames, MatchDraws
from zermelo.search.engine.ordering import reductions
from zermelo.search.engine.score import INFINITE
from zermelo.search.engine.search import search
from zermelo.search.engine.table import (
    AGES,
    FIELDS,
    LOAD,
    NO_KEY,
    NO_MOVE,
    NOWHERE,
    SHAPES,
    Memory,
    Table,
)

REHEARSED_GAMES: Final = 2  # random games to search a little after compiling, see `_rehearse`
REHEARSED_MOVES: Final = 3_000  # moves to generate in all rehearsed games together
REHEARSED_PLIES: Final = 3  # plies to search from each position of a rehearsed game
REHEARSED_NODES: Final = 300  # states to visit from each position of a rehearsed game
MOST_LOADED: Final = 32  # games whose machine code is kept
MOST_WAITING: Final = 4  # games that one client may have waiting for compilation


class Kernels(NamedTuple):
    """The engine's kernel for one game: compiled, or plain when `native` is False."""

    search: Callable[..., int] = search
    native: bool = False


class Background:
    """Compiles games one by one on a thread; clients take turns, with a few waiting games each."""

    def __init__(self, compile_game: Callable[[Game], object]) -> None:
        self._compile, self._there = compile_game, threading.Condition()
        self._waiting: dict[Game, str] = {}  # game → the client that asked for it first
        self._latest: list[str] = []  # clients in the order of their latest turns
        self._game: Game | None = None  # the game that is being compiled

    def wait(self, game: Game, seconds: float) -> None:
        """Have a game compiled and, unless on a shared server, wait at most `seconds` for it."""
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
        """Compile waiting games, the clients taking turns; the first search will report errors."""
        while True:
            with self._there:
                self._there.notify_all()
                self._game = None
                if not self._waiting:
                    return
                order = {by: place for place, by in enumerate(self._latest)}
                game = min(self._waiting, key=lambda game: order.get(self._waiting[game], -1))
                by, self._game = self._waiting.pop(game), game
                there = {*self._waiting.values()} - {by}
                self._latest = [*(other for other in self._latest if other in there), by]
            with contextlib.suppress(Exception):
                self._compile(game)


_loading = threading.Lock()
_searches: OrderedDict[Game, Kernels] = OrderedDict()  # for recent games, the latest last
_quiescent: WeakSet[Game] = WeakSet()  # games whose quiescence search was rehearsed


def kernels_for(
    game: Game, progress: Progress | None = None, *, quiescent: bool = False
) -> Kernels:
    """The kernels for `game`, compiled or loaded from the cache; plain if compiling fails."""
    kernels = _searches.get(game) or Clock(native=True, progress=progress).watch(_compile, game)
    if quiescent and kernels.native and game not in _quiescent:
        _quiescent.add(game)
        _rehearse(game, kernels.search, quiescent=1)
    with _loading:
        _searches[game] = kernels
        _searches.move_to_end(game)
        while len(_searches) > MOST_LOADED:  # machine code is freed once no search uses it
            _searches.popitem(last=False)
    return kernels


_background = Background(kernels_for)


def is_compiled(game: Game) -> bool:
    """Whether this process has compiled the engine for `game`, or has failed to."""
    return game in _searches


def compiled_within(game: Game, seconds: float) -> bool:
    """Whether the engine is compiled within `seconds`; compiling continues in the background."""
    if IN_BROWSER:
        kernels_for(game)
    if game not in _searches:
        _background.wait(game, seconds)
    return game in _searches


def _compile(game: Game) -> Kernels:
    state, memory = game.start(), Workspace(Table(0), native=True).memory
    kernel = search.prepare(game, state, 1, -INFINITE, INFINITE, 1, memory)
    if runs_native(game):
        _rehearse(game, kernel)
    return Kernels(kernel, native=True) if runs_native(game) else Kernels()


def _rehearse(game: Game, kernel: Callable[..., int], quiescent: int = 0) -> None:
    """Search a little in random games, so that rules which meet wider ints are recompiled now.

    Otherwise recompiling would delay a search, and change the number of states that it visits.
    """
    if IN_BROWSER:  # there, rules are never recompiled
        return
    workspace = Workspace(Table(1), native=True)
    memory = workspace.memory
    for state, moves, _, _ in random_games(game, REHEARSED_GAMES, REHEARSED_MOVES):
        memory["top"], memory["selective"] = 0, int(game.has("loud"))
        memory["quiescent"] = quiescent
        memory["node_limit"] = memory["nodes"] + REHEARSED_NODES
        with contextlib.suppress(Exception):  # a real search will report errors of rules
            if moves:
                kernel(game, state, REHEARSED_PLIES, -INFINITE, INFINITE, 1, memory)


class Workspace:
    """A thread's `memory`, with its arrays; `match_draws` contains the keys of repeated states."""

    def __init__(
        self,
        table: Table,
        *,
        native: bool,
        match_draws: MatchDraws = NO_MATCH_DRAWS,
        endgames: Endgames | None = None,
    ) -> None:
        table.age = table.age % AGES + 1  # old entries stay valid, but are replaced first
        self.native, self.endgames = native, endgames
        self.table, self.match_draws = table, match_draws
        fill = {"killers": NO_MOVE, "path": NO_KEY, "due": match_draws.due}
        self.arrays = {
            name: new_words(math.prod(shape), fill.get(name, 0)) for name, shape in SHAPES.items()
        }
        self.arrays["repeated"] = words_of([*match_draws.repeated, 0])
        self.arrays["table"] = table.words
        self.arrays["reductions"] = reductions()
        self.arrays["endgames"] = new_words(0) if endgames is None else endgames.words
        record: Any = new_record(FIELDS, native=native)
        for name, array in self.arrays.items():
            record[name] = place_of(array, native=native)
        self.memory: Memory = record
        record["node_limit"], record["reached"] = NO_LIMIT, NOWHERE
        record["most"], record["load"], record["age"] = table.most, LOAD, table.age
        record["buckets"] = self.arrays["size"][0] = table.buckets
        record["repeated_count"] = len(match_draws.repeated)
        record["capped"], record["quiet"] = match_draws.capped, match_draws.quiet or 0
        if endgames is not None:
            record["slots"], record["from_tier"] = endgames.slots, endgames.from_tier
            record["asked"] = endgames.callback(native=native)

    def forget(self) -> None:
        """Empty the table, and make it small again."""
        self.table.forget()
        self.memory["buckets"] = self.arrays["size"][0] = self.table.buckets
        self.memory["filled"] = 0

    def partner(self) -> Workspace:
        """A workspace for another thread, which uses the same table once `share` is called.

        Only the first thread grows the table, after writing its share of the entries.
        """
        given: Any = {"match_draws": self.match_draws, "endgames": self.endgames}
        other = Workspace(self.table, native=self.native, **given)
        other.memory["shared"], other.memory["load"] = 1, 0
        for name in ("claims", "size", "age"):
            other.memory[name] = self.memory[name]
        return other

    def share(self) -> None:
        """Share the table with one more thread from now on."""
        self.memory["shared"] += 1
        self.memory["load"] = max(1, LOAD // (1 + self.memory["shared"]))
