"""A share of a tier of keyed states with moves inside it, while the tier is scored in rounds.

It has the moves to its states reversed, and says to the states before what is decided here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from zermelo.game import Game
from zermelo.native.keys import key_at
from zermelo.solver.asking import Asked, take_back, unsteady, without_moves
from zermelo.solver.endless import DRAWN
from zermelo.solver.finding import dealt
from zermelo.solver.keyarrays import room_for_keys
from zermelo.solver.keyrounds import (
    plan_first,
    say_back,
    settle_due,
    take_draws,
    take_ends,
    take_values,
)
from zermelo.solver.layers import SOUND
from zermelo.solver.machine import Kernels
from zermelo.solver.packing import Packing, state_for
from zermelo.solver.parts import weigh_part
from zermelo.solver.places import FOUND, look_up, prepared
from zermelo.solver.retrograde import EMPTY, link, reverse
from zermelo.solver.score import UNKNOWN
from zermelo.solver.tally import Tally, tally

Array = Any
STATE_BYTES: Final = 64  # that a share keeps of a state, with a key of one word
MOVE_BYTES: Final = 48  # of a move inside, while moves are reversed


class LoopShare:
    """The states of a tier from one key up to the next, the moves to them, and what is known.

    firsts  int64 (shares + 1): the number of the first state of each share in the tier
    """

    def __init__(
        self, kernels: Kernels, game: Game[Any], packing: Packing, tier: int, *where: Any
    ) -> None:
        self.kernels, self.game, self.packing, self.tier = kernels, game, packing, tier
        self.firsts, self.mine = where
        self.first = int(self.firsts[self.mine])
        self.count = int(self.firsts[self.mine + 1]) - self.first
        self.kind = np.int32 if self.firsts[-1] < 1 << 31 else np.int64
        self.scores = np.full(self.count, UNKNOWN, np.int16)
        self.worth = np.zeros(self.count, np.int16)
        self.room, self.chosen = np.empty(self.count, self.kind), np.empty(0, self.kind)

    def open(self, keys: Array, asked: list[Asked], *answers: Array) -> tuple[Any, ...]:
        """Look at all moves: how many stay in the tier, and to each share those from here."""
        self.keys, shares, done = keys, len(self.firsts) - 1, 0
        self.best, self.open_moves = np.empty(self.count, np.int16), np.empty(self.count, np.int32)
        self.weights = np.concatenate([part.counts.weights for part in asked])
        holders = np.concatenate([part.holder for part in asked])
        inside = np.bincount(holders, minlength=shares)[:shares]
        told = [*(np.zeros(count, np.int16) for count in inside), *answers]
        places, given = np.cumsum([0, *map(len, told)]), np.concatenate(told)
        parents, filled = np.empty(sum(inside), self.kind), 0
        for part in asked:
            size, staying = len(part.counts.ends), part.holder < shares
            after, count = np.empty(len(staying), np.int16), int(np.count_nonzero(staying))
            self.kernels.run(take_back, given, part.holder, places, after)
            at = self.kernels.run(
                link, part.counts, part.stays, staying, after, self.first + done,
                bool(self.game.by_score), self.best[done : done + size],
                self.open_moves[done : done + size], parents[filled : filled + count],
            )  # fmt: skip
            if at != SOUND:
                state = state_for(self.game, self.packing, key_at(keys, done + at))
                raise without_moves(self.game, state)
            done, filled = done + size, filled + count
        owner = holders[holders < shares].astype(np.int64)
        return len(parents), *(part for (part,) in dealt(owner, shares, parents))

    def link(self, *asked_and_parents: Array) -> None:
        """Reverse the moves to the states of this share.

        Given are the keys that each share asks about, then the numbers from which it does.
        """
        shares = len(self.firsts) - 1
        asked = np.concatenate([room_for_keys(0, self.keys), *asked_and_parents[:shares]])
        known = prepared(self.keys, np.arange(self.count), self.kernels)
        edges = np.empty((len(asked), 2), np.int64)
        places, tiers = np.empty(len(asked), np.int64), np.full(len(asked), self.tier)
        at = self.kernels.run(look_up, known, asked, tiers, self.tier, places)
        if at != FOUND:
            state = state_for(self.game, self.packing, key_at(asked, at))
            raise unsteady(self.game, state, after=True)
        edges[:, 0], edges[:, 1] = places, np.concatenate(asked_and_parents[shares:])
        self.starts = np.zeros(self.count + 1, np.int64)
        self.parents = np.empty(len(edges), self.kind)
        self.kernels.run(reverse, edges, self.starts, self.parents)

    # What is due -------------------------------------------------------------------------------

    def plan(self, steps: int) -> int:
        """Have an agenda of so many steps; which is due first."""
        self.heads = np.full(steps, EMPTY, np.int64)
        self.following = np.empty(2 * self.count, np.int64)
        given = self.best, self.open_moves, self.worth, self.heads, self.following, self.scores
        self.kernels.run(plan_first, *given)
        return self._due(0)

    def _due(self, step: int) -> int:
        """The next step with something due; as many as there are for none."""
        filled = np.flatnonzero(self.heads[step:] != EMPTY)
        return step + int(filled[0]) if len(filled) else len(self.heads)

    def send_due(self, step: int) -> tuple[Any, ...]:
        """Settle what is due, and say so to the states before."""
        given = self.best, self.heads, self.following, self.scores, self.room
        count = self.kernels.run(settle_due, step, *given)
        return self._said(self.room[:count], self.scores)

    def take_values(self, step: int, *messages: Any) -> int:
        """Take that up; what is due next."""
        places, seen = self._heard(messages)
        given = self.best, self.open_moves, self.heads, self.following, self.scores
        by_score = bool(self.game.by_score)
        self.kernels.run(take_values, places, seen, self.worth, by_score, *given)
        return self._due(step)

    # Points that come to an end ----------------------------------------------------------------

    def begin_ends(self) -> int:
        """Score the states none of whose moves stay in the tier; how many."""
        self.chosen = np.flatnonzero(self.open_moves == 0).astype(self.kind)
        self.scores[self.chosen] = self.best[self.chosen]
        return len(self.chosen)

    def send_ends(self) -> tuple[Any, ...]:
        """Say to the states before what was scored last."""
        return self._said(self.chosen, self.scores)

    def take_ends(self, *messages: Any) -> int:
        """Take up points; how many states are scored by that."""
        given = self.best, self.open_moves, self.scores, self.room
        return self._choose(self.kernels.run(take_ends, *self._heard(messages), *given))

    def open_count(self) -> int:
        """How many states are not scored."""
        return int(np.count_nonzero(self.scores == UNKNOWN))

    def largest(self) -> tuple[int, int]:
        """The most points, and the most that endless play is worth."""
        best = self.best[self.best != UNKNOWN].astype(np.int32)
        return int(np.abs(best).max(initial=0)), int(np.abs(self.worth).max(initial=0))

    # Endless play ------------------------------------------------------------------------------

    def weigh(self) -> None:
        """Find what endless play is worth."""
        self.worth = weigh_part(self.kernels, self.game, self.packing, self.keys)

    def send_worth(self, only_open: bool) -> tuple[Any, ...]:
        """Say to the states before what endless play is worth here."""
        chosen = self.scores == UNKNOWN if only_open else np.ones(self.count, bool)
        return self._said(np.flatnonzero(chosen).astype(self.kind), self.worth)

    def agree(self, *messages: Any) -> bool:
        """Whether it is worth the same there."""
        places, seen = self._heard(messages)
        return bool((self.worth[places] == seen).all())

    def count_open(self, *messages: Any) -> int:
        """Count the moves to open states; how many states are drawn from the first."""
        places, _ = self._heard(messages)
        self.left = np.bincount(places, minlength=self.count).astype(np.int32)
        drawn = (self.scores == UNKNOWN) & (self.best == 0)
        drawn &= (self.worth < 0) | (self.left == 0)
        self.chosen = np.flatnonzero(drawn).astype(self.kind)
        self.left[self.chosen] = DRAWN
        return len(self.chosen)

    def send_draws(self) -> tuple[Any, ...]:
        """Say to the states before that a draw can be forced here."""
        return self._said(self.chosen, self.worth)

    def take_draws(self, *messages: Any) -> int:
        """Take up that states are drawn; how many are then."""
        given = self.worth, self.left, self.scores, self.room
        return self._choose(self.kernels.run(take_draws, self._heard(messages)[0], *given))

    def keep_draws(self) -> None:
        """Endless play is worth nothing where a draw can be forced."""
        self.worth[self.left == DRAWN] = 0

    # Messages ----------------------------------------------------------------------------------

    def _choose(self, count: int) -> int:
        self.chosen = self.room[:count].copy()
        return count

    def _said(self, chosen: Array, values: Array) -> tuple[Any, ...]:
        count = int((self.starts[chosen + 1] - self.starts[chosen]).sum())
        numbers, seen = np.empty(count, self.kind), np.empty(count, np.int16)
        self.kernels.run(say_back, chosen, values, self.starts, self.parents, numbers, seen)
        owner = np.searchsorted(self.firsts, numbers, "right") - 1
        places = (numbers - self.firsts[owner]).astype(self.kind)
        return dealt(owner, len(self.firsts) - 1, places, seen)

    def _heard(self, messages: Sequence[Any]) -> tuple[Array, Array]:
        places, seen = zip(*messages, strict=True)
        return np.concatenate(places), np.concatenate(seen)

    def found(self) -> tuple[Tally, Array]:
        """The scores, and their tally; what nobody decides is worth what endless play is."""
        scores = np.where(self.scores == UNKNOWN, self.worth, self.scores)
        return tally(scores, self.weights, by_score=bool(self.game.by_score)), scores
