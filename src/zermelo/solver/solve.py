"""Solve a game: find all states forward, tier by tier, then compute values backward.

`Whole` holds the scores of all positions reachable from one position, solved during a search.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np

from zermelo.contract.analysis import Analysis, By, by_of, value_by
from zermelo.contract.arguments import (
    GameGiven,
    game_given,
    path_given,
    reject_unknown_keywords,
    state_given,
)
from zermelo.contract.game import WIN, Game
from zermelo.contract.numbered import solves_by_number
from zermelo.contract.views import seen_by, solvable
from zermelo.errors import ParameterError, Stopped, UsageError, ZermeloError
from zermelo.native import IN_BROWSER
from zermelo.process.files import FULL, reason
from zermelo.search.counters import NODES, Counts, check_limit
from zermelo.solver.crews.crew import LOSSES, Crew, Lost, Machine
from zermelo.solver.crews.raycrew import crew_at
from zermelo.solver.estimate import Estimate, by_number, estimate_keyed, too_large, too_many
from zermelo.solver.keyed.lookups import TooNarrow
from zermelo.solver.keyed.solver import KeyedSolver
from zermelo.solver.keyed.tiers import Tiers
from zermelo.solver.keys.keyarrays import place_of
from zermelo.solver.keys.layouts import Packing, beyond, key_for, packing_for
from zermelo.solver.numbered.estimate import TierSurvey
from zermelo.solver.numbered.solver import TierSolver, starts_of
from zermelo.solver.probing.probe import known_score, move_scores, probe
from zermelo.solver.score import distance_of, worth_of
from zermelo.solver.solution import Progress, Solution, Step, solution_of
from zermelo.solver.store.draft import Draft
from zermelo.solver.store.manifest import packing_from_json
from zermelo.solver.store.numbers import TierDraft


@reject_unknown_keywords
def solve(
    game: GameGiven,
    out: str | Path | None = None,
    *,
    states: Sequence[Any] | None = None,
    endgame: str | None = None,
    memory: int | None = None,
    threads: int | None = None,
    native: bool = True,
    progress: Progress | None = None,
    announce: Callable[[Estimate], None] | None = None,
    by: By = "outcome",
    anyway: bool = False,
    on: str | None = None,
    shares: int | None = None,
) -> Solution:
    """Find the value and remoteness of every reachable state, and store them.

    game      a game, or its spec like "nim(rows=[1, 2])"
    out       a directory for the database, see `zermelo.Database`; None keeps nothing. An
              interrupted run resumes. A database of numbered states also accepts results from
              other starts
    states    the states to start from; by default the game's start
    endgame   the name of an endgame, see `Game.endgame`: its positions are the starts
    memory    bytes to use, by default half of the machine's memory; tiers that don't fit go to disk
    threads   the number of threads, by default one per core
    native    False solves in plain Python
    announce  a function to call with an estimate before work from a single start begins, but not
              when it resumes
    progress  a function to call with the solver's progress
    by        "score" stores each state's value in points, without distances
    anyway    start even if disk or memory is known to be insufficient
    on        the address of a cluster, see docs/cluster.md; `memory` is then per machine,
              and `out` a directory that all machines share
    shares    the number of parts to cut each tier into, by default chosen to suit the machines;
              the database does not depend on it

    Tiers (`Game.tier`) are solved one at a time, the last first. In a tier with moves inside it,
    retrograde analysis gives the value of `Game.repetition` to states where neither side can force
    a result. If a game numbers its states, see `zermelo.contract.numbered`, all states of its tiers
    from the starts on are solved, even unreachable ones, in one or two bytes each.

    A game that is too large is refused before work begins. Without `announce`, if states have keys
    and there is one start, costs are only estimated after finding 67 million states, or 262,144 in
    plain Python, so that small games lose no time. A refused game leaves nothing on disk.

    Raises `CapabilityError` for states of more than 126 bits, `UsageError` for a directory that
    contains something else, or too little disk or memory, `ContractError` for rules that
    contradict themselves.

    >>> import zermelo
    >>> solution = zermelo.solve(zermelo.game("nim(rows=[1, 2])"), native=False)
    >>> solution.states, solution.value, solution.remoteness
    (8, 1, 3)
    """
    game = value_by(solvable(game_given(game)), by)
    if endgame is None:
        starts = [state_given(game, state) for state in ([None] if states is None else states)]
    elif states is None:
        starts = starts_of(game, endgame)
    else:
        raise ParameterError("an endgame defines its states; give only one of states and endgame")
    if not starts:
        raise ParameterError("states should contain at least one state to start from")
    with (
        crew_at(on, native=native) as crew,
        Machine(threads, memory, native=native, crew=crew, shares=shares) as machine,
    ):
        numbered = game if solves_by_number(game) else None
        kind = TierDraft if numbered else Draft
        draft = None if out is None else kind(path_given(out, "out"), game, starts)
        begun = draft is not None and draft.progress and not draft.grows
        progress = _with_news(progress, machine.crew)
        try:
            if draft is not None and draft.finished is not None:
                return Solution(**draft.finished["solution"], by=by_of(game))
            check = partial(_require_room, game, starts, machine, out, announce, anyway=anyway)
            at_once = bool(numbered or announce)
            if at_once and not begun:
                check()
            if numbered and (draft is None or isinstance(draft, TierDraft)):
                return TierSolver(numbered, starts, draft, machine, progress).run()
            later = None if at_once or begun else check
            return Solver(game, starts, draft, machine, progress, check_room=later).run()
        except OSError as error:
            words = ("write to", "make room"), ("read or write", "fix the disk")
            doing, cure = words[error.errno not in FULL]
            raise ZermeloError(
                f"cannot {doing} {out}: {reason(error)}; results so far are kept there: {cure} and "
                f"run the same command again"
            ) from None
        finally:
            if draft is not None:
                draft.close()


def _require_room(
    game: Game,
    starts: Sequence[Any],
    machine: Machine,
    out: str | Path | None,
    announce: Callable[[Estimate], None] | None,
    *,
    anyway: bool,
) -> None:
    """Raise `UsageError` if it is known in advance that a solution will not fit."""
    refusal = None
    if solves_by_number(game):
        survey = TierSurvey(game, machine, [*starts], 0)
        if announce is not None and len(starts) == 1:
            announce(by_number(survey))
        refusal = survey.too_many() if out else None
        refusal = refusal or (None if anyway else survey.too_large(out))
    elif len(starts) == 1:
        estimated = estimate_keyed(game, starts[0], machine)
        if announce is not None:
            announce(estimated)
        refusal = too_many(game, estimated) if out else None
        refusal = refusal or (None if anyway else too_large(game, estimated, machine, out))
    if refusal is not None:
        raise UsageError(refusal)


def _with_news(progress: Progress | None, crew: Crew) -> Progress | None:
    """Let reports of the progress include the crew's news, if it has any."""
    if progress is None or not crew.news:
        return progress
    report = progress
    return lambda step: report(f"{step}; {crew.news}")


