"""Many states of a numbered database at once: its columns, and its answers to an oracle.

A tier is read number by number, with its own cells and those of the tiers its moves lead to in
memory. A state that needs another tier has that tier loaded.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final, NamedTuple

import numpy as np

from zermelo.contract.game import ONGOING, Game
from zermelo.native import kernel
from zermelo.native.arrays import Array
from zermelo.native.items import count_items, read_items, write_items
from zermelo.solver.crews.machine import Kernels, Machine
from zermelo.solver.keys.keyarrays import pieces
from zermelo.solver.score import MOST_MOVES, NOW, UNKNOWN, keeps, one_ply_before
from zermelo.solver.store.tierstates import TierStates

PART: Final = 1 << 14  # numbers of a task
SEEN: Final = 32  # states of a tier
ALL: Final = -1  # tiers that are needed are at hand


class KnownTiers(NamedTuple):
    """The cells of some tiers.

    tiers   int64: their numbers
    firsts  int64: where the cells of each begin, and where the last ones end
    cells   of all of them
    scores  int16: what each cell says, UNKNOWN for numbers that stand for nothing
    """

    tiers: Array
    firsts: Array
    cells: Array
    scores: Array


class Rows(NamedTuple):
    """The answers, row by row.

    states  int64 (rows, ints); scores int16, moves int16, best int64: as `solver.rows` has them
    """

    states: Array
    scores: Array
    moves: Array
    best: Array


@kernel
def known_tier(known: KnownTiers, tier: int) -> int:
    """The place of a tier among those known, or how many there are."""
    place = 0
    while place < len(known.tiers) and known.tiers[place] != tier:
        place += 1
    return place


@kernel
def score_in(game: Game, known: KnownTiers, state: Any) -> int:
    """The score of a state of a known tier, or of an end; UNKNOWN otherwise."""
    place = known_tier(known, game.tier(state))
    if place == len(known.tiers):
        outcome = game.outcome(state)
        return UNKNOWN if outcome == ONGOING else outcome * NOW
    at = int(known.firsts[place]) + game.index(state)
    if at < known.firsts[place] or at >= known.firsts[place + 1]:
        return UNKNOWN
    return int(known.scores[known.cells[at]])


@kernel
def tell(game: Game, known: KnownTiers, state: Any, own: int, rows: Rows, at: int) -> bool:
    """Write what is known of `state`, which scores `own`, and of its moves, to the row `at`.

    False, when a move leads to what is not known.
    """
    moves, mask = 0, 0
    if game.outcome(state) == ONGOING:
        player = game.player(state)
        for move in game.moves(state):
            child = game.play(state, move)
            score = score_in(game, known, child)
            if score == UNKNOWN:
                return False
            seen = one_ply_before(score, game.player(child) == player, False)
            if moves < MOST_MOVES and keeps(seen, own, False):
                mask |= 1 << moves
            moves += 1
    rows.scores[at], rows.moves[at] = own, moves
    rows.best[at] = mask if moves <= MOST_MOVES else -1
    return True


@kernel
def same_row(states: Array, one: int, other: int) -> bool:
    """Whether two rows are of the same state."""
    item = 0
    while item < states.shape[1] and states[one, item] == states[other, item]:
        item += 1
    return bool(item == states.shape[1])


@kernel
def absent_tier(game: Game, known: KnownTiers, state: Any) -> int:
    """A tier that a move of `state` leads to, and that is not known."""
    for move in game.moves(state):
        child = game.play(state, move)
        tier = game.tier(child)
        if game.outcome(child) == ONGOING and known_tier(known, tier) == len(known.tiers):
            return tier
    return ALL


@kernel
def tell_numbers(
    game: Game, known: KnownTiers, begin: int, end: int, symmetric: bool, rows: Rows
) -> tuple[int, int]:
    """Write a row for each number from `begin` to `end` of the first known tier.

    symmetric  one for each state that is symmetric to it, too; there is room for all

    Returns how many rows there are, and ALL or a tier that is needed.
    """
    tier, count = int(known.tiers[0]), 0
    for number in range(begin, end):
        state, own = game.unindex(tier, number), int(known.scores[known.cells[number]])
        if own == UNKNOWN or game.index(state) != number:
            continue
        begun = count
        for image in game.symmetries(state):
            if count > begun and not symmetric:
                break
            write_items(image, rows.states[count])
            met = begun
            while not same_row(rows.states, met, count):
                met += 1
            if met == count:
                if not tell(game, known, image, own, rows, count):
                    return count, absent_tier(game, known, image)
                count += 1
    return count, ALL


@kernel
def tell_states(
    game: Game, known: KnownTiers, example: Any, items: Array, ones: Array, rows: Rows
) -> int:
    """Write what is known of the states whose ints are `items`, one after the other.

    ones  int64 (ints): the bits that they may have

    Returns how many were answered for: all, or the index of one that is not known.
    """
    size = len(ones)
    for at in range(len(rows.scores)):
        for item in range(size):
            if items[at * size + item] & ~ones[item] != 0:
                return at
        state = read_items(example, items, at * size)
        own = score_in(game, known, state)
        if own == UNKNOWN or not tell(game, known, state, own, rows, at):
            return at
    return len(rows.scores)


def room_for(count: int, items: int) -> Rows:
    """Rows to be written."""
    states = np.empty((count, items), np.int64)
    moves = np.zeros(count, np.int16)
    return Rows(states, np.zeros(count, np.int16), moves, np.zeros(count, np.int64))


class Tiers:
    """Tiers of a database in memory."""

    def __init__(self, stored: TierStates) -> None:
        self.stored = stored
        self._cells: dict[int, Array] = {}
        self._known: KnownTiers | None = None

    def known(self, tiers: list[int]) -> KnownTiers:
        """The cells of these tiers; the others leave the memory."""
        if self._known is None or self._known.tiers.tolist() != tiers:
            held, stored = self._cells, self.stored
            self._known = None
            self._cells = {t: held[t] if t in held else stored.tier(t) for t in tiers}
            cells = list(self._cells.values())
            firsts = np.cumsum([0, *map(len, cells)])
            numbers = np.array(tiers, np.int64)
            self._known = KnownTiers(numbers, firsts, np.concatenate(cells), stored.cells.scores)
        return self._known


def bits_of(stored: TierStates) -> Array:
    """The bits that the ints of states have, int64 (ints), by looking at some of each tier."""
    game, chance = stored.game, random.Random(0)
    bits: Any = 0
    for number, tier in stored.tiers.items():
        for _ in range(SEEN if tier["size"] else 0):
            state = game.unindex(number, chance.randrange(tier["size"]))
            for image in game.symmetries(state):
                row = np.zeros(count_items(image), np.int64)
                write_items(image, row)
                bits = bits | row
    return np.asarray(bits)


def number_part(
    kernels: Kernels, game: Game, known: KnownTiers, part: range, images: int, symmetric: bool
) -> Rows | int:
    """A task: the rows of some numbers, or a tier that is needed for them."""
    items = count_items(game.unindex(int(known.tiers[0]), part.start))
    rows = room_for(len(part) * (images if symmetric else 1) + 1, items)
    given = game, known, part.start, part.stop, symmetric, rows
    count, absent = kernels.run(tell_numbers, *given)
    return Rows(*(each[:count] for each in rows)) if absent == ALL else int(absent)


def numbered_rows(stored: TierStates, machine: Machine, *, symmetric: bool) -> Iterator[Rows]:
    """The rows of all states, tier after tier; so many parts at a time as there are threads."""
    game, tiers = stored.game, Tiers(stored)
    for number, tier in stored.tiers.items():
        cut = iter(pieces(range(int(tier["size"])), PART, 1))
        needed = [number]
        while group := list(islice(cut, machine.threads)):
            images = sum(1 for _ in game.symmetries(game.unindex(number, 0)))
            while True:
                given = machine.kernels, game, tiers.known(needed)
                tasks = [
                    machine.crew.start(number_part, *given, part, images, symmetric)
                    for part in group
                ]
                parts = machine.crew.get(tasks)
                absent = {each for each in parts if isinstance(each, int)}
                if not absent:
                    break
                needed += sorted(absent - set(needed))
            yield from parts
