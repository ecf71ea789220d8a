"""Read many states of a database at once, with the values of the states and their successors.

Kernels look states up in the tiers in memory. They fill the rows of `probing.columns`, or compare
each state's value with those of its moves; apart from finding a tier, they share no code with a
solver's rounds.
"""

import random
from itertools import pairwise
from typing import Any, Final, NamedTuple

import numpy as np

from zermelo.contract.game import ONGOING
from zermelo.native import kernel
from zermelo.native.arrays import Array, bits_at, key_at, new_words
from zermelo.native.items import count_items, key_of, read_items, row_for, state_of, write_items
from zermelo.solver.crews.crew import Kernels
from zermelo.solver.keys.keyarrays import first_from, make_ready
from zermelo.solver.keys.layouts import Packing, canonical, orbit
from zermelo.solver.numbered.solver import tiers_after
from zermelo.solver.score import MOST_MOVES, NOW, UNKNOWN, end_score, keeps, one_ply_before
from zermelo.solver.store.chunks import Each
from zermelo.solver.store.keyedstates import KeyedStates
from zermelo.solver.store.numbers import CELLS_OF_CHUNK, TiersHeld, TierStates, place_of_tier

SOUND: Final = 0
FAULTY: Final = 1  # a value contradicts the moves, or a move leads to a missing state
ABSENT: Final = 2  # a move leads to a tier outside memory
FULL: Final = 3  # more symmetric states than there is room for
NOWHERE: Final = -1
NEAR: Final = 3  # additional bits left to bisection, which then reads one cache line
LOOKED_AT: Final = 64  # numbers of a tier to sample for the tiers that their moves lead to
SEEN: Final = 32  # numbers of a tier whose states show the bits in use


class KnownKeys(NamedTuple):
    """Tiers whose states have keys."""

    packing: Packing  # turns states into keys
    # int64 (5, tiers), by rising number: the tier's number, the beginning and the end of its keys,
    # the beginning of its part of `starts`, and its `Ordered.shift`
    tiers: Array
    keys: Array  # the keys, sorted within each tier
    scores: Array  # int16 (keys)
    starts: Array  # the beginnings of keys with the same leading bits, see `keys.keyarrays.Ordered`


Known = KnownKeys | TiersHeld


class Rows(NamedTuple):
    """Facts about states, row by row."""

    states: Array  # int64 (rows, ints)
    scores: Array  # int16
    moves: Array  # int16: the number of moves
    best: Array  # int64: bit i says that move i keeps the value; −1 for more moves than bits


def room_for(count: int, items: int) -> Rows:
    """Rows for `count` states of `items` ints, to be written."""
    kinds = np.int16, np.int16, np.int64
    return Rows(np.empty((count, items), np.int64), *(np.zeros(count, kind) for kind in kinds))


# Looking up --------------------------------------------------------------------------------------


@kernel
def row_in(known: Known) -> Array:
    """An array for the ints of a state, from which keys are made."""
    return row_for(known.packing.layout) if isinstance(known, KnownKeys) else new_words(1)


@kernel
def tier_in(known: Known, tier: int) -> int:
    """The index of a tier in `known`, NOWHERE if it is missing."""
    return place_of_tier(known.tiers[0] if isinstance(known, KnownKeys) else known.tiers, tier)


@kernel
def score_of(game: Any, known: Known, state: Any, row: Array) -> int:
    """The score of a state in a known tier, or of a finished game; UNKNOWN otherwise."""
    at = tier_in(known, game.tier(state))
    if isinstance(known, KnownKeys):
        if at < 0:
            return UNKNOWN
        place = place_of_key(known, at, canonical(game, state, known.packing, row))
        return UNKNOWN if place < 0 else int(known.scores[place])
    if at < 0:
        outcome = game.outcome(state)
        return UNKNOWN if outcome == ONGOING else outcome * NOW
    place = int(known.firsts[at]) + game.index(state)
    if place < known.firsts[at] or place >= known.firsts[at + 1]:
        return UNKNOWN
    return int(known.scores[known.cells[place]])


@kernel
def place_of_key(known: KnownKeys, at: int, key: int) -> int:
    """The place of a key in the tier with index `at`; NOWHERE if it is missing."""
    begin, end = int(known.tiers[1, at]), int(known.tiers[2, at])
    least = key_at(known.keys, begin)
    if key < least or key > key_at(known.keys, end - 1):
        return NOWHERE
    leading = int(known.tiers[3, at]) + bits_at(key - least, int(known.tiers[4, at]))
    low, high = int(known.starts[leading]), int(known.starts[leading + 1])
    place = first_from(known.keys, key, begin + low, begin + high)
    return place if place < end and key_at(known.keys, place) == key else NOWHERE


