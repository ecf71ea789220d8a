"""Positions of a database as columns: all of them in parts, or chosen ones.

The first columns are the ints of the state, int64. The others are

    value       the value for the player to move
    remoteness  absent by score; −1 for a draw or endless play, 0 if the game is over
    moves       the number of moves
    best        a mask: bit i is 1 if move i of the game's list, from 0, keeps the value; −1 if
                there are over 63 moves, too many for a mask
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Final, Protocol

import numpy as np

from zermelo.errors import CapabilityError, ParameterError, TextError, UsageError
from zermelo.native.arrays import Array
from zermelo.native.items import Whole, count_items, read_items, write_items
from zermelo.process.resources import physical_memory
from zermelo.solver.crews.crew import Kernels, Machine
from zermelo.solver.keys.keyarrays import pieces
from zermelo.solver.probing import reading
from zermelo.solver.probing.probe import Solved, known_score, move_scores
from zermelo.solver.score import ENDLESS, MOST_MOVES, NOW, keeps
from zermelo.solver.store.keyedstates import KeyedStates
from zermelo.solver.store.numbers import TiersHeld, TierStates

Columns = dict[str, Array]
PART: Final = 1 << 14  # stored states of a task


class Stored(Solved, Protocol):
    """The part of a `Database` that columns need."""

    states: KeyedStates | TierStates  # all stored states
    folds: bool  # whether one state represents all its symmetric images


def rows(
    database: Stored, *, symmetric: bool = True, threads: int | None = None, native: bool = True
) -> Iterator[Columns]:
    """The columns of all positions, tier by tier, in parts; symmetric states get separate rows if
    `symmetric`. Memory holds only the parts in progress, and the tiers that their moves lead to.
    Raises `CapabilityError` for ints of more than 63 bits.
    """
    require_narrow(database)
    names, states = state_columns(database.start), database.states
    symmetric = symmetric and database.folds
    images = sum(1 for _ in database.game.symmetries(database.start)) if symmetric else 1
    with Machine(threads, native=native) as machine:
        reader = reading.Reader(states, machine.kernels, machine.map)

        def begin_rows(tiers: list[int], group: list[range]) -> list[Any]:
            given = machine.kernels, database.game, reader.load_known(tiers)
            return [machine.crew.start(row_part, *given, part, images, symmetric) for part in group]

        for tier in filter(states.size, reader.tiers):
            tiers, cut = reader.tiers_needed(tier), iter(pieces(range(states.size(tier)), PART, 1))
            group = list(islice(cut, machine.threads))
            tasks = begin_rows(tiers, group)
            while group:
                parts = machine.crew.get(tasks)
                absent = {each for each in parts if isinstance(each, int)}
                tiers += sorted(absent.difference(tiers))
                group = group if absent else list(islice(cut, machine.threads))
                tasks = begin_rows(tiers, group)  # they run while the caller writes finished parts
                for part in () if absent else parts:
                    ints = dict(zip(names, np.ascontiguousarray(part.states.T), strict=True))
                    yield ints | value_columns(part, by_score=bool(database.game.by_score))


def row_part(
    kernels: Kernels, game: Any, known: reading.Known, part: range, images: int, symmetric: bool
) -> reading.Rows | int:
    """A task: return the rows of some places of the first tier, or a tier that has to be loaded."""
    first = reading.state_at(game, known, part.start, reading.row_in(known))
    while True:
        answers = reading.room_for(len(part) * images + 1, count_items(first))
        given = game, known, part.start, part.stop, symmetric, answers
        count, fault, tier = kernels.run(reading.write_rows, *given)
        if fault == reading.SOUND:
            return reading.Rows(*(each[:count] for each in answers))
        if fault == reading.ABSENT and isinstance(known, TiersHeld) and game.tier_size(tier):
            return int(tier)
        if fault != reading.FULL:
            state = read_items(first, answers.states[count])
            raise UsageError(
                f"the database contains states that its game cannot reach, like {state}; run "
                f"zermelo verify"
            )
        images *= 2


def value_columns(part: reading.Rows, *, by_score: bool) -> Columns:
    """The columns besides the ints; finished games, even drawn ones, have the remoteness 0."""
    others = {"moves": part.moves, "best": part.best}
    if by_score:
        return {"value": part.scores, **others}
    far = np.abs(part.scores.astype(np.int32))
    distant = np.where(far > ENDLESS, NOW - far, -1)
    remoteness = np.where(part.moves == 0, 0, distant).astype(np.int16)
    return {"value": np.sign(part.scores).astype(np.int8), "remoteness": remoteness, **others}


def state_columns(example: Any) -> list[str]:
    """The names of the ints of a state: its fields; for tuples, with an index.

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


