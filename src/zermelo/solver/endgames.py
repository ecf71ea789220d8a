"""A database made ready for the engine: its states by the keys that a search has at hand."""

from __future__ import annotations

from typing import Any

import numpy as np

from zermelo.native import kernel
from zermelo.native.items import state_of
from zermelo.search.endgames import Endgames, least_key
from zermelo.solver.database import Database
from zermelo.solver.packing import Packing, state_for
from zermelo.solver.score import NOW

Array = Any


def endgames(database: Database, *, native: bool = True) -> Endgames:
    """The database's states and values in memory, for `analyze(..., endgames=...)`.

    It takes 32 to 64 bytes a state, symmetric ones not counted.
    """
    stored, scores = database.everything()
    game, packing = database.game, database.packing
    if native:
        keys = np.empty_like(stored)
        items = np.empty(packing.layout.shape[1], np.int64)
        rekey.native(game, stored, keys, packing, items)
    else:
        states = (state_for(game, packing, key) for key in stored.tolist())
        keys = np.array([least_key(game, state) for state in states], np.int64)
    distances = NOW - np.abs(scores.astype(np.int64)) + 1
    outcomes = np.sign(scores.astype(np.int64)) * distances
    return Endgames(game, keys, outcomes, database.first_tier)


@kernel
def rekey(game: Any, stored: Array, keys: Array, packing: Packing, items: Array) -> None:
    """For each stored key the least `key` of its state and those symmetric to it."""
    for index in range(len(stored)):
        state = state_of(game, stored[index], packing.example, packing.layout, items)
        keys[index] = least_key(game, state)
