"""A compact copy of a database: the outcomes alone, in about a fifth of the room."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np

from zermelo.contract.result import Result
from zermelo.errors import CapabilityError, UsageError
from zermelo.native.arrays import Array
from zermelo.solver.crews.machine import Machine
from zermelo.solver.numbered.solver import TierStep
from zermelo.solver.probing.database import Database
from zermelo.solver.store.manifest import MANIFEST
from zermelo.solver.store.numbers import CELLS_OF_CHUNK, TierStates
from zermelo.solver.store.outcomes import (
    OutcomeDraft,
    OutcomeStates,
    outcome_cells,
    packed_outcomes,
)

AT_ONCE: Final = 16  # chunks for each thread


@dataclass(frozen=True)
class Compacted(Result):
    """The result of an export of outcomes.

    numbers  whose outcomes are stored
    before   bytes of the database
    bytes    of the copy
    """

    game: str
    numbers: int
    before: int
    bytes: int
    seconds: float


def export_outcomes(
    database: Database,
    out: str | Path,
    *,
    threads: int | None = None,
    progress: Callable[[Any], None] | None = None,
) -> Compacted:
    """Copy a database whose states are numbers to `out`, with outcomes and without distances.

    Each tier is kept once it is copied: a run that ended early goes on from there. Raises
    `CapabilityError` for a database whose states have keys, and `UsageError` for a directory that
    holds something else.
    """
    states, began = database.states, time.perf_counter()
    if not isinstance(states, TierStates):
        raise CapabilityError(f"{database.path} stores keys, which outcomes alone make no smaller")
    if isinstance(states, OutcomeStates):
        raise CapabilityError(f"{database.path} has nothing but outcomes already")
    draft = OutcomeDraft(Path(out), database.game, [database.start])
    try:
        earlier = draft.finished or draft.progress or {"tiers": []}
        if any(tier not in database.manifest["tiers"] for tier in earlier["tiers"]):
            raise UsageError(f"{out} holds outcomes of another database; name another directory")
        if draft.finished is None:
            with Machine(threads) as machine:
                _copy(states, draft, machine, progress)
            draft.finish_tiers(database.manifest["solution"])
    finally:
        draft.close()
    copy = Database(out, database.game)
    seconds = time.perf_counter() - began
    return Compacted(str(copy.game), states.places, _bytes(database), _bytes(copy), seconds)


def _copy(
    states: TierStates,
    draft: OutcomeDraft,
    machine: Machine,
    progress: Callable[[Any], None] | None,
) -> None:
    """Write the outcomes of the tiers that the draft does not have."""
    began, done = time.perf_counter(), 0
    draft.begin_tiers(outcome_cells())
    kept = {tier["tier"] for tier in draft.tiers}
    todo = [tier for tier in states.tiers.values() if tier["tier"] not in kept]
    left = sum(tier["size"] for tier in todo)

    def shares(tier: dict[str, int]) -> Iterator[Array]:
        nonlocal done, left
        step = AT_ONCE * machine.threads * CELLS_OF_CHUNK
        for first in range(0, tier["size"], step):
            firsts = range(first, min(first + step, tier["size"]), CELLS_OF_CHUNK)
            yield np.concatenate(machine.map(partial(_packed, states, tier["tier"]), firsts))
            count = min(step, tier["size"] - first)
            done, left = done + count, left - count
            if progress is not None:
                progress(TierStep(done, left, time.perf_counter() - began))

    for tier in todo:
        draft.keep_tier(tier, shares(tier), time.perf_counter() - began, machine.map)


def _packed(states: TierStates, tier: int, first: int) -> Array:
    """The outcomes of the chunk that begins with this number."""
    said = outcome_cells().cells.astype(np.uint8)[states.cells.scores.view(np.uint16)]
    return packed_outcomes(said[states.chunk(tier, first // CELLS_OF_CHUNK)])


def _bytes(database: Database) -> int:
    """The size of a database's files."""
    names = [MANIFEST, *database.files.digests]
    return sum((database.path / name).stat().st_size for name in names)
