"""The textbook searches of one position: deepened ply by ply, and their best line followed."""

from __future__ import annotations

import random
from typing import Any

from zermelo.contract.analysis import Analysis, MoveValue, along_line, line_texts
from zermelo.contract.game import ONGOING, Game
from zermelo.contract.points import by_of
from zermelo.contract.ranges import DEEPEST
from zermelo.search.algorithms import Algorithm, Question
from zermelo.search.clock import Clock
from zermelo.search.counters import CUTOFFS
from zermelo.search.textbook import utility


def search_textbook(algorithm: Algorithm, asked: Question) -> Analysis:
    """The result of a textbook search."""
    clock = Clock(asked.limits, native=asked.native is not False, progress=asked.progress)
    search = Deepening(asked.game, asked.state, algorithm, clock, asked.chance)
    return search.run(asked.limits.depth, deepening=asked.limits.deepening)


class Deepening:
    """One analysis under way: ply by ply, or at one depth, by one of the algorithms."""

    def __init__(
        self,
        game: Game,
        state: Any,
        algorithm: Algorithm,
        clock: Clock,
        chance: random.Random | None,
    ) -> None:
        self.game, self.state, self.clock, self.chance = game, state, clock, chance
        self.bound = game.value_bound
        self.algorithm, self.kernel = algorithm, algorithm.kernel
        self.moves = list(game.moves(state))
        self.values: list[float] = []  # of the last depth completed
        self.depth = 0
        self.unlimited = False  # the limit cut nothing at that depth
        self.remoteness: int | None = None
        self.line: list[int] = []

    def run(self, depth: int | None, *, deepening: bool) -> Analysis:
        """The result once all is proven, `depth` is reached or a limit ends the search."""
        first = 1 if deepening else depth or DEEPEST
        interrupted = self.clock.is_interrupted(self.search, depth or DEEPEST, first)
        if self.values and not self.line:
            self.line = [self.choose(self.moves, self.values)]
        return self.report(interrupted)

    def search(self, deepest: int, first: int) -> None:
        """Search deeper and deeper, and then follow the best line."""
        self.deepen(deepest, first)
        self.follow(self.depth)

    def deepen(self, deepest: int, first: int) -> None:
        """Search at one depth after another until everything is proven."""
        if not self.moves:
            return
        counts, game = self.clock.counts, self.game
        for depth in range(first, deepest + 1):
            self.clock.depth = depth
            counts[CUTOFFS] = 0
            values = self.clock.run(self.kernel, self.game, self.state, depth)
            self.values, self.depth = [float(value) for value in values], depth
            self.unlimited = int(counts[CUTOFFS]) == 0
            self.clock.value = value = max(self.values)
            timed = first == 1 and not game.by_score
            if timed and abs(value) == self.bound and self.remoteness is None:
                self.follow(depth)
                self.remoteness = depth
            if self.unlimited or all(abs(value) == self.bound for value in self.values):
                return

    def follow(self, left: int) -> None:
        """Best play from the state: wins as soon, loses as late as the search can tell."""
        if self.remoteness is not None:
            return
        state, line, values = self.state, list[int](), self.values
        while left > 0 and self.game.outcome(state) == ONGOING:
            moves = list(self.game.moves(state))
            if line:
                values = self.clock.run(self.kernel, self.game, state, left)
            if max(values) == -self.bound and left > 1:
                values = self.clock.run(self.kernel, self.game, state, left - 1)
            move = self.choose(moves, values)
            line.append(move)
            state, left = self.game.play(state, move), left - 1
        self.line = line

    def choose(self, moves: list[int], values: list[float]) -> int:
        """The first of the best moves, or with a seed any of them."""
        most = max(values)
        best = [move for move, value in zip(moves, values, strict=True) if value == most]
        return self.chance.choice(best) if self.chance else best[0]

    def proven(self, value: float) -> bool:
        """Whether a value rests on no estimate."""
        return self.unlimited or abs(value) == self.bound

    def report(self, interrupted: bool) -> Analysis:
        """All that is known by now."""
        game, state = self.game, self.state
        if self.moves:
            value = max(self.values) if self.values else None
        else:
            value, self.unlimited = float(utility(game, state, game.outcome(state))), True
        remoteness = self.remoteness if self.moves else 0
        moves = [
            MoveValue(self.game.format_move(state, move), worth, self.proven(worth), by=by_of(game))
            for move, worth in zip(self.moves, self.values, strict=False)
        ]
        exact = value is not None and self.proven(value)
        line = line_texts(game, state, self.line, exact=exact)
        return self.clock.analysis(
            game,
            state,
            value=value,
            exact=exact,
            depth=self.depth,
            best_moves=tuple(entry.move for entry in moves if entry.value == value),
            complete=value is not None and (not exact or all(entry.exact for entry in moves)),
            moves=along_line(moves, value, line, remoteness),
            line=line,
            remoteness=remoteness,
            interrupted=interrupted,
            source=self.algorithm.name,
        )