MANY: Final = {True: 1 << 26, False: 1 << 18}  # states to find before estimating costs, by `native`


@dataclass(eq=False)
class Solver:
    """Solves a game with keyed states, or resumes its draft."""

    game: Game
    starts: Sequence[Any]
    draft: Draft | None
    machine: Machine
    progress: Progress | None
    whole: bool = False  # whether all tiers' scores stay in memory, not just one tier's
    check_room: Callable[[], None] | None = None  # called once there are `MANY` states

    def run(self) -> Solution:
        """Solve the game, or resume the draft; return the result."""
        draft, shown = self.draft, list[Any]()
        progress = None if draft is None else draft.progress
        while True:
            if draft is None or progress is None:
                packing = packing_for(self.game, self.starts, shown)
            else:
                packing = packing_from_json(draft.path, self.game, progress["packing"])
            try:
                return self.attempt(packing, progress)
            except TooNarrow as fault:
                shown += beyond(self.game, packing, *fault.args)
                progress = None

    def attempt(self, packing: Packing, progress: dict[str, Any] | None) -> Solution:
        """Solve with this packing, from the beginning or from saved progress."""
        if self.draft is not None:
            self.draft.packing = packing
            self.draft.begin() if progress is None else self.draft.resume()
        self.machine.kernels.begin()
        first, losses = int(self.game.tier(self.starts[0])), 0
        while True:
            given = packing, self.draft, self.machine
            tiers = self.tiers = Tiers(*given, None if self.whole else first)
            if self.draft is not None and progress is not None:
                tiers.restore(self.draft, progress)
            solver = KeyedSolver(self.game, tiers, self.report)
            try:
                if not tiers.complete:
                    solver.forward(self.starts)
                solver.backward()
                return self.finish()
            except Lost:
                losses, progress = losses + 1, tiers.saved or progress
                if losses > LOSSES:
                    raise

    def report(self, inside: int) -> None:
        """Report the progress, including `inside` states of the current tier."""
        tiers = self.tiers
        states, scored = sum(tier.count for tier in tiers.all), 0
        if tiers.complete:
            scored = sum(tier.count for tier in tiers.all[tiers.scored :]) + inside
        else:
            states += inside
        if self.check_room is not None and states >= MANY[self.machine.kernels.native]:
            check, self.check_room = self.check_room, None
            try:
                check()
            except UsageError:
                if self.draft is not None:
                    self.draft.discard()
                raise
        if self.progress is not None:
            self.progress(Step(states, scored, tiers.seconds(), tiers.complete))

    def finish(self) -> Solution:
        """The result once all tiers are scored."""
        tiers, start, count = self.tiers, self.starts[0], sum(tier.count for tier in self.tiers.all)
        score = tiers.score_of(int(self.game.tier(start)), key_for(self.game, tiers.packing, start))
        solution = solution_of(self.game, tiers.tally, count, score, tiers.seconds())
        if self.draft is not None:
            facts = [tier.facts() for tier in tiers.all]
            self.draft.finish({"solution": solution.facts(), "tiers": facts}, count, tiers.do)
        return solution


