"""Checks a database with numbered states, in plain code; see `verify`."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, Final

import numpy as np

from zermelo.contract.game import ONGOING, Game
from zermelo.errors import UsageError
from zermelo.native.arrays import Array
from zermelo.solver.probing.database import Database
from zermelo.solver.store.arrays import require_zarr

KEPT: Final = 512  # chunks in memory for plain code
PIECE: Final = 1 << 22  # states that are compared at a time
KINDS: Final = ("draws", "wins", "losses", "states")  # the kinds of counted states
CELLS: Final = 1 << 20  # the cells of a chunk
NO_DISTANCE: Final = 32766  # stands for the plies to a result that only endless play brings
Meaning = tuple[int, int]  # value and remoteness, which is 0 for every draw


class TierCheck:
    """A database with tiers, by the documented meaning of its cells and the game's own numbers."""

    def __init__(self, database: Database) -> None:
        self.database, self.manifest = database, database.manifest
        self.game: Any = database.game
        self.timed = database.distances
        self.tiers = {tier["tier"]: tier for tier in self.manifest["tiers"]}
        self.count: Counter[tuple[int, str]] = Counter()
        self.states: Any = database.states
        self.missing = database.files.missing()
        self._group = require_zarr().open_group(str(database.path), mode="r", zarr_format=3)
        self._chunk = lru_cache(KEPT)(self.chunk)
        self._every, self._compared = 0, set[tuple[int, int]]()

    @property
    def chunks(self) -> int:
        """The number of chunks compared with their checksums."""
        return self._every or len(self._compared)

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return int(sum(tier["size"] for tier in self.tiers.values()))

    def whole(self, *, every: bool) -> Iterator[str]:
        """Faults of the database as a whole.

        every  whether to compare every chunk with its checksum now, or only those that are read
        """
        yield from (f"{name} is missing" for name in self.missing)
        files = self.database.files
        there = [name for name in files.digests if name not in self.missing]
        read = [name for name in there if every or name.endswith(".json")]
        self._every = sum(map(files.compare, read))
        stored = self.manifest["solution"]
        for name in ("wins", "draws", "losses"):
            if stored[name] != sum(tier[name] for tier in self.tiers.values()):
                yield f"the tiers' {name} don't add up to {stored[name]:,}"
        start = self.database.start
        solved = stored["value"], stored["remoteness"] or 0
        if not self.missing and self.comparable(self.look_up(start)) != self.comparable(solved):
            yield f"the start is stored as {self.look_up(start)}, counted as {stored['value']}"

    def chosen_states(self, sample: int | None, seed: int) -> Iterator[tuple[int, int]]:
        """All tiers and numbers, or a sample of them, in the order of the tiers."""
        for tier, numbers in self.by_tier(sample, seed):
            yield from ((tier, int(number)) for number in numbers)

    def fault_at(self, tier: int, number: int) -> list[str]:
        """The faults of a number of a tier."""
        return list(self.state(tier, number))

    def add(self, tier: int, counted: Array) -> None:
        """Accept the counts of drawn, won and lost states of a tier, and of its numbers."""
        self.count.update(
            {(tier, name): int(count) for name, count in zip(KINDS, counted, strict=True)}
        )

    def by_tier(self, sample: int | None, seed: int) -> Iterator[tuple[int, Any]]:
        """Each tier with all its numbers, or with those in a sample of the whole."""
        every = np.arange(0)
        if sample is not None and sample < self.size:
            chance = random.Random(seed)
            every = np.sort([chance.randrange(self.size) for _ in range(sample)])
        first = 0
        for tier in self.tiers.values():
            size = tier["size"]
            part = every[np.searchsorted(every, first) : np.searchsorted(every, first + size)]
            if len(part):
                yield tier["tier"], part - first
            elif not len(every):
                for low in range(0, size, PIECE):
                    yield tier["tier"], np.arange(low, min(size, low + PIECE))
            first += size

    def state(self, tier: int, number: int) -> Iterator[str]:
        """Compare a number's cell with those of its successors; count it and yield faults."""
        state, cell = self.game.unindex(tier, number), self.cell(tier, number)
        nothing = self.nothing
        if self.game.tier(state) != tier or self.game.index(state) != number:
            if cell != nothing and self.timed:
                yield f"number {number} of tier {tier} has a value, but no state"
            return
        expected = expected_of(self.game, state, self.look_up)
        stored = None if cell == nothing else self.meaning(cell)
        if expected is None:
            yield f"a successor of {state} is missing"
        elif self.comparable(expected) != self.comparable(stored):
            yield f"{state} is stored as {stored}, but its moves make it {expected}"
        if stored is not None:
            name = ("draws", "wins", "losses")[stored[0]]
            self.count[tier, name] += len(set(self.game.symmetries(state)))
            self.count[tier, "states"] += 1

    def look_up(self, state: Any) -> Meaning | None:
        """The stored cell of a state; without a stored number, that of a finished game."""
        tier = self.game.tier(state)
        if tier not in self.tiers:
            outcome = self.game.outcome(state)
            return None if outcome == ONGOING or self.game.tier_size(tier) else (outcome, 0)
        number = self.game.index(state)
        return self.meaning(self.cell(tier, number)) if number >= 0 else None

    def comparable(self, meaning: Meaning | None) -> Meaning | None:
        """A meaning without its distance, if the database stores outcomes alone."""
        return meaning if self.timed or meaning is None else (meaning[0], 0)

    def meaning(self, cell: int) -> Meaning:
        """Value and remoteness in the encoding that the manifest documents."""
        if cell == 0:
            return 0, 0
        if not self.timed:
            return (1 if cell == 1 else -1), NO_DISTANCE
        if self.manifest["cell_bytes"] == 1:
            return (1 if cell % 2 == 0 else -1), cell - 1
        return (1, 32767 - cell) if cell < 1 << 15 else (-1, cell - 32769)

    def cell(self, tier: int, number: int) -> int:
        """One cell of a tier; recent chunks stay in memory."""
        chunk, place = divmod(number, CELLS)
        return int(self._chunk(tier, chunk)[place])

    def chunk(self, tier: int, number: int) -> Array:
        """The cells of a chunk of a tier: its digest is compared, then zarr reads it."""
        array = self.states.array(tier)
        array.content(number)
        self._compared.add((tier, number))
        first, size = number * array.kind.chunk, array.kind.chunk
        try:
            content: Any = self._group[array.name][first : first + size]
        except Exception as error:  # zarr and its codecs may raise anything
            raise UsageError(f"{self.database.path} is damaged: {error}") from error
        count = min(CELLS, self.tiers[tier]["size"] - number * CELLS)
        cells = content if self.timed else _outcomes_in(content)
        return cells[:count]

    def totals(self) -> Iterator[str]:
        """Faults in the counts of the tiers, after all numbers were checked."""
        for number, tier in self.tiers.items():
            for name in ("wins", "draws", "losses", "states"):
                if self.count[number, name] != tier[name]:
                    counted = self.count[number, name]
                    yield f"tier {number} has {counted:,} {name}, not {tier[name]:,}"

    @property
    def nothing(self) -> int:
        """The cell of a number without a state."""
        return 255 if self.manifest["cell_bytes"] == 1 else 1 << 15


def expected_of(game: Game, state: Any, stored: Callable[[Any], Meaning | None]) -> Meaning | None:
    """Value and remoteness computed from the moves of a state; None if a successor is missing.

    stored  returns the stored value and remoteness of a state
    """
    outcome = game.outcome(state)
    if outcome != ONGOING:
        return (game.score(state) if game.by_score else outcome), 0
    meanings = []
    for move in game.moves(state):
        child = game.play(state, move)
        meaning = stored(child)
        if meaning is None:
            return None
        value, plies = meaning
        same = game.player(child) == game.player(state)
        meanings.append((value if same else -value, min(plies + 1, NO_DISTANCE)))
    best = max(value for value, _ in meanings)
    if best == 0 or game.by_score:
        return best, 0
    return best, (min if best > 0 else max)(plies for value, plies in meanings if value == best)


def _outcomes_in(content: Array) -> Array:
    """Unpack cells from bytes with five outcomes each."""
    cells = np.empty((len(content), 5), np.uint8)
    for place in range(5):
        cells[:, place] = content // 3**place % 3
    return cells.reshape(-1)
