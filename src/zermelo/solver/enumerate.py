"""The forward pass: every state that can be reached, tier by tier, each once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from zermelo.errors import ContractError, ZermeloError
from zermelo.game import ONGOING, Game
from zermelo.native import kernel
from zermelo.native.items import row_for, state_of
from zermelo.native.keys import key_at, put_key
from zermelo.solver.keyarrays import in_order, room_for_keys
from zermelo.solver.keymap import KeySet
from zermelo.solver.machine import Machine
from zermelo.solver.packing import Packing, canonical, no_keys, state_for

Array = Any
BATCH: Final = 1 << 15  # states that one thread expands at a time
ROOM: Final = 4  # moves a state, for which a batch has room at first


class TooNarrow(ZermeloError):  # noqa: N818 - a request, caught by the solver
    """A state does not fit the layout; `key` is that of one which leads to such a state."""

    def __init__(self, key: int) -> None:
        super().__init__("a state does not fit the layout")
        self.key = key


@kernel
def expand(
    game: Game[Any],
    packing: Packing,
    keys: Array,
    done: int,
    found: Array,
    tiers: Array,
    count: int,
) -> tuple[int, int, bool]:
    """Write the keys and tiers of all states one move after those of `keys[done:]`.

    They go to `found[count:]` and `tiers[count:]`. Returns how many keys are done, how many states
    were found, and whether one did not fit the layout; not all keys are done when there is no room
    for the moves of the next.
    """
    row = row_for(packing.layout)
    while done < len(keys):
        state = state_of(game, key_at(keys, done), packing.example, packing.layout, row)
        begun = count
        if game.outcome(state) == ONGOING:
            for move in game.moves(state):
                if count == len(found):
                    return done, begun, False
                child = game.play(state, move)
                key = canonical(game, child, packing, row)
                if key < 0:  # OUTSIDE, or a game packs its states wrong
                    return done, begun, True
                put_key(found, count, key)
                tiers[count] = game.tier(child)
                count += 1
        done += 1
    return done, count, False


class Expander:
    """Expands keys in batches, a batch for each thread at a time, each into its own room."""

    def __init__(self, game: Game[Any], packing: Packing, machine: Machine) -> None:
        self.game, self.packing, self.machine = game, packing, machine

    def batches(self, keys: Array) -> Iterator[list[tuple[Array, Array]]]:
        """For some batches at a time their following keys with their tiers, duplicates included."""
        step = BATCH * self.machine.threads
        for first in range(0, len(keys), step):
            part = keys[first : first + step]
            size = max(-(-len(part) // self.machine.threads), 1 << 10)
            cuts = range(0, len(part), size)
            yield self.machine.map(lambda at: self.expand(part[at : at + size]), cuts)  # noqa: B023

    def expand(self, keys: Array) -> tuple[Array, Array]:
        """The keys and tiers of all states one move after those of `keys`."""
        room = ROOM * len(keys) + 64
        found, tiers = room_for_keys(room, keys), np.empty(room, np.int64)
        done = count = 0
        while True:
            given = self.game, self.packing, keys, done, found, tiers, count
            done, count, outside = self.machine.run(expand, *given)
            if outside:
                raise TooNarrow(key_at(keys, done))
            if done == len(keys):
                return found[:count], tiers[:count]
            found, tiers = (np.concatenate([old, np.empty_like(old)]) for old in (found, tiers))


class Frontier:
    """The states found but not yet expanded, by tier."""

    def __init__(self, expander: Expander) -> None:
        self.expander = expander
        self._waiting: dict[int, KeySet] = {}

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def add(self, tier: int, batches: list[Array]) -> list[Array]:
        """Put keys into a tier; those that were new there."""
        if tier not in self._waiting:
            self._waiting[tier] = KeySet(no_keys(self.expander.packing), self.expander.machine)
        return self._waiting[tier].add(batches)

    def next_tier(self) -> tuple[int, Array, int, bool]:
        """Complete the lowest tier and take it out.

        Returns its number, its keys in order, the highest tier that its moves lead to, and whether
        some lead back into it.
        """
        tier = min(self._waiting)
        fresh, reach, inner = in_order(self._waiting[tier].keys()), tier, False
        rounds = [fresh]
        while len(fresh):
            following: list[Array] = []
            for target, batches in self.following(fresh, tier):
                reach, inner = max(reach, target), inner or target == tier
                new = self.add(target, batches)
                following += new if target == tier else []
            fresh = np.concatenate(following) if following else fresh[:0]
            rounds.append(fresh)
        del self._waiting[tier]
        keys = rounds[0] if not inner else in_order(np.concatenate(rounds))
        return tier, keys, reach, inner

    def following(self, keys: Array, tier: int) -> Iterator[tuple[int, list[Array]]]:
        """The keys one move after `keys`, all of one tier at a time."""
        for found in self.expander.batches(keys):
            targets = np.unique(np.concatenate([np.unique(tiers) for _, tiers in found]))
            if len(targets) and targets[0] < tier:
                raise ContractError(self._descent(keys, tier))
            for target in targets:
                if len(targets) == 1:
                    yield int(target), [keys for keys, _ in found]
                else:
                    yield int(target), [keys[tiers == target] for keys, tiers in found]

    def _descent(self, keys: Array, tier: int) -> str:
        """Which move lowers the tier."""
        game = self.expander.game
        for index in range(len(keys)):
            state = state_for(game, self.expander.packing, key_at(keys, index))
            for move in game.moves(state):
                after = game.play(state, move)
                if game.tier(after) < tier:
                    return (
                        f"no move may lower the tier of {game}, but {game.format_move(state, move)}"
                        f" leads from {state}, tier {tier}, to {after}, tier {game.tier(after)}"
                    )
        return f"no move may lower the tier of {game}, but symmetric states differ in it"
