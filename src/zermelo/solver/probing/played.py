"""Wins of a database played out to their ends, against the best defence."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

import numpy as np

from zermelo.contract.game import ONGOING
from zermelo.native.arrays import Array
from zermelo.native.keys import key_at
from zermelo.solver.keys.packing import state_for
from zermelo.solver.probing.database import Database
from zermelo.solver.probing.probe import known_score, move_scores
from zermelo.solver.score import ENDLESS, NOW
from zermelo.solver.store.tierstates import TierStates

LONGEST: Final = 4  # every so many wins one is the longest of those at hand
GIVEN_UP: Final = 1000  # parts of a tier in which there was no win


def won_states(database: Database, count: int, chance: random.Random) -> Iterator[Any]:
    """So many states that are won, from each tier that has any as often."""
    parts = _numbered if isinstance(database.states, TierStates) else _keyed
    drawn, wins, fruitless = parts(database, chance), 0, 0
    while wins < count and fruitless < GIVEN_UP:
        scores, state = next(drawn)
        won = np.flatnonzero(scores > ENDLESS)
        fruitless += 1
        if len(won):
            longest = wins % LONGEST == 0
            place = won[np.argmin(scores[won])] if longest else won[chance.randrange(len(won))]
            wins, fruitless = wins + 1, 0
            yield state(int(place))


def _numbered(
    database: Database, chance: random.Random
) -> Iterator[tuple[Array, Callable[[int], Any]]]:
    """Scores of parts of the tiers that have wins, in turn, and what makes states of places."""
    game, states = database.game, database.states
    assert isinstance(states, TierStates)
    tiers = [tier for tier in states.tiers.values() if tier["wins"]]
    while tiers:
        for tier in tiers:
            first, cells = states.part(tier["tier"], chance.randrange(tier["size"]))
            yield states.cells.scores[cells], partial(_at, game, tier["tier"], first)
    while True:
        yield np.empty(0, np.int16), partial(_at, game, 0, 0)


def _at(game: Any, tier: int, first: int, place: int) -> Any:
    return game.unindex(tier, first + place)


def _keyed(
    database: Database, chance: random.Random
) -> Iterator[tuple[Array, Callable[[int], Any]]]:
    """The same of a database whose states have keys, all of them at once."""
    assert not isinstance(database.states, TierStates)
    keys, scores = database.states.everything()
    packing = database.states.packing
    while True:
        yield scores, lambda place: state_for(database.game, packing, key_at(keys, place))


def fault_in_play(database: Database, state: Any, choose: Callable[[list[int]], int]) -> str | None:
    """Faults met when a win is played to its end, with `choose` to pick among the best moves."""
    game, first, plies = database.game, state, NOW - known_score(database, state)
    for left in range(plies, 0, -1):
        if game.outcome(state) != ONGOING:
            return f"{first} ends {left} plies sooner than the {plies} that are stored"
        scores = move_scores(database, state)
        best = max(score for _, score in scores)
        state = game.play(state, choose([move for move, score in scores if score == best]))
    over = game.outcome(state) != ONGOING
    return None if over else f"{first} does not end within the {plies} plies that are stored"


def check_wins(
    database: Database, count: int, seed: int, progress: Callable[[int, int], None]
) -> tuple[int, list[str]]:
    """How many wins were played out, and the faults."""
    chance, faults, done = random.Random(seed), [], 0
    for done, state in enumerate(won_states(database, count, chance), 1):
        fault = fault_in_play(database, state, chance.choice)
        faults += [] if fault is None else [fault]
        progress(done, count)
    return done, faults
