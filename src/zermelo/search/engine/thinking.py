"""One search of one position: iterative deepening, and proofs if the game's length is bounded.

Each depth first searches the best move so far, then asks of each other move only whether it is as
good, or better if one best move is enough (principal variation search at the root). If a depth is
given, the search skips every other depth before it. In games of bounded length, deepening and
proofs take turns, each with more nodes, until a proof succeeds: near the end, proofs are faster.
"""

import random
from collections.abc import Callable
from functools import reduce
from typing import Any, Final

from zermelo.contract.analysis import line_texts
from zermelo.contract.game import LOSS, ONGOING, WIN, Game
from zermelo.errors import Stopped
from zermelo.native import IN_BROWSER
from zermelo.search.clock import Clock
from zermelo.search.counters import ENTRIES, NO_LIMIT, check_limit
from zermelo.search.engine.compiling import Kernels, Workspace
from zermelo.search.engine.knownends import USUAL, EngineOptions, set_draw_ply
from zermelo.search.engine.root import MoveBounds, Proof, Root, update_twins
from zermelo.search.engine.score import (
    INFINITE,
    PROVEN,
    in_units,
    lift_score,
    lower_score,
    plies_to_end,
)
from zermelo.search.engine.search import negate_window
from zermelo.search.engine.sums import MANY, SHARE, Sums, impartial
from zermelo.search.engine.table import DEEPEST, NEVER, NOTHING, choice_of, probe_table
from zermelo.upward import look_up

MOST_LOUD: Final = 6  # the most consecutive loud moves beyond the depth, in a quiescence search
FIRST_LOOK: Final = 300  # the first deepening starts no new depth after this many nodes
CONTINUED: Final = 2  # the depth of searches that continue a line
FIRST_PROOF: Final = 20_000  # nodes of the first attempt at a proof

# If play can repeat, and deeper searches add few entries to the table, then few positions are
# reachable: not many more than the table contains.
FILLED: Final = 8  # a depth adds few entries if at most one in this many is new
STEADY: Final = 2  # the number of consecutive depths that have to add few entries
FEWEST: Final = 1_000  # nodes of a search before the growth of its table is measured
WHOLE: Final = 64  # the most positions to solve, as a multiple of the table's entries


