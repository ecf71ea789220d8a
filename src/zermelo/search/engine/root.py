"""The engine's knowledge about the position it searches and its moves: bounds, scores, proofs.

Of several symmetric moves the engine searches one, and the others get the result.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from zermelo.contract.analysis import Analysis, Bound
from zermelo.contract.game import DRAW, Game
from zermelo.search.counters import WORDS, bound_in
from zermelo.search.engine.knownends import EngineOptions
from zermelo.search.engine.score import (
    ENDLESS,
    ESTIMATE,
    INFINITE,
    PROVEN,
    WON,
    in_score,
    lost_in,
    plies_to_end,
    value_of,
    won_in,
)


@dataclass(eq=False)
class MoveBounds:
    """One move with proven bounds of its score, for the player who makes it."""

    move: int
    child: Any
    low: int = -INFINITE
    high: int = INFINITE
    score: int = -INFINITE  # the latest result; an estimate unless it equals a proven bound
    bound: Bound = "at least"  # how `score` bounds the score at the searched depth
    twin: MoveBounds | None = None  # an earlier, symmetric move, searched in place of this one

    @property
    def decided(self) -> bool:
        """Whether the move's value is proven."""
        return are_decisive(self.low, self.high)

    @property
    def timed(self) -> bool:
        """Whether the score is proven, including how soon a win or a loss ends the game."""
        return self.low >= self.high

    @property
    def remoteness(self) -> int | None:
        """Plies to the end, counting this move, for proven wins and losses; else None."""
        return plies_to_end(self.low) if self.timed and abs(self.low) > PROVEN else None

    @property
    def worth(self) -> int:
        """The score, proven or estimated; estimates have no distance."""
        if self.decided:
            return decided_score(self.low, self.high)
        return max(-ESTIMATE, min(self.score, ESTIMATE))

    @property
    def value(self) -> float:
        """The score as a value from LOSS to WIN."""
        return value_of(self.worth)

    def learn(self, score: int, floor: int, ceiling: int, *, settled: bool) -> None:
        """Record the result of a search with this window; `settled` if it used no estimates."""
        self.score, self.bound = score, WORDS[bound_in(score, floor, ceiling)]
        if score > floor and (settled or score > PROVEN):
            self.low = max(self.low, score)
        if score < ceiling and (settled or score < -PROVEN):
            self.high = min(self.high, score)


def are_decisive(low: int, high: int) -> bool:
    """Whether proven bounds of a score determine the value."""
    return low >= ENDLESS or high <= -ENDLESS or low >= high


def decided_score(low: int, high: int) -> int:
    """A score that has the value proven by decisive bounds."""
    return high if high <= -ENDLESS else low


def distinct(game: Game, state: Any, known: list[MoveBounds]) -> list[MoveBounds]:
    """The moves without those symmetric to an earlier move, which becomes their `twin`."""
    images = list(game.symmetries(state))
    if len(images) == len(set(images)):
        return known
    first: dict[Any, MoveBounds] = {}
    for entry in known:
        same = (first[image] for image in game.symmetries(entry.child) if image in first)
        entry.twin = next(same, None)
        if entry.twin is None:
            first[entry.child] = entry
    return [entry for entry in known if entry.twin is None]


def update_twins(known: list[MoveBounds]) -> None:
    """Copy each searched move's result to its symmetric twins."""
    for entry in known:
        if entry.twin is not None:
            entry.low, entry.high = entry.twin.low, entry.twin.high
            entry.score, entry.bound = entry.twin.score, entry.twin.bound


