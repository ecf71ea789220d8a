"""Several threads on one position: each searches it by itself, and all share one table.

Each thread uses the others' results from the table (lazy SMP: Österlund, Stockfish 7, 2016) and
puts off the states that another one is searching, see `sharing`.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator

from zermelo.errors import Stopped
from zermelo.search.clock import Clock
from zermelo.search.engine.memory import DEEPEST
from zermelo.search.engine.options import EngineOptions
from zermelo.search.engine.thinking import Thinking
from zermelo.search.stack import start_deep


class Helper(threading.Thread):
    """A thread that searches the same position until it is stopped."""

    def __init__(self, number: int, thinking: Thinking, depth: int | None) -> None:
        super().__init__(daemon=True)
        game, state, kernels = thinking.game, thinking.state, thinking.kernels
        self._depth = None if depth is None else DEEPEST - (DEEPEST - depth) % 2
        workspace = thinking.workspace.partner()
        self._clock = Clock(native=kernels.native, counts=workspace.memory)
        asked = EngineOptions(ties=thinking.ties, selective=thinking.selective)
        self._thinking = Thinking(game, state, kernels, workspace, self._clock, asked)
        self._thinking.alone = False

    def run(self) -> None:
        """Search; the results go into the table."""
        with contextlib.suppress(Stopped):
            self._thinking.find_out(self._depth)

    def stop(self) -> int:
        """Stop the thread; the number of nodes it visited."""
        self._clock.stop()
        self.join()
        return self._clock.nodes()


@contextlib.contextmanager
def helped(thinking: Thinking, threads: int, depth: int | None) -> Iterator[None]:
    """Run `threads` − 1 helpers beside `thinking`, and add their nodes to its own."""
    helpers = [Helper(number, thinking, depth) for number in range(1, threads)]
    for helper in helpers:
        start_deep(helper)
    try:
        yield
    finally:
        thinking.helped_nodes = sum(helper.stop() for helper in helpers)
