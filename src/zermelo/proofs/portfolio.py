"""Two searches for one claim, in turn or on threads; the first to decide it gives the moves."""

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
from zermelo.proofs.certificate import Goal
from zermelo.proofs.walk import chosen_walk, walk, walker
from zermelo.search.clock import Clock, Limits, Progress, Snapshot
from zermelo.search.counters import NO_LIMIT, NODES
from zermelo.search.engine.compiling import Kernels, Workspace, kernels_for
from zermelo.search.engine.questions import Questions, sufficient_move
from zermelo.search.engine.sums import Sums, winning_move
from zermelo.search.engine.table import Table
from zermelo.search.proofnumbers import ProofNumbers, proven_move
from zermelo.search.threads import Racer, race
from zermelo.solver.solve import Whole, solved_whole

FIRST_TURN: Final = 50_000  # nodes of the first turn; each later turn has twice as many
LATER: Final = 32 * FIRST_TURN  # after turns this long, solve all positions if play can repeat
SHARE: Final = 8  # dividing a turn's nodes by this gives the limit for solving
MOST: Final = 1 << 23  # nodes for solving all positions if a search ends undecided
FEW: Final = 5_000  # moves of a proof to collect before compiling a kernel for it
FOLLOWS: Final = {
    Questions.name: walker(sufficient_move),
    Sums.name: walker(winning_move),
    ProofNumbers.name: walker(proven_move),
}


class _ManyMoves(Exception):  # noqa: N818 - a request to compile
    """A proof has more moves than plain Python should collect."""


class Portfolio:
    """Proof-number search and, if the game's length is bounded, alpha-beta, which searches a
    position part by part if it falls apart. They take turns with ever more nodes, or have threads
    of their own. If the game defines `assured`, which alpha-beta ignores, proof-number search
    works alone.

    The searches share the `mebibytes` of the table. Compiling time is not counted.
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
            kernels = kernels_for(game, progress) if self.native else Kernels()
            solvers.insert(0, Questions(game, share, kernels))
        self._began = time.perf_counter()
        heard = partial(self._look, progress, glance) if progress or glance else None
        watched: Any = {"native": self.native, "progress": heard, "began": self._began}
        self._turns = [(each, Clock(limits, counts=each.memory, **watched)) for each in solvers]
        self._winner: Questions | ProofNumbers | Whole
        self._winner, self._clock = self._turns[0]
        self._goal: Goal | None = None
        self._whole: Whole | None = None

    def hardest(self) -> dict[str, array[int]]:
        """The costliest entries of each search's table."""
        return {solver.name: solver.hardest() for solver, _ in self._turns}

    def restore(self, tables: Mapping[str, array[int]]) -> None:
        """Start with these entries in the tables."""
        for solver, _ in self._turns:
            if solver.name in tables:
                solver.restore(tables[solver.name])

    def decide(self, goal: Goal) -> bool | None:
        """Whether the claimant reaches the goal; None if a refutation depends on repetitions.
        Raises `Stopped` when time is up.
        """
        if self._goal not in (None, goal):
            self._proving.forget()  # proof numbers depend on the claimant
        self._goal, loops = goal, self.game.remaining(self.state) < 0
        nodes, answer = FIRST_TURN, self._by_whole(goal, 0)
        while answer is None:
            for solver, clock in self._turns[: 1 if self._threads > 1 else None]:
                try:
                    answer = self._turn(goal, solver, clock, nodes)
                except Stopped:
                    if clock.spent or clock.seconds() >= self._most:
                        raise
                    continue
                return self._by_whole(goal, MOST) if answer is None else answer
            if loops and nodes >= LATER:
                answer = self._by_whole(goal, nodes // SHARE)
            nodes *= 2
        return answer

    def _turn(
        self, goal: Goal, solver: Questions | ProofNumbers, clock: Clock, nodes: int
    ) -> bool | None:
        """The answer of one search within `nodes`; with several threads, the answer of a race
        between alpha-beta, if any, on one thread, and proof-number search on the others.
        """
        clock.allow(nodes)
        if self._threads == 1:
            answer: bool | None = clock.watch(solver.holds, self.state, *goal)
            self._winner, self._clock = solver, clock
            return answer
        racers = []
        if solver is not self._proving:
            racers.append(Racer(partial(solver.holds, self.state, *goal), solver.memory))
        racers += self._proving.racers(self.state, *goal, self._threads - len(racers))
        number, found = clock.watch(race, racers)
        self._winner, self._clock = self._turns[0 if number == 0 else -1]
        return self._proving.answer(found) if self._winner is self._proving else bool(found)

    def _by_whole(self, goal: Goal, most: int) -> bool | None:
        """The answer from solving all positions; None for a cycle or more than `most` positions."""
        clock = self._turns[-1][1]
        if self._whole is None and most:
            clock.allow(most)
            given = self.game, self.state, clock.counts
            try:
                self._whole = clock.watch(partial(solved_whole, *given, native=self.native))
            except Stopped:
                if clock.spent or clock.seconds() >= self._most:
                    raise
        if self._whole is None:
            return None
        answer = self._whole.proves(self.state, *goal)
        if answer is not None:
            self._winner, self._clock = self._whole, clock
        return answer

    def _look(
        self, progress: Progress | None, glance: Callable[[], object] | None, snapshot: Snapshot
    ) -> None:
        """Call `glance`; report the root's proof numbers, and the states that searches visited."""
        if glance is not None:
            glance()
        if progress is None:
            return
        memory = self._proving.memory
        numbers = [str(memory[name]) for name in ("proof", "disproof")]
        open_ends = f"proof number {numbers[0]}, disproof number {numbers[1]}"
        progress(replace(snapshot, nodes=self.nodes, note=open_ends))

    def walk_proof(self, goal: Goal, moves: list[int]) -> int:
        """Add the moves of a goal's proof to `moves`; return the proof's number of positions."""
        self._clock.allow(NO_LIMIT)
        winner: Any = self._winner
        # If both sides have the same moves, nimbers make a plain walk faster than compiling.
        by_nimbers = isinstance(winner, Sums) and winner.by_nimbers
        plain = not self.native or by_nimbers or winner is self._whole
        with contextlib.suppress(_ManyMoves):
            return self._walk(goal, moves, None if plain else FEW)
        given = self.game, self.state, goal, moves, FOLLOWS[winner.name], winner.memory
        with winner.weighing() if isinstance(winner, Sums) else contextlib.nullcontext():
            done = chosen_walk(*given, self._clock)
        if done is None:
            moves.clear()
            return self._walk(goal, moves, None)
        positions, moves[:] = done
        return positions

    def _walk(self, goal: Goal, moves: list[int], most: int | None) -> int:
        """Walk in plain Python; raises `_ManyMoves` if a proof has more than `most` moves."""

        def choose(state: Any) -> int:
            if len(moves) == most:
                raise _ManyMoves
            moves.append(self._winner.move(state, *goal))
            return moves[-1]

        return int(self._clock.watch(walk, self.game, self.state, goal, choose))

    @property
    def winner(self) -> str:
        """The name of the search that decided the last goal."""
        return self._winner.name

    @property
    def nodes(self) -> int:
        """The number of states that all searches visited."""
        others = (solver.memory for solver, _ in self._turns if solver is not self._proving)
        return sum(int(memory[NODES]) for memory in (*others, *self._proving.memories))

    @property
    def seconds(self) -> float:
        """The seconds since the searches were compiled."""
        return time.perf_counter() - self._began