# All positions reachable from a start -------------------------------------------------------------
# If play can repeat, a search cannot prove a draw, and may circle within a few positions until its
# limit. If the reachable positions are few, solving them all in memory decides instead.

# bytes of memory by `native`; the excess goes to disk, and plain runs check the limit more often
MEMORY: Final = {True: 1 << 29, False: 1 << 22}


class Whole:
    """All positions reachable from `start`, solved in memory, to query like a database. Finding a
    state counts as a node in `counts`, and so does scoring it; raises `Stopped` at the limit.
    """

    name, path = "solved", Path()

    def __init__(self, game: Game, start: Any, counts: Counts, *, native: bool) -> None:
        self.game = solvable(game)
        self.start = seen_by(self.game, start)
        before = int(counts[NODES])

        def count(step: Step) -> None:
            counts[NODES] = before + step.states + step.scored
            check_limit(counts)

        with Machine(1, MEMORY[native], native=native) as machine:
            solver = Solver(self.game, [self.start], None, machine, count, whole=True)
            self.manifest = {"solution": solver.run().facts()}
            self._packing, get = solver.tiers.packing, machine.crew.get
            self._tiers = {
                tier.number: [
                    np.concatenate(get(map(held, tier.shares)))
                    for held in (solver.tiers.keys, solver.tiers.scores)
                ]
                for tier in solver.tiers.all
            }

    def proves(self, state: Any, claimant: int, least: int) -> bool | None:
        """Whether the claimant gets at least `least`, a value or points; None if so, but the best
        moves might cycle without reaching it.
        """
        game, score = self.game, known_score(self, state)
        worth = worth_of(game, score) * (1 if game.player(state) == claimant else -1)
        if worth < least:
            return False
        near = distance_of(game, score) is not None
        ends = near if least == WIN else game.draws_endless and not game.by_score
        return True if ends else None

    def move(self, state: Any, claimant: int, least: int) -> int:
        """The best move; among winning moves, the soonest win."""
        return max(move_scores(self, state), key=lambda entry: entry[1])[0]

    def score(self, state: Any) -> int | None:
        """The score of `state`, reachable from `start`, for its mover."""
        state = seen_by(self.game, state)
        keys, scores = self._tiers[self.game.tier(state)]
        return int(scores[place_of(keys, key_for(self.game, self._packing, state))])


def solved_whole(game: Game, start: Any, counts: Counts, *, native: bool) -> Whole | None:
    """Solve all reachable positions; None if that is impossible. Raises `Stopped` at the limit."""
    if IN_BROWSER:
        return None
    try:
        return Whole(game, start, counts, native=native)
    except Stopped:
        raise
    except ZermeloError:  # for example, states too wide for keys
        return None


def analyze_whole(game: Game, start: Any, counts: Counts, *, native: bool) -> Analysis | None:
    """The analysis of `start` from all reachable positions; None if `solved_whole` fails."""
    whole = solved_whole(game, start, counts, native=native)
    return None if whole is None else replace(probe(whole, whole.start, line=True), source="solved")
