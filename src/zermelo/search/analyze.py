"""What a position is worth: the value of every move, all the best ones, and where they lead."""

from __future__ import annotations

import random
import time
from contextlib import nullcontext
from dataclasses import asdict, dataclass
from typing import Any, Final

from zermelo.errors import ParameterError, Stopped
from zermelo.game import LOSS, ONGOING, WIN, Game
from zermelo.native import runs_native
from zermelo.result import Result
from zermelo.search.counters import CUTOFFS, ENTRIES, HITS
from zermelo.search.endgames import Endgames
from zermelo.search.engine import NO_RULINGS, Workspace
from zermelo.search.limits import Clock, Progress
from zermelo.search.parallel import helped
from zermelo.search.rulings import Rulings
from zermelo.search.table import Table, passing_table
from zermelo.search.textbook import alpha_beta_values, memo_values, minimax_values
from zermelo.search.thinking import Kernels, Known, Thinking, compiled

TEXTBOOK: Final = {
    "minimax": minimax_values,
    "alphabeta": alpha_beta_values,
    "memo": memo_values,
}
ALGORITHMS: Final = ("engine", *TEXTBOOK)
MONTE_CARLO: Final = "mcts"
DEFAULT_SECONDS: Final = 5.0
DEEPEST: Final = 512  # plies that iterative deepening goes at most


@dataclass(frozen=True)
class MoveValue:
    """One legal move and its value for the player who makes it.

    exact  whether the value is proven; else it is an estimate
    bound  "exact", or how the value binds that of the depth searched: "at most" or "at least"
    """

    move: str
    value: float
    exact: bool
    bound: str = "exact"


@dataclass(frozen=True)
class Analysis(Result):
    """What a search found out about one position; all values are for the player to move there.

    player      who moves, 0 or 1
    value       −1 … 1, None when the search was stopped before it knew anything
    exact       whether `value` is proven; otherwise it is an estimate `depth` plies deep
    best_moves  the texts of ALL moves that reach `value`
    moves       every legal move with its value, in the game's order
    line        best play from here as far as known, one of the best moves each time
    remoteness  plies to the end under best play, known for wins and losses found by deepening
    nodes       states visited, for "mcts" simulations made
    table_entries, table_hits  count for "memo"; for "mcts" entries are the nodes of its tree
    interrupted Ctrl-C ended the search; the rest is what was known by then
    """

    game: str
    state: str | None
    player: int
    value: float | None
    exact: bool
    depth: int
    best_moves: tuple[str, ...]
    moves: tuple[MoveValue, ...]
    line: tuple[str, ...]
    remoteness: int | None
    nodes: int
    table_entries: int
    table_hits: int
    seconds: float
    native: bool
    interrupted: bool = False

    def as_dict(self) -> dict[str, Any]:
        """The fields as JSON."""
        fields = asdict(self)
        del fields["interrupted"]
        return {**fields, "moves": [asdict(move) for move in self.moves]}


