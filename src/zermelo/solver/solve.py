"""Solving a game: all states forward, tier by tier, then every value backward."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from zermelo.errors import ContractError, ParameterError, ZermeloError
from zermelo.game import Game
from zermelo.solver.backward import Backward
from zermelo.solver.database import packing_from_json
from zermelo.solver.draft import Draft
from zermelo.solver.enumerate import Expander, Frontier, TooNarrow
from zermelo.solver.packing import (
    Packing,
    bounds_of,
    key_for,
    packing_for,
    widened,
)
from zermelo.solver.score import remoteness_of, value_of
from zermelo.solver.shelf import Shelf
from zermelo.solver.workers import Workers

Array = Any
GIB: Final = 1 << 30


@dataclass(frozen=True)
class Step:
    """How far a solver has come: states found so far, or scored of all there are."""

    found: int
    scored: int
    seconds: float

    def __str__(self) -> str:
        if not self.scored:
            return f"{self.found:,} states found, {self.found / self.seconds:,.0f}/s"
        share = self.scored / self.found
        return f"{self.found:,} states, {share:.0%} scored"


Progress = Callable[[Step], None]


@dataclass(frozen=True)
class Solution:
    """What solving a game gave; `value` and `remoteness` are those of its (first) start.

    states            all that can be reached, symmetric ones counted singly
    canonical_states  those stored, one of each set of symmetric ones
    wins, draws, losses  of all states, for their movers
    longest           remoteness of the state that is decided last
    value             1, 0 or -1 for the player to move in the start
    remoteness        plies to the end under best play, None for a draw
    seconds           spent solving, all runs together; compiling and writing are not counted
    """

    game: str
    states: int
    canonical_states: int
    wins: int
    draws: int
    losses: int
    longest: int
    value: int
    remoteness: int | None
    seconds: float

    def as_dict(self) -> dict[str, Any]:
        """The fields as JSON."""
        return asdict(self)


def solve(
    game: Game[Any],
    out: str | Path | None = None,
    *,
    states: Sequence[Any] | None = None,
    memory: int | None = None,
    threads: int | None = None,
    native: bool = True,
    progress: Progress | None = None,
) -> Solution:
    """Find the value and remoteness of every state that can be reached, and store them.

    out      a directory for the database, see `zermelo.Database`; None keeps nothing. Run again
             after it was stopped by whatever, it goes on where it was
    states   what to start from; by default the game's start
    memory   bytes that arrays kept in memory may take before they go to disk, by default a quarter
             of the machine's
    threads  by default as many as there are cores

    Tiers are solved one at a time (`Game.tier`), backward; one with moves inside it by retrograde
    analysis, in which a state that neither side can force is a draw.

    Raises `CapabilityError` for states of more than 63 bits, `UsageError` for a directory that
    holds something else, `ContractError` for rules that contradict themselves.

    >>> import zermelo
    >>> solution = zermelo.solve(zermelo.game("nim(rows=[1, 2])"), native=False)
    >>> solution.states, solution.value, solution.remoteness
    (8, 1, 3)
    """
    if threads is not None and threads < 1:
        raise ParameterError(f"threads should be 1 or more, not {threads}")
    starts = [game.start()] if states is None else list(states)
    with Workers(threads) as workers:
        draft = None if out is None else Draft(Path(out), game, starts)
        try:
            solver = _Solver(game, starts, draft, memory or GIB, workers, native, progress)
            return solver.run()
        except OSError as error:
            raise ZermeloError(
                f"cannot write to {out}: {error.strerror}; what was solved is kept there: make "
                "room and run the same command again"
            ) from None
        finally:
            if draft is not None:
                draft.close()


class _Solver:
    """One solution under way."""

    def __init__(
        self,
        game: Game[Any],
        starts: Sequence[Any],
        draft: Draft | None,
        memory: int,
        workers: Workers,
        native: bool,
        progress: Progress | None,
    ) -> None:
        self.game, self.starts, self.draft = game, starts, draft
        self.memory, self.workers, self.progress = memory, workers, progress
        self.native = native
        self.compiled: set[Any] = set()
        self.compiler = threading.Lock()

    def execute(self, kernel: Any, *arguments: Any) -> Any:
        """Run a kernel, compiled or plain; time spent compiling does not count."""
        if not self.native:
            return kernel(*arguments)
        if kernel not in self.compiled:
            with self.compiler:
                began = time.perf_counter()
                kernel.prepare(*arguments)
                self.began += (time.perf_counter() - began) * (kernel not in self.compiled)
                self.compiled.add(kernel)
        return kernel.native(*arguments)

    def run(self) -> Solution:
        draft = self.draft
        if draft is not None and draft.finished is not None:
            return Solution(**draft.finished["solution"])
        bounds = bounds_of(self.starts)
        progress = None if draft is None else draft.progress
        while True:
            if progress is None:
                packing = packing_for(self.game, self.starts, bounds)
            else:
                packing = packing_from_json(self.game, progress["packing"])
            try:
                return self.attempt(packing, progress)
            except TooNarrow as fault:
                wider = widened(self.game, packing, bounds, fault.key)
                if wider == bounds and progress is None:
                    raise ContractError(
                        f"{self.game}: key(state) should be from 0 to 2**63 - 1"
                    ) from None
                bounds, progress = wider, None

    def attempt(self, packing: Packing, progress: dict[str, Any] | None) -> Solution:
        """Solve with this packing, from the beginning or from what is on disk."""
        shelf = Shelf(self.draft, self.memory)
        if self.draft is not None:
            self.draft.packing = packing
            self.draft.begin() if progress is None else self.draft.resume()
        self.began = time.perf_counter()
        if progress is not None:
            shelf.restore(progress)
        if not shelf.complete:
            self.forward(packing, shelf)
        backward = Backward(self.game, packing, shelf, self.workers, self.execute)
        while shelf.scored:
            backward.score_next()
            self.report(shelf)
        shelf.save()
        return self.finish(packing, shelf)

    def forward(self, packing: Packing, shelf: Shelf) -> None:
        frontier = Frontier(Expander(self.game, packing, self.workers, self.execute))
        self.refill(frontier, packing, shelf)
        while frontier:
            shelf.put_keys(*frontier.next_tier())
            self.report(shelf)
        shelf.all_found()

    def refill(self, frontier: Frontier, packing: Packing, shelf: Shelf) -> None:
        """Put the starts into the frontier, and what the known tiers lead to beyond them."""
        last = shelf.tiers[-1].number if shelf.tiers else None
        for start in self.starts:
            number = int(self.game.tier(start))
            if last is None or number > last:
                key = key_for(self.game, packing, start)
                frontier.add(number, [np.array([key], np.int64)])
        for tier in shelf.tiers:
            if last is not None and tier.reach > last:
                for target, batches in frontier.following(shelf.keys(tier), tier.number):
                    if target > last:
                        frontier.add(target, batches)

    def report(self, shelf: Shelf) -> None:
        if self.progress is not None:
            scored = sum(tier.count for tier in shelf.tiers[shelf.scored :]) * shelf.complete
            found = sum(tier.count for tier in shelf.tiers)
            self.progress(Step(found, scored, time.perf_counter() - self.began))

    def finish(self, packing: Packing, shelf: Shelf) -> Solution:
        score = self.score_of_start(packing, shelf)
        count = sum(tier.count for tier in shelf.tiers)
        wins, draws, losses = (shelf.tally.get(name, 0) for name in ("wins", "draws", "losses"))
        solution = Solution(
            game=str(self.game),
            states=wins + draws + losses,
            canonical_states=count,
            wins=wins,
            draws=draws,
            losses=losses,
            longest=shelf.tally.get("longest", 0),
            value=value_of(score),
            remoteness=remoteness_of(score),
            seconds=self.seconds(shelf),
        )
        if self.draft is not None:
            tiers = [tier.facts() for tier in shelf.tiers]
            self.draft.finish({"solution": solution.as_dict(), "tiers": tiers}, count)
        return solution

    def seconds(self, shelf: Shelf) -> float:
        return time.perf_counter() - self.began - shelf.writing

    def score_of_start(self, packing: Packing, shelf: Shelf) -> int:
        start = self.starts[0]
        number = self.game.tier(start)
        tier = next(tier for tier in shelf.tiers if tier.number == number)
        index = np.searchsorted(shelf.keys(tier), key_for(self.game, packing, start))
        return int(shelf.scores(tier)[index])
