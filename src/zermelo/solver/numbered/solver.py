"""Solve a game with numbered states, tier by tier, beginning with the last. Random states of a tier
show which tiers it leads to. If solving finds a move to a further tier, that tier is added and
solved first.
"""

import random
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

import numpy as np

from zermelo.contract.game import ONGOING, Game
from zermelo.contract.numbered import Numbered, solves_by_number
from zermelo.errors import ContractError, UsageError
from zermelo.native import kernel
from zermelo.native.arrays import Array
from zermelo.process.texts import seconds_text
from zermelo.solver.crews.crew import LOSSES, MIB, Actor, Kernels, Lost, Machine
from zermelo.solver.numbered import shares as divided
from zermelo.solver.numbered.shares import MissingTier, TooNarrow
from zermelo.solver.solution import Progress, Solution, Tally, solution_of, sum_of
from zermelo.solver.store.numbers import Cells, TierDraft, TiersHeld, narrow_cells, wide_cells

SAMPLE: Final = {True: 4096, False: 256}  # numbers of a tier to examine, by `native`


def numbers_text(done: int, left: int, seconds: float) -> str:
    """In words: how many state numbers there are, the share done, and the time left."""
    if not done:
        return f"{left:,} numbers"
    of, ahead = done + left, seconds_text(seconds * left / done, 0)
    return f"{of:,} numbers, {done / of:.0%} done, {ahead} left"


@kernel
def tiers_after(game: Numbered[Any], tier: int, numbers: Array) -> list[int]:
    """This tier, and the other tiers that moves from these numbers lead to."""
    tiers = [tier]
    for sampled in numbers:
        number = int(sampled)
        state = game.unindex(tier, number)
        if game.index(state) == number and game.outcome(state) == ONGOING:
            for move in game.moves(state):
                child = game.play(state, move)
                target = game.tier(child)
                if target not in tiers and game.tier_size(target) > 0:
                    tiers.append(target)
    return tiers


class TierPlan:
    """All tiers to solve, and the tiers that each leads to."""

    def __init__(self, game: Numbered[Any], kernels: Kernels) -> None:
        self.game, self.kernels = game, kernels
        self.leads: dict[int, set[int]] = {}
        self._chance = random.Random(0)

    def add(self, tiers: Iterable[int]) -> None:
        """Add these tiers, and all tiers that they lead to."""
        waiting = [tier for tier in tiers if self.game.tier_size(tier)]
        while waiting:
            tier = waiting.pop()
            if tier in self.leads:
                continue
            size, most = self.game.tier_size(tier), SAMPLE[self.kernels.native]
            numbers = range(size) if size <= most else self._chance.sample(range(size), most)
            tiers = self.kernels.run(tiers_after, self.game, tier, np.array(numbers, np.int64))
            if min(tiers) < tier:
                raise ContractError(
                    f"no move may lower the tier of {self.game}, but one leads from {tier} to "
                    f"{min(tiers)}"
                )
            self.leads[tier] = {int(other) for other in tiers} - {tier}
            waiting += self.leads[tier]

    def need(self, tier: int, other: int) -> None:
        """Record that `tier` also leads to `other`; raises `ContractError` if it must not."""
        if other in self.leads[tier] or not self.game.tier_size(other):
            raise ContractError(f"{self.game}: no move may lead from tier {tier} to {other}")
        self.leads[tier].add(other)
        self.add([other])


def starts_of(game: Game, endgame: str) -> list[Any]:
    """The states from which to solve an endgame; if states have numbers, one state is enough."""
    states = game.endgame(endgame)
    return list(islice(states, 1) if solves_by_number(game) else states)


