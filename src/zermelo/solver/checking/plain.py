"""Checks a database in plain code that shares nothing with the solver; see `verify`.

A value can agree with its successors and still depend on itself through a loop. If a value is
better for a player than endless play, that player must be able to reach an end of the game.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np

from zermelo.contract.game import ONGOING, Game
from zermelo.errors import UsageError
from zermelo.native.arrays import Array
from zermelo.solver.probing.database import Database
from zermelo.solver.probing.published import keys_of, state_of
from zermelo.solver.store.arrays import CHUNK_STARTS, KEYS, SCORES, require_zarr

KEPT: Final = 512  # chunks that plain code keeps in memory
PIECE: Final = 1 << 22  # states that are compared at a time
KINDS: Final = ("draws", "wins", "losses")  # kinds of states, indexed by the value's sign
CELLS: Final = 1 << 20  # the number of cells in a chunk
NO_DISTANCE: Final = 32766  # the remoteness stored for a result that only endless play brings
Meaning = tuple[int, int]  # value and remoteness, which is 0 for every draw


class TierCheck:
    """Checks numbered states by the documented format; a state is named by tier and number."""

    misplaced = "number {place} of tier {tier} has a value, but no state"

    def __init__(self, database: Database) -> None:
        self.database, self.manifest = database, database.manifest
        self.game: Any = database.game
        self.states: Any = database.states
        self.timed = database.distances or bool(self.game.by_score)  # stores more than outcomes
        self.tiers = {tier["tier"]: tier for tier in self.manifest["tiers"]}
        self.size = int(self.states.places)
        # the number of states by tier and kind; the kind "states" counts stored places
        self.count: Counter[tuple[int, str]] = Counter()
        self.missing = database.files.missing()
        self.group = require_zarr().open_group(str(database.path), mode="r", zarr_format=3)
        self._chunk = lru_cache(KEPT)(self.chunk)
        self._every, self._compared = 0, set[tuple[int, int]]()

    @property
    def chunks(self) -> int:
        """The number of chunks compared with their checksums."""
        return self._every or len(self._compared)

    def compare_files(self, ending: str = "") -> int:
        """Compare the files with this ending and their checksums; return the number of chunks."""
        files = self.database.files
        there = [name for name in files.digests if name not in self.missing]
        return sum(files.compare(name) for name in there if name.endswith(ending))

    def whole(self, *, every: bool) -> Iterator[str]:
        """Faults of the database as a whole; `every` compares all checksums at once."""
        yield from (f"{name} is missing" for name in self.missing)
        solution = self.manifest["solution"]
        yield from self.facts(solution, every)
        if not self.missing:
            start, value = self.look_up(self.database.start), solution["value"]
            plies = NO_DISTANCE if solution["remoteness"] is None else solution["remoteness"]
            stored = value, 0 if value == 0 or self.game.by_score else plies
            if self.comparable(start) != self.comparable(stored):
                yield f"the start is stored as {start}, but the manifest says {value}"

    def facts(self, solution: dict[str, Any], every: bool) -> Iterator[str]:
        """Compare files with their checksums; yield wrong totals in the manifest."""
        self._every = self.compare_files("" if every else ".json")
        for kind in KINDS:
            if solution[kind] != sum(tier[kind] for tier in self.tiers.values()):
                yield f"the tiers' {kind} don't add up to {solution[kind]:,}"

    def by_tier(self, sample: int | None, seed: int) -> Iterator[tuple[int, Any]]:
        """Yield tiers with places to check: all places, in pieces, or those of a random sample."""
        chosen = np.arange(0)
        if sample is not None and sample < self.size:
            chosen = np.sort(random.Random(seed).sample(range(self.size), sample))
        first = 0
        for tier in self.tiers:
            size = self.states.size(tier)
            part = chosen[np.searchsorted(chosen, first) : np.searchsorted(chosen, first + size)]
            if len(part):
                yield tier, part - first
            elif not len(chosen):
                for low in range(0, size, PIECE):
                    yield tier, np.arange(low, min(size, low + PIECE))
            first += size

    def add(self, tier: int, counted: Array) -> None:
        """Add a tier's numbers of drawn, won and lost states, and of stored places, to `count`."""
        for kind, count in zip((*KINDS, "states"), counted, strict=True):
            self.count[tier, kind] += int(count)

    def state(self, tier: int, place: int) -> Iterator[str]:
        """Compare a stored state with its successors, and count it; yield its faults."""
        state, stored = self.state_at(tier, place), self.stored_at(tier, place)
        if self.place_of(state) != (tier, place):
            if stored is not None and self.timed:
                yield self.misplaced.format(state=state, tier=tier, place=place)
            return
        expected = expected_of(self.game, state, self.look_up)
        if expected is None:
            yield f"a successor of {state} is missing"
        elif self.comparable(expected) != self.comparable(stored):
            yield f"{state} is stored as {stored}, but its moves make it {expected}"
        if stored is not None:
            kind = KINDS[(stored[0] > 0) - (stored[0] < 0)]
            self.count[tier, kind] += self.weight(state)
            self.count[tier, "states"] += 1

    def state_at(self, tier: int, place: int) -> Any:
        """The state at a place; if the place has none, an arbitrary one."""
        return self.game.unindex(tier, place)

    def place_of(self, state: Any) -> tuple[int, int] | None:
        """The tier and the place of a state, or of a symmetric one; None if it has none."""
        return int(self.game.tier(state)), int(self.game.index(state))

    def weight(self, state: Any) -> int:
        """The number of states that share a place with `state`."""
        return len(set(self.game.symmetries(state)))

    def look_up(self, state: Any) -> Meaning | None:
        """A state's stored value and remoteness; in a tier without numbers, its outcome and 0 if
        the game is over; else None.
        """
        tier = self.game.tier(state)
        if tier not in self.tiers:
            outcome = self.game.outcome(state)
            return None if outcome == ONGOING or self.game.tier_size(tier) else (outcome, 0)
        number = self.game.index(state)
        return self.stored_at(tier, number) if number >= 0 else None

    def comparable(self, meaning: Meaning | None) -> Meaning | None:
        """A value and its remoteness, which becomes 0 if the database stores outcomes alone."""
        return meaning if self.timed or meaning is None else (meaning[0], 0)

    def stored_at(self, tier: int, place: int) -> Meaning | None:
        """Value and remoteness at a place, by the manifest's encoding; None without a state."""
        chunk, inner = divmod(place, CELLS)
        cell, narrow = int(self._chunk(tier, chunk)[inner]), self.manifest["cell_bytes"] == 1
        if cell == (255 if narrow else 1 << 15):
            return None
        if cell == 0:
            return 0, 0
        if not self.timed:
            return (1 if cell == 1 else -1), NO_DISTANCE
        if narrow:
            return (1 if cell % 2 == 0 else -1), cell - 1
        return (1, 32767 - cell) if cell < 1 << 15 else (-1, cell - 32769)

    def chunk(self, tier: int, number: int) -> Array:
        """Compare a chunk of a tier with its digest; return its cells, read by zarr."""
        array = self.states.array(tier)
        array.content(number)
        self._compared.add((tier, number))
        first, size = number * array.kind.chunk, array.kind.chunk
        content = self.read(array.name, slice(first, first + size))
        count = min(CELLS, self.tiers[tier]["size"] - number * CELLS)
        if not self.timed:  # each byte has five outcomes
            content = (content[:, None] // 3 ** np.arange(5) % 3).reshape(-1)
        return content[:count]

    def read(self, name: str, part: slice = slice(None)) -> Array:
        """A part of an array, read by zarr."""
        try:
            content: Array = self.group[name][part]
        except Exception as error:  # zarr and its codecs may raise anything
            raise UsageError(f"{self.database.path} is damaged: {error}") from error
        return content

    def totals(self) -> Iterator[str]:
        """Faults in the counts, after all states were checked."""
        for number, tier in self.tiers.items():
            for kind in (*KINDS, "states"):
                if self.count[number, kind] != tier[kind]:
                    counted = self.count[number, kind]
                    yield f"tier {number} has {counted:,} {kind}, not {tier[kind]:,}"


class KeyedCheck(TierCheck):
    """Checks a database with keys, loaded into memory, using only its documented format."""

    misplaced = "{state} is not stored under its own key"

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.packing, self._every = self.manifest["packing"], self.compare_files()
        self.keys, self.chunk_starts = (_whole_keys(self.read(n)) for n in (KEYS, CHUNK_STARTS))
        self.scores = self.read(SCORES)

    def facts(self, solution: dict[str, Any], every: bool) -> Iterator[str]:
        """Faults in the order of keys, and in the manifest."""
        if not np.array_equal(self.keys[:: self.group[KEYS].chunks[0]], self.chunk_starts):
            yield f"the first keys of the chunks differ from those in {CHUNK_STARTS}"
        if sum(solution[kind] for kind in KINDS) != solution["states"]:
            yield "wins, draws and losses don't add up to the number of states"
        distances = np.abs(self.scores.astype(int))
        decided = distances[(distances > 1) & (not self.game.by_score)]
        longest = 32767 - int(decided.min()) if len(decided) else 0
        if longest != solution["longest"]:
            yield f"the longest win or loss takes {longest} plies, stored as {solution['longest']}"
        for number in self.tiers:
            keys = self._keys_in(number)
            if not (keys[1:] > keys[:-1]).all():
                yield f"the keys of tier {number} are not in order"

    def state(self, tier: int, place: int) -> Iterator[str]:
        """Faults of one stored state."""
        try:
            yield from super().state(tier, place)
        except Exception as error:  # the rules may raise anything on an invalid state
            yield f"key {self._keys_in(tier)[place]} belongs to no state: {type(error).__name__}"

    def state_at(self, tier: int, place: int) -> Any:
        """The state stored at a place."""
        key = int(self._keys_in(tier)[place])
        if self.packing["own_key"]:
            return self.game.unkey(key)
        return state_of(self.packing, self.game.start(), key)

    def place_of(self, state: Any) -> tuple[int, int] | None:
        """The tier and the place of a state, or of a symmetric one; None if it is not stored."""
        number, key = int(self.game.tier(state)), min(keys_of(self.game, self.packing, state))
        if number not in self.tiers:
            return None
        keys = self._keys_in(number)
        place = int(np.searchsorted(keys, key))
        return (number, place) if place < len(keys) and keys[place] == key else None

    def _keys_in(self, tier: int) -> Array:
        first = self.tiers[tier]["first"]
        return self.keys[first : first + self.tiers[tier]["count"]]

    def weight(self, state: Any) -> int:
        """The number of states that share an entry with `state`."""
        return len(keys_of(self.game, self.packing, state))

    def look_up(self, state: Any) -> Meaning | None:
        """The stored value and remoteness of a state, 0 for draws; None if it is not stored."""
        at = self.place_of(state)
        return None if at is None else self.stored_at(*at)

    def stored_at(self, tier: int, place: int) -> Meaning:
        """Value and remoteness in the encoding that the manifest documents."""
        score = int(self.scores[self.tiers[tier]["first"] + place])
        if score == 0 or self.game.by_score:
            return score, 0
        return (1, 32767 - score) if score > 0 else (-1, 32767 + score)

    def totals(self) -> Iterator[str]:
        """Faults in the counts of states and in endless play, after all states were checked."""
        for kind in KINDS:
            stored = self.manifest["solution"][kind]
            counted = sum(self.count[tier, kind] for tier in self.tiers)
            if counted != stored:
                yield f"there are {counted:,} {kind}, but {stored:,} are stored"
        yield from self.endless()

    def endless(self) -> Iterator[str]:
        """Faults of states whose values depend on a loop, while endless play has another value."""
        game = self.game
        bounded = game.remaining(game.start()) >= 0
        if bounded if game.by_score else game.draws_endless:
            return
        places = [(tier, at) for tier in self.tiers for at in range(self.states.size(tier))]
        states = [self.state_at(*place) for place in places]
        values = [self.stored_at(*place)[0] for place in places]
        moves: list[list[tuple[int, bool]]] = [[] for _ in states]
        for state, inside in zip(states, moves, strict=True):
            for move in game.moves(state) if game.outcome(state) == ONGOING else ():
                child = game.play(state, move)
                if (at := self.place_of(child)) is not None:
                    index = self.tiers[at[0]]["first"] + at[1]
                    inside.append((index, game.player(child) == game.player(state)))
        worth = [(game.score if game.by_score else game.endless_value)(state) for state in states]
        circling = may_circle(moves)
        for index, following in enumerate(moves):  # moves on a cycle that changes the score
            for after, same in following:
                kept = worth[after] if same else -worth[after]
                tiers = {places[after][0], places[index][0]}
                if circling[after] and len(tiers) == 1 and kept != worth[index]:
                    yield f"{states[index]} lies on a cycle with a different score, {kept}"
        for index in find_ungrounded(values, worth, moves):
            yield f"{states[index]} is stored as {values[index]}, which no player can force"


def expected_of(game: Game, state: Any, stored: Callable[[Any], Meaning | None]) -> Meaning | None:
    """A state's value and remoteness from those of its successors; None if `stored` lacks one."""
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


def _whole_keys(keys: Array) -> Array:
    """Keys as ints, whether stored in one word or two."""
    if keys.ndim == 1:
        return keys
    upper, lower = keys.astype(object).T
    whole: Array = upper * (1 << 63) + lower
    return whole


def may_circle(moves: Sequence[Sequence[tuple[int, bool]]]) -> list[bool]:
    """Whether play from each state may cycle; `moves` as for `find_ungrounded`."""
    after = [[child for child, _ in following] for following in moves]
    ends = spread(after, list(map(len, after)), [not following for following in moves])
    return [not ended for ended in ends]


def spread(after: Sequence[Sequence[int]], needed: list[int], reached: list[bool]) -> list[bool]:
    """Mark states as `reached` that have `needed` moves to reached states; return `reached`."""
    before: list[list[int]] = [[] for _ in after]
    for i, following in enumerate(after):
        for child in following:
            before[child].append(i)
    todo = [i for i, there in enumerate(reached) if there]
    while todo:
        for i in before[todo.pop()]:
            needed[i] -= 1
            if needed[i] == 0 and not reached[i]:
                reached[i] = True
                todo.append(i)
    return reached


def find_ungrounded(
    values: Sequence[int], endless: Sequence[int], moves: Sequence[Sequence[tuple[int, bool]]]
) -> list[int]:
    """The states whose values agree with their successors' only because the moves that keep them
    form a loop. `moves` has the successors, and whether the same player moves there; values are for
    the mover.
    """
    keeping = [
        [after for after, same in moves[i] if (values[after] if same else -values[after]) == value]
        for i, value in enumerate(values)
    ]
    # the number of value-keeping moves that must reach an end: 1 to beat endless play, else all
    needed = [1 if value > endless[i] else len(keeping[i]) for i, value in enumerate(values)]
    grounded = [not moves[i] or value == endless[i] for i, value in enumerate(values)]
    return [i for i, ground in enumerate(spread(keeping, needed, grounded)) if not ground]
