"""What follows from states: all their moves, and the scores of those in which the game is over."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from zermelo.errors import ZermeloError
from zermelo.game import ONGOING, Game
from zermelo.native import kernel
from zermelo.native.items import row_for, state_of
from zermelo.native.keys import as_key, key_at, put_key
from zermelo.solver.keyarrays import room_for_keys
from zermelo.solver.machine import Kernels
from zermelo.solver.packing import Packing, canonical, orbit
from zermelo.solver.score import UNKNOWN, end_score

Array = Any
ROOM: Final = 4  # moves a state, for which there is room at first


class TooNarrow(ZermeloError):  # noqa: N818 - a request, caught by the solver
    """A state does not fit the layout; `key` is that of one which leads to such a state."""

    def __init__(self, key: int) -> None:
        super().__init__("a state does not fit the layout")
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


class Counts(NamedTuple):
    """What else is known of some states.

    upto     int64 (states): how many moves each and those before it have
    ends     int16 (states): the score of a game that is over, else UNKNOWN
    weights  int32 (states): how many states each key stands for; of length 0 when nobody asks
    """

    upto: Array
    ends: Array
    weights: Array


class Expanded(NamedTuple):
    """States expanded: their moves, and what else is known of them."""

    moves: Moves
    counts: Counts


@kernel
def expand(
    game: Game[Any],
    packing: Packing,
    keys: Array,
    done: int,
    moves: Moves,
    counts: Counts,
    count: int,
) -> tuple[int, int, bool]:
    """Write the moves of the states `keys[done:]` to `moves` from `count` on, and their counts.

    Returns how many keys are done, how many moves there are, and whether one leads to a state that
    does not fit the layout; not all keys are done when there is no room for the moves of the next.
    """
    row, seen = row_for(packing.layout), [as_key(keys, 0)]
    while done < len(keys):
        state = state_of(game, key_at(keys, done), packing.example, packing.layout, row)
        begun, outcome = count, game.outcome(state)
        if outcome != ONGOING:
            counts.ends[done] = end_score(game, state, outcome)
        else:
            counts.ends[done], player = UNKNOWN, game.player(state)
            for move in game.moves(state):
                if count == len(moves.keys):
                    return done, begun, False
                child = game.play(state, move)
                key = canonical(game, child, packing, row)
                if key < 0:  # OUTSIDE, or a game packs its states wrong
                    return done, begun, True
                put_key(moves.keys, count, key)
                moves.tiers[count] = game.tier(child)
                moves.stays[count] = game.player(child) == player
                count += 1
        if len(counts.weights):
            counts.weights[done] = orbit(game, state, packing, row, seen)
        counts.upto[done] = count
        done += 1
    return done, count, False


def expanded(
    kernels: Kernels, game: Game[Any], packing: Packing, keys: Array, *, weighed: bool = False
) -> Expanded:
    """The states of `keys`, one at least, expanded; raises `TooNarrow`."""
    states, room = len(keys), ROOM * len(keys) + 64
    weights = np.empty(states if weighed and packing.fold else 0, np.int32)
    counts = Counts(np.empty(states, np.int64), np.empty(states, np.int16), weights)
    moves = Moves(room_for_keys(room, keys), np.empty(room, np.int64), np.empty(room, bool))
    done = count = 0
    while True:
        given = game, packing, keys, done, moves, counts, count
        done, count, outside = kernels.run(expand, *given)
        if outside:
            raise TooNarrow(key_at(keys, done))
        if done == states:
            return Expanded(Moves(*(kept[:count] for kept in moves)), counts)
        moves = Moves(*(np.concatenate([kept, np.empty_like(kept)]) for kept in moves))
