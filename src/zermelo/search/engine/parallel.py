"""Several threads on one position: each searches it by itself, and all share one table.

Each thread uses the others' results from the table (lazy SMP: Österlund, Stockfish 7, 2016) and
puts off the states that another one is searching, see `table`.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from typing import Final

from zermelo.errors import Stopped
from zermelo.search.clock import Clock, Limits
from zermelo.search.engine.memory import DEEPEST
from zermelo.search.engine.options import EngineOptions
from zermelo.search.engine.thinking import Thinking
from zermelo.search.threads import start_deep

ALONE: Final = 0.5  # seconds in which one thread is as fast: helpers disturb a growing table
FEWEST: Final = 1_000_000  # nodes of a helper that is worth its start


class Helper(threading.Thread):
    """A thread that searches the same position until it is stopped, or has visited `nodes`.

    alone  seconds in which it waits whether the search ends without it
    """

    def __init__(
        self, thinking: Thinking, depth: int | None, nodes: int | None, alone: float
    ) -> None:
        super().__init__(daemon=True)
        game, state, kernels = thinking.game, thinking.state, thinking.kernels
        self._depth = None if depth is None else DEEPEST - (DEEPEST - depth) % 2
        self._alone, self._ended = alone, threading.Event()
        self._first, workspace = thinking, thinking.workspace.partner()
        limits = Limits(nodes=nodes)
        self._clock = Clock(limits, native=kernels.native, counts=workspace.memory)
        asked = EngineOptions(ties=thinking.ties, selective=thinking.selective)
        self._thinking = Thinking(game, state, kernels, workspace, self._clock, asked)
        self._thinking.alone = False

    def run(self) -> None:
        """Search; the results go into the table."""
        if self._ended.wait(self._alone):
            return
        self._first.workspace.share()
        self._thinking.before = self._first.clock.nodes()  # its turns are as long
        with contextlib.suppress(Stopped):
            self._thinking.find_out(self._depth)

    def stop(self) -> int:
        """Stop the thread; the number of nodes it visited."""
        self._ended.set()
        self._clock.stop()
        self.join()
        return self._clock.nodes()


@contextlib.contextmanager
def run_helpers(thinking: Thinking, threads: int, limits: Limits) -> Iterator[None]:
    """Run `threads` − 1 helpers beside `thinking`, and add their nodes to its own.

    A limit of nodes is shared out; with one that is too small for that, there are no helpers.
    """
    share, alone = None, ALONE
    if limits.nodes is not None:
        share, alone = limits.nodes // threads, 0.0
        threads = threads if share >= FEWEST else 1
        thinking.clock.give_away((threads - 1) * share)
    helpers = [Helper(thinking, limits.depth, share, alone) for _ in range(1, threads)]
    for helper in helpers:
        start_deep(helper)
    try:
        yield
    finally:
        thinking.helped_nodes = sum(helper.stop() for helper in helpers)
