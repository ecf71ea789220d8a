"""All positions of a database as columns: the ints of the states, values, remoteness, best moves.

Tier after tier is gone through in parts, each a task, so that no more is in memory than a part's
columns, and the tiers that its moves lead to.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, Final

import numpy as np

from zermelo.contract.game import Game
from zermelo.errors import CapabilityError
from zermelo.native import kernel
from zermelo.native.arrays import Array
from zermelo.native.items import Whole, count_items, key_of, row_for, state_of, write_items
from zermelo.native.keys import key_at, put_key
from zermelo.solver.crews.machine import Kernels, Machine
from zermelo.solver.keyed.expand import expansions, targets
from zermelo.solver.keyed.lookups import answered, unsteady
from zermelo.solver.keys.keyarrays import pieces, room_for_keys
from zermelo.solver.keys.packing import Packing, state_for
from zermelo.solver.keys.places import Ordered, prepared
from zermelo.solver.probing.tierrows import numbered_rows
from zermelo.solver.score import ENDLESS, MOST_MOVES, NOW, keeps, one_ply_before
from zermelo.solver.store.keyedstates import KeyedStates
from zermelo.solver.store.tierstates import TierStates

Columns = dict[str, Array]
Known = Mapping[int, Ordered]  # tiers by their numbers
PART: Final = 1 << 16  # stored states of a task
IMAGES: Final = 16  # of a state, for which there is room at first
FULL: Final = -1


@kernel
def unfold(game: Game, packing: Packing, keys: Array, images: Array, origins: Array) -> int:
    """Write the keys of all states symmetric to those of `keys`, each once, and which it was.

    origins  int32 (images): the place in `keys`

    Returns how many there are, or FULL when there is no room for them.
    """
    row, count = row_for(packing.layout), 0
    for i in range(len(keys)):
        state = state_of(game, key_at(keys, i), packing.example, packing.layout, row)
        begun = count
        for image in game.symmetries(state):
            key, met = key_of(game, image, packing.layout, row), begun
            while met < count and key_at(images, met) != key:
                met += 1
            if met == count:
                if count == len(origins):
                    return FULL
                put_key(images, count, key)
                origins[count] = i
                count += 1
    return count


@kernel
def write_states(game: Game, packing: Packing, keys: Array, states: Array) -> None:
    """Write the ints of the states of `keys` to int64 (ints, states)."""
    row, items = row_for(packing.layout), np.empty(len(states), np.int64)
    for i in range(len(keys)):
        state = state_of(game, key_at(keys, i), packing.example, packing.layout, row)
        write_items(state, items)
        for j in range(len(items)):
            states[j, i] = items[j]


@kernel
def write_best(
    scores: Array, upto: Array, stays: Array, following: Array, by_score: bool, best: Array
) -> None:
    """Write which moves keep the value: bit i stands for the move at place i, from 0.

    −1 where there are more moves than bits.
    """
    edge = 0
    for i in range(len(scores)):
        begun, mask = edge, 0
        own = int(scores[i])
        while edge < upto[i]:
            seen = one_ply_before(int(following[edge]), bool(stays[edge]), by_score)
            if keeps(seen, own, by_score) and edge - begun < MOST_MOVES:
                mask |= 1 << (edge - begun)
            edge += 1
        best[i] = mask if edge - begun <= MOST_MOVES else -1


def row_part(
    kernels: Kernels,
    game: Game,
    packing: Packing,
    keys: Array,
    scores: Array,
    known: Known,
    symmetric: bool,
) -> Columns:
    """A task: the columns of some stored states, or of all that are symmetric to them."""
    if symmetric and packing.fold:
        keys, origins = _unfolded(kernels, game, packing, keys)
        scores = scores[origins]
    states = np.empty((count_items(packing.example), len(keys)), np.int64)
    kernels.run(write_states, game, packing, keys, states)
    moves, best = np.empty(len(keys), np.int16), np.empty(len(keys), np.int64)
    first = 0
    for some, after, counts in expansions(kernels, game, packing, keys):
        following = np.empty(len(after.keys), np.int16)
        for tier in targets(after):
            inside = after.tiers == tier
            if tier not in known:
                state = state_for(game, packing, key_at(after.keys[inside], 0))
                raise unsteady(game, state, after=True)
            given = kernels, game, packing, tier, known[tier], after.keys[inside]
            following[inside] = answered(*given)
        last = first + len(some)
        facts = counts.upto, after.stays, following, bool(game.by_score)
        kernels.run(write_best, scores[first:last], *facts, best[first:last])
        moves[first:last] = np.diff(counts.upto, prepend=0)
        first = last
    named = dict(zip(state_columns(packing.example), states, strict=True))
    return {
        **named,
        **values_of(scores, moves, by_score=bool(game.by_score)),
        "moves": moves,
        "best": best,
    }


def _unfolded(kernels: Kernels, game: Game, packing: Packing, keys: Array) -> tuple[Array, Array]:
    """The keys of all symmetric states, and the place of the stored key of each."""
    room = IMAGES * len(keys)
    while True:
        images, origins = room_for_keys(room, keys), np.empty(room, np.int32)
        count = kernels.run(unfold, game, packing, keys, images, origins)
        if count != FULL:
            return images[:count].copy(), origins[:count]
        room *= 2


def values_of(scores: Array, moves: Array, *, by_score: bool) -> Columns:
    """The columns that scores say; the end, of states without moves, is here, draws included."""
    if by_score:
        return {"value": scores.astype(np.int16)}
    far = np.abs(scores.astype(np.int32))
    distant = np.where(far > ENDLESS, NOW - far, -1)
    remoteness = np.where(moves == 0, 0, distant).astype(np.int16)
    return {"value": np.sign(scores).astype(np.int8), "remoteness": remoteness}


def state_columns(example: Any) -> list[str]:
    """The names of the ints of a state: its fields, those of tuples with their places.

    >>> from typing import NamedTuple
    >>> class Heaps(NamedTuple):
    ...     rows: tuple[int, ...]
    ...     player: int
    >>> state_columns(Heaps((3, 4), 0))
    ['rows_0', 'rows_1', 'player']
    """
    fields = getattr(example, "_fields", range(len(example)))
    columns: list[str] = []
    for name, item in zip(fields, example, strict=True):
        inner = state_columns(item) if isinstance(item, tuple) else None
        columns += [str(name)] if inner is None else [f"{name}_{each}" for each in inner]
    return columns


def rows(
    database: Any,
    *,
    symmetric: bool = True,
    threads: int | None = None,
    native: bool = True,
) -> Iterator[Columns]:
    """The columns of all positions, part after part.

    database   a `Database`, which this module lies below
    symmetric  whether symmetric states, which are stored once, have a row each

    The columns are the ints of the state, int64; `value` for the player to move; `remoteness`, −1
    for a draw or endless play (not by score); `moves`, how many there are; and `best`, a mask: bit
    i says that the move at place i, from 0, in the game's order keeps the value (−1: more than 63
    moves, which no mask can tell).

    Raises `CapabilityError` for ints of more than 63 bits.
    """
    stored, game = database.states, database.game
    if isinstance(stored, KeyedStates):
        require_narrow(game, stored.packing)
    with Machine(threads, native=native) as machine:
        if isinstance(stored, TierStates):
            names = state_columns(database.start)
            for part in numbered_rows(stored, machine, symmetric=symmetric):
                ints = dict(zip(names, np.ascontiguousarray(part.states.T), strict=True))
                values = values_of(part.scores, part.moves, by_score=False)
                yield {**ints, **values, "moves": part.moves, "best": part.best}
            return
        known: dict[int, Ordered] = {}
        for tier in stored.tiers():
            known = known_after(stored, tier, known, machine)
            yield from _tier_rows(machine, stored, tier, known, symmetric)


def _tier_rows(
    machine: Machine, stored: KeyedStates, tier: dict[str, int], known: Known, symmetric: bool
) -> Iterator[Columns]:
    """The columns of one tier; so many parts are under way at a time as there are threads.

    The next ones already are while somebody writes these.
    """
    rules = machine.kernels, stored.game, stored.packing
    keys, scores = stored.part(tier["first"], tier["count"])
    tasks = (
        machine.crew.start(row_part, *rules, keys[cut], scores[cut], known, symmetric)
        for part in pieces(range(len(keys)), PART, 1)
        for cut in [slice(part.start, part.stop)]
    )
    ahead = list(islice(tasks, machine.threads))
    while ahead:
        group, ahead = ahead, list(islice(tasks, machine.threads))
        yield from machine.crew.get(group)


def known_after(
    stored: KeyedStates, tier: dict[str, int], kept: Known, machine: Machine
) -> dict[int, Ordered]:
    """The tiers that moves of `tier` lead to, those that are `kept` already not read again."""
    tiers = {}
    for other in stored.tiers():
        number = other["tier"]
        inside = number == tier["tier"] and tier["inner"]
        if inside or tier["tier"] < number <= tier["reach"]:
            again = kept.get(number)
            tiers[number] = again or prepared(
                *stored.part(other["first"], other["count"]), machine.kernels
            )
    return tiers


def require_narrow(game: Game, packing: Packing) -> None:
    """Raise `CapabilityError` for states with ints that no column of 64 bits can hold."""
    layout = packing.layout
    if not isinstance(layout, Whole) and layout.words.shape[1] > count_items(packing.example):
        raise CapabilityError(f"the states of {game} have ints of more than 63 bits: no columns")


def to_arrays(
    database: Any,
    *,
    symmetric: bool = True,
    threads: int | None = None,
    native: bool = True,
) -> Columns:
    """All rows in memory, see `rows`: an array for each column."""
    given: Any = {"symmetric": symmetric, "threads": threads, "native": native}
    parts = list(rows(database, **given))
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
