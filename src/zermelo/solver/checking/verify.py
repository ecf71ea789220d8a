"""Checking a database against the rules.

Compiled code compares all states on all threads. Plain code that shares nothing with the solver
compares some of them again, or all of a small database.

Each state's value and remoteness have to follow from those of its successors: a win in r plies has
a successor lost in r - 1 and none lost sooner, a loss only won ones, the last of them in r - 1, a
draw no lost one and a drawn one. Remoteness falls at each step of a win or loss, so that all of
them are proven by induction; and a player who keeps to drawn states never loses. Where endless play
is no draw, values without distance must not rest on a loop, see `grounds`; that takes all states.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from zermelo.contract.adapted.interned import recalled
from zermelo.contract.game import ONGOING
from zermelo.contract.given import GameGiven
from zermelo.contract.keywords import named
from zermelo.contract.ranges import SAMPLE
from zermelo.contract.result import Verdict
from zermelo.errors import UsageError
from zermelo.native.arrays import Array
from zermelo.process.durations import seconds_text
from zermelo.solver.checking.grounds import circling, ungrounded
from zermelo.solver.checking.keyed import check_compiled
from zermelo.solver.checking.numbered import NO_DISTANCE, TierCheck, expected_of
from zermelo.solver.checking.sparsekeys import sparse_items, sparse_key
from zermelo.solver.crews.machine import Machine
from zermelo.solver.probing.database import Database
from zermelo.solver.probing.played import check_wins
from zermelo.solver.store.arrays import CHUNK_STARTS, KEYS, SCORES, require_zarr
from zermelo.solver.store.keyedstates import KeyedStates
from zermelo.solver.store.manifest import is_by_tier

Progress = Callable[[Any], None]
AS_LONG: Final = 2  # times as long as solving, as a first guess: 1.8 was measured
AGAIN: Final = 20_000  # states that plain code compares where compiled code compares all


@dataclass(frozen=True)
class Checked:
    """How far a check has come, and the seconds that the rest will take at this rate."""

    states: int
    of: int
    left: float

    def __str__(self) -> str:
        return f"{self.states:,} of {self.of:,} states checked, {seconds_text(self.left, 0)} to go"


@dataclass(frozen=True)
class Verification(Verdict):
    """The result of a check: `faults` is empty for a sound database.

    checked  states compared with their successors; once all were, the totals were counted too
    plain    how many states the plain code compared, which shares nothing with the solver
    chunks   chunks whose checksums were compared, all there are unless a sample reads fewer
    played   wins that were played out
    """

    game: str
    states: int
    checked: int
    chunks: int
    faults: tuple[str, ...]
    seconds: float
    played: int = 0
    plain: int = 0


@named
def verify(
    path: str | Path,
    *,
    game: GameGiven | None = None,
    sample: int | None = None,
    wins: int = 0,
    seed: int = 0,
    threads: int | None = None,
    native: bool = True,
    progress: Progress | None = None,
    most: int = 20,
) -> Verification:
    """Compare every checksum, and every stored state with its successors.

    Compiled code compares all states on all threads. Plain code then compares 20,000 of them again;
    it shares nothing with the solver. Of a database with no more states, it compares all of them.

    sample  compare only so many states, chosen by `seed`: by the plain code alone, unless they are
            more than 20,000 in a database whose states are numbers. Of one with numbers the plain
            code reads, and compares with their checksums, no more chunks than it needs
    wins    play out so many wins besides: each has to end in as many plies as stored
    native  False has the plain code compare all
    most    stop after so many faults

    Raises `UsageError` when the database is damaged so that its chunks cannot be read.
    """
    if sample is not None:
        SAMPLE.check("sample", sample)
    if wins:
        SAMPLE.check("wins", wins)
    began = time.perf_counter()
    database = Database(path, game)
    if wins:
        database.require_distances()
    by_tier = is_by_tier(database.manifest)
    check = TierCheck(database) if by_tier else _Check(database)
    asked = min(check.size, sample or check.size)
    compiled = native and asked > AGAIN and (by_tier or sample is None)
    report = _reporting(progress)
    if progress is not None and compiled and sample is None:
        progress(Checked(0, asked, AS_LONG * database.manifest["solution"]["seconds"]))
    faults = list(check.whole(every=compiled or asked == check.size))
    done = plain = 0
    if compiled and not check.missing and not faults:
        with Machine(threads) as machine:
            done, faults = check.compiled(machine, report, sample, seed)
    if not check.missing and len(faults) < most:
        again = AGAIN if compiled else sample
        plain, more = check_plainly(check, again, seed, most - len(faults), report)
        faults += more
    played = 0
    if wins and not faults:
        played, faults = check_wins(database, wins, seed, report)
    return Verification(
        game=str(database.game),
        states=check.size,
        checked=max(done, plain),
        chunks=check.chunks,
        faults=tuple(faults[:most]),
        seconds=time.perf_counter() - began,
        played=played,
        plain=plain,
    )


def _reporting(progress: Progress | None) -> Callable[[int, int], None]:
    """A function that reports to `progress` how many of how many states are compared."""
    began = time.perf_counter()

    def report(done: int, of: int) -> None:
        nonlocal began
        if done <= 1:
            began = time.perf_counter()
        if progress is not None and done:
            spent = time.perf_counter() - began
            progress(Checked(done, of, spent / done * (of - done)))

    return report


def check_plainly(
    check: TierCheck | _Check,
    sample: int | None,
    seed: int,
    most: int,
    report: Callable[[int, int], None],
) -> tuple[int, list[str]]:
    """How many states plain code compared, and the faults; the totals, too, once it was all."""
    of = check.size if sample is None else min(sample, check.size)
    check.count.clear()
    done, faults = 0, list[str]()
    for done, place in enumerate(check.chosen(sample, seed), 1):
        faults += check.state(*place)
        if len(faults) >= most:
            return done, faults
        if done % 1000 == 1:
            report(done, of)
    return done, faults + (list(check.totals()) if done == check.size else [])


class _Check:
    """A database read whole, from its documented format alone."""

    def __init__(self, database: Database) -> None:
        self.game, self.manifest = database.game, database.manifest
        self.stored = database.states
        self.packing, self.example = self.manifest["packing"], database.game.start()
        self.parts = [] if "most" in self.packing else list(_parts(self.packing))
        self.count: Counter[str] = Counter()
        group = require_zarr().open_group(str(database.path), mode="r", zarr_format=3)
        arrays = [group[name] for name in (KEYS, SCORES, CHUNK_STARTS)]
        self.chunks = sum(array.nchunks for array in arrays)
        self.chunk = arrays[0].chunks[0]
        self.missing = [
            name for name in database.files.digests if not database.files.is_there(name)
        ]
        for name in database.files.digests:
            if name not in self.missing:
                database.files.read(name)
        try:
            keys, self.scores, starts = (array[:] for array in arrays)
        except Exception as error:  # whatever zarr and its codecs have against a chunk
            raise UsageError(f"{database.path} is damaged: {error}") from error
        self.keys, self.chunk_starts = _whole_keys(keys), _whole_keys(starts)

    def whole(self, *, every: bool) -> Iterator[str]:
        """Faults of the database as a whole, of which each chunk was compared with its checksum."""
        stored = self.manifest["solution"]
        for name in self.missing:
            yield f"{name} is missing"
        if not np.array_equal(self.keys[:: self.chunk], self.chunk_starts):
            yield "the chunks' first keys are not as listed"
        if sum(stored[name] for name in ("wins", "draws", "losses")) != stored["states"]:
            yield "wins, draws and losses are not as many as the states"
        distances = np.abs(self.scores.astype(int))
        decided = distances[(distances > 1) & (not self.game.by_score)]
        longest = 32767 - int(decided.min()) if len(decided) else 0
        if longest != stored["longest"]:
            yield f"the longest win or loss takes {longest} plies, not {stored['longest']}"
        for tier in self.manifest["tiers"]:
            keys = self.keys[tier["first"] : tier["first"] + tier["count"]]
            if not (keys[1:] > keys[:-1]).all():
                yield f"the keys of tier {tier['tier']} are not in order"
        yield from self.start(stored)

    @property
    def size(self) -> int:
        """How many states there are."""
        return len(self.keys)

    def chosen(self, sample: int | None, seed: int) -> Iterator[tuple[int]]:
        """The places of all states, or of a sample of them, in order."""
        chosen: Any = range(self.size)
        if sample is not None and sample < self.size:
            chosen = sorted(random.Random(seed).sample(chosen, sample))
        return ((index,) for index in chosen)

    def compiled(
        self, machine: Machine, report: Callable[[int, int], None], *_: int | None
    ) -> tuple[int, list[str]]:
        """How many states compiled code compared, and what is wrong with the first faulty one."""
        assert isinstance(self.stored, KeyedStates)
        done, place, counted = check_compiled(self.stored, machine, report)
        if place is not None:
            return done, [*self.state(place)] or [f"the state at {place} is wrong when compiled"]
        self.count.update(wins=counted.wins, draws=counted.draws, losses=counted.losses)
        return done, list(self.totals())

    def totals(self) -> Iterator[str]:
        """Faults in the counts of the states, and in endless play, once each was looked at."""
        stored = self.manifest["solution"]
        for name in ("wins", "draws", "losses"):
            if self.count[name] != stored[name]:
                yield f"there are {self.count[name]:,} {name}, not {stored[name]:,}"
        yield from self.endless()

    def start(self, stored: dict[str, Any]) -> Iterator[str]:
        """Faults in the start's value."""
        items = iter(_flat(self.manifest["starts"][0]))
        state = recalled(self.game, _shaped(self.example, items))
        stored_value = self.look_up(state)
        if stored_value is None:
            yield "the start is missing"
        elif self.as_solution(stored_value) != (stored["value"], stored["remoteness"]):
            yield f"the start is stored as {stored_value}, counted as {stored['value']}"

    def as_solution(self, meaning: tuple[int, int]) -> tuple[int, int | None]:
        """Value and remoteness as the solution has them."""
        distant = meaning[0] and meaning[1] < NO_DISTANCE and not self.game.by_score
        return meaning[0], meaning[1] if distant else None

    def state(self, index: int) -> Iterator[str]:
        """Faults of one stored state."""
        try:
            yield from self.compared(index)
        except Exception as error:  # whatever rules raise for what is no state of theirs
            yield f"key {self.keys[index]} is no state: {type(error).__name__}"

    def compared(self, index: int) -> Iterator[str]:
        """Where one stored state and its successors disagree; the state is counted."""
        state, stored = self.state_at(index), self.meaning(int(self.scores[index]))
        if self.index_of(state) != index:
            yield f"{state} is not stored under its own key"
        expected = expected_of(self.game, state, self.look_up)
        if expected is None:
            yield f"a successor of {state} is missing"
        elif expected != stored:
            yield f"{state} is stored as {stored}, but its successors make it {expected}"
        sign = (stored[0] > 0) - (stored[0] < 0)
        self.count[("draws", "wins", "losses")[sign]] += len(self.keys_of(state))

    def endless(self) -> Iterator[str]:
        """The states whose values rest on a loop, where that is not what endless play is worth."""
        game = self.game
        bounded = game.remaining(self.example) >= 0
        if bounded if game.by_score else game.draws_endless:
            return
        states = [self.state_at(index) for index in range(len(self.keys))]
        values = [self.meaning(int(score))[0] for score in self.scores]
        moves = [self.moves_inside(state) for state in states]
        worth = [(game.score if game.by_score else game.endless_value)(state) for state in states]
        yield from self.uneven(states, worth, moves)
        for index in ungrounded(values, worth, moves):
            yield f"{states[index]} is stored as {values[index]}, which nobody can force"

    def uneven(
        self, states: list[Any], worth: list[int], moves: list[list[tuple[int, bool]]]
    ) -> Iterator[str]:
        """The states from which play goes round through other scores: no value of theirs holds."""
        round_ = circling(moves)
        for index, following in enumerate(moves):
            tier = self.game.tier(states[index])
            for after, same in following:
                kept = worth[after] if same else -worth[after]
                inside = round_[after] and self.game.tier(states[after]) == tier
                if inside and kept != worth[index]:
                    yield f"{states[index]} goes round to another score, {kept}"

    def moves_inside(self, state: Any) -> list[tuple[int, bool]]:
        """Where the moves of a state lead, and whether the player stays."""
        if self.game.outcome(state) != ONGOING:
            return []
        children = [self.game.play(state, move) for move in self.game.moves(state)]
        indices = [(self.index_of(child), child) for child in children]
        mover = self.game.player(state)
        return [(at, self.game.player(child) == mover) for at, child in indices if at is not None]

    def look_up(self, state: Any) -> tuple[int, int] | None:
        """The stored value and remoteness of a state; remoteness 0 stands for any draw's."""
        index = self.index_of(state)
        return None if index is None else self.meaning(int(self.scores[index]))

    def meaning(self, score: int) -> tuple[int, int]:
        """Value and remoteness in the encoding that the manifest documents."""
        if score == 0 or self.game.by_score:
            return score, 0
        return (1, 32767 - score) if score > 0 else (-1, 32767 + score)

    def index_of(self, state: Any) -> int | None:
        """Where a state, or one symmetric to it, is stored."""
        key = min(self.keys_of(state))
        for tier in self.manifest["tiers"]:
            if tier["tier"] == self.game.tier(state):
                first, last = tier["first"], tier["first"] + tier["count"]
                index = first + int(np.searchsorted(self.keys[first:last], key))
                return index if index < last and self.keys[index] == key else None
        return None

    def keys_of(self, state: Any) -> set[int]:
        """The keys of a state and of all symmetric to it, which are stored as one."""
        images = self.game.symmetries(state) if self.packing["fold"] else ()
        return {self.key(image) for image in (state, *images)}

    def key(self, state: Any) -> int:
        """The key of a state, as the manifest documents it."""
        if self.packing["own_key"]:
            return self.game.key(state)
        if "most" in self.packing:
            return sparse_key(self.packing, _flat(state))
        items = self.changed(_flat(state))
        items = [i - low for i, low in zip(items, self.packing["lowest"], strict=True)]
        key = 0
        for item, first, largest, shift in self.parts:
            part = items[item] & largest << first
            items[item] -= part
            key += part >> first << shift
        return -1 if any(items) else key

    def state_at(self, index: int) -> Any:
        """The state stored at an index."""
        key = int(self.keys[index])
        if self.packing["own_key"]:
            return self.game.unkey(key)
        if "most" in self.packing:
            return _shaped(self.example, sparse_items(self.packing, key))
        items = list(self.packing["lowest"])
        for item, first, largest, shift in self.parts:
            items[item] += (key >> shift & largest) << first
        return _shaped(self.example, iter(self.changed(items)))

    def changed(self, items: list[int]) -> list[int]:
        """The ints with those bits changed that are tied to the one that leads."""
        lead = self.packing.get("lead", -1)
        if lead < 0 or items[lead] & 1 == 0:
            return items
        return [item ^ tied for item, tied in zip(items, self.packing["tied"], strict=True)]


def _whole_keys(keys: Array) -> Array:
    """Keys as ints, whether they are stored as one word each or as two."""
    if keys.ndim == 1:
        return keys
    upper, lower = keys.astype(object).T
    whole: Array = upper * (1 << 63) + lower
    return whole


def _parts(packing: dict[str, Any]) -> Iterator[tuple[int, int, int, int]]:
    """For each part of a key: which of the state's ints, its first bit, its mask, its place."""
    largest, shift = packing["largest"], packing["shift"]
    items = packing.get("item", range(len(largest)))
    first = packing.get("first", [0] * len(largest))
    yield from zip(items, first, largest, shift, strict=True)


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
