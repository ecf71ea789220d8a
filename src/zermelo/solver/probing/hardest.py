"""The hardest positions of a database: its longest wins, and those that only one move keeps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
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
from zermelo.solver.store.keyedstates import KeyedStates
from zermelo.solver.store.tierdraft import CELLS_OF_CHUNK
from zermelo.solver.store.tierstates import TierStates

Part = tuple[Array, Callable[[int], Any]]  # scores, and what makes states of places among them
Win = tuple[int, Callable[[], Any]]  # plies to the end, and what makes the state
Progress = Callable[[Any], None]
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


def hardest(
    database: Database, count: int = 10, *, progress: Progress | None = None
) -> list[HardPosition]:
    """The `count` longest wins, one of those that symmetry makes one, that only one move keeps.

    Tiers whose longest win is too short are not read. Raises `CapabilityError` for a database that
    knows no distances.
    """
    database.require_distances()
    most = POOL
    while (positions := _hardest(database, count, most, progress)) is None:
        most *= MORE
    return positions


def _hardest(
    database: Database, count: int, most: int, progress: Progress | None
) -> list[HardPosition] | None:
    """The same from the longest wins of each part, so many of each; None if these are too few."""
    waiting, positions, left_out = list[Win](), list[HardPosition](), 0
    for later, parts in _groups(database, progress):
        wins, shorter = _longest(parts, most)
        waiting, left_out = sorted(waiting + wins, key=_plies), max(left_out, shorter)
        while waiting and _plies(waiting[-1]) >= max(later, left_out):
            plies, make = waiting.pop()
            hard = _only_move(database, make(), plies)
            positions += [] if hard is None else [hard]
            if len(positions) == count:
                return positions
        if left_out > later:
            return None
    return positions


def longest_win(database: Database) -> tuple[int, Any] | None:
    """The plies of the longest win of all, and a state with it; None if nothing is won."""
    longest: list[Win] = []
    for later, parts in _groups(database, None):
        longest = sorted(longest + _longest(parts, 1)[0], key=_plies)[-1:]
        if longest and _plies(longest[0]) >= later:
            break
    return (longest[0][0], longest[0][1]()) if longest else None


def _plies(win: Win) -> int:
    return win[0]


def _longest(parts: Iterable[Part], most: int) -> tuple[list[Win], int]:
    """The longest wins of each part, at most so many of each.

    Then how long the longest is that was left out, 0 if none was.
    """
    pool, left_out = list[Win](), 0
    for scores, make in parts:
        won = np.flatnonzero(scores > ENDLESS)
        if len(won) > most:
            order = np.argpartition(scores[won], most)
            left_out = max(left_out, NOW - int(scores[won[order[most]]]))
            won = won[order[:most]]
        pool += [(NOW - int(scores[place]), partial(make, int(place))) for place in won]
    return pool, left_out


def _groups(database: Database, progress: Progress | None) -> Iterator[tuple[int, Iterable[Part]]]:
    """All that is stored, the tier with the longest win first.

    Before each group the most plies that a win of those behind it takes.
    """
    states = database.states
    if not isinstance(states, TierStates):
        yield 0, [_keyed(states)]
        return
    tiers = [tier for tier in states.tiers.values() if tier["wins"]]
    tiers.sort(key=lambda tier: -tier["longest"])
    for at, tier in enumerate(tiers):
        if progress is not None:
            progress(f"{at} of {len(tiers)} tiers read")
        later = tiers[at + 1]["longest"] if at + 1 < len(tiers) else 0
        yield later, _parts(states, tier)


def _parts(states: TierStates, tier: dict[str, int]) -> Iterator[Part]:
    """The chunks of a tier."""
    for first in range(0, tier["size"], CELLS_OF_CHUNK):
        _, cells = states.part(tier["tier"], first)
        yield states.cells.scores[cells], partial(_at, states.game, tier["tier"], first)


def _keyed(states: KeyedStates) -> Part:
    """All states that have keys, and their scores."""
    keys, scores = states.everything()
    return scores, lambda place: state_for(states.game, states.packing, key_at(keys, place))


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