def require_narrow(database: Stored) -> None:
    """Raise `CapabilityError` for states with ints too wide for a column of 64 bits."""
    if isinstance(database.states, KeyedStates):
        layout = database.states.packing.layout
        if not isinstance(layout, Whole) and layout.words.shape[1] > count_items(database.start):
            raise CapabilityError(
                f"{database.game} has ints too wide for an oracle or a table with 64-bit columns"
            )


class Oracle:
    """Values and best moves of many states at once: call it with states to get arrays.

    It loads all stored states: 10 bytes each, 18 if keys have two words, one or two if states are
    numbers; a lookup table for keys adds a byte or two. One compiled call answers for all states.

    database  a `Database`; if its states have numbers and need more than a quarter of the machine's
              memory, they are read from disk one at a time
    native    whether to use compiled code

    >>> import tempfile, zermelo
    >>> with tempfile.TemporaryDirectory() as place:
    ...     solution = zermelo.solve("nim(rows=[1, 2])", f"{place}/nim", native=False)
    ...     database = zermelo.Database(f"{place}/nim")
    ...     zermelo.Oracle(database, native=False)([database.start])["value"].tolist()
    [1]
    """

    def __init__(self, database: Stored, *, native: bool = True) -> None:
        self.database, self.game, self._native = database, database.game, native
        self._size = count_items(database.start)
        self._answer: Any = reading.answer_states
        self._known: reading.Known | None = None
        self._ones = np.full(self._size, -1)
        require_narrow(database)
        states = database.states
        if isinstance(states, TierStates):
            if states.places * states.bytes > physical_memory() // 4:
                return
            self._ones = reading.bits_of(states)
        reader = reading.Reader(states, Kernels(native=native))
        self._known = reader.load_known(list(filter(states.size, reader.tiers)))

    def __call__(self, states: Sequence[Any] | Array) -> Columns:
        """The columns `value`, `remoteness` (not by score), `moves` and `best` of `states`.

        states  states of the game, or an array int64 (states, ints) with their ints as columns,
                in the order of `Database.to_arrays`

        The columns are those of `zermelo.solver.probing.columns`. Raises `TextError` for a state
        that the database does not contain, `ParameterError` for an array of another shape.
        """
        if isinstance(states, np.ndarray):
            right = f"an array (states, {self._size}) of ints"
            if states.shape[1:] != (self._size,) or states.dtype.kind not in "iu":
                given = f"{states.shape} {states.dtype}"
                raise ParameterError(f"states should be {right}, not {given}")
        answers = reading.room_for(len(states), 0)
        if self._known is None:
            self._ask_singly(states, answers)
        else:
            items: Any = states  # an array is copied, so that it is writable
            if not isinstance(states, np.ndarray):
                items = [0] * (len(states) * self._size)
                for index, state in enumerate(states):
                    write_items(state, items, index * self._size)
            self._ask(np.array(items, np.int64, order="C").reshape(-1), answers)
        return value_columns(answers, by_score=bool(self.game.by_score))

    def _ask(self, items: Array, answers: reading.Rows) -> None:
        """Write the known values of states; plain code answers those that the kernel cannot."""
        at, count, example = 0, len(answers.scores), self.database.start
        while at < count:
            rest, left = items[at * self._size :], reading.Rows(*(each[at:] for each in answers))
            given = self.game, self._known, example, rest, self._ones, left
            if self._native and self._answer is reading.answer_states:
                self._answer = reading.answer_states.prepare(*given)
            done = self._answer(*given)
            if done < count - at:
                one = rest[done * self._size : (done + 1) * self._size]
                if isinstance(self.database.states, KeyedStates):
                    raise TextError(
                        f"{self.database.path} does not contain {read_items(example, one)}, or a "
                        f"state it leads to"
                    )
                self._ask_singly(one.reshape(1, -1), reading.Rows(*(each[done:] for each in left)))
            at += done + 1

    def _ask_singly(self, states: Sequence[Any] | Array, answers: reading.Rows) -> None:
        """Write the known values of numbered states, or of their ints."""
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