@kernel
def state_at(game: Any, known: Known, place: int, row: Array) -> Any:
    """The state at a place of the first tier."""
    if isinstance(known, KnownKeys):
        packing, key = known.packing, key_at(known.keys, place)
        return state_of(game, key, packing.example, packing.layout, row)
    return game.unindex(int(known.tiers[0]), place)


@kernel
def score_at(known: Known, place: int) -> int:
    """The score stored at a place of the first tier."""
    if isinstance(known, KnownKeys):
        return int(known.scores[place])
    return int(known.scores[known.cells[place]])


@kernel
def is_at(game: Any, known: Known, state: Any, place: int, row: Array) -> bool:
    """Whether a place of the first tier represents this state or a symmetric one."""
    if isinstance(known, KnownKeys):
        key = canonical(game, state, known.packing, row)
        return bool(game.tier(state) == known.tiers[0, 0] and key == key_at(known.keys, place))
    return bool(game.index(state) == place)


# Rows --------------------------------------------------------------------------------------------


@kernel
def write_facts(
    game: Any, known: Known, state: Any, own: int, rows: Rows, at: int, row: Array
) -> tuple[int, int]:
    """Write the facts about `state`, with score `own`, and its moves to the row `at`. Returns
    SOUND; ABSENT and a tier to load; or FAULTY and the tier where a move's state is unknown.
    """
    moves, mask = 0, 0
    if game.outcome(state) == ONGOING:
        player = game.player(state)
        for move in game.moves(state):
            child = game.play(state, move)
            score = score_of(game, known, child, row)
            if score == UNKNOWN:
                tier = game.tier(child)
                return ABSENT if tier_in(known, tier) < 0 else FAULTY, tier
            seen = one_ply_before(score, game.player(child) == player, game.by_score)
            if moves < MOST_MOVES and keeps(seen, own, game.by_score):
                mask |= 1 << moves
            moves += 1
    rows.scores[at], rows.moves[at] = own, moves
    rows.best[at] = mask if moves <= MOST_MOVES else -1
    return SOUND, 0


@kernel
def same_row(states: Array, one: int, other: int) -> bool:
    """Whether two rows describe the same state."""
    item = 0
    while item < states.shape[1] and states[one, item] == states[other, item]:
        item += 1
    return bool(item == states.shape[1])


@kernel
def write_rows(
    game: Any, known: Known, begin: int, end: int, symmetric: bool, rows: Rows
) -> tuple[int, int, int]:
    """Write a row for each state between the places `begin` and `end` of the first tier, and if
    `symmetric` for each image. Returns the number of rows, then SOUND, FULL, or the result of
    `write_facts`.
    """
    count, row = 0, row_in(known)
    for place in range(begin, end):
        state, own = state_at(game, known, place, row), score_at(known, place)
        if isinstance(known, TiersHeld) and (own == UNKNOWN or game.index(state) != place):
            continue
        begun = count
        for image in game.symmetries(state):
            if count > begun and not symmetric:
                break
            if count == len(rows.scores):
                return count, FULL, 0
            write_items(image, rows.states[count])
            met = begun
            while not same_row(rows.states, met, count):
                met += 1
            if met == count:
                fault, tier = write_facts(game, known, image, own, rows, count, row)
                if fault != SOUND:
                    return count, fault, tier
                count += 1
    return count, SOUND, 0


@kernel
def answer_states(
    game: Any, known: Known, example: Any, items: Array, ones: Array, rows: Rows
) -> int:
    """Write the facts about the states with the ints `items`, one after the other. `ones` are the
    bits that each int may have. Returns the number of answers: all, or the index of an unknown
    state.
    """
    size, row = len(ones), row_in(known)
    for at in range(len(rows.scores)):
        for item in range(size):
            if items[at * size + item] & ~ones[item] != 0:
                return at
        state = read_items(example, items, at * size)
        if isinstance(known, KnownKeys) and key_of(game, state, known.packing.layout, row) < 0:
            return at  # an invalid state, on which rules might fail
        own = score_of(game, known, state, row)
        if own == UNKNOWN or write_facts(game, known, state, own, rows, at, row)[0] != SOUND:
            return at
    return len(rows.scores)


# Checking ----------------------------------------------------------------------------------------


