"""Trials: short searches that finish in plain Python before compiled code could even be loaded.

The result is the same, node for node; only `native` differs.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any, Final

from zermelo.contract.game import Game
from zermelo.native import switched_off
from zermelo.search.clock import Clock
from zermelo.search.engine.compiling import is_compiled
from zermelo.search.engine.options import EngineOptions
from zermelo.search.limits import Limits

NODES: Final = 8_000  # for all trials of a game; a tenth of a second for most games
SECONDS: Final = 0.6  # for one trial, which takes a quarter of that on an idle machine
LEAVES: Final = 20_000  # the least that a perfectly ordered search visits (Knuth and Moore 1975)

_visited: dict[Game, int] = {}


def trial_limits(game: Game, state: Any, limits: Limits, options: EngineOptions) -> Limits | None:
    """The limits of a trial for this search, or None if a trial is not worth it."""
    left = NODES - _visited.get(game, 0)
    if left <= 0 or switched_off() or is_compiled(game):
        return None
    if options.threads > 1 or options.table is not None or not _is_small(game, state, limits):
        return None
    nodes = left if limits.nodes is None else min(left, limits.nodes)
    return replace(limits.within(SECONDS), nodes=nodes)


def _is_small(game: Game, state: Any, limits: Limits) -> bool:
    """Whether the search is likely to finish within a trial."""
    if limits.nodes is not None and limits.nodes <= NODES:
        return True
    plies = [limits.depth, int(game.remaining(state))]
    known = [count for count in plies if count is not None and count >= 0]
    moves = sum(1 for _ in game.moves(state))
    return bool(known) and max(moves, 2) ** (min(known) / 2) <= LEAVES


def stands(clock: Clock, limits: Limits) -> bool:
    """Whether a trial gives the same result as a search with `limits`."""
    nodes = math.inf if limits.nodes is None else limits.nodes
    return not clock.spent or (not clock.stopped and clock.nodes() >= nodes)


def count_trial(game: Game, clock: Clock) -> None:
    """Add a trial's nodes to the count of its game."""
    _visited[game] = _visited.get(game, 0) + clock.nodes()