@dataclass(eq=False)
class TierSolver:
    """Solves a game with numbered states, tier by tier."""

    game: Numbered[Any]
    starts: Sequence[Any]
    draft: TierDraft | None
    machine: Machine
    progress: Progress | None

    def run(self) -> Solution:
        """Solve all tiers not yet solved; return the result."""
        begun = self.draft.progress if self.draft is not None else None
        wide = begun and begun["cell_bytes"] > 1
        try:
            return self.attempt(wide_cells() if wide else narrow_cells())
        except TooNarrow:
            if self.draft is not None:
                self.draft.progress = None
            return self.attempt(wide_cells())

    def attempt(self, cells: Cells) -> Solution:
        """Solve all tiers with cells of this kind."""
        self.began, self.earlier, self.cells, losses = time.perf_counter(), 0.0, cells, 0
        self.machine.kernels.begin()
        self.held: dict[int, Array] = {}
        self.done: dict[int, dict[str, int]] = {}
        if self.draft is not None:
            self.draft.begin_tiers(cells)
            self.done = {tier["tier"]: tier for tier in self.draft.tiers}
            self.earlier = self.draft.progress["seconds"] if self.draft.progress else 0.0
        self.plan = plan = TierPlan(self.game, self.machine.kernels)
        plan.add(int(self.game.tier(start)) for start in self.starts)
        if self.draft is not None:
            self.draft.require_more(self.count(finished=False))
        while waiting := plan.leads.keys() - self.done.keys():
            following = max(waiting)  # all tiers that it leads to are solved
            try:
                self.solve(following)
            except MissingTier as fault:
                plan.need(following, *fault.args)
            except Lost:
                losses += 1
                if losses > LOSSES:
                    raise
        return self.finish()

    def count(self, *, finished: bool) -> int:
        """The sum of the sizes of the plan's finished tiers, or of its unfinished ones."""
        tiers = [tier for tier in self.plan.leads if (tier in self.done) == finished]
        return sum(map(self.game.tier_size, tiers))

    def solve(self, tier: int) -> None:
        """Solve a tier whose successors are solved; keep its cells in memory or on disk."""
        if self.progress is not None:
            done, left = self.count(finished=True), self.count(finished=False)
            self.progress(numbers_text(done, left, self.seconds()))
        above = self.above(sorted(self.plan.leads[tier] & self.done.keys()))
        needed = self.game.tier_size(tier) * (2 * self.cells.dtype.itemsize + 1)
        needed //= self.machine.crew.machines
        if needed + above.cells.nbytes > self.machine.memory:
            raise UsageError(
                f"{self.machine.memory // MIB:,} MiB of memory are too little: tier {tier} of "
                f"{self.game} takes {(needed + above.cells.nbytes) // MIB:,} MiB; allow more"
            )
        crew, shares = self.machine.crew, self.solved_shares(tier, above)
        images = sum(1 for _ in self.game.symmetries(self.starts[0]))
        tally = crew.get([share.start("tally", images) for share in shares])
        wins, draws, losses, states, _ = map(int, np.sum(tally, axis=0))
        longest = int(np.max(tally, axis=0)[4])
        divided.send_all(crew, shares, "renumber", "take_over")
        facts = {"tier": tier, "size": int(self.game.tier_size(tier)), "states": states}
        facts |= {"wins": wins, "draws": draws, "losses": losses, "longest": longest}
        results = [share.start("result") for share in shares]
        if self.draft is None:
            self.held[tier] = np.concatenate(crew.get(results))
        else:
            parts = (crew.get([part])[0] for part in results)
            self.draft.keep_tier(facts, parts, self.seconds(), self.machine.map)
        self.done[tier] = facts

    def solved_shares(self, tier: int, above: TiersHeld) -> list[Actor]:
        """The shares of a tier, solved from its known successors, in numerical order. Raises
        `MissingTier`, `TooNarrow`, or `Lost`; then the tier must be solved again.
        """
        game, crew, kernels = self.game, self.machine.crew, self.machine.kernels
        count = self.machine.shares or divided.shares_for(game.tier_size(tier), crew)
        crew.let_go()
        known, given = crew.put(above), (game, kernels, self.cells, tier, count)
        shares = [crew.keep(divided.Share, *given, mine) for mine in range(count)]
        if sum(crew.get([share.start("open", known) for share in shares])):
            ply = 0
            while any(crew.get([share.start("due", ply) for share in shares])):
                divided.send_all(crew, shares, "send", "receive", ply)
                ply += 1
        else:
            crew.get([share.start("settle") for share in shares])
        return shares

    def above(self, tiers: Sequence[int]) -> TiersHeld:
        """The cells of some tiers."""
        sizes = [self.done[tier]["size"] for tier in tiers]
        firsts = np.cumsum([0, *sizes]).astype(np.int64)
        cells = np.empty(firsts[-1], self.cells.dtype)
        for tier, first, size in zip(tiers, firsts, sizes, strict=False):
            if self.draft is None:
                cells[first : first + size] = self.held[tier]
            else:
                self.draft.read_tier(tier, cells[first : first + size])
        return TiersHeld(np.array(tiers, np.int64), firsts, cells, self.cells.scores)

    def seconds(self) -> float:
        """Seconds spent by all runs so far, without compiling."""
        return self.earlier + time.perf_counter() - self.began - self.machine.kernels.compiling

    def finish(self) -> Solution:
        """The solution, written to disk if there is a draft."""
        start, facts = self.starts[0], self.done.values()
        tier = int(self.game.tier(start))
        if tier not in self.done and self.game.outcome(start) != ONGOING:
            raise UsageError(f"the game is over in {start}: there is nothing to solve")
        score = int(self.cells.scores[self.above([tier]).cells[self.game.index(start)]])
        total = sum_of(Tally(*(each[name] for name in Tally._fields)) for each in facts)
        states = sum(each["states"] for each in facts)
        solution = solution_of(self.game, total, states, score, self.seconds())
        if self.draft is not None:
            self.draft.finish_tiers(solution.facts())
        return solution