class Root:
    """The position being searched, and all knowledge of it.

    capped  whether the match may draw before the game ends

    every_move  whether the value and distance of every move matter
    asks_root   whether a proof finds the position's value before the values of its moves
    known       all moves; `asked` has the moves to search, without symmetric ones
    favourite   the best move, even from an unfinished depth
    depth       plies searched completely
    proven      whether the score is exact, including its distance
    before      nodes of the earlier analysis that this search continues
    line        best play; each of its moves is proven if the score is
    whole       the analysis from solving all reachable positions, None until then
    """

    def __init__(self, game: Game, state: Any, options: EngineOptions, *, capped: bool) -> None:
        self.every_move, self.ties = options.every_move, options.ties or options.every_move
        self.leading = options.leading
        self.game, self.state, self._capped = game, state, capped
        self.asks_root = not self.every_move and options.only is None
        moves = [m for m in game.moves(state) if options.only is None or m in options.only]
        self.known = [MoveBounds(move, game.play(state, move)) for move in moves]
        self.asked = distinct(game, state, self.known)
        if options.quiescent:  # the game's order decides between equals
            self.asked.sort(key=lambda entry: -int(game.order(state, entry.move)))
        self.favourite: MoveBounds | None = None
        self.depth, self.before = 0, 0
        self.line: list[int] = []
        self.whole: Analysis | None = None
        self.score: int | None = None
        self.proven = False
        self.proof = Proof(self.longest(), distance=True, by_score=game.by_score)
        self.bounded = self.proof.longest >= 0  # whether the game, and so every proof, must end
        if options.known is not None:
            self.recall(options.known)

    def recall(self, known: Analysis) -> None:
        """Start with the proven results of an analysis, and estimates if the engine made them."""
        proof = self.proof
        if known.exact and known.value is not None:
            low, high = self.bounds_of(known.value, known.remoteness)
            proof.low, proof.high = max(proof.low, low), min(proof.high, high)
        for entry in self.known:
            earlier = known.of(self.game.format_move(self.state, entry.move))
            if earlier is None:
                return
            entry.high = min(entry.high, proof.high)  # no move is better than the position
            if earlier.exact:
                low, high = self.bounds_of(earlier.value, earlier.remoteness)
                entry.low, entry.high = max(entry.low, low), min(entry.high, high)
            entry.score, entry.bound = in_score(self.game, earlier.value), earlier.bound
        if known.source == "engine" and known.value is not None:
            self.depth, self.before = known.depth, known.nodes
            self.score = in_score(self.game, known.value)
            if self.low >= self.high:
                self.score, self.proven = self.low, True

    def bounds_of(self, value: float, remoteness: int | None) -> tuple[int, int]:
        """The bounds on a score with a proven value.

        If the game can loop, a win of unknown distance may be endless play, so it sets no bound.
        """
        if self.game.by_score or value == DRAW:
            score = in_score(self.game, value)
            return score, score
        if remoteness is not None:
            score = won_in(remoteness) if value > DRAW else lost_in(remoteness)
            return score, score
        if not self.bounded:
            return -INFINITE, INFINITE
        longest = self.longest()
        return (won_in(longest), INFINITE) if value > DRAW else (-INFINITE, lost_in(longest))

    @property
    def low(self) -> int:
        """The best proven lower bound of the position's score, by its own proof or by a move's."""
        return max([self.proof.low, *(entry.low for entry in self.known)])

    @property
    def high(self) -> int:
        """The best proven upper bound of the position's score, by its own proof or by all moves."""
        return min(self.proof.high, max([-INFINITE, *(entry.high for entry in self.known)]))

    def longest(self) -> int:
        """The most plies that the game can still last; −1 if unbounded, or if the match may draw.

        Proofs need the table, whose entries don't count near a draw of the match.
        """
        return -1 if self._capped else int(self.game.remaining(self.state))

    @property
    def value(self) -> float | None:
        """The position's value for its mover, None if nothing is known."""
        if not self.known:
            return float(self.game.outcome(self.state))
        return None if self.worth is None else value_of(self.worth)

    @property
    def worth(self) -> int | None:
        """The position's score, None if unknown; valid only if the game is not over."""
        return decided_score(self.low, self.high) if self.exact else self.score

    @property
    def exact(self) -> bool:
        """Whether the value is proven."""
        return are_decisive(self.low, self.high) or not self.known

    @property
    def remoteness(self) -> int | None:
        """Plies to the end under best play; None unless a win or loss and its line are proven."""
        if not self.known:
            return 0
        if self.proven and self.score is not None and abs(self.score) > PROVEN:
            plies = plies_to_end(self.score)
            return plies if len(self.line) == plies else None
        return None

    @property
    def finished(self) -> bool:
        """Whether nothing is left to search."""
        return self.whole is not None or (self.proven and not self.unproven)

    @property
    def unproven(self) -> int:
        """The number of moves still to prove."""
        return sum(self.open(entry) for entry in self.asked)

    def open(self, entry: MoveBounds) -> bool:
        """Whether a move's value is unproven, or its distance, if that matters and exists."""
        if self.every_move and entry.decided and abs(entry.worth) > ENDLESS:
            return not entry.timed
        return self.ties and not entry.decided


# Exact scores by null windows ---------------------------------------------------------------------
# In games of bounded length, questions ask whether the score is above a bound. The first questions
# are about endings near the root, later ones about distant endings. So short wins are proven fast,
# and every answer stays in the table as a proven bound (proof by successive null windows: Coplan
# 1982, Plaat 1996).


NEAREST: Final = 3  # the first horizon, in plies


class Proof:
    """Narrows the bounds `low` and `high` of a score, in a game of bounded length.

    longest    the most plies that the game can still last
    distance   whether to narrow down to the exact score, not only until the value is decided
    by_score   whether the score is in points; null windows are then next to the latest bound
               (MTD(f): Plaat 1996)
    """

    def __init__(self, longest: int, *, distance: bool, by_score: bool = False) -> None:
        self.low, self.high = -INFINITE, INFINITE
        self.expected = 0  # in a proof in points, the score to ask about next
        self.distance, self.longest, self._by_score = distance, longest, by_score
        self.horizon = NEAREST if distance else longest

    def run(self, ask: Callable[[int], int]) -> None:
        """Ask questions until `done`.

        ask(score) searches and returns a lower bound above `score` if the true score is above
        it, else an upper bound of at most `score`.
        """
        while not self.done:
            asked = self.question()
            score = ask(asked)
            if score > asked:
                self.low = self.expected = score
            else:
                self.high, self.expected = score, score - 1

    @property
    def done(self) -> bool:
        """Whether the score or, without `distance`, at least the value is proven."""
        same_side = self.low > PROVEN or self.high < -PROVEN
        return self.low >= self.high or (same_side and not self.distance)

    def question(self) -> int:
        """The score to ask about next: is the true score above it? Near endings come first."""
        low, high, nearest = self.low, self.high, self.horizon + 1
        if self._by_score:
            return max(low, min(self.expected, high - 1))
        while nearest <= self.longest and lost_in(nearest) <= low and high <= won_in(nearest):
            nearest += 2 + (nearest - 1) // 4
        self.horizon = nearest - 1
        if low > PROVEN:  # a proven win: bisect its distance
            return won_in((2 * WON - low - high) // 2 + 1)
        if high < -PROVEN:
            return lost_in((2 * WON + low + high) // 2)
        if self.horizon >= self.longest:
            return 0 if high > 0 else -1
        return won_in(nearest) if high > won_in(nearest) else lost_in(self.horizon)
