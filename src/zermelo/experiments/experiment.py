"""Experiments for courses: the effect of a search's depth limit, and the savings of pruning."""

import random
from collections.abc import Callable, Sequence
from dataclasses import asdict
from itertools import product
from typing import Any, Final, Literal, NamedTuple

from zermelo.contract.analysis import Fields, Result
from zermelo.contract.arguments import DEPTH, DEPTH_OR_NONE, GameGiven, game_given, state_given
from zermelo.contract.game import ONGOING, Game, moves_of
from zermelo.errors import ParameterError, Stopped
from zermelo.naming import result_words, winner
from zermelo.search.analyze import ALGORITHMS
from zermelo.search.clock import Clock, Limits, Progress
from zermelo.search.textbook import UNLIMITED, choose_best, max_value, minimax_values

Origin = Literal["move", "game"]


class Step(NamedTuple):
    """One move of a game of the experiment, as `watch` gets it."""

    depth: int
    state: Any  # the state before the move
    move: int
    states: int  # the number of states that the search for the move generated


class Row(Fields):
    """One game of the experiment."""

    depth: int  # the limit, in plies
    result: str  # "player 1 wins", "player 2 wins" or "draw"
    seconds: float  # the time of all searches in the game, without compiling
    states: int  # states that the searches generated, without their roots and the states played


class DepthExperiment(Result):
    """The results of an experiment, a row for each depth limit, which counts from `origin` on.
    If Ctrl-C `interrupted` the experiment, only finished games have rows.
    """

    game: str
    origin: Origin
    rows: tuple[Row, ...]
    interrupted: bool = False

    def as_dict(self) -> dict[str, Any]:
        """The fields as JSON, `origin` under the name "from"."""
        return {"game": self.game, "from": self.origin, "rows": [asdict(row) for row in self.rows]}


def depth_experiment(
    game: Game,
    depths: Sequence[int],
    *,
    origin: Origin = "move",
    native: bool = True,
    seed: int | None = None,
    watch: Callable[[Step], None] | None = None,
    progress: Progress | None = None,
) -> DepthExperiment:
    """Play `game` once per depth limit, with depth-limited minimax on both sides.

    origin  "move": every search looks `depth` plies ahead. "game": the limit counts from the start
            of the game, so that the search at ply p looks `depth` - p plies ahead; when nothing is
            left to search, the first legal move is played.
    seed    None: the first best move wins ties; else one of all best moves, chosen by this seed
    watch   called with each `Step` as it is made; `progress` is called while a search runs

    A position undecided at the limit counts as the game's evaluation, 0 by default. Raises
    `ParameterError` for no depths, invalid depths or an unknown origin.
    """
    if origin not in ("move", "game"):
        raise ParameterError(f'origin should be "move" or "game", not {origin!r}')
    if not depths or min(depths) < 0:
        raise ParameterError("depth limits should be one or more whole numbers, 0 or more")
    for depth in depths:
        DEPTH_OR_NONE.check("a depth limit", depth)
    rows, interrupted = list[Row](), False
    try:
        for depth in depths:
            chance = None if seed is None else random.Random(seed)
            clock = Clock(native=native, progress=progress)
            state, ply, spent = game.start(), 0, 0.0
            while game.outcome(state) == ONGOING:
                clock.depth = max(depth - ply, 0) if origin == "game" else depth
                states, began = clock.nodes(), clock.seconds()
                moves = moves_of(game, state)
                move = moves[0]
                if clock.depth > 0:
                    values = clock.run(minimax_values, game, state, clock.depth)
                    move = choose_best(moves, values, chance)
                spent += clock.seconds() - began
                if watch is not None:
                    watch(Step(depth, state, move, clock.nodes() - states))
                state, ply = game.play(state, move), ply + 1
            rows.append(Row(depth, result_words(None, winner(game, state)), spent, clock.nodes()))
    except KeyboardInterrupt:
        interrupted = True
    return DepthExperiment(str(game), origin, tuple(rows), interrupted)


ENOUGH: Final = 0.2  # a search is repeated until its runs take this many seconds
OFTEN: Final = 5  # the most times that a search is repeated


class SearchRow(Fields):
    """One search of the same position."""

    search: str  # "minimax", "alphabeta", "memo" or "bounds"
    depth: int | None  # plies to look ahead, None to search to the end
    value: float | None  # for the player to move; None if the time was too short
    nodes: int
    table_entries: int
    table_hits: int
    seconds: float  # the shortest of a few runs, without compiling


class SearchComparison(Result):
    """The textbook searches of one position side by side. If Ctrl-C `interrupted` the comparison,
    only finished searches have rows.
    """

    game: str
    state: str | None
    rows: tuple[SearchRow, ...]
    native: bool
    interrupted: bool = False


def compare_searches(
    game: GameGiven,
    state: Any = None,
    *,
    depths: Sequence[int | None] = (None,),
    seconds: float = 10.0,
    native: bool = True,
    progress: Progress | None = None,
) -> SearchComparison:
    """Compare counts and times of minimax, alpha-beta, and alpha-beta with tables in one position.
    `depths` are plies to look ahead, None to search to the end; each search gets `seconds`.

    >>> compared = compare_searches("nim(rows=[1, 2, 3])", native=False)
    >>> [(row.search, row.nodes) for row in compared.rows]
    [('minimax', 447), ('alphabeta', 229), ('memo', 38), ('bounds', 48)]
    """
    game = game_given(game)
    state = state_given(game, state)
    for depth in depths:
        if depth is not None:
            DEPTH.check("a depth", depth)
    rows, limits, interrupted = list[SearchRow](), Limits(seconds=seconds), False
    textbook = [algorithm for algorithm in ALGORITHMS.values() if algorithm.kernels]
    try:
        for depth, algorithm in product(depths, textbook):
            kernel, value, times = algorithm.root_kernel or max_value, None, list[float]()
            while len(times) < OFTEN and sum(times) < ENOUGH:  # repeated while too fast to time
                clock = Clock(limits, native=native, progress=progress)
                plies = UNLIMITED if depth is None else depth
                try:
                    value = float(clock.run(kernel, game, state, plies))
                except (Stopped, RecursionError):
                    value = None
                times.append(clock.seconds())
                if value is None:
                    break
            cost = clock.cost() | {"seconds": min(times)}
            rows.append(SearchRow(algorithm.name, depth, value, **cost))
    except KeyboardInterrupt:
        interrupted = True
    text = game.format_state(state) if game.has("format_state") else None
    return SearchComparison(str(game), text, tuple(rows), native, interrupted)
