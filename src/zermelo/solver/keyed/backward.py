"""The backward pass: the scores of every tier, from the last to the first.

A tier is scored in parts, a task each, that look up what their moves lead to in the tiers above.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from zermelo.contract.game import DRAW, Game
from zermelo.solver.crews.machine import Machine
from zermelo.solver.keyed.endless import keeps_worth, settle_endless
from zermelo.solver.keyed.parts import link_part, score_part, weigh_part
from zermelo.solver.keyed.points import settle_points, settle_rounds
from zermelo.solver.keyed.retrograde import reverse, settle
from zermelo.solver.keyed.settling import no_points, no_winner
from zermelo.solver.keyed.shelf import Shelf, Tier
from zermelo.solver.keys.keyarrays import pieces
from zermelo.solver.keys.layouts import words_of
from zermelo.solver.keys.packing import Packing
from zermelo.solver.keys.places import Ordered, ordered
from zermelo.solver.score import NOW, UNKNOWN
from zermelo.solver.tally import Tally, sum_of, tally

Array = Any
PART: Final = 1 << 16  # states that a task scores
WORD_BYTES: Final = 8  # of a word of a key
STATE_BYTES: Final = 10  # of a state's score, and its share of the table by which keys are found


class Backward:
    """Scores the tiers on a shelf, the last without scores first."""

    def __init__(self, game: Game[Any], packing: Packing, shelf: Shelf, machine: Machine) -> None:
        self.game, self.packing, self.shelf, self.machine = game, packing, shelf, machine
        self._above: dict[int, Ordered] = {}  # the tiers that are looked up in, by their numbers

    def score_next(self) -> Tier:
        """Score one tier, put its scores on the shelf, and return it."""
        index = self.shelf.scored - 1
        tier = self.shelf.tiers[index]
        self._look_up_from(index)
        keys = self.shelf.keys(tier)
        scores, told = self._score_loops(tier, keys) if tier.inner else self._score_layer(keys)
        self.shelf.put_scores(index, scores, told)
        return tier

    def _look_up_from(self, index: int) -> None:
        """Have all tiers ready that tier `index` leads to."""
        tiers = self.shelf.tiers
        needed = [tier for tier in tiers[index + 1 :] if tier.number <= tiers[index].reach]
        kept = {tier.number: self._above.get(tier.number) for tier in needed}
        self._above = {number: known for number, known in kept.items() if known is not None}
        state = WORD_BYTES * words_of(self.packing.layout) + STATE_BYTES
        self.machine.require(state * sum(tier.count for tier in (tiers[index], *needed)))
        for tier in needed:
            if tier.number not in self._above:
                keys, scores = self.shelf.keys(tier), self.shelf.scores(tier)
                self._above[tier.number] = ordered(keys, scores, self.machine)

    def _each_part(self, task: Any, keys: Array, *given: Any) -> list[Any]:
        """What the task returns for each part of the keys, in order."""
        crew, rules = self.machine.crew, (self.machine.kernels, self.game, self.packing)
        parts, given = pieces(keys, PART, crew.members), tuple(map(crew.put, given))
        return crew.get([crew.start(task, *rules, part, *given) for part in parts])

    def _score_layer(self, keys: Array) -> tuple[Array, Tally]:
        scored = self._each_part(score_part, keys, self._above)
        told = sum_of([part for _, part in scored])
        return np.concatenate([scores for scores, _ in scored]), told

    def _score_loops(self, tier: Tier, keys: Array) -> tuple[Array, Tally]:
        inside = ordered(keys, np.arange(len(keys)), self.machine)
        linked = self._each_part(link_part, keys, tier.number, inside, self._above)
        best, open_moves, edges, weights = map(np.concatenate, zip(*linked, strict=True))
        starts, parents = np.zeros(len(keys) + 1, np.int64), self.machine.filled(len(edges), 0)
        self.machine.run(reverse, edges, starts, parents)
        scores = np.empty(len(keys), np.int16)
        settled = self._settle_points if self.game.by_score else self._settle_outcomes
        settled(keys, (best, open_moves, starts, parents), scores)
        return scores, tally(scores, weights, by_score=self.game.by_score)

    def _settle_points(self, keys: Array, given: tuple[Array, ...], scores: Array) -> None:
        """Score a tier by score: what comes to an end, then what may go round for ever."""
        queue = np.empty(len(scores), np.int64)
        if self.machine.run(settle_points, *given, scores, queue) == len(scores):
            return
        best, _, starts, parents = given
        worth = self._endless_worth(keys)
        if not self.machine.run(keeps_worth, starts, parents, worth, scores == UNKNOWN):
            raise no_points(self.game)
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
                raise no_winner(self.game)
            self.machine.run(settle_endless, best, left, starts, parents, worth, queue, scores)

    def _endless_worth(self, keys: Array) -> Array:
        """What endless play through each state is worth to its mover."""
        return np.concatenate(self._each_part(weigh_part, keys))
