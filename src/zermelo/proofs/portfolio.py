"""Two searches that take turns at a claim: the first to decide it also chooses the moves."""

from __future__ import annotations

import contextlib
import math
import time
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
from zermelo.search.limits import Limits, Progress
from zermelo.search.proofnumbers import ProofNumbers, proven_move

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
    search.

    Each has its share of the table's `mebibytes`. Compiling does not count as time.
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
    ) -> None:
        self.game, self.state = game, state
        self._most = math.inf if limits.seconds is None else limits.seconds
        kernels = compiled(game, progress) if native else Kernels()
        self.native, bounded = kernels.native, Questions.answers(game, state)
        share = mebibytes / 2 if bounded else mebibytes
        solvers: list[Questions | ProofNumbers] = [ProofNumbers(game, share, native=self.native)]
        if Sums.answers(game, state):
            table = Table(share, grows=True, native=self.native)
            solvers.insert(0, Sums(game, Workspace(table, native=self.native)))
        elif bounded:
            solvers.insert(0, Questions(game, share, kernels))
        self._began = time.perf_counter()
        watched: Any = {"native": self.native, "progress": progress, "began": self._began}
        self._turns = [(each, Clock(limits, counts=each.memory, **watched)) for each in solvers]
        self._winner, self._clock = self._turns[0]

    def decide(self, goal: Goal) -> bool | None:
        """Whether the claimant reaches the goal; None if a refutation rests on repetitions.

        Raises `Stopped` when the time is over.
        """
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
        return sum(int(solver.memory[NODES]) for solver, _ in self._turns)

    @property
    def seconds(self) -> float:
        """The time since all was compiled."""
        return time.perf_counter() - self._began