class Thinking(Root):
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
        capped = workspace.match_draws.capped < NEVER
        super().__init__(game, state, options, capped=capped)
        self.selective = options.selective and game.has("loud")
        self.clock, self.kernels = clock, kernels
        self.workspace = workspace  # kept because `memory` refers to its arrays
        self.memory = workspace.memory
        self.quiescent = options.quiescent
        self.memory["quiescent"] = MOST_LOUD if options.quiescent else 0
        self.earlier: int | None = None  # the score at the depth before
        self.lines: dict[int, list[int]] = {}  # leading moves with their best lines
        self.helped_nodes = 0  # nodes that helpers visited, see `run_helpers`
        self.entries = self.steady = 0  # numbers of table entries, and of depths that added few
        self.alone = True  # False in a helper's search
        self.sums: Sums | None = None
        self.parted = (
            IN_BROWSER or workspace.endgames is not None
        )  # whether sums have had their turn

    def think(self, depth: int | None, chance: random.Random | None, *, deepening: bool) -> None:
        """Search until everything is decided or `depth` is reached; raises `Stopped` at a limit.

        Without `deepening`, search once at `depth`. `chance` chooses among equal moves of the line.
        """
        if chance is not None and not self.ties:  # shuffle moves of equal rank
            self.asked = chance.sample(self.asked, len(self.asked))
            self.asked.sort(key=lambda entry: -int(self.game.order(self.state, entry.move)))
        self.find_values(depth, deepening=deepening)
        if self.proven:
            self.follow(chance)
        elif not self.exact:
            moves = self.soonest()
            if chance is not None:
                chance.shuffle(moves)
            self.line = self.expected_line(moves)

    def find_values(self, depth: int | None, *, deepening: bool = True) -> None:
        """Find the values of the position and its moves; without a depth, search selectively."""
        self.selective &= depth is None
        try:
            if depth is None and self.bounded:
                self.take_turns()
            elif depth is None:
                self.deepen_to(DEEPEST, self.depth + 1)
            else:
                self.deepen_to(depth, 2 - depth % 2 if deepening else depth, stride=2)
        finally:
            update_twins(self.known)

    # Deepening -----------------------------------------------------------------------------------

    def deepen_to(
        self, deepest: int, first: int, nodes: int = NO_LIMIT, *, stride: int = 1
    ) -> None:
        """Search depth after depth; start no new depth after `nodes` more states."""
        ends = self.clock.nodes() + nodes
        for depth in range(first, deepest + 1, stride):
            if self.finished or self.clock.nodes() >= ends:
                return
            self.clock.depth = depth
            if not self.proven:
                earlier = self.score
                before = [(entry.score, entry.bound) for entry in self.known]
                try:
                    self.compare(depth)
                except Stopped:  # keep bounds, but no scores of an unfinished depth
                    for entry, (score, bound) in zip(self.known, before, strict=True):
                        entry.score, entry.bound = score, bound
                    raise
                self.earlier = earlier
                self.follow_at_once()
            if self.proven and self.ties:
                self.judge(depth)
            self.depth = depth
            self.follow_leading()
            if self.ties and self.alone and not self.finished and self._is_steady():
                self.within(WHOLE * self.entries, self.solve_whole)
                self.clock.allow(NO_LIMIT)

    def _is_steady(self) -> bool:
        """Count consecutive depths that add few entries; return whether to try `solve_whole`."""
        entries = int(self.clock.counts[ENTRIES])
        few = entries - self.entries <= entries // FILLED and self.clock.nodes() >= FEWEST
        self.steady, self.entries = self.steady + 1 if few else 0, entries
        loops = self.game.remaining(self.state) < 0 and not self._capped
        return self.steady == STEADY and loops and not IN_BROWSER  # no solver in a browser

    def solve_whole(self) -> None:
        """Solve all reachable positions; raises `Stopped` if there are too many."""
        given, native = (self.game, self.state, self.clock.counts), self.kernels.native
        self.whole = look_up("whole").analyze_whole(*given, native=native)

    def compare(self, depth: int) -> None:
        """Search all moves at `depth`: find the best score; with `ties`, all moves reaching it."""
        best, settled, leading = -INFINITE, True, list[int]()
        for entry in sorted(self.asked, key=lambda e: (e is not self.favourite, -e.score)):
            if self.every_move and entry.timed:
                entry.score, entry.bound = entry.low, "exact"
                self.favourite = entry if entry.low > best else self.favourite
                best, leading = max(best, entry.low), sorted([*leading, entry.low])
                continue
            first = best == -INFINITE
            floor = -INFINITE if first or self.every_move else best - int(self.ties)
            if self.leading and len(leading) >= self.leading and entry.score > -INFINITE:
                floor = leading[-self.leading]
            score, sure, before = INFINITE, True, (entry.score, entry.bound)
            if floor > -INFINITE:
                score, sure = self.ask(entry, depth, floor, floor + 1)
            if score > floor:
                favourite, self.favourite = self.favourite, entry
                score, sure = self.ask(entry, depth, floor, INFINITE)
                self.favourite = entry if score > best else favourite
                leading = sorted([*leading, score])
            elif self.leading and before[0] < score:
                entry.score, entry.bound = before
            best, settled = max(best, score), settled and sure
        self.score = best
        decided = abs(best) > PROVEN
        self.proven = settled or (decided and plies_to_end(best) <= depth and not self.selective)
        self.selective &= not decided  # only full width shows how soon or late a game ends
        if settled or best > PROVEN:
            self.proof.low = max(self.low, best)
        if settled or best < -PROVEN:
            self.proof.high = min(self.high, best)
        self.report(best)

    def report(self, score: int) -> None:
        """Let the clock report the score and its line, if anyone receives reports."""
        if not self.clock.reports:
            return
        best = [entry for entry in self.known if entry.score == score]
        best.sort(key=lambda entry: entry is not self.favourite)
        line = self.expected_line([entry.move for entry in best[:1]])
        self.clock.line = line_texts(self.game, self.state, line, exact=False)
        self.clock.value = in_units(self.game, score)
        self.clock.remoteness = plies_to_end(score) if abs(score) > PROVEN else None

    def judge(self, depth: int) -> None:
        """Search undecided moves for outcomes or points, decided ones for open distances."""
        for entry in self.asked:
            if not entry.decided and (self.game.by_score or self.every_move):
                self.ask(entry, depth, -INFINITE, INFINITE)  # its estimate matters, too
                continue
            if self.game.by_score:
                continue
            if entry.decided and self.open(entry):
                score, _ = self.ask(entry, depth, -INFINITE, INFINITE)
                if abs(score) > PROVEN and plies_to_end(score) <= depth:
                    entry.low = entry.high = score
            if entry.low <= 0 < entry.high and not entry.decided:
                self.ask(entry, depth, 0, 1)
            if entry.low < 0 <= entry.high and not entry.decided and entry.score <= 0:
                self.ask(entry, depth, -1, 0)

    def ask(self, entry: MoveBounds, depth: int, floor: int, ceiling: int) -> tuple[int, bool]:
        """The move's score within the window, and whether it depends on no estimate.

        The root is not on the path, because a move's value does not depend on the game so far.
        """
        check_limit(self.memory)
        same = self.game.player(entry.child) == self.game.player(self.state)
        self.memory["open"] = 0
        set_draw_ply(self.game, self.state, entry.move, 0, self.memory)
        window = negate_window(same, floor, ceiling)
        score = self.search(entry.child, depth - 1, window, 1, selective=self.selective)
        score, settled = score if same else -score, bool(self.memory["open"] == 0)
        entry.learn(score, floor, ceiling, settled=settled)
        return score, settled

    def search(
        self, state: Any, depth: int, window: tuple[int, int], ply: int, *, selective: bool = False
    ) -> int:
        """The kernel's score of `state`, unaffected by earlier interrupted searches."""
        self.memory["top"], self.memory["selective"] = 0, int(selective)
        return int(self.kernels.search(self.game, state, depth, *window, ply, self.memory))

    # Proving -------------------------------------------------------------------------------------

    def take_turns(self) -> None:
        """Alternate proofs and deepening, each time with more nodes.

        A little deepening gives every move an early estimate. With `every_move`, more follows only
        if no move was proven. A proof waits until it may visit all moves and replies.
        """
        self.deepen_to(DEEPEST, self.depth + 1, FIRST_LOOK)
        nodes = max(FIRST_PROOF, self.before // 4)
        if not self.game.compiles:  # plain Python takes seconds for the first proof
            self.take_parts()
        while not self.finished:
            unproven = self.unproven
            if len(self.asked) ** 2 <= nodes and self.within(nodes, self.prove_all):
                return
            self.within(nodes // SHARE, self.take_parts)
            self.clock.allow(NO_LIMIT)
            if not self.every_move or self.unproven == unproven:
                self.deepen_to(DEEPEST, self.depth + 1, nodes)
            nodes = 2 * nodes

    def take_parts(self) -> None:
        """Let sums prove bounds of each move and of the position, if they can; but only once."""
        if self.parted or not Sums.answers(self.game, self.state):
            return
        if len(self.asked) > MANY and not impartial(self.game):
            return
        self.sums = self.sums or Sums(self.game, self.workspace)
        if self.sums.able:
            self.sums.prove(self.asked, self.proof)
            self.parted = True

    def within(self, nodes: int, work: Callable[[], object]) -> bool:
        """Do `work` within `nodes` more nodes, keeping partial results; return whether it ended."""
        self.clock.allow(nodes)
        try:
            work()
        except Stopped:
            if self.clock.spent:
                raise
            return False
        return True

    def prove_all(self) -> None:
        """Prove the position's score with its distance, and the value of each move.

        If every move matters, or some are not searched, only the moves determine the score.
        """
        if self.asks_root:
            self.proof.expected = self.score or 0
            self.proof.run(lambda score: self.search(self.state, DEEPEST, (score, score + 1), 0))
            self.score, self.proven = self.low, True
            self.report(self.low)
            self.follow_at_once()
            high = self.high
            for entry in self.asked:
                entry.high = min(entry.high, high)
        likely, low = self.table_move(self.state), self.low
        one_draws = self.asks_root and not self.ties and abs(low) <= PROVEN
        for entry in sorted(self.asked, key=lambda entry: entry.move not in likely):
            if self.open(entry) or not entry.decided:
                self.prove_move(entry, low)
                low = max(low, entry.low)
            if one_draws and entry.decided and entry.worth == low:
                break  # wins and losses need every move, to find the soonest or latest
        self.score, self.proven = self.low, True
        self.depth = max(self.depth, self.proof.longest)

    def prove_move(self, entry: MoveBounds, least: int) -> None:
        """Prove a move's outcome or points, given that the position scores `least`."""
        same = self.game.player(entry.child) == self.game.player(self.state)
        longest = int(self.game.remaining(entry.child))
        proof = Proof(longest, distance=self.every_move, by_score=self.game.by_score)
        proof.expected = min(entry.high, least) * (1 if same else -1)
        proof.low, proof.high = negate_window(same, lower_score(entry.low), lower_score(entry.high))
        proof.run(lambda score: self.search(entry.child, DEEPEST, (score, score + 1), 0))
        low, high = negate_window(same, proof.low, proof.high)
        entry.low, entry.high = lift_score(low), lift_score(high)

    # The line ------------------------------------------------------------------------------------

    def best(self) -> list[MoveBounds]:
        """All moves that reach the value, as far as known, without moves proven to be worse.

        Without `ties`, these are the favourite and its twins, unless another move is proven better.
        """
        if self.exact:
            value = self.value
            best = [entry for entry in self.known if entry.decided and entry.value == value]
            if best:
                return best
            # The most promising move proved the value, and no time was left for the others.
            low, promising = self.low, self.promising_moves(self.state)
            likely = {entry.move: entry for entry in self.known if entry.high >= low}
            return [likely[move] for move in promising if move in likely][:1]
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
        """Whether `best` has every best move, by the estimates of this depth."""
        best = self.best()
        if not self.exact:
            compared = bool(best) and best[0].bound == "exact" and best[0].score == self.score
            return self.ties and compared
        found, value = {*best}, self.value
        least = -INFINITE if value == LOSS else 1 if value == WIN else 0  # to reach the value
        if self.game.by_score:
            least = self.low
        others = (entry for entry in self.known if entry not in found)
        return not any(e.value == value if e.decided else e.high >= least for e in others)

    def soonest(self) -> list[int]:
        """The best moves, with those known to win sooner or lose later first."""
        likely = self.table_move(self.state)
        entries = sorted(self.best(), key=lambda entry: (-entry.low, entry.move not in likely))
        return [entry.move for entry in entries]

    def follow_at_once(self) -> None:
        """Set the line right away if that takes little time."""
        if self.proven and not self.line and (self.bounded or abs(self.worth or 0) > PROVEN):
            self.follow()

    def follow(self, chance: random.Random | None = None) -> None:
        """Set the line of a proven score with moves that keep it, to the end of the game if that
        can be proven, or until a position recurs."""
        state, score, line, seen = self.state, self.score or 0, list[int](), set[Any]()
        moves = self.soonest()
        try:
            while state not in seen and self.game.outcome(state) == ONGOING:
                seen.add(state)
                if chance is not None:
                    chance.shuffle(moves)
                if not line:
                    likely = {*moves}
                    moves += [entry.move for entry in self.asked if entry.move not in likely]
                move = next((move for move in moves if self.keeps(state, move, score)), None)
                if move is None:
                    return
                line.append(move)
                child = self.game.play(state, move)
                same = self.game.player(child) == self.game.player(state)
                state, score = child, lower_score(score if same else -score)
                moves = self.promising_moves(state)
        finally:
            if len(line) >= len(self.line):
                self.line = line

    def keeps(self, state: Any, move: int, score: int) -> bool:
        """Whether a search as deep as the distance proves that `move` keeps the proven `score`."""
        check_limit(self.memory)
        child, timed = self.game.play(state, move), abs(score) > PROVEN
        depth = plies_to_end(score) if timed else DEEPEST if self.bounded else self.depth
        same, self.memory["open"] = self.game.player(child) == self.game.player(state), 0
        window = negate_window(same, score - 1, score)
        value = self.search(child, depth - 1, window, 1)
        settled = timed or self.memory["open"] == 0
        return (value if same else -value) >= score and settled

    def follow_leading(self) -> None:
        """Store the lines of leading moves; search where the table has no next move."""
        ranked = sorted(self.asked, key=lambda entry: -entry.score)[: self.leading]
        self.lines |= {entry.move: self.expected_line([entry.move]) for entry in ranked}
        for line in (self.lines[entry.move] for entry in ranked):
            state = reduce(self.game.play, line, self.state)
            while len(line) < self.depth and self.game.outcome(state) == ONGOING:
                self.search(state, CONTINUED, (-INFINITE, INFINITE), 1)
                if not (moves := self.table_move(state)):
                    break
                line.append(moves[0])
                state = self.game.play(state, moves[0])

    def best_line(self) -> list[int]:
        """The line; for a proven value, only moves that are proven to keep this value."""
        if self.line or not self.exact:
            first = self.soonest()
            line = self.line or self.lines.get(first[0] if first else -1)
            return line or self.expected_line(first)
        return [entry.move for entry in self.best() if entry.decided][:1]

    def expected_line(self, moves: list[int]) -> list[int]:
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
        entry = probe_table(self.memory, self.game.key(state))
        return [] if entry == NOTHING else list(self.game.candidates(state))[choice_of(entry) :][:1]

    def promising_moves(self, state: Any) -> list[int]:
        """The table's move for `state`, followed by all other moves if the score is proven."""
        first = self.table_move(state)
        others = [move for move in self.game.moves(state) if move not in first]
        return first + others if self.proven else first