def analyze(
    game: Game[Any],
    state: Any = None,
    *,
    algorithm: str = "engine",
    depth: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    native: bool = True,
    seed: int | None = None,
    progress: Progress | None = None,
    threads: int = 1,
    table: Table | None = None,
    every_move: bool = False,
    ties: bool = True,
    rulings: Rulings = NO_RULINGS,
    endgames: Endgames | None = None,
) -> Analysis:
    """Search `state`, or the start, and say what each legal move is worth.

    With `depth` alone, one search looks that many plies ahead. Otherwise the search deepens ply
    by ply until every value is exact or a limit stops it, 5 seconds if none is given; the first
    depth that proves a win or loss is its remoteness. `seed` chooses among equal moves of the line.
    The algorithm "mcts" knows no depth: see `zermelo.search.mcts.monte_carlo`; `seed` repeats it.

    For the algorithm "engine" alone: `threads` that search together; the `table` to use and fill,
    a new one by default, of the same game only; `every_move` asks for the estimate of every move,
    where bounds of the worse ones would do; `rulings` say what a match draws; `endgames` are states
    whose values are known, see `zermelo.solver.endgames`. Without `ties` one best move is enough,
    which takes half the time where many are alike: `best_moves` are that one and those that a
    symmetry makes of it, the game's order and `seed` choose among equals, and what a limit cuts
    short counts as well, so that they may be better than `value`. Compiling counts for no limit.

    Raises `ParameterError` for an unknown algorithm or a limit below what makes sense.

    >>> import zermelo
    >>> found = zermelo.analyze(zermelo.game("nim(rows=[1, 2])"), native=False)
    >>> found.value, found.exact, found.best_moves, found.remoteness
    (1.0, True, ('1,1',), 3)
    """
    _check(game, algorithm, depth, table, endgames, threads)
    if depth is None and seconds is None and nodes is None:
        seconds = DEFAULT_SECONDS
    state = game.start() if state is None else state
    chance = None if seed is None else random.Random(seed)
    deepening = depth is None or seconds is not None or nodes is not None
    limits: dict[str, Any] = {"seconds": seconds, "nodes": nodes, "progress": progress}
    if algorithm == "engine":
        kernels, interrupted = _ready(game, progress, native=native)
        began = time.perf_counter()
        with nullcontext(table) if table else passing_table(seconds, nodes) as room:
            given: Any = {"rulings": rulings.keyed(game, state), "endgames": endgames}
            workspace = Workspace(room, native=kernels.native, **given)
            clock = Clock(native=kernels.native, counts=workspace.memory, began=began, **limits)
            wanted = {"every_move": every_move, "ties": ties}
            thinking = Thinking(game, state, kernels, workspace, clock, **wanted)
            interrupted = interrupted or _think(thinking, chance, depth, deepening, threads)
            return _engine_analysis(thinking, interrupted)
    clock = Clock(native=native, **limits)
    if algorithm == MONTE_CARLO:
        from zermelo.search.mcts import monte_carlo  # which imports Analysis from here

        return monte_carlo(game, state, clock, depth, seed)
    search = _Search(game, state, TEXTBOOK[algorithm], clock, chance)
    return search.run(depth, deepening=deepening)


def _check(
    game: Game[Any],
    algorithm: str,
    depth: int | None,
    table: Table | None,
    endgames: Endgames | None,
    threads: int,
) -> None:
    """Raise `ParameterError` for what makes no sense, or is not for this algorithm."""
    if algorithm not in (*ALGORITHMS, MONTE_CARLO):
        names = ", ".join((*ALGORITHMS, MONTE_CARLO))
        raise ParameterError(f"algorithm should be {names}, not {algorithm!r}")
    if depth is not None and depth < 1:
        raise ParameterError(f"depth should be 1 or more, not {depth}")
    if table is not None and algorithm != "engine":
        raise ParameterError(f"a table is for the engine, not for {algorithm}")
    if endgames is not None and (algorithm != "engine" or endgames.game != game):
        raise ParameterError(f"endgames are for the engine, and of {game}")
    if threads < 1 or (threads > 1 and algorithm != "engine"):
        raise ParameterError(f"threads should be 1, or more for the engine, not {threads}")


def _ready(game: Game[Any], progress: Progress | None, *, native: bool) -> tuple[Kernels, bool]:
    """The engine's kernels, and whether Ctrl-C ended their compiling."""
    try:
        return compiled(game, progress) if native else Kernels(), False
    except KeyboardInterrupt:
        return Kernels(), True


def _think(
    thinking: Thinking,
    chance: random.Random | None,
    depth: int | None,
    deepening: bool,
    threads: int,
) -> bool:
    """Let the engine think until it is done or stopped; whether Ctrl-C stopped it."""
    try:
        with helped(thinking, threads, depth):
            thinking.think(depth, chance, deepening=deepening)
    except Stopped:
        return False
    except KeyboardInterrupt:
        return True
    return False


def _engine_analysis(thinking: Thinking, interrupted: bool) -> Analysis:
    """All that the engine knows when it is done or stopped."""
    game, state, clock = thinking.game, thinking.state, thinking.clock
    best, value = thinking.best(), thinking.value
    line = thinking.line or thinking.expected(thinking.soonest())
    return Analysis(
        game=str(game),
        state=game.format_state(state) if game.has("format_state") else None,
        player=int(game.player(state)),
        value=value,
        exact=thinking.exact,
        depth=thinking.depth,
        best_moves=tuple(game.format_move(state, entry.move) for entry in best),
        moves=tuple(_move_value(game, state, entry) for entry in thinking.known_moves),
        line=_line_texts(game, state, line),
        remoteness=thinking.remoteness,
        nodes=clock.nodes() + thinking.helped_nodes,
        table_entries=int(clock.counts[ENTRIES]),
        table_hits=int(clock.counts[HITS]),
        seconds=clock.seconds(),
        native=clock.native,
        interrupted=interrupted,
    )


