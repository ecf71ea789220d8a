"""The hardest positions of a database: its longest wins, and those that only one move keeps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import numpy as np

from zermelo.contract.result import Fields
from zermelo.native.arrays import Array
from zermelo.native.keys import key_at
from zermelo.solver.keys.packing import state_for
from zermelo.solver.probing.database import Database
from zermelo.solver.probing.probe import move_scores
from zermelo.solver.score import ENDLESS, NOW
from zermelo.solver.store.tierdraft import CELLS_OF_CHUNK
from zermelo.solver.store.tierstates import TierStates

Part = tuple[Array, Callable[[int], Any]]  # scores, and what makes states of places among them
POOL: Final = 64  # wins that are taken from each part at first
MORE: Final = 8  # times as many when these were too few


@dataclass(frozen=True)
class HardPosition(Fields):
    """A position won by one of several moves.

    state  as text
    phase  what the game calls this part of it, "" without phases
    plies  to the end
    moves  how many there are
    move   the one that wins, as text
    """

    state: str
    phase: str
    plies: int
    moves: int
    move: str


def hardest(database: Database, count: int = 10) -> list[HardPosition]:
    """The `count` longest wins, one of those that symmetry makes one, that only one move keeps.

    Raises `CapabilityError` for a database that knows no distances.
    """
    database.require_distances()
    most = POOL
    while True:
        pool, left_out = _longest(database, most)
        positions = []
        for plies, make in pool:
            if plies <= left_out:
                break
            hard = _only_move(database, make(), plies)
            if hard is not None:
                positions.append(hard)
            if len(positions) == count:
                return positions
        if left_out < 0:
            return positions
        most *= MORE


def longest_win(database: Database) -> tuple[int, Any] | None:
    """The plies of the longest win of all, and a state with it; None if nothing is won."""
    pool, _ = _longest(database, 1)
    return (pool[0][0], pool[0][1]()) if pool else None


def _longest(database: Database, most: int) -> tuple[list[tuple[int, Callable[[], Any]]], int]:
    """The longest wins of each part, at most so many of each, the longest of all first.

    Then how long the longest is that was left out, −1 if none was.
    """
    pool, left_out = [], -1
    for scores, make in _parts(database):
        won = np.flatnonzero(scores > ENDLESS)
        if len(won) > most:
            order = np.argpartition(scores[won], most)
            left_out = max(left_out, NOW - int(scores[won[order[most]]]))
            won = won[order[:most]]
        pool += [(NOW - int(scores[place]), partial(make, int(place))) for place in won]
    return sorted(pool, key=lambda entry: -entry[0]), left_out


def _parts(database: Database) -> Iterator[Part]:
    """All that is stored, part after part."""
    game, states = database.game, database.states
    if isinstance(states, TierStates):
        for tier, facts in states.tiers.items():
            for first in range(0, facts["size"] if facts["wins"] else 0, CELLS_OF_CHUNK):
                _, cells = states.part(tier, first)
                yield states.cells.scores[cells], partial(_at, game, tier, first)
    else:
        keys, scores = states.everything()
        packing = states.packing
        yield scores, lambda place: state_for(game, packing, key_at(keys, place))


def _at(game: Any, tier: int, first: int, place: int) -> Any:
    return game.unindex(tier, first + place)


def _only_move(database: Database, state: Any, plies: int) -> HardPosition | None:
    """The position if only one of its moves wins, and there are others."""
    game, scores = database.game, move_scores(database, state)
    winning = [move for move, score in scores if score > ENDLESS]
    if len(winning) != 1 or len(scores) == 1:
        return None
    text = game.format_state(state) if game.has("format_state") else str(state)
    phase = str(game.phase(state)) if game.has("phase") else ""
    return HardPosition(text, phase, plies, len(scores), game.format_move(state, winning[0]))
