"""Checking a database against the rules, by plain code that shares nothing with the solver.

Each state's value and remoteness have to follow from those of its successors: a win in r plies has
a successor lost in r - 1 and none lost sooner, a loss only won ones, the last of them in r - 1, a
draw no lost one and a drawn one. Remoteness falls at each step of a win or loss, so that all of
them are proven by induction; and who keeps to drawn states never loses.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from zermelo.errors import ParameterError
from zermelo.game import ONGOING, Game
from zermelo.result import Result
from zermelo.solver.database import (
    CHUNK_STARTS,
    KEYS,
    SCORES,
    Database,
    damage_named,
    require_zarr,
)

Array = Any
Progress = Callable[[Any], None]


@dataclass(frozen=True)
class Checked:
    """How far a check has come."""

    states: int
    of: int

    def __str__(self) -> str:
        return f"{self.states:,} of {self.of:,} states checked"


@dataclass(frozen=True)
class Verification(Result):
    """What a check found: `faults` is empty for a sound database.

    checked  states compared with their successors
    chunks   chunks whose checksums were compared, all there are
    """

    game: str
    states: int
    checked: int
    chunks: int
    faults: tuple[str, ...]
    seconds: float

    @property
    def sound(self) -> bool:
        """Whether nothing was found."""
        return not self.faults

    def as_dict(self) -> dict[str, Any]:
        """The fields as JSON."""
        return {**asdict(self), "faults": list(self.faults), "sound": self.sound}


def verify(
    path: str | Path,
    *,
    game: Game[Any] | None = None,
    sample: int | None = None,
    seed: int = 0,
    progress: Progress | None = None,
    most: int = 20,
) -> Verification:
    """Compare every checksum, and every stored state, or `sample` of them, with its successors.

    sample  how many states, chosen by `seed`; None for all
    most    stop after so many faults

    Raises `UsageError` when the database is damaged so that its chunks cannot be read.
    """
    if sample is not None and sample < 1:
        raise ParameterError(f"sample should be 1 or more, not {sample}")
    began = time.perf_counter()
    check = _Check(Database(path, game))
    faults: list[str] = list(check.totals())
    count = len(check.keys)
    chosen: Any = range(count)
    if sample is not None and sample < count:
        chosen = sorted(random.Random(seed).sample(range(count), sample))
    done = 0
    for done, index in enumerate(chosen, 1):
        faults += check.state(index)
        if len(faults) >= most:
            break
        if progress is not None and done % 1000 == 0:
            progress(Checked(done, len(chosen)))
    seconds = time.perf_counter() - began
    return Verification(str(check.game), count, done, check.chunks, tuple(faults[:most]), seconds)


class _Check:
    """A database read whole, from its documented format alone."""

    def __init__(self, database: Database) -> None:
        self.game, self.manifest = database.game, database.manifest
        self.packing, self.example = self.manifest["packing"], database.game.start()
        group = require_zarr().open_group(str(database.path), mode="r")
        with damage_named(database.path):
            self.keys, self.scores = group[KEYS][:], group[SCORES][:]
            self.chunk_starts = group[CHUNK_STARTS][:]
        arrays = [group[name] for name in (KEYS, SCORES, CHUNK_STARTS)]
        self.chunks = sum(array.nchunks for array in arrays)
        self.missing = [array.name for array in arrays if array.nchunks_initialized < array.nchunks]
        self.chunk = arrays[0].chunks[0]

    def totals(self) -> Iterator[str]:
        """What is wrong with the database as a whole."""
        stored, tiers = self.manifest["solution"], self.manifest["tiers"]
        for name in self.missing:
            yield f"chunks of {name} are missing"
        if not len(self.keys) == len(self.scores) == stored["canonical_states"]:
            yield f"{len(self.keys)} keys, {len(self.scores)} scores, not as counted"
        if not np.array_equal(self.keys[:: self.chunk], self.chunk_starts):
            yield "the chunks' first keys are not as listed"
        if sum(stored[name] for name in ("wins", "draws", "losses")) != stored["states"]:
            yield "wins, draws and losses are not as many as the states"
        place = 0
        for tier in tiers:
            keys = self.keys[tier["first"] : tier["first"] + tier["count"]]
            if tier["first"] != place or not (keys[1:] > keys[:-1]).all():
                yield f"the keys of tier {tier['tier']} are not in order"
            place += tier["count"]
        if place != len(self.keys):
            yield "the tiers do not hold all keys"
        yield from self.start(stored)

    def start(self, stored: dict[str, Any]) -> Iterator[str]:
        """What is wrong with the start's value."""
        state = _shaped(self.example, iter(_flat(self.manifest["starts"][0])))
        found = self.look_up(state)
        if found is None:
            yield "the start is missing"
        elif (found[0], found[1] if found[0] else None) != (stored["value"], stored["remoteness"]):
            yield f"the start is stored as {found}, counted as {stored['value']}"

    def state(self, index: int) -> Iterator[str]:
        """What is wrong with one stored state."""
        state, told = self.state_at(index), self.meaning(int(self.scores[index]))
        if self.index_of(state) != index:
            yield f"{state} is not stored under its own key"
        expected = self.expected(state)
        if expected is None:
            yield f"a successor of {state} is missing"
        elif expected != told:
            yield f"{state} is stored as {told}, but its successors make it {expected}"

    def expected(self, state: Any) -> tuple[int, int] | None:
        """Value and remoteness that follow from the successors; None when one is missing."""
        outcome = self.game.outcome(state)
        if outcome != ONGOING:
            return outcome, 0
        wins, losses, draws = [], [], 0
        for move in self.game.moves(state):
            child = self.game.play(state, move)
            found = self.look_up(child)
            if found is None:
                return None
            value, plies = found
            if self.game.player(child) != self.game.player(state):
                value = -value
            if value == 1:
                wins.append(plies + 1)
            elif value == -1:
                losses.append(plies + 1)
            else:
                draws += 1
        if wins:
            return 1, min(wins)
        return (0, 0) if draws else (-1, max(losses))

    def look_up(self, state: Any) -> tuple[int, int] | None:
        """The stored value and remoteness of a state; remoteness 0 stands for any draw's."""
        index = self.index_of(state)
        return None if index is None else self.meaning(int(self.scores[index]))

    @staticmethod
    def meaning(score: int) -> tuple[int, int]:
        """Value and remoteness in the encoding that the manifest documents."""
        if score == 0:
            return 0, 0
        return (1, 32767 - score) if score > 0 else (-1, 32767 + score)

    def index_of(self, state: Any) -> int | None:
        """Where a state, or one symmetric to it, is stored."""
        images = list(self.game.symmetries(state)) if self.packing["fold"] else []
        key = min(self.key(image) for image in [state, *images])
        for tier in self.manifest["tiers"]:
            if tier["tier"] == self.game.tier(state):
                first, last = tier["first"], tier["first"] + tier["count"]
                index = first + int(np.searchsorted(self.keys[first:last], key))
                return index if index < last and self.keys[index] == key else None
        return None

    def key(self, state: Any) -> int:
        """The key of a state, as the manifest documents it."""
        if self.packing["own_key"]:
            return self.game.key(state)
        lowest, shift = self.packing["lowest"], self.packing["shift"]
        items = zip(_flat(state), lowest, shift, strict=True)
        return sum((item - low) << left for item, low, left in items)

    def state_at(self, index: int) -> Any:
        """The state stored at an index."""
        key = int(self.keys[index])
        if self.packing["own_key"]:
            return self.game.unkey(key)
        columns = zip(*(self.packing[row] for row in ("lowest", "largest", "shift")), strict=True)
        items = [(key >> shift & largest) + low for low, largest, shift in columns]
        return _shaped(self.example, iter(items))


def _flat(state: Any) -> list[int]:
    """A state's ints, from left to right."""
    flat: list[int] = []
    for item in state:
        flat += _flat(item) if isinstance(item, (tuple, list)) else [item]
    return flat


def _shaped(example: Any, items: Iterator[int]) -> Any:
    """The state with these ints, in the shape of `example`."""
    parts = [_shaped(i, items) if isinstance(i, tuple) else next(items) for i in example]
    return type(example)(*parts) if hasattr(example, "_fields") else tuple(parts)
