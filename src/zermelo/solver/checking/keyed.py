"""Checks a database with keys, in plain code that shares nothing with the solver; see `verify`.

A value can agree with its successors and still depend on itself through a loop. If a value is
better for a player than endless play, that player must be able to reach an end of the game.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np

from zermelo.contract.game import ONGOING
from zermelo.errors import UsageError
from zermelo.native.arrays import Array
from zermelo.solver.checking.numbered import NO_DISTANCE, PIECE, expected_of
from zermelo.solver.probing.database import Database
from zermelo.solver.probing.published import key_of, state_of
from zermelo.solver.store.arrays import CHUNK_STARTS, KEYS, SCORES, require_zarr

KINDS: Final = ("draws", "wins", "losses")


class KeyedCheck:
    """A whole database in memory, read using only its documented format."""

    def __init__(self, database: Database) -> None:
        self.database, self.game, self.manifest = database, database.game, database.manifest
        self.packing, self.timed = self.manifest["packing"], True
        self.count: Counter[str] = Counter()
        group = require_zarr().open_group(str(database.path), mode="r", zarr_format=3)
        arrays = [group[name] for name in (KEYS, SCORES, CHUNK_STARTS)]
        files, self.chunk = database.files, arrays[0].chunks[0]
        self.missing = files.missing()
        there = (name for name in files.digests if name not in self.missing)
        self.chunks = sum(map(files.compare, there))
        try:
            keys, self.scores, starts = (array[:] for array in arrays)
        except Exception as error:  # zarr and its codecs may raise anything
            raise UsageError(f"{database.path} is damaged: {error}") from error
        self.keys, self.chunk_starts = _whole_keys(keys), _whole_keys(starts)

    def whole(self, *, every: bool) -> Iterator[str]:
        """Faults of the database as a whole, after comparing each chunk with its checksum."""
        stored = self.manifest["solution"]
        for name in self.missing:
            yield f"{name} is missing"
        if not np.array_equal(self.keys[:: self.chunk], self.chunk_starts):
            yield "the chunks' first keys differ from the list"
        if sum(stored[name] for name in ("wins", "draws", "losses")) != stored["states"]:
            yield "wins, draws and losses don't add up to the number of states"
        distances = np.abs(self.scores.astype(int))
        decided = distances[(distances > 1) & (not self.game.by_score)]
        longest = 32767 - int(decided.min()) if len(decided) else 0
        if longest != stored["longest"]:
            yield f"the longest win or loss takes {longest} plies, stored as {stored['longest']}"
        for tier in self.manifest["tiers"]:
            keys = self.keys[tier["first"] : tier["first"] + tier["count"]]
            if not (keys[1:] > keys[:-1]).all():
                yield f"the keys of tier {tier['tier']} are not in order"
        yield from self.start(stored)

    @property
    def size(self) -> int:
        """The number of states."""
        return len(self.keys)

    def chosen_states(self, sample: int | None, seed: int) -> Iterator[tuple[int]]:
        """The places of all states or of a sample, in order."""
        chosen: Any = range(self.size)
        if sample is not None and sample < self.size:
            chosen = sorted(random.Random(seed).sample(chosen, sample))
        return ((index,) for index in chosen)

    def by_tier(self, *_: int | None) -> Iterator[tuple[int, Array]]:
        """Each tier with all its places, in pieces."""
        for tier in self.manifest["tiers"]:
            for low in range(0, tier["count"], PIECE):
                yield tier["tier"], np.arange(low, min(tier["count"], low + PIECE))

    def fault_at(self, tier: int, place: int) -> list[str]:
        """The faults of a state of a tier."""
        first = next(each["first"] for each in self.manifest["tiers"] if each["tier"] == tier)
        return list(self.state(first + place))

    def add(self, tier: int, counted: Array) -> None:
        """Accept the counts of drawn, won and lost states of a tier."""
        self.count.update(dict(zip(KINDS, map(int, counted), strict=False)))

    def totals(self) -> Iterator[str]:
        """Faults in the counts of states and in endless play, after all states were checked."""
        stored = self.manifest["solution"]
        for name in ("wins", "draws", "losses"):
            if self.count[name] != stored[name]:
                yield f"there are {self.count[name]:,} {name}, but {stored[name]:,} are stored"
        yield from self.endless()

    def start(self, stored: dict[str, Any]) -> Iterator[str]:
        """Faults in the start's value."""
        stored_value = self.look_up(self.database.start)
        if stored_value is None:
            yield "the start is missing"
        elif self.as_solution(stored_value) != (stored["value"], stored["remoteness"]):
            yield f"the start is stored as {stored_value}, but the manifest says {stored['value']}"

    def as_solution(self, meaning: tuple[int, int]) -> tuple[int, int | None]:
        """Value and remoteness in the form of a solution."""
        distant = meaning[0] and meaning[1] < NO_DISTANCE and not self.game.by_score
        return meaning[0], meaning[1] if distant else None

    def state(self, index: int) -> Iterator[str]:
        """Faults of one stored state."""
        try:
            yield from self.disagreements(index)
        except Exception as error:  # the rules may raise anything on an invalid state
            yield f"key {self.keys[index]} is no state: {type(error).__name__}"

    def disagreements(self, index: int) -> Iterator[str]:
        """Compare a stored state with its successors, and count it; yield disagreements."""
        state, stored = self.state_at(index), self.meaning(int(self.scores[index]))
        if self.index_of(state) != index:
            yield f"{state} is not stored under its own key"
        expected = expected_of(self.game, state, self.look_up)
        if expected is None:
            yield f"a successor of {state} is missing"
        elif expected != stored:
            yield f"{state} is stored as {stored}, but its successors make it {expected}"
        sign = (stored[0] > 0) - (stored[0] < 0)
        self.count[KINDS[sign]] += len(self.keys_of(state))

    def endless(self) -> Iterator[str]:
        """The states with values that depend on a loop, although endless play has another value."""
        game = self.game
        bounded = game.remaining(game.start()) >= 0
        if bounded if game.by_score else game.draws_endless:
            return
        states = [self.state_at(index) for index in range(len(self.keys))]
        values = [self.meaning(int(score))[0] for score in self.scores]
        moves = [self.moves_inside(state) for state in states]
        worth = [(game.score if game.by_score else game.endless_value)(state) for state in states]
        yield from self.uneven(states, worth, moves)
        for index in find_ungrounded(values, worth, moves):
            yield f"{states[index]} is stored as {values[index]}, which no player can force"

    def uneven(
        self, states: list[Any], worth: list[int], moves: list[list[tuple[int, bool]]]
    ) -> Iterator[str]:
        """The states without a consistent value, because play can cycle through other scores."""
        round_ = may_circle(moves)
        for index, following in enumerate(moves):
            tier = self.game.tier(states[index])
            for after, same in following:
                kept = worth[after] if same else -worth[after]
                inside = round_[after] and self.game.tier(states[after]) == tier
                if inside and kept != worth[index]:
                    yield f"{states[index]} lies on a cycle with a different score, {kept}"

    def moves_inside(self, state: Any) -> list[tuple[int, bool]]:
        """The places that moves lead to, and whether the same player moves again there."""
        if self.game.outcome(state) != ONGOING:
            return []
        children = [self.game.play(state, move) for move in self.game.moves(state)]
        indices = [(self.index_of(child), child) for child in children]
        mover = self.game.player(state)
        return [(at, self.game.player(child) == mover) for at, child in indices if at is not None]

    def look_up(self, state: Any) -> tuple[int, int] | None:
        """The stored value and remoteness of a state; every draw gets remoteness 0."""
        index = self.index_of(state)
        return None if index is None else self.meaning(int(self.scores[index]))

    def meaning(self, score: int) -> tuple[int, int]:
        """Value and remoteness in the encoding that the manifest documents."""
        if score == 0 or self.game.by_score:
            return score, 0
        return (1, 32767 - score) if score > 0 else (-1, 32767 + score)

    def index_of(self, state: Any) -> int | None:
        """The index of a state, or of a symmetric one."""
        key = min(self.keys_of(state))
        for tier in self.manifest["tiers"]:
            if tier["tier"] == self.game.tier(state):
                first, last = tier["first"], tier["first"] + tier["count"]
                index = first + int(np.searchsorted(self.keys[first:last], key))
                return index if index < last and self.keys[index] == key else None
        return None

    def keys_of(self, state: Any) -> set[int]:
        """The keys of a state and its symmetric images, which share an entry."""
        images = self.game.symmetries(state) if self.packing["fold"] else ()
        return {self.key(image) for image in (state, *images)}

    def key(self, state: Any) -> int:
        """The key of a state, as the manifest documents it."""
        own = self.packing["own_key"]
        return self.game.key(state) if own else key_of(self.packing, state)

    def state_at(self, index: int) -> Any:
        """The state stored at an index."""
        key = int(self.keys[index])
        if self.packing["own_key"]:
            return self.game.unkey(key)
        return state_of(self.packing, self.game.start(), key)


