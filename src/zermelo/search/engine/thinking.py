"""One search of one position: iterative deepening, and proofs where the game's length is bounded.

Each depth searches the best move so far first. Of each other move it only asks whether it is as
good, or better where one best move is enough (principal variation search at the root). Every other
depth on the way is skipped. In games of bounded length, proofs take turns with this, each time
with more nodes, until one is complete: near the end they are faster and have no horizon.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from zermelo.contract.game import LOSS, ONGOING, WIN, Game
from zermelo.errors import Stopped
from zermelo.search.clock import Clock
from zermelo.search.counters import NO_LIMIT, check_limit
from zermelo.search.engine.compiling import Kernels
from zermelo.search.engine.memory import DEEPEST, NEVER
from zermelo.search.engine.movebounds import MoveBounds, are_decisive, decided_score
from zermelo.search.engine.options import USUAL, EngineOptions
from zermelo.search.engine.proving import PointsProof, Proof
from zermelo.search.engine.score import (
    INFINITE,
    PROVEN,
    in_units,
    lifted,
    lowered,
    plies_to_end,
    value_of,
)
from zermelo.search.engine.search import negate_window
from zermelo.search.engine.sums import PartsTurn
from zermelo.search.engine.table import NOTHING, choice_of
from zermelo.search.engine.workspace import Workspace

if TYPE_CHECKING:
    import random

FIRST_LOOK: Final = 300  # nodes after which the first deepening starts no further depth
FIRST_PROOF: Final = 20_000  # nodes of the first attempt at a proof


class Thinking:
    """One search of one position; its results stay valid when a limit stops it."""

    def __init__(
        self,
        game: Game,
        state: Any,
        kernels: Kernels,
        workspace: Workspace,
        clock: Clock,
        options: EngineOptions = USUAL,
    ) -> None:
        self.every_move = options.every_move
        self.ties = options.ties or options.every_move
        self.selective = options.selective and game.has("loud")
        self.game, self.state, self.clock, self.kernels = game, state, clock, kernels
        self.workspace = workspace  # keeps the arrays alive that its memory points to
        self.memory = workspace.memory
        self.known = [MoveBounds(move, game.play(state, move)) for move in game.moves(state)]
        self.asked = self.distinct_moves()  # the moves to search
        self.favourite: MoveBounds | None = None  # the best move, unfinished depth included
        self.depth = 0  # plies searched completely
        self.score: int | None = None
        self.helped_nodes = 0  # visited by helpers, see `parallel`
        self.proven = False  # the score is exact, its distance included
        self.proof = self.new_proof(self.longest(), distance=True)
        self.line: list[int] = []

    def think(
        self, depth: int | None, chance: random.Random | None = None, *, deepening: bool = True
    ) -> None:
        """Search until everything is decided or `depth` is reached; `Stopped` at a limit.

        Without `deepening`, search once at `depth`. `chance` chooses among equal moves of the line.
        """
        if self.known:
            self.clock.watch(self._think, depth, chance, deepening)

    def _think(self, depth: int | None, chance: random.Random | None, deepening: bool) -> None:
        if chance is not None and not self.ties:
            self.vary(chance)
        self.find_out(depth, deepening=deepening)
        self.follow(chance)

    def find_out(self, depth: int | None, *, deepening: bool = True) -> None:
        """The value of the position and of its moves, without the line.

        To a given depth, every line counts; without one, the search may be selective.
        """
        self.selective &= depth is None
        try:
            if depth is None and self.bounded:
                self.take_turns()
            elif depth is None:
                self.deepen_to(DEEPEST, 1)
            else:
                self.deepen_to(depth, 2 - depth % 2 if deepening else depth, stride=2)
        finally:
            self.update_twins()

    def vary(self, chance: random.Random) -> None:
        """Shuffle the moves that the game's own order ranks equally."""
        mixed = chance.sample(self.asked, len(self.asked))
        rank = {entry.move: -int(self.game.order(self.state, entry.move)) for entry in mixed}
        self.asked = sorted(mixed, key=lambda entry: rank[entry.move])

    def distinct_moves(self) -> list[MoveBounds]:
        """The moves without those that are symmetric to an earlier one."""
        images = list(self.game.symmetries(self.state))
        if len(images) == len(set(images)):
            return self.known
        first: dict[Any, MoveBounds] = {}
        for entry in self.known:
            same = (first[image] for image in self.game.symmetries(entry.child) if image in first)
            entry.twin = next(same, None)
            if entry.twin is None:
                first[entry.child] = entry
        return [entry for entry in self.known if entry.twin is None]

    def update_twins(self) -> None:
        """Copy each searched move's result to its symmetric twins."""
        for entry in self.known:
            if entry.twin is not None:
                entry.low, entry.high = entry.twin.low, entry.twin.high
                entry.score, entry.bound = entry.twin.score, entry.twin.bound

    @property
    def low(self) -> int:
        """The proven lower bound of the position's score: the best lower bound of a move."""
        return max([self.proof.low, *(entry.low for entry in self.known)])

    @property
    def high(self) -> int:
        """The proven upper bound of the position's score: the best upper bound of a move."""
        return min(self.proof.high, max([-INFINITE, *(entry.high for entry in self.known)]))

    def longest(self) -> int:
        """The most plies that the game may still last, −1 if unbounded.

        It also counts as unbounded if the match may draw first: proofs need the table, which is
        of no use then.
        """
        capped = self.workspace.match_draws.capped < NEVER
        return -1 if capped else int(self.game.remaining(self.state))

    def new_proof(self, longest: int, *, distance: bool) -> Proof:
        """A new proof, in points or by outcome as the game counts."""
        return (PointsProof if self.game.by_score else Proof)(longest, distance=distance)

    @property
    def bounded(self) -> bool:
        """Whether the game's length is bounded, so that proofs terminate."""
        return self.proof.longest >= 0

    @property
    def value(self) -> float | None:
        """The position's value for its mover, None if nothing is known."""
        if not self.known:
            return float(self.game.outcome(self.state))
        return None if self.worth is None else value_of(self.worth)

    @property
    def worth(self) -> int | None:
        """The position's score, as far as known; only while the game goes on."""
        return decided_score(self.low, self.high) if self.exact else self.score

    def reported(self, worth: int | None) -> float | None:
        """A score as reported: a value, or points."""
        return None if worth is None else in_units(self.game, worth)

    @property
    def exact(self) -> bool:
        """Whether the value is proven."""
        return are_decisive(self.low, self.high) or not self.known

    @property
    def remoteness(self) -> int | None:
        """Plies to the end under best play, for proven wins and losses."""
        if not self.known:
            return 0
        if self.proven and self.score is not None and abs(self.score) > PROVEN:
            return plies_to_end(self.score)
        return None

    @property
    def known_moves(self) -> list[MoveBounds]:
        """All moves, once any search has finished."""
        return self.known if self.value is not None else []

    @property
    def finished(self) -> bool:
        """Whether nothing is left to search."""
        return self.proven and (not self.ties or all(entry.decided for entry in self.asked))

    # Deepening -----------------------------------------------------------------------------------

    def deepen_to(
        self, deepest: int, first: int, nodes: int = NO_LIMIT, *, stride: int = 1
    ) -> None:
        """Search depth after depth; start no new one after `nodes` more states."""
        ends = self.clock.nodes() + nodes
        for depth in range(first, deepest + 1, stride):
            if self.finished or self.clock.nodes() >= ends:
                return
            self.clock.depth = depth
            if not self.proven:
                self.compare_or_restore(depth)
            if self.proven and self.ties:
                self.judge(depth)
            self.depth = depth

    def compare_or_restore(self, depth: int) -> None:
        """`compare`; if it is stopped, restore the scores of the depth before, but keep bounds."""
        before = [(entry.score, entry.bound) for entry in self.known]
        try:
            self.compare(depth)
        except Stopped:
            for entry, (score, bound) in zip(self.known, before, strict=True):
                entry.score, entry.bound = score, bound
            raise

    def compare(self, depth: int) -> None:
        """Search all moves at `depth`: the best score, and with `ties` every move that has it."""
        best, settled = -INFINITE, True
        for entry in sorted(self.asked, key=lambda e: (e is not self.favourite, -e.score)):
            first = best == -INFINITE
            floor = -INFINITE if first or self.every_move else best - int(self.ties)
            score, sure = INFINITE, True
            if floor > -INFINITE:
                score, sure = self.ask(entry, depth, floor, floor + 1)
            if score > floor:
                before, self.favourite = self.favourite, entry
                score, sure = self.ask(entry, depth, floor, INFINITE)
                self.favourite = entry if score > best else before
            best, settled = max(best, score), settled and sure
        self.score = best
        decided = abs(best) > PROVEN
        self.proven = settled or (decided and plies_to_end(best) <= depth and not self.selective)
        self.selective &= not decided  # full width tells how soon a win comes, how late a loss
        if settled or best > PROVEN:
            self.proof.low = max(self.low, best)
        if settled or best < -PROVEN:
            self.proof.high = min(self.high, best)
        self.report(best)

    def report(self, score: int) -> None:
        """Let the clock report the score and its line, if progress is reported at all."""
        if not self.clock.reports:
            return
        best = [entry for entry in self.known if entry.score == score]
        best.sort(key=lambda entry: entry is not self.favourite)
        line, state = [], self.state
        for move in self.expected([entry.move for entry in best[:1]]):
            line.append(self.game.format_move(state, move))
            state = self.game.play(state, move)
        self.clock.value, self.clock.line = self.reported(score), tuple(line)

    def judge(self, depth: int) -> None:
        """Search each undecided move for its outcome or its points."""
        for entry in self.asked:
            if self.game.by_score:
                if not entry.decided:
                    self.ask(entry, depth, -INFINITE, INFINITE)
                continue
            if entry.low <= 0 < entry.high and not entry.decided:
                self.ask(entry, depth, 0, 1)
            if entry.low < 0 <= entry.high and not entry.decided and entry.score <= 0:
                self.ask(entry, depth, -1, 0)

    def ask(self, entry: MoveBounds, depth: int, floor: int, ceiling: int) -> tuple[int, bool]:
        """The move's score within the window, and whether it rests on no estimate.

        The root is not on the path: a move's value does not depend on how the game got here.
        """
        check_limit(self.memory)
        same = self.game.player(entry.child) == self.game.player(self.state)
        self.memory["open"] = 0
        if self.memory["quiet"]:
            self.workspace.begin_with(self.game.progress(self.state, entry.move))
        window = negate_window(same, floor, ceiling)
        score = self.search(entry.child, depth - 1, window, 1, selective=self.selective)
        score, settled = score if same else -score, bool(self.memory["open"] == 0)
        entry.learn(score, floor, ceiling, settled=settled)
        return score, settled

    def search(
        self, state: Any, depth: int, window: tuple[int, int], ply: int, *, selective: bool = False
    ) -> int:
        """The kernel's score of `state`; a search before that was stopped leaves nothing behind."""
        self.memory["top"], self.memory["selective"] = 0, int(selective)
        return int(self.kernels.search(self.game, state, depth, *window, ply, self.memory))

    # Proving -------------------------------------------------------------------------------------

    def take_turns(self) -> None:
        """Alternate proofs and deepening, each time with more nodes.

        A little deepening comes first, so that every move has an estimate at once.
        """
        self.deepen_to(DEEPEST, 1, FIRST_LOOK)
        nodes = FIRST_PROOF
        parts = PartsTurn(self.game, self.state, self.workspace)
        if not self.game.compiles:  # the first proof takes seconds
            parts.take(self.asked, self.proof)
        while not self.finished:
            try:
                self.clock.allow(nodes)
                self.prove_all()
                return
            except Stopped:
                if self.clock.spent:
                    raise
            self.clock.allow(NO_LIMIT)
            parts.take(self.asked, self.proof)
            self.deepen_to(DEEPEST, self.depth + 1, nodes)
            nodes = 2 * nodes

    def prove_all(self) -> None:
        """The position's score with its distance, and the value of each move."""
        self.proof.expected = self.score or 0
        self.proof.run(self.question_of(self.state))
        self.score, self.proven = self.low, True
        self.report(self.low)
        for entry in self.asked:
            entry.high = min(entry.high, self.high)
        likely = self.table_move(self.state)
        for entry in sorted(self.asked, key=lambda entry: entry.move not in likely):
            if not entry.decided:
                self.prove_move(entry)
            enough = entry.decided and entry.value == self.value and abs(self.low) <= PROVEN
            if enough and not self.ties:
                break  # for wins and losses, all moves are needed to find the soonest or latest
        self.depth = max(self.depth, self.proof.longest)

    def prove_move(self, entry: MoveBounds) -> None:
        """Whether the move wins, draws or loses, or its points."""
        same = self.game.player(entry.child) == self.game.player(self.state)
        proof = self.new_proof(int(self.game.remaining(entry.child)), distance=False)
        proof.expected = min(entry.high, self.low) * (1 if same else -1)
        proof.low, proof.high = negate_window(same, lowered(entry.low), lowered(entry.high))
        proof.run(self.question_of(entry.child))
        low, high = negate_window(same, proof.low, proof.high)
        entry.low, entry.high = lifted(low), lifted(high)

    def question_of(self, state: Any) -> Callable[[int], int]:
        """A function that searches `state` to the end with the null window above a score."""
        return lambda score: self.search(state, DEEPEST, (score, score + 1), 0)

    # The line ------------------------------------------------------------------------------------

    def best(self) -> list[MoveBounds]:
        """All moves that reach the value, as far as known; no move that is proven to be worse.

        Without `ties`, the favourite and its twins, unless another move is proven to be better.
        """
        if self.exact:
            value = self.value
            best = [entry for entry in self.known if entry.decided and entry.value == value]
            return best or self.likely_best()
        if self.score is None:
            return []
        hopeful = [entry for entry in self.known if entry.high >= -PROVEN]
        if not self.ties and self.favourite in hopeful:
            return [entry for entry in hopeful if self.favourite in (entry, entry.twin)]
        exact = [entry for entry in hopeful if entry.bound == "exact"]
        best = [entry for entry in exact if entry.score == self.score]
        top = max(entry.score for entry in hopeful)
        return best or [entry for entry in hopeful if entry.score == top]

    @property
    def complete(self) -> bool:
        """Whether `best` holds every best move, by the estimates of this depth."""
        best = self.best()
        if self.exact:
            return all(entry in best or not self.may_be_best(entry) for entry in self.known)
        compared = bool(best) and best[0].bound == "exact" and best[0].score == self.score
        return self.ties and compared

    def may_be_best(self, entry: MoveBounds) -> bool:
        """Whether a move may be worth as much as the position, whose value is proven."""
        if entry.decided:
            return entry.value == self.value
        if self.game.by_score:
            return entry.high >= self.low
        return self.value == LOSS or entry.high > (0 if self.value == WIN else -1)

    def soonest(self) -> list[int]:
        """The best moves, those that are known to win sooner or lose later first."""
        likely = self.table_move(self.state)
        entries = sorted(self.best(), key=lambda entry: (-entry.low, entry.move not in likely))
        return [entry.move for entry in entries]

    def likely_best(self) -> list[MoveBounds]:
        """The move that proved the position's value, if no time was left to search the others."""
        likely = {entry.move: entry for entry in self.known if entry.high >= self.low}
        return [likely[move] for move in self.promising(self.state) if move in likely][:1]

    def follow(self, chance: random.Random | None) -> None:
        """Set the line: along proven scores to the end of the game, otherwise from the table."""
        state, score, depth = self.state, self.score or 0, self.depth
        moves = self.soonest()
        while moves and depth > 0:
            if chance is not None:
                chance.shuffle(moves)
            move = moves[0]
            if self.proven:
                move = self.reaching(state, moves, score, depth)
            self.line.append(move)
            child = self.game.play(state, move)
            if self.game.outcome(child) != ONGOING:
                return
            same = self.game.player(child) == self.game.player(state)
            score = lowered(score if same else -score)
            state, depth = child, depth - 1
            moves = self.promising(state)

    def expected(self, moves: list[int]) -> list[int]:
        """The line that begins with the first of `moves`, read from the table."""
        line: list[int] = []
        state = self.state
        while moves and len(line) < max(self.depth, 1) and self.game.outcome(state) == ONGOING:
            line.append(moves[0])
            state = self.game.play(state, moves[0])
            moves = self.table_move(state)
        return line

    def table_move(self, state: Any) -> list[int]:
        """The table's move for `state`, if any."""
        entry = self.workspace.look_up(self.game.key(state))
        return [] if entry == NOTHING else list(self.game.candidates(state))[choice_of(entry) :][:1]

    def promising(self, state: Any) -> list[int]:
        """The table's move for `state`; then all others if the score is proven."""
        first = self.table_move(state)
        others = [move for move in self.game.moves(state) if move not in first]
        return first + others if self.proven else first

    def reaching(self, state: Any, moves: list[int], score: int, depth: int) -> int:
        """The first of the moves with this score, which at least one of them has."""
        for move in moves[:-1]:
            child = self.game.play(state, move)
            same = self.game.player(child) == self.game.player(state)
            window = negate_window(same, score - 1, score)
            value = self.search(child, depth - 1, window, 1)
            if (value if same else -value) >= score:
                return move
        return moves[-1]
