"""Search a position with a textbook algorithm, directly or ply by ply; find the best line."""

from typing import Any

from zermelo.contract.analysis import Analysis, MoveValue, along_line, by_of, line_texts
from zermelo.contract.arguments import DEEPEST
from zermelo.contract.game import ONGOING
from zermelo.errors import Stopped
from zermelo.search.analyze import Algorithm, Question
from zermelo.search.clock import DEFAULT_SECONDS, NO_LIMITS, Clock, Limits
from zermelo.search.counters import CUTOFFS
from zermelo.search.textbook import UNLIMITED, choose_best, utility


def search_textbook(algorithm: Algorithm, asked: Question) -> Analysis:
    """The result of a textbook search.

    Without limits it searches to the end of the game; if half of the default time is too short, it
    deepens ply by ply in the other half. With only a depth, it goes straight to that depth.
    """
    limits = asked.limits.or_seconds(DEFAULT_SECONDS / 2)
    if asked.limits == NO_LIMITS:
        search = TextbookSearch(algorithm, asked, limits)
        if search.is_done_at_once(UNLIMITED):
            return search.report()
    search = TextbookSearch(algorithm, asked, limits)
    if limits.deepening:
        search.interrupted = search.clock.is_interrupted(search.deepen, limits.depth or DEEPEST)
    else:
        search.is_done_at_once(limits.depth or DEEPEST)
    return search.report()


class TextbookSearch:
    """One analysis in progress, with one of the textbook algorithms."""

    def __init__(self, algorithm: Algorithm, asked: Question, limits: Limits) -> None:
        native = asked.native is not False
        self.clock = Clock(limits, native=native, progress=asked.progress)
        self.game, self.state, self.chance = asked.game, asked.state, asked.chance
        self.bound = self.game.value_bound
        self.algorithm, self.kernel = algorithm, algorithm.kernel
        self.moves = list(self.game.moves(self.state))
        self.values: list[float] = []  # the moves' values at the last completed depth
        self.depth = 0
        self.unlimited = False  # whether each line of the last search reached the game's end
        self.remoteness: int | None = None
        self.line: list[int] = []
        self.interrupted = False
        self.spent: dict[str, Any] = {}  # the cost of the search itself, without later work

    def is_done_at_once(self, depth: int) -> bool:
        """Search at one depth, then follow the best line; return whether there was enough time.

        First value the state as in the textbook, and keep this cost; then value every move.
        """
        self.clock.depth = max(depth, 0)
        if not self.moves:
            return True
        root = self.algorithm.root_kernel
        try:
            if root is not None:
                self.clock.run(root, self.game, self.state, depth)
                self.spent = self.clock.cost()
            self.value_moves(depth)
        except (Stopped, RecursionError):
            return False
        except KeyboardInterrupt:
            self.interrupted = True
            return True
        if root is None:  # the state itself is also a node
            self.spent = self.clock.cost() | {"nodes": self.clock.nodes() + 1}
        self.interrupted = self.clock.is_interrupted(self.find_line, depth)
        return True

    def value_moves(self, depth: int) -> float:
        """Value every move; return the best value."""
        self.clock.counts[CUTOFFS] = 0
        values = self.clock.run(self.kernel, self.game, self.state, depth)
        self.values, self.depth = [float(value) for value in values], max(depth, 0)
        self.unlimited = int(self.clock.counts[CUTOFFS]) == 0
        self.clock.value = value = max(self.values)
        return value

    def find_line(self, depth: int) -> None:
        """Follow best play, to the soonest win or latest loss if the search reached the end."""
        value = max(self.values)
        if depth != UNLIMITED or abs(value) != self.bound or self.game.by_score:
            self.follow(self.values, DEEPEST if depth == UNLIMITED else depth)
            return
        for left in range(1, DEEPEST):
            values = self.clock.run(self.kernel, self.game, self.state, left)
            if max(values) == value:
                self.follow(values, left)
                self.remoteness = left
                return

    def deepen(self, deepest: int) -> None:
        """Search depth by depth until everything is proven, then set the line of best play."""
        if not self.moves:
            return
        for depth in range(1, deepest + 1):
            self.clock.depth = depth
            value = self.value_moves(depth)
            cost = self.clock.cost()
            self.spent = {name: cost[name] for name in ("table_entries", "table_hits")}
            decided = abs(value) == self.bound and not self.game.by_score
            if decided and self.remoteness is None:
                self.follow(self.values, depth)
                self.remoteness = depth
            if self.unlimited or all(abs(value) == self.bound for value in self.values):
                break
        if self.remoteness is None:
            self.follow(self.values, self.depth)

    def follow(self, values: list[float], left: int) -> None:
        """Set the line of best play, at most `left` plies: the soonest wins and latest losses."""
        state, line = self.state, list[int]()
        while left > 0 and self.game.outcome(state) == ONGOING:
            moves = list(self.game.moves(state))
            if line:
                values = self.clock.run(self.kernel, self.game, state, left)
            if max(values) == -self.bound and left > 1:
                values = self.clock.run(self.kernel, self.game, state, left - 1)
            move = choose_best(moves, values, self.chance)
            line.append(move)
            state, left = self.game.play(state, move), left - 1
        self.line = line

    def proven(self, value: float) -> bool:
        """Whether a value depends on no estimate."""
        return self.unlimited or abs(value) == self.bound

    def report(self) -> Analysis:
        """The analysis from all results so far."""
        game, state = self.game, self.state
        if self.moves:
            value = max(self.values) if self.values else None
        else:
            value, self.unlimited = float(utility(game, state, game.outcome(state))), True
        if self.values and not self.line:
            self.line = [choose_best(self.moves, self.values, self.chance)]
        remoteness = self.remoteness if self.moves else 0
        moves = [
            MoveValue(self.game.format_move(state, move), worth, self.proven(worth), by=by_of(game))
            for move, worth in zip(self.moves, self.values, strict=False)
        ]
        exact = value is not None and self.proven(value)
        line = line_texts(game, state, self.line, exact=exact)
        more = self.clock.nodes() - self.spent.get("nodes", self.clock.nodes())
        return self.clock.analysis(
            game,
            state,
            value=value,
            exact=exact,
            depth=self.depth or self.remoteness or len(self.line),
            complete=value is not None and (not exact or all(entry.exact for entry in moves)),
            moves=along_line(moves, value, line, remoteness),
            line=line,
            remoteness=remoteness,
            interrupted=self.interrupted,
            source=self.algorithm.name,
            nodes_after=max(more, 0),
            **self.spent,
        )
