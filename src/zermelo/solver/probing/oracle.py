"""A database in memory, asked for many states at once, to check a training loop with.

All keys and scores are in memory, 10 bytes for each stored state, 18 where keys have two words, one
or two where states are numbers. One compiled call answers for all states: a state and all that its
moves lead to are looked up.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from zermelo.contract.game import ONGOING, Game
from zermelo.errors import ParameterError, TextError
from zermelo.native import kernel
from zermelo.native.arrays import Array
from zermelo.native.items import count_items, key_of, read_items, row_for, write_items
from zermelo.native.keys import key_at
from zermelo.process.hardware import physical_memory
from zermelo.solver.keys.packing import Packing, canonical
from zermelo.solver.keys.places import first_from
from zermelo.solver.probing.database import Database
from zermelo.solver.probing.probe import known_score, move_scores
from zermelo.solver.probing.rows import Columns, require_narrow, values_of
from zermelo.solver.probing.tierrows import KnownTiers, Rows, Tiers, bits_of, tell_states
from zermelo.solver.score import MOST_MOVES, keeps, one_ply_before
from zermelo.solver.store.keyedstates import KeyedStates
from zermelo.solver.store.tierstates import TierStates

NOWHERE: Final = -1
ALL: Final = -1  # states were answered for


class Stored(NamedTuple):
    """The contents of a database.

    keys    in order in each tier
    scores  int16 (keys)
    tiers   int64 (3, tiers): their numbers in order, and where the keys of each begin and end
    """

    keys: Array
    scores: Array
    tiers: Array


class Answers(NamedTuple):
    """The answers for states: int16 scores, int16 numbers of moves, int64 masks of the best."""

    scores: Array
    moves: Array
    best: Array


@kernel
def place_in(game: Game, packing: Packing, stored: Stored, state: Any, row: Array) -> int:
    """The place of `state` among the keys, NOWHERE if the database does not have it."""
    if key_of(game, state, packing.layout, row) < 0:  # no state: nothing else is asked of it
        return NOWHERE
    tier, low, high = game.tier(state), 0, stored.tiers.shape[1]
    while low < high:
        middle = low + high >> 1
        if stored.tiers[0, middle] < tier:
            low = middle + 1
        else:
            high = middle
    if low == stored.tiers.shape[1] or stored.tiers[0, low] != tier:
        return NOWHERE
    key = canonical(game, state, packing, row)
    begin, end = int(stored.tiers[1, low]), int(stored.tiers[2, low])
    place = first_from(stored.keys, key, begin, end)
    if place == end or key_at(stored.keys, place) != key:
        return NOWHERE
    return place


@kernel
def answer(game: Game, packing: Packing, stored: Stored, items: Array, answers: Answers) -> int:
    """Write to `answers` what is known of the states whose ints are `items`, one after the other.

    Returns ALL, or the index of a state that, or whose successor, the database does not have.
    """
    row, count = row_for(packing.layout), len(answers.scores)
    size = len(items) // max(count, 1)
    for i in range(count):
        state = read_items(packing.example, items, i * size)
        place = place_in(game, packing, stored, state, row)
        if place < 0:
            return i
        own, moves, mask = int(stored.scores[place]), 0, 0
        if game.outcome(state) == ONGOING:
            player = game.player(state)
            for move in game.moves(state):
                child = game.play(state, move)
                place = place_in(game, packing, stored, child, row)
                if place < 0:
                    return i
                same = game.player(child) == player
                seen = one_ply_before(int(stored.scores[place]), same, game.by_score)
                if moves < MOST_MOVES and keeps(seen, own, game.by_score):
                    mask |= 1 << moves
                moves += 1
        answers.scores[i], answers.moves[i] = own, moves
        answers.best[i] = mask if moves <= MOST_MOVES else -1
    return ALL


class Oracle:
    """Values and best moves of many states at once: called with states, it gives arrays.

    database  one whose states are numbers and take more than a quarter of the machine's memory is
              asked where it is, state by state
    native    whether it is asked compiled
    """

    def __init__(self, database: Database, *, native: bool = True) -> None:
        self.database, self.game = database, database.game
        self._native = native
        self._answer: Any = answer
        self._stored: Stored | None = None
        self._size = count_items(database.start)
        self._tell: Any = tell_states
        self._known: KnownTiers | None = None
        if isinstance(database.states, TierStates):
            stored = database.states
            if stored.places * stored.bytes <= physical_memory() // 4:
                self._known, self._ones = Tiers(stored).known([*stored.tiers]), bits_of(stored)
        if isinstance(database.states, KeyedStates):
            self._packing = database.states.packing
            require_narrow(self.game, self._packing)
            tiers = sorted(
                (tier["tier"], tier["first"], tier["first"] + tier["count"])
                for tier in database.states.tiers()
            )
            columns = np.ascontiguousarray(np.array(tiers, np.int64).T)
            self._stored = Stored(*database.states.everything(), columns)

    def __call__(self, states: Sequence[Any] | Array) -> Columns:
        """The columns `value`, `remoteness` (not by score), `moves` and `best` of `states`.

        states  states of the game, or an array int64 (states, ints) with their ints as columns, in
                the order of `Database.to_arrays`

        The columns are those of `zermelo.solver.probing.rows.rows`. Raises `TextError` for a state
        that the database does not have, `ParameterError` for an array of another shape.
        """
        if isinstance(states, np.ndarray):
            self._require_rows(states)
        count = len(states)
        answers = Answers(
            np.zeros(count, np.int16), np.zeros(count, np.int16), np.zeros(count, np.int64)
        )
        if self._known is not None:
            self._ask_numbers(self._items(states), answers)
        elif self._stored is None:
            self._ask_singly(states, answers)
        else:
            items = self._items(states)
            given = self.game, self._packing, self._stored, items, answers
            if self._native and self._answer is answer:  # as wide as any ints that are stored
                self._answer = answer.prepare(*given)
            at = self._answer(*given)
            if at != ALL:
                raise self._unknown(items, at)
        values = values_of(answers.scores, answers.moves, by_score=bool(self.game.by_score))
        return {**values, "moves": answers.moves, "best": answers.best}

    def _require_rows(self, states: Array) -> None:
        """Raise `ParameterError` for an array that is none of states."""
        if states.shape[1:] != (self._size,) or states.dtype.kind not in "iu":
            right = f"an array (states, {self._size}) of ints"
            raise ParameterError(f"states should be {right}, not {states.shape} {states.dtype}")

    def _items(self, states: Sequence[Any] | Array) -> Array:
        """The ints of the states, one after the other."""
        if isinstance(states, np.ndarray):
            return np.array(states, np.int64, order="C").reshape(-1)  # may be written to: one kind
        items, size = [0] * (len(states) * self._size), self._size
        for index, state in enumerate(states):
            write_items(state, items, index * size)
        return np.array(items, np.int64)

    def _unknown(self, items: Array, index: int) -> TextError:
        """The error for a state that is not there."""
        state = read_items(self.database.start, items, index * self._size)
        return TextError(f"{self.database.path} does not have {state}, or a state it leads to")

    def _ask_numbers(self, items: Array, answers: Answers) -> None:
        """Write what is known of states that are numbers, from their ints.

        What the kernel cannot tell, plain code does, or says why not.
        """
        at, count = 0, len(answers.scores)
        while at < count:
            left, none = (
                Answers(*(each[at:] for each in answers)),
                np.empty((0, self._size), np.int64),
            )
            rest = items[at * self._size :]
            given = self.game, self._known, self.database.start, rest, self._ones, Rows(none, *left)
            if self._native and self._tell is tell_states:
                self._tell = tell_states.prepare(*given)
            done = self._tell(*given)
            if done < count - at:
                one = rest[done * self._size : (done + 1) * self._size]
                self._ask_singly(one.reshape(1, -1), Answers(*(each[done:] for each in left)))
            at += done + 1

    def _ask_singly(self, states: Sequence[Any] | Array, answers: Answers) -> None:
        """Write what is known of states that are numbers, or of their ints."""
        for index, given in enumerate(states):
            state = given
            if isinstance(states, np.ndarray):
                state = read_items(self.database.start, given, 0)
            own, mask = known_score(self.database, state), 0
            scores = move_scores(self.database, state)
            for place, (_, seen) in enumerate(scores[:MOST_MOVES]):
                mask |= keeps(seen, own, bool(self.game.by_score)) << place
            answers.scores[index], answers.moves[index] = own, len(scores)
            answers.best[index] = mask if len(scores) <= MOST_MOVES else -1
