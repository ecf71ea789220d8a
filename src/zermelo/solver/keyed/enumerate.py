"""The forward pass: every state that can be reached, tier by tier, each once.

A tier waits as runs, keys in order that were found by one task each; a state may be in several.
When its turn comes the runs are cut where the others are cut, and what lies between two cuts is put
in order by one task: the tier in shares, one after the other, which are expanded by a task each.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise
from typing import Any, Final

import numpy as np

from zermelo.contract.game import Game
from zermelo.errors import ContractError
from zermelo.native import kernel
from zermelo.native.keys import key_at, put_key
from zermelo.solver.crews.machine import Kernels, Machine
from zermelo.solver.keyed.expand import expansions, targets
from zermelo.solver.keys.keyarrays import in_order, pieces, places_of, room_for_keys
from zermelo.solver.keys.packing import Packing, state_for
from zermelo.solver.keys.places import first_from
from zermelo.solver.keys.sorting import MERGED, merged, sorted_once

Array = Any
SHARE: Final = 1 << 17  # states that a task expands
SAMPLED: Final = 64  # keys of a share by which is judged where to cut


def following(kernels: Kernels, game: Game[Any], packing: Packing, keys: Array) -> dict[int, Array]:
    """The keys one move after `keys`, in order, each once, by their tiers: a task of the crew."""
    found: dict[int, list[Array]] = {}
    for _, moves, _ in expansions(kernels, game, packing, keys):
        tiers = targets(moves)
        for tier in tiers:
            chosen = moves.keys if len(tiers) == 1 else moves.keys[moves.tiers == tier]
            found.setdefault(tier, []).append(sorted_once([chosen], kernels))
    return {tier: united(kernels, *runs) for tier, runs in found.items()}


def united(kernels: Kernels, *runs: Array) -> Array:
    """The keys of all runs in order, each once: a task of the crew."""
    filled = [run for run in runs if len(run)]
    return filled[0] if len(filled) == 1 else sorted_once(runs, kernels)


@kernel
def leave_out(keys: Array, known: Array) -> int:
    """Move the keys that are not among the known ones to the front; how many they are.

    Both are in order.
    """
    left = low = 0
    for i in range(len(keys)):
        key = key_at(keys, i)
        low = first_from(known, key, low, len(known))
        if low == len(known) or key_at(known, low) != key:
            put_key(keys, left, key)
            left += 1
    return left


class Seen:
    """Keys that have been met: runs of which each is more than twice as long as the next.

    room  makes the arrays of runs
    most  keys of a run that are merged at a time
    """

    def __init__(
        self, kernels: Kernels, room: Callable[..., Array] = np.empty, most: int = MERGED
    ) -> None:
        self.kernels, self.room, self.most = kernels, room, most
        self.runs: list[Array] = []
        self.count = 0

    def add(self, keys: Array) -> Array:
        """Take in keys that are in order, each once; those that are new, in order."""
        left = keys.copy()
        for run in self.runs:
            left = left[: self.kernels.run(leave_out, left, run)]
        fresh = self.room(left.shape, np.int64)
        fresh[:] = left
        self.count += len(fresh)
        self.runs.append(fresh)
        while len(self.runs) > 1 and len(self.runs[-2]) <= 2 * len(self.runs[-1]):
            self._merge(2)
        return fresh

    def keys(self) -> Array:
        """All keys in order."""
        self._merge(len(self.runs))
        return self.runs[0]

    def _merge(self, count: int) -> None:
        if count > 1:
            self.runs[-count:] = [merged(self.runs[-count:], self.kernels, self.room, self.most)]


class Frontier:
    """The states found but not yet expanded, by tier."""

    def __init__(self, game: Game[Any], packing: Packing, machine: Machine) -> None:
        self.game, self.packing, self.machine = game, packing, machine
        self._waiting: dict[int, list[Array]] = {}
        self._united: dict[int, int] = {}  # how many keys waited when runs were last united

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def add(self, tier: int, runs: Sequence[Array]) -> None:
        """Put runs of keys into a tier, which are united before they are twice the tier."""
        waiting = self._waiting.setdefault(tier, [])
        waiting += runs
        united = self._united.get(tier, 0)
        if united and sum(map(len, waiting)) > 2 * united + SHARE:
            waiting[:] = self.united(waiting)
            united = 0
        self._united[tier] = united or sum(map(len, waiting))

    def next_tier(self) -> tuple[int, Array, int, bool]:
        """Complete the lowest tier and take it out.

        Returns its number, its keys in order, the highest tier that its moves lead to, and whether
        some lead back into it.
        """
        tier = min(self._waiting)
        shares = self.united(self._waiting.pop(tier))
        reach, seen = tier, Seen(self.machine.kernels)
        while shares:
            found = self.following(shares, tier)
            reach = max([reach, *found])
            inside = found.pop(tier, None)
            for target, runs in found.items():
                self.add(target, runs)
            if inside is None and not seen.runs:
                return tier, self._whole(shares), reach, False
            if not seen.runs:
                seen.add(self._whole(shares))
            shares = [seen.add(share) for share in self.united(inside or ())]
            shares = [share for share in shares if len(share)]
        return tier, seen.keys(), reach, True

    def shares(self, keys: Any) -> list[Any]:
        """Keys cut into shares."""
        return pieces(keys, SHARE, self.machine.crew.members)

    def following(self, shares: Sequence[Array], tier: int) -> dict[int, list[Array]]:
        """Runs of the keys one move after those of the shares, all of one tier, by their tiers."""
        crew, given = self.machine.crew, (self.machine.kernels, self.game, self.packing)
        told = crew.get([crew.start(following, *given, share) for share in shares])
        found: dict[int, list[Array]] = {}
        for share, runs in zip(shares, told, strict=True):
            for target, run in runs.items():
                if target < tier:
                    raise ContractError(self._descent(share, tier))
                found.setdefault(target, []).append(run)
        return found

    def united(self, runs: Sequence[Array]) -> list[Array]:
        """The keys of all runs, each once: shares in order, one after the other."""
        if not runs:
            return []
        crew, cuts = self.machine.crew, self._cuts(runs)
        ends = [[0, *places_of(run, cuts), len(run)] for run in runs]
        parts = [
            [run[begin:end] for begin, end in pairwise(places)]
            for run, places in zip(runs, ends, strict=True)
        ]
        kernels = self.machine.kernels
        shares = crew.get(
            [crew.start(united, kernels, *given) for given in zip(*parts, strict=True)]
        )
        return [share for share in shares if len(share)]

    def _whole(self, shares: Sequence[Array]) -> Array:
        """The keys of all shares, one after the other."""
        ends = [*accumulate(map(len, shares))]
        keys = room_for_keys(ends[-1], shares[0])

        def copy(number: int) -> None:
            keys[ends[number] - len(shares[number]) : ends[number]] = shares[number]

        self.machine.map(copy, range(len(shares)))
        return keys

    def _cuts(self, runs: Sequence[Array]) -> Array:
        """The keys at which shares of much the same length begin, but for the first."""
        total = sum(map(len, runs))
        shares = len(self.shares(range(total)))
        sample = in_order(np.concatenate([run[:: total // (SAMPLED * shares) + 1] for run in runs]))
        return sample[[len(sample) * share // shares for share in range(1, shares)]]

    def _descent(self, keys: Array, tier: int) -> str:
        """Which move lowers the tier."""
        game = self.game
        for index in range(len(keys)):
            state = state_for(game, self.packing, key_at(keys, index))
            for move in game.moves(state):
                after = game.play(state, move)
                if game.tier(after) < tier:
                    return (
                        f"no move may lower the tier of {game}, but {game.format_move(state, move)}"
                        f" leads from {state}, tier {tier}, to {after}, tier {game.tier(after)}"
                    )
        return f"no move may lower the tier of {game}, but symmetric states differ in it"
