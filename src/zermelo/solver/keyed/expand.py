"""Expanding states: all their moves, and the scores of those in which the game is over."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from zermelo.contract.game import ONGOING, Game
from zermelo.errors import ContractError, ZermeloError
from zermelo.native import kernel
from zermelo.native.arrays import Array
from zermelo.native.items import row_for, state_of
from zermelo.native.keys import as_key, key_at, put_key
from zermelo.solver.crews.machine import Kernels
from zermelo.solver.keys.keyarrays import room_for_keys, sorted_once
from zermelo.solver.keys.packing import Packing, canonical, orbit, state_for
from zermelo.solver.score import UNKNOWN, end_score

ROOM = 1 << 19  # moves, for which there is room


class TooNarrow(ZermeloError):  # noqa: N818 - a request, caught by the solver
    """A state does not fit the layout; `key` is that of a state with a move to it."""

    def __init__(self, key: int) -> None:
        super().__init__(key)
        self.key = key


class Moves(NamedTuple):
    """The moves of some states, one after the other.

    keys   (moves): of the states they lead to
    tiers  int64 (moves): of these
    stays  bool (moves): whether the same player moves there
    """

    keys: Array
    tiers: Array
    stays: Array


def targets(moves: Moves) -> list[int]:
    """The tiers that moves lead to."""
    tiers = moves.tiers
    one = not len(tiers) or tiers.min() == tiers.max()
    return list(map(int, tiers[:1] if one else np.unique(tiers)))


class Counts(NamedTuple):
    """Facts about some states, besides their moves.

    upto     int64 (states): how many moves each and those before it have
    ends     int16 (states): the score of a game that is over, else UNKNOWN
    weights  int32 (states): how many states each key stands for; of length 0 when nobody asks
    """

    upto: Array
    ends: Array
    weights: Array


@kernel
def expand(
    game: Game, packing: Packing, keys: Array, moves: Moves, counts: Counts
) -> tuple[int, int, bool]:
    """Write the moves and the counts of the states of `keys`, as far as there is room for moves.

    Returns how many states are done, how many moves they have, and whether the next one has a move
    to a state that does not fit the layout.
    """
    row, seen, count = row_for(packing.layout), [as_key(keys, 0)], 0
    for i in range(len(keys)):
        state = state_of(game, key_at(keys, i), packing.example, packing.layout, row)
        begun, outcome = count, game.outcome(state)
        if outcome != ONGOING:
            counts.ends[i] = end_score(game, state, outcome)
        else:
            counts.ends[i], player = UNKNOWN, game.player(state)
            for move in game.moves(state):
                if count == len(moves.keys):
                    return i, begun, False
                child = game.play(state, move)
                key = canonical(game, child, packing, row)
                if key < 0:  # OUTSIDE, or a game packs its states wrong
                    return i, begun, True
                put_key(moves.keys, count, key)
                moves.tiers[count] = game.tier(child)
                moves.stays[count] = game.player(child) == player
                count += 1
        if len(counts.weights):
            counts.weights[i] = orbit(game, state, packing, row, seen)
        counts.upto[i] = count
    return len(keys), count, False


def expansions(
    kernels: Kernels, game: Game, packing: Packing, keys: Array, *, weighed: bool = False
) -> Iterator[tuple[Array, Moves, Counts]]:
    """The states of `keys` expanded, some after the others; raises `TooNarrow`.

    The moves and counts are overwritten by the next that this thread asks for.
    """
    room, scratch = ROOM, kernels.scratch
    while len(keys):
        count, shape = len(keys), room_for_keys(room, keys).shape
        weights = scratch.array("weights", (count if weighed and packing.fold else 0,), np.int32)
        ends = scratch.array("ends", (count,), np.int16)
        counts = Counts(scratch.array("upto", (count,)), ends, weights)
        stays = scratch.array("stays", (room,), bool)
        moves = Moves(scratch.array("keys", shape), scratch.array("tiers", (room,)), stays)
        done, made, outside = kernels.run(expand, game, packing, keys, moves, counts)
        if outside:
            raise TooNarrow(key_at(keys, done))
        if done:
            part = (
                Moves(*(kept[:made] for kept in moves)),
                Counts(*(kept[:done] for kept in counts)),
            )
            yield keys[:done], *part
        else:
            room *= 2
        keys = keys[done:]


def following(
    kernels: Kernels, game: Game, packing: Packing, tier: int, keys: Array
) -> dict[int, Array]:
    """The keys one move after `keys`, which are of `tier`: in order, each once, by their tiers."""
    runs: dict[int, list[Array]] = {}
    for some, moves, _ in expansions(kernels, game, packing, keys):
        tiers = targets(moves)
        if min(tiers, default=tier) < tier:
            raise ContractError(_descent(game, packing, some))
        for target in tiers:
            chosen = moves.keys if len(tiers) == 1 else moves.keys[moves.tiers == target]
            runs.setdefault(target, []).append(sorted_once([chosen], kernels))
    return {target: united(kernels, *parts) for target, parts in runs.items()}


def united(kernels: Kernels, *runs: Array) -> Array:
    """The keys of all runs in order, each once."""
    filled = [run for run in runs if len(run)] or runs[:1]
    return filled[0] if len(filled) == 1 else sorted_once(filled, kernels)


def _descent(game: Game, packing: Packing, keys: Array) -> str:
    """Which move lowers the tier."""
    for index in range(len(keys)):
        state = state_for(game, packing, key_at(keys, index))
        for move in game.moves(state):
            after = game.play(state, move)
            if game.tier(after) < game.tier(state):
                return (
                    f"no move may lower the tier of {game}, but {game.format_move(state, move)}"
                    f" leads from {state}, tier {game.tier(state)}, to {after}, tier"
                    f" {game.tier(after)}"
                )
    return f"no move may lower the tier of {game}, but symmetric states differ in it"