@kernel
def compare(
    game: Any, known: Known, places: Array, timed: bool, images: int, count: Array
) -> tuple[int, int, int]:
    """Compare states of the first tier with their moves until one is faulty.

    timed   whether plies to the end are stored, or only outcomes
    images  the number of symmetries
    count   int64 (4), to which it adds the numbers of drawn, won and lost states, including
            symmetric ones, and of places

    Returns the number of sound places, then SOUND, FAULTY or ABSENT, and the tier that is ABSENT.
    """
    row = row_in(known)
    seen = [key_at(known.keys, 0)] if isinstance(known, KnownKeys) else [0]
    for at in range(len(places)):
        place = int(places[at])
        state, own = state_at(game, known, place, row), score_at(known, place)
        if not is_at(game, known, state, place, row):
            if isinstance(known, KnownKeys) or (timed and own != UNKNOWN):
                return at, FAULTY, 0
            continue
        if own == UNKNOWN:
            return at, FAULTY, 0
        best, fault, tier = best_after(game, known, state, row)
        if fault != SOUND:
            return at, fault, tier
        if best != own if timed else (best > 0) != (own > 0) or (best < 0) != (own < 0):
            return at, FAULTY, 0
        if isinstance(known, KnownKeys):
            weight = orbit(game, state, known.packing, row, seen) if known.packing.fold else 1
        else:
            weight = images // game.stabiliser(state)
        count[0 if own == 0 else 1 if own > 0 else 2] += weight
        count[3] += 1
    return len(places), SOUND, 0


@kernel
def best_after(game: Any, known: Known, state: Any, row: Array) -> tuple[int, int, int]:
    """Return the score that a state's moves give it; then a fault and a tier as in `compare`."""
    outcome = game.outcome(state)
    if outcome != ONGOING:
        return end_score(game, state, outcome), SOUND, 0
    best, player = UNKNOWN, game.player(state)
    for move in game.moves(state):
        child = game.play(state, move)
        score = score_of(game, known, child, row)
        if score == UNKNOWN:
            tier = game.tier(child)
            return best, ABSENT if tier_in(known, tier) < 0 else FAULTY, tier
        best = max(best, one_ply_before(score, game.player(child) == player, game.by_score))
    return best, SOUND if best != UNKNOWN else FAULTY, 0


# Tiers in memory ---------------------------------------------------------------------------------


class Reader:
    """Reads tiers of a database into memory, one set at a time; `each` is a function like `map`."""

    def __init__(
        self, states: KeyedStates | TierStates, kernels: Kernels, each: Each = map
    ) -> None:
        self.states, self.kernels, self.each = states, kernels, each
        self.tiers = states.tiers
        self._set: list[int] = []
        self._known: Known | None = None

    def tiers_needed(self, tier: int) -> list[int]:
        """A tier and its successors; for numbered states, as far as sampled moves show."""
        if isinstance(self.states, KeyedStates):
            reach = self.tiers[tier]["reach"]
            return [o for o in self.tiers if tier <= o <= reach and self.states.size(o)]
        size = self.states.size(tier)
        numbers = np.arange(0, size, max(1, size // LOOKED_AT))
        return [o for o in tiers_after(self.states.game, tier, numbers) if o in self.tiers]

    def load_known(self, tiers: list[int]) -> Known:
        """The contents of these tiers; tiers loaded by earlier calls are dropped."""
        if self._known is not None and self._set == tiers:
            return self._known
        self._known, self._set = None, [*tiers]  # frees memory before loading more
        states, firsts = self.states, np.cumsum([0, *map(self.states.size, tiers)])
        if isinstance(states, KeyedStates):  # the tiers are consecutive
            keys, scores = states.part(self.tiers[tiers[0]]["first"], int(firsts[-1]))
            facts, tables, filled = np.zeros((5, len(tiers)), np.int64), list[Array](), 0
            for at, (begin, end) in enumerate(pairwise(firsts.tolist())):
                table = make_ready(keys[begin:end], self.kernels, near=NEAR)
                facts[:, at] = tiers[at], begin, end, filled, table.shift
                tables.append(table.starts.astype(np.int64))
                filled += len(table.starts)
            self._known = KnownKeys(states.packing, facts, keys, scores, np.concatenate(tables))
            return self._known
        cells = np.empty(int(firsts[-1]), states.cells.dtype)

        def read(part: tuple[int, int, int]) -> None:
            tier, first, chunk = part
            content = states.chunk(tier, chunk)
            first += chunk * CELLS_OF_CHUNK
            cells[first : first + len(content)] = content

        begun = zip(tiers, firsts.tolist(), strict=False)
        parts = ((tier, first, chunk) for tier, first in begun for chunk in states.chunks(tier))
        list(self.each(read, list(parts)))
        self._known = TiersHeld(np.array(tiers, np.int64), firsts, cells, states.cells.scores)
        return self._known


def bits_of(states: TierStates) -> Array:
    """int64 (ints): the bits that each int of a state may have, from a sample of each tier."""
    game, chance = states.game, random.Random(0)
    bits: Any = 0
    for number, tier in states.tiers.items():
        for _ in range(SEEN if tier["size"] else 0):
            for image in game.symmetries(game.unindex(number, chance.randrange(tier["size"]))):
                row = np.zeros(count_items(image), np.int64)
                write_items(image, row)
                bits = bits | row
    return np.asarray(bits)
