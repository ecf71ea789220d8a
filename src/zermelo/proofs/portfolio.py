"""Two searches at one claim, in turn or on threads: the first to decide it chooses the moves."""

from __future__ import annotations

import contextlib
import math
import time
from array import array
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final

from zermelo.contract.game import Game
from zermelo.errors import Stopped
from zermelo.proofs.claim import Goal
from zermelo.proofs.compiled import chosen_walk, walker
from zermelo.proofs.walk import walk
from zermelo.search.clock import Clock
from zermelo.search.counters import NO_LIMIT, NODES
from zermelo.search.engine.compiling import Kernels, compiled
from zermelo.search.engine.questions import Questions, sufficient_move
from zermelo.search.engine.sums import Sums, winning_move
from zermelo.search.engine.table import Table
from zermelo.search.engine.workspace import Workspace
from zermelo.search.limits import Limits, Progress, Snapshot
from zermelo.search.proofnumbers import ProofNumbers, proven_move
from zermelo.search.racing import Racer, raced

FIRST_TURN: Final = 50_000  # nodes; in each later turn they are twice as many
FEW: Final = 5_000  # moves of a proof that are collected before a kernel compiles for that
FOLLOWS: Final = {
    Questions.name: walker(sufficient_move),
    Sums.name: walker(winning_move),
    ProofNumbers.name: walker(proven_move),
}


class _ManyMoves(Exception):  # noqa: N818 - a change of means, not an error
    """A proof has more moves than plain Python should collect."""


class Portfolio:
    """Alpha-beta, where the game's length is bounded, by parts if it has any; and proof-number
    search. They take turns, each time with more nodes, or have threads of their own. Proof-number
    search is alone where the game says what is `assured`, which alpha-beta does not ask.

    Each has its share of the table's `mebibytes`. Compiling does not count as time. `glance` is
    called now and then.
    """

    def __init__(
        self,
        game: Game[Any],
        state: Any,
        mebibytes: float,
        limits: Limits,
        progress: Progress | None,
        *,
        native: bool,
        threads: int = 1,
        glance: Callable[[], object] | None = None,
    ) -> None:
        self.game, self.state = game, state
        self._most = math.inf if limits.seconds is None else limits.seconds
        bounded = Questions.answers(game, state) and not game.has("assured")
        share = mebibytes / 2 if bounded else mebibytes
        proving = ProofNumbers(game, share, native=native, threads=max(1, threads - bounded))
        self.native = proving.native
        self._threads, self._proving = threads if self.native else 1, proving
        solvers: list[Questions | ProofNumbers] = [proving]
        if bounded and Sums.answers(game, state):
            table = Table(share, grows=True, native=self.native)
            sums = Sums(game, Workspace(table, native=self.native))
            if sums.able:
                solvers.insert(0, sums)
        elif bounded:
            kernels = compiled(game, progress) if self.native else Kernels()
            solvers.insert(0, Questions(game, share, kernels))
        self._began = time.perf_counter()
        heard = partial(self._look, progress, glance) if progress or glance else None
        watched: Any = {"native": self.native, "progress": heard, "began": self._began}
        self._turns = [(each, Clock(limits, counts=each.memory, **watched)) for each in solvers]
        self._winner, self._clock = self._turns[0]
        self._goal: Goal | None = None

    def kept(self) -> dict[str, array[int]]:
        """The entries of each search's table that took the most work."""
        return {solver.name: solver.kept() for solver, _ in self._turns}

    def restore(self, tables: Mapping[str, array[int]]) -> None:
        """Begin with these entries in the tables."""
        for solver, _ in self._turns:
            if solver.name in tables:
                solver.restore(tables[solver.name])

    def decide(self, goal: Goal) -> bool | None:
        """Whether the claimant reaches the goal; None if a refutation rests on repetitions.

        Raises `Stopped` when the time is over.
        """
        if self._goal not in (None, goal):
            self._proving.forget()  # what its numbers mean is the claimant's
        self._goal = goal
        if self._threads > 1:
            return self._raced(goal)
        nodes = FIRST_TURN
        while True:
            for solver, clock in self._turns:
                clock.allow(nodes)
                try:
                    answer: bool | None = clock.watch(solver.holds, self.state, *goal)
                except Stopped:
                    if clock.spent or clock.seconds() >= self._most:
                        raise
                    continue
                self._winner, self._clock = solver, clock
                return answer
            nodes *= 2

    def _raced(self, goal: Goal) -> bool | None:
        """The same on threads: one for each search, all others for proof numbers."""
        racers, (first, clock) = [], self._turns[0]
        if first is not self._proving:
            racers.append(Racer(partial(first.holds, self.state, *goal), first.memory))
        left = self._threads - len(racers)
        racers += self._proving.racers(self.state, *goal, left)
        clock.allow(NO_LIMIT)
        number, answer = clock.watch(raced, racers)
        self._winner, self._clock = self._turns[0 if number == 0 else -1]
        return self._proving.answer(answer) if self._winner is self._proving else bool(answer)

    def _look(
        self, progress: Progress | None, glance: Callable[[], object] | None, snapshot: Snapshot
    ) -> None:
        """Say how far both have come: the numbers of the root, and all states."""
        if glance is not None:
            glance()
        if progress is None:
            return
        memory = self._proving.memory
        numbers = [str(memory[name]) for name in ("proof", "disproof")]
        open_ends = f"proof number {numbers[0]}, disproof number {numbers[1]}"
        progress(replace(snapshot, nodes=self.nodes, note=open_ends))

    def walked(self, goal: Goal, moves: list[int]) -> int:
        """Walk through the winner's proof of a goal; its moves go into `moves`, and how many
        positions there are is returned."""
        self._clock.allow(NO_LIMIT)
        try:
            return self._walk(goal, moves, FEW if self._compiles() else None)
        except _ManyMoves:
            positions = self._walk_compiled(goal, moves)
        if positions is None:
            moves.clear()
            positions = self._walk(goal, moves, None)
        return positions

    def _walk(self, goal: Goal, moves: list[int], most: int | None) -> int:
        """Walk in plain Python; raises `_ManyMoves` where a proof has more than `most`."""

        def choose(state: Any) -> int:
            if len(moves) == most:
                raise _ManyMoves
            moves.append(self._winner.move(state, *goal))
            return moves[-1]

        return int(self._clock.watch(walk, self.game, self.state, goal, choose))

    def _compiles(self) -> bool:
        """Whether a kernel can walk; where both sides have the same moves, nimbers are sooner."""
        by_nimbers = isinstance(self._winner, Sums) and self._winner.by_nimbers
        return self.native and not by_nimbers

    def _walk_compiled(self, goal: Goal, moves: list[int]) -> int | None:
        """Walk on behind these moves; None where the kernel cannot."""
        winner, follow = self._winner, FOLLOWS[self._winner.name]
        weighing = winner.weighing() if isinstance(winner, Sums) else contextlib.nullcontext()
        with weighing:
            done = chosen_walk(
                self.game, self.state, goal, moves, follow, winner.memory, self._clock
            )
        if done is None:
            return None
        positions, moves[:] = done
        return positions

    @property
    def winner(self) -> str:
        """The name of the search that decided the last goal."""
        return self._winner.name

    @property
    def nodes(self) -> int:
        """States that all searches have visited."""
        others = (solver.memory for solver, _ in self._turns if solver is not self._proving)
        return sum(int(memory[NODES]) for memory in (*others, *self._proving.memories))

    @property
    def seconds(self) -> float:
        """The time since all was compiled."""
        return time.perf_counter() - self._began
