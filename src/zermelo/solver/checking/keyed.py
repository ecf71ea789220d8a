"""Checking a database with keys by compiled code, on all threads: which of its states are faulty.

The moves of many states are looked up together, in the tiers that they lead to. This code only
finds the faulty state; the plain code of `verify` says why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import islice
from typing import Final, NamedTuple

import numpy as np

from zermelo.contract.game import Game
from zermelo.native import kernel
from zermelo.native.arrays import Array
from zermelo.native.items import row_for, state_of
from zermelo.native.keys import key_at
from zermelo.solver.crews.machine import Kernels, Machine
from zermelo.solver.keyed.expand import Counts, Moves, TooNarrow, expansions, targets
from zermelo.solver.keys.packing import Packing, canonical
from zermelo.solver.keys.places import FOUND, Ordered, look_up
from zermelo.solver.probing.rows import known_after
from zermelo.solver.score import UNKNOWN, one_ply_before
from zermelo.solver.store.keyedstates import KeyedStates
from zermelo.solver.tally import Tally, sum_of, tally

PART: Final = 1 << 17  # states of a task
SOUND: Final = -1  # in place of the index of a faulty state


@kernel
def first_misplaced(game: Game, packing: Packing, keys: Array, tier: int) -> int:
    """The index of the first key that stands for a state of another tier or with another key."""
    row = row_for(packing.layout)
    for i in range(len(keys)):
        key = key_at(keys, i)
        state = state_of(game, key, packing.example, packing.layout, row)
        if game.tier(state) != tier or canonical(game, state, packing, row) != key:
            return i
    return SOUND


@kernel
def first_other(
    counts: Counts, stays: Array, following: Array, by_score: bool, scores: Array
) -> int:
    """The index of the first state whose score is not the best that its moves lead to.

    stays      bool (moves): whether the same player moves there
    following  int16 (moves): the scores of the states they lead to
    """
    move = 0
    for i in range(len(scores)):
        best = int(counts.ends[i])
        if best == UNKNOWN and move == counts.upto[i]:
            return i
        while move < counts.upto[i]:
            best = max(best, one_ply_before(int(following[move]), bool(stays[move]), by_score))
            move += 1
        if best != scores[i]:
            return i
    return SOUND


class _Part(NamedTuple):
    """Some states of a tier, one after the other, and the tiers that their moves lead to."""

    first: int
    tier: int
    keys: Array
    scores: Array
    known: Mapping[int, Ordered]


def check_compiled(
    stored: KeyedStates, machine: Machine, report: Callable[[int, int], None]
) -> tuple[int, int | None, Tally]:
    """How many states were compared, the place of a faulty one, and the tally of all.

    It stops at the part in which the first faulty one is; None when there is none.
    """
    done, tallies, ahead = 0, list[Tally](), 4 * machine.threads
    parts = _parts(stored, machine)
    while group := list(islice(parts, ahead)):
        results = machine.map(partial(_check_part, machine.kernels, stored), group)
        for part, (at, counted) in zip(group, results, strict=True):
            if at != SOUND:
                return done, part.first + at, sum_of(tallies)
            done += len(part.keys)
            tallies.append(counted)
        report(done, stored.places)
    return done, None, sum_of(tallies)


def _parts(stored: KeyedStates, machine: Machine) -> Iterator[_Part]:
    """All states, a part at a time."""
    known: Mapping[int, Ordered] = {}
    for tier in stored.tiers():
        known = known_after(stored, tier, known, machine)
        keys, scores = stored.part(tier["first"], tier["count"])
        for begin in range(0, len(keys), PART):
            cut = slice(begin, begin + PART)
            yield _Part(tier["first"] + begin, tier["tier"], keys[cut], scores[cut], known)


def _check_part(kernels: Kernels, stored: KeyedStates, part: _Part) -> tuple[int, Tally]:
    """The index of the first faulty state of a part, and the part's tally."""
    game, packing, keys = stored.game, stored.packing, part.keys
    misplaced = kernels.run(first_misplaced, game, packing, keys, part.tier)
    if misplaced != SOUND:
        return misplaced, Tally()
    first, tallies, by_score = 0, list[Tally](), bool(game.by_score)
    try:
        for some, moves, counts in expansions(kernels, game, packing, keys, weighed=True):
            own = part.scores[first : first + len(some)]
            at, following = _following(kernels, moves, counts, part.known)
            if at == SOUND:
                given = counts, moves.stays, following, by_score, own
                at = kernels.run(first_other, *given)
            if at != SOUND:
                return first + at, Tally()
            tallies.append(tally(own, counts.weights, by_score=by_score))
            first += len(some)
    except TooNarrow as outside:
        return next(i for i in range(len(keys)) if key_at(keys, i) == outside.key), Tally()
    return SOUND, sum_of(tallies)


def _following(
    kernels: Kernels, moves: Moves, counts: Counts, known: Mapping[int, Ordered]
) -> tuple[int, Array]:
    """The scores of the states that moves lead to; or the index of one with a move to no state."""
    following = np.empty(len(moves.keys), np.int16)
    for tier in targets(moves):
        at = FOUND
        if tier in known:
            given = known[tier], moves.keys, moves.tiers, tier, following
            at = kernels.run(look_up, *given)
        elif (moves.tiers == tier).any():
            at = int(np.argmax(moves.tiers == tier))
        if at != FOUND:
            return int(np.searchsorted(counts.upto, at, "right")), following
    return SOUND, following