def _move_value(game: Game[Any], state: Any, entry: Known) -> MoveValue:
    bound = "exact" if entry.decided else entry.bound
    return MoveValue(game.format_move(state, entry.move), entry.value, entry.decided, bound)


def _line_texts(game: Game[Any], state: Any, moves: list[int]) -> tuple[str, ...]:
    texts = []
    for move in moves:
        texts.append(game.format_move(state, move))
        state = game.play(state, move)
    return tuple(texts)


class _Search:
    """One analysis under way."""

    def __init__(
        self, game: Game[Any], state: Any, kernel: Any, clock: Clock, chance: random.Random | None
    ) -> None:
        self.game, self.state, self.kernel, self.clock = game, state, kernel, clock
        self.chance = chance
        self.moves = list(game.moves(state))
        self.values: list[float] = []  # of the last depth completed
        self.depth = 0
        self.complete = False  # the limit cut nothing at that depth
        self.remoteness: int | None = None
        self.line: list[str] = []

    def run(self, depth: int | None, *, deepening: bool) -> Analysis:
        interrupted = False
        try:
            self.deepen(depth or DEEPEST, 1 if deepening else depth or DEEPEST)
            self.follow()
        except Stopped:
            pass
        except KeyboardInterrupt:
            interrupted = True
        if self.values and not self.line:
            self.line = [self.text(self.state, self.choose(self.moves, self.values))]
        return self.report(interrupted)

    def deepen(self, deepest: int, first: int) -> None:
        """Search at one depth after another until everything is proven."""
        if not self.moves:
            return
        counts = self.clock.counts
        for depth in range(first, deepest + 1):
            self.clock.depth = depth
            counts[CUTOFFS] = 0
            values = self.clock.run(self.kernel, self.game, self.state, depth)
            self.values, self.depth = [float(value) for value in values], depth
            self.complete = int(counts[CUTOFFS]) == 0
            self.clock.value = value = max(self.values)
            if value in (WIN, LOSS) and self.remoteness is None and first == 1:
                self.remoteness = depth
            if self.complete or all(value in (WIN, LOSS) for value in self.values):
                return

    def follow(self) -> None:
        """Best play from the state: wins as soon, loses as late as the search can tell."""
        state, left = self.state, self.remoteness or self.depth
        while left > 0 and self.game.outcome(state) == ONGOING:
            moves = list(self.game.moves(state))
            values = self.clock.run(self.kernel, self.game, state, left)
            if max(values) == LOSS and left > 1:
                values = self.clock.run(self.kernel, self.game, state, left - 1)
            move = self.choose(moves, values)
            self.line.append(self.text(state, move))
            state, left = self.game.play(state, move), left - 1

    def choose(self, moves: list[int], values: list[float]) -> int:
        """The first of the best moves, or with a seed any of them."""
        best = [move for move, value in zip(moves, values, strict=True) if value == max(values)]
        return self.chance.choice(best) if self.chance else best[0]

    def text(self, state: Any, move: int) -> str:
        return self.game.format_move(state, move)

    def proven(self, value: float) -> bool:
        return self.complete or value in (WIN, LOSS)

    def report(self, interrupted: bool) -> Analysis:
        game, state, clock = self.game, self.state, self.clock
        nodes, seconds = clock.nodes(), clock.seconds()
        if self.moves:
            value = max(self.values) if self.values else None
        else:
            value, self.complete = float(game.outcome(state)), True
        texts = [self.text(state, move) for move in self.moves]
        pairs = list(zip(texts, self.values, strict=False))
        return Analysis(
            game=str(game),
            state=game.format_state(state) if game.has("format_state") else None,
            player=int(game.player(state)),
            value=value,
            exact=value is not None and self.proven(value),
            depth=self.depth,
            best_moves=tuple(text for text, worth in pairs if worth == value),
            moves=tuple(MoveValue(text, worth, self.proven(worth)) for text, worth in pairs),
            line=tuple(self.line),
            remoteness=0 if not self.moves else self.remoteness,
            nodes=nodes,
            table_entries=int(clock.counts[ENTRIES]),
            table_hits=int(clock.counts[HITS]),
            seconds=seconds,
            native=clock.native and runs_native(game),
            interrupted=interrupted,
        )
