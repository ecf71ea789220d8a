"""The tasks of the backward pass: a part of a tier's states expanded, looked up, and scored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from zermelo.contract.game import Game
from zermelo.errors import ContractError
from zermelo.native.keys import key_at
from zermelo.solver.crews.machine import Kernels
from zermelo.solver.keyed.endless import weigh_endless
from zermelo.solver.keyed.expand import expansions, targets
from zermelo.solver.keyed.layers import SOUND, score_layer
from zermelo.solver.keyed.retrograde import link
from zermelo.solver.keys.keyarrays import place_of
from zermelo.solver.keys.packing import Packing, state_for
from zermelo.solver.keys.places import FOUND, Ordered, look_up
from zermelo.solver.tally import Tally, sum_of, tally

Array = Any
Known = Mapping[int, Ordered]  # tiers by their numbers


class Linked(NamedTuple):
    """A part of a tier with moves inside, as `zermelo.solver.keyed.retrograde.link` writes it.

    edges  int64 (moves inside, 2): for each the number of the state it leads to, and its parent
    """

    best: Array
    open_moves: Array
    edges: Array
    weights: Array


class Part:
    """Some states of a tier, expanded and weighed."""

    def __init__(
        self, kernels: Kernels, game: Game[Any], packing: Packing, keys: Array, *told: Any
    ) -> None:
        self.kernels, self.game, self.packing, self.keys = kernels, game, packing, keys
        self.moves, self.counts = told

    def look_up(self, tier: int, known: Known, found: Array) -> None:
        """Write to `found` what is known of the states that moves lead to in one tier."""
        tiers, at = self.moves.tiers, FOUND
        if tier in known:
            given = known[tier], self.moves.keys, tiers, tier, found
            at = self.kernels.run_for(len(tiers), look_up, *given)
        elif tier in tiers:
            at = int(np.argmax(tiers == tier))
        if at != FOUND:
            state = self.state(int(np.searchsorted(self.counts.upto, at, "right")))
            raise ContractError(
                f"{self.game} is not the same twice: a move of {state} leads to a state that was "
                "not found before; play has to depend on its arguments alone"
            )

    def require_moves(self, at: int) -> None:
        """Raise an error for a state, at an index, that is not over and has no moves."""
        if at != SOUND:
            raise ContractError(
                f"{self.game} has no moves in {self.state(at)}, yet its outcome is ONGOING"
            )

    def state(self, index: int) -> Any:
        """One of the states."""
        return state_for(self.game, self.packing, key_at(self.keys, index))

    def scored(self, above: Known) -> tuple[Array, Tally]:
        """The scores, if all moves lead to the tiers above, and their tally."""
        following = np.empty(len(self.moves.keys), np.int16)
        for tier in targets(self.moves):
            self.look_up(tier, above, following)
        scores, by_score = np.empty(len(self.keys), np.int16), bool(self.game.by_score)
        given = self.counts, self.moves.stays, following, by_score, scores
        self.require_moves(self.kernels.run_for(len(following), score_layer, *given))
        return scores, tally(scores, self.counts.weights, by_score=by_score)

    def linked(self, tier: int, inside: Ordered, above: Known) -> Linked:
        """The moves, where some stay inside the tier; `inside` are the numbers of its states."""
        count, size = len(self.moves.keys), len(self.keys)
        numbers, scores = np.empty(count, np.int64), np.empty(count, np.int16)
        self.look_up(tier, {tier: inside}, numbers)
        for target in targets(self.moves):
            if target != tier:
                self.look_up(target, above, scores)
        best, open_moves = np.empty(size, np.int16), np.empty(size, np.int32)
        staying = self.moves.tiers == tier
        parents = np.empty(np.count_nonzero(staying), np.int64)
        first = place_of(inside.keys, key_at(self.keys, 0))
        given = staying, scores, first, bool(self.game.by_score), best, open_moves, parents
        self.require_moves(self.kernels.run(link, self.counts, self.moves.stays, *given))
        edges = np.stack((numbers[staying], parents), axis=1)
        return Linked(best, open_moves, edges, self.counts.weights.copy())


def parts(*rules_and_keys: Any) -> Iterator[Part]:
    """The states of some keys, so many at a time as there is room for their moves."""
    for expansion in expansions(*rules_and_keys, weighed=True):
        yield Part(*rules_and_keys[:-1], *expansion)


def score_part(
    kernels: Kernels, game: Game[Any], packing: Packing, keys: Array, above: Known
) -> tuple[Array, Tally]:
    """A task: the scores of some states, whose moves all lead to the tiers above, and a tally."""
    scored = [part.scored(above) for part in parts(kernels, game, packing, keys)]
    return np.concatenate([scores for scores, _ in scored]), sum_of(told for _, told in scored)


def link_part(
    kernels: Kernels, game: Game[Any], packing: Packing, keys: Array, *where: Any
) -> Linked:
    """A task: the moves of some states of a tier with moves inside, see `Part`."""
    linked = [part.linked(*where) for part in parts(kernels, game, packing, keys)]
    return Linked(*map(np.concatenate, zip(*linked, strict=True)))


def weigh_part(kernels: Kernels, game: Game[Any], packing: Packing, keys: Array) -> Array:
    """A task: what endless play through some states is worth to their movers."""
    worth = np.empty(len(keys), np.int16)
    kernels.run(weigh_endless, game, packing, keys, worth)
    return worth
