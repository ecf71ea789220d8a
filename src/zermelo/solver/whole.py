"""All positions reachable from one, solved in memory during a search.

If play can repeat, a search cannot prove a draw, and may circle within a few positions until its
limit. Once it sees that they are few, it solves them all by retrograde analysis.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from zermelo.contract.analysis import Analysis
from zermelo.contract.game import WIN, Game
from zermelo.contract.views import seen_by, solvable
from zermelo.errors import Stopped, ZermeloError
from zermelo.native import IN_BROWSER
from zermelo.search.counters import NODES, Counts, check_limit
from zermelo.solver.crews.crew import Machine
from zermelo.solver.keys.keyarrays import place_of
from zermelo.solver.keys.layouts import key_for
from zermelo.solver.probing.probe import known_score, move_scores, probe
from zermelo.solver.score import distance_of, worth_of
from zermelo.solver.solution import Step
from zermelo.solver.solve import Solver

MEMORY: Final = 1 << 29  # bytes; the excess goes to disk
MEMORY_PLAIN: Final = 1 << 22  # bytes in plain runs, which then check the limit more often


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

        memory = MEMORY if native else MEMORY_PLAIN
        with Machine(1, memory, native=native) as machine:
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
    """The analysis of `start` from all reachable positions, or None like `solved_whole`."""
    whole = solved_whole(game, start, counts, native=native)
    return None if whole is None else replace(probe(whole, whole.start, line=True), source="solved")
