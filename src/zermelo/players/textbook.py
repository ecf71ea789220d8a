"""The simplest players: random moves, the first move, and searches to a fixed depth."""

from __future__ import annotations

import functools
import random
from typing import Any

from zermelo.contract.game import Game, moves_of
from zermelo.contract.ranges import DEEPEST, DEPTH
from zermelo.native import switched_off
from zermelo.play.player import Thought
from zermelo.search.algorithms import ALGORITHMS


class RandomMoves:
    """Plays random legal moves, reproducible by `seed`."""

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, game: Game, state: Any) -> int:
        """A random legal move."""
        return self._random.choice(moves_of(game, state))


class FirstMove:
    """Plays the first legal move: the simplest deterministic player."""

    name = "first"

    def choose(self, game: Game, state: Any) -> int:
        """The first legal move."""
        return moves_of(game, state)[0]


class Textbook:
    """Plays a random one of ALL the best moves of minimax, alpha-beta or memoised alpha-beta.

    algorithm  "minimax", "alphabeta" or "memo"
    depth      plies to look ahead; None for the end of the game, up to 512
    """

    def __init__(
        self, algorithm: str, depth: int | None, *, native: bool = True, seed: int | None = None
    ) -> None:
        self.name = self._algorithm = algorithm
        self.thought = Thought()
        if depth is not None:
            DEPTH.check("depth", depth)
        self._depth = depth
        self._native = native
        self._random = random.Random(seed)

    def prepare(self, game: Game) -> Any:
        """The function that searches `game`, compiled if possible."""
        return _prepare_kernel(self._algorithm, game, self._native and not switched_off())

    def choose(self, game: Game, state: Any) -> int:
        """One of the best moves; Ctrl-C raises `KeyboardInterrupt`."""
        from zermelo.search.clock import Clock

        search, clock = self.prepare(game), Clock(native=self._native)
        depth = depth_to_end(game, state) if self._depth is None else self._depth
        values = clock.watch(search, game, state, depth, clock.counts)
        best = max(values)
        self.thought = Thought(float(best), clock.nodes())
        moves = zip(game.moves(state), values, strict=True)
        return self._random.choice([move for move, value in moves if value == best])


def depth_to_end(game: Game, state: Any) -> int:
    """The depth that reaches the end of the game, or as deep as the stack allows."""
    from zermelo.search.textbook import UNLIMITED

    return UNLIMITED if 0 <= game.remaining(state) <= DEEPEST else DEEPEST


@functools.cache
def _prepare_kernel(algorithm: str, game: Game, native: bool) -> Any:
    """The algorithm's kernel for `game`, cached: it takes longer than a small search."""
    from zermelo.search.counters import new_counts

    kernel = ALGORITHMS[algorithm].kernel
    counts = new_counts(native=True)
    return kernel.prepare(game, game.start(), 1, counts) if native else kernel
