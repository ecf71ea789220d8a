"""The backward pass: the scores of every tier, from the last to the first."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from zermelo.errors import CapabilityError, ContractError
from zermelo.game import DRAW, Game
from zermelo.native import kernel
from zermelo.native.items import row_for, state_of
from zermelo.native.keys import as_key, key_at
from zermelo.solver.endless import keeps_worth, settle_endless, weigh_endless
from zermelo.solver.keymap import KeyMap
from zermelo.solver.layers import LOST, SOUND, score_layer
from zermelo.solver.machine import Machine
from zermelo.solver.packing import Packing, no_keys, orbit, state_for
from zermelo.solver.points import settle_points, settle_rounds
from zermelo.solver.retrograde import FULL, link, reverse, settle
from zermelo.solver.score import ENDLESS, NOW, UNKNOWN
from zermelo.solver.shelf import Shelf, Tier

Array = Any
BLOCK: Final = 1 << 16  # states that one thread scores at a time
ROOM: Final = 8  # moves a state, for which there is room at first


@kernel
def weigh(game: Game[Any], packing: Packing, keys: Array, weights: Array) -> None:
    """Write to `weights` how many states each key stands for."""
    row, seen = row_for(packing.layout), [as_key(keys, 0)]
    for i in range(len(keys)):
        state = state_of(game, key_at(keys, i), packing.example, packing.layout, row)
        weights[i] = orbit(game, state, packing, row, seen)


class Backward:
    """Scores the tiers on a shelf, the last without scores first."""

    def __init__(self, game: Game[Any], packing: Packing, shelf: Shelf, machine: Machine) -> None:
        self.game, self.packing, self.shelf, self.machine = game, packing, shelf, machine
        self._above = KeyMap(0, no_keys(packing), np.int16, machine)
        self._held: dict[int, int] = {}  # tiers in `_above`, and their numbers of states

    def score_next(self) -> Tier:
        """Score one tier, put its scores on the shelf, and return it."""
        index = self.shelf.scored - 1
        tier = self.shelf.tiers[index]
        keys = self.shelf.keys(tier)
        self._look_up_from(index, keys)
        scores = self._score_loops(keys) if tier.inner else self._score_layer(keys)
        self._count(keys, scores)
        self.shelf.put_scores(index, scores)
        return tier

    def _look_up_from(self, index: int, keys: Array) -> None:
        """Have the scores of all tiers that tier `index` leads to in the table."""
        tiers = self.shelf.tiers
        needed = {
            i: tiers[i].count
            for i in range(index + 1, len(tiers))
            if tiers[i].number <= tiers[index].reach
        }
        missing = {i: count for i, count in needed.items() if i not in self._held}
        idle = sum(count for i, count in self._held.items() if i not in needed)
        if idle > sum(needed.values()) // 2 or not self._above.has_room(sum(missing.values())):
            self._above = KeyMap(sum(needed.values()), keys, np.int16, self.machine)
            self._held, missing = {}, needed
        for i in missing:
            self._above.add(self.shelf.keys(tiers[i]), self.shelf.scores(tiers[i]))
        self._held |= missing

    def _blocks(self, count: int) -> list[slice]:
        """The indices up to `count` in blocks, at least one for each thread if that is worth it."""
        size = min(BLOCK, max(-(-count // self.machine.threads), 1 << 10))
        return [slice(first, first + size) for first in range(0, count, size)]

    def _score_layer(self, keys: Array) -> Array:
        scores = np.empty(len(keys), np.int16)

        def one(part: slice) -> None:
            given = self.game, self.packing, keys[part], self._above.table, scores[part]
            fault, at = self.machine.run(score_layer, *given)
            self._require_sound(fault, keys[part], at)

        self.machine.map(one, self._blocks(len(keys)))
        return scores

    def _score_loops(self, keys: Array) -> Array:
        inside = KeyMap(len(keys), keys, np.int64, self.machine)
        inside.add(keys, np.arange(len(keys)))
        best, open_moves = np.empty(len(keys), np.int16), np.empty(len(keys), np.int32)

        def one(part: slice) -> Array:
            return self._link(keys, part, inside, best[part], open_moves[part])

        edges = np.concatenate(self.machine.map(one, self._blocks(len(keys))))
        starts, parents = np.zeros(len(keys) + 1, np.int64), self.machine.filled(len(edges), 0)
        self.machine.run(reverse, edges, starts, parents)
        scores = np.empty(len(keys), np.int16)
        settled = self._settle_points if self.game.by_score else self._settle_outcomes
        settled(keys, (best, open_moves, starts, parents), scores)
        return scores

    def _settle_points(self, keys: Array, given: tuple[Array, ...], scores: Array) -> None:
        """Score a tier by score: what comes to an end, then what may go round for ever."""
        queue = np.empty(len(scores), np.int64)
        if self.machine.run(settle_points, *given, scores, queue) == len(scores):
            return
        best, _, starts, parents = given
        worth = self._endless_worth(keys)
        if not self.machine.run(keeps_worth, starts, parents, worth, scores == UNKNOWN):
            raise CapabilityError(
                f"{self.game} cannot be solved by score: its moves lead round, back to states "
                "that were there before, and change the score in one tier; analyze --by score "
                "knows what that is worth"
            )
        largest = np.abs(best[best != UNKNOWN].astype(int)).max(initial=0) + np.abs(worth).max()
        heads = np.full(int(largest) + 1, -1)
        following = self.machine.filled(2 * len(scores), 0)
        self.machine.run(settle_rounds, *given, worth, heads, following, scores)

    def _settle_outcomes(self, keys: Array, given: tuple[Array, ...], scores: Array) -> None:
        """Score a tier by outcome: what can be forced, then what endless play decides."""
        heads, following = np.full(NOW, -1), self.machine.filled(2 * len(scores), 0)
        self.machine.run(settle, *given, heads, following, scores)
        if self.game.repetition != DRAW:
            best, left, starts, parents = given
            queue = self.machine.filled(len(scores), 0)
            worth = self._endless_worth(keys)
            if not self.machine.run(keeps_worth, starts, parents, worth, np.ones(len(worth), bool)):
                raise ContractError(
                    f"{self.game} says who wins by endless play, so its key and symmetries have to "
                    "tell who moves"
                )
            self.machine.run(settle_endless, best, left, starts, parents, worth, queue, scores)

    def _endless_worth(self, keys: Array) -> Array:
        """What endless play through each state is worth to its mover."""
        worth = np.empty(len(keys), np.int16)

        def one(part: slice) -> None:
            self.machine.run(weigh_endless, self.game, self.packing, keys[part], worth[part])

        self.machine.map(one, self._blocks(len(keys)))
        return worth

    def _link(
        self, keys: Array, part: slice, inside: KeyMap, best: Array, open_moves: Array
    ) -> Array:
        """The moves inside the tier from one part of its states, as `link` writes them."""
        own = keys[part]
        edges, done, count = np.empty((ROOM * len(own), 2), np.int64), 0, 0
        while True:
            tables = inside.table, self._above.table
            given = self.game, self.packing, own, part.start, done, *tables, best, open_moves
            done, count, fault = self.machine.run(link, *given, edges, count)
            if fault != FULL:
                self._require_sound(fault, own, done)
                return edges[:count]
            edges = np.concatenate([edges, np.empty_like(edges)])

    def _require_sound(self, fault: int, keys: Array, at: int) -> None:
        if fault == SOUND:
            return
        state = state_for(self.game, self.packing, key_at(keys, at))
        if fault == LOST:
            raise ContractError(
                f"{self.game} is not the same twice: a move of {state} leads to a state that was "
                "not found before; play has to depend on its arguments alone"
            )
        raise ContractError(f"{self.game} has no moves in {state}, yet its outcome is ONGOING")

    def _count(self, keys: Array, scores: Array) -> None:
        """Add a tier's states to the tally, each as often as it has symmetric ones."""
        weights = np.ones(len(keys), np.int32)
        if self.packing.fold:

            def one(part: slice) -> None:
                self.machine.run(weigh, self.game, self.packing, keys[part], weights[part])

            self.machine.map(one, self._blocks(len(keys)))
        tally = self.shelf.tally
        for name, chosen in (("wins", scores > 0), ("draws", scores == 0), ("losses", scores < 0)):
            tally[name] = tally.get(name, 0) + int(weights[chosen].sum())
        distances = np.abs(scores.astype(np.int32))
        decided = distances[distances > ENDLESS]
        if len(decided) and not self.game.by_score:
            tally["longest"] = max(tally.get("longest", 0), NOW - int(decided.min()))