def _whole_keys(keys: Array) -> Array:
    """Keys as ints, whether stored in one word or two."""
    if keys.ndim == 1:
        return keys
    upper, lower = keys.astype(object).T
    whole: Array = upper * (1 << 63) + lower
    return whole


def may_circle(moves: Sequence[Sequence[tuple[int, bool]]]) -> list[bool]:
    """Whether play from each state may cycle; `moves` as for `find_ungrounded`."""
    before: list[list[int]] = [[] for _ in moves]
    for i, following in enumerate(moves):
        for after, _ in following:
            before[after].append(i)
    left = [len(following) for following in moves]
    todo = [i for i, count in enumerate(left) if count == 0]
    while todo:
        for i in before[todo.pop()]:
            left[i] -= 1
            if left[i] == 0:
                todo.append(i)
    return [count > 0 for count in left]


def find_ungrounded(
    values: Sequence[int], endless: Sequence[int], moves: Sequence[Sequence[tuple[int, bool]]]
) -> list[int]:
    """The states whose values depend on a loop that has a different value.

    values   the value of each state for its mover, computed from its successors
    endless  the value of endless play through it for its mover
    moves    the successors of each state, and whether the same player moves again there
    """
    keeping = [
        [after for after, same in moves[i] if (values[after] if same else -values[after]) == value]
        for i, value in enumerate(values)
    ]
    before: list[list[int]] = [[] for _ in values]
    for i, kept in enumerate(keeping):
        for after in kept:
            before[after].append(i)
    # the moves that must reach an end: one of the mover's, or all of the opponent's
    left = [1 if value > endless[i] else len(keeping[i]) for i, value in enumerate(values)]
    grounded = [not moves[i] or value == endless[i] for i, value in enumerate(values)]
    todo = [i for i, ground in enumerate(grounded) if ground]
    while todo:
        for i in before[todo.pop()]:
            left[i] -= 1
            if left[i] == 0 and not grounded[i]:
                grounded[i] = True
                todo.append(i)
    return [i for i, ground in enumerate(grounded) if not ground]
