"""The experiments of the courses: the effect of the search's limit, and the savings of pruning."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from itertools import product
from typing import Any, Final, Literal

from zermelo.contract.analysis import Result
from zermelo.contract.arguments import DEPTH, DEPTH_OR_NONE, GameGiven, game_given, state_given
from zermelo.contract.game import ONGOING, Game, moves_of
from zermelo.errors import ParameterError, Stopped
from zermelo.naming import result_words, winner
from zermelo.search.analyze import ALGORITHMS, Algorithm
from zermelo.search.clock import Clock, Limits, Progress
from zermelo.search.textbook import UNLIMITED, choose_best, max_value, minimax_values

Origin = Literal["move", "game"]


@dataclass(frozen=True)
class Step:
    """One move of a game of the experiment, for a watcher.

    state   the state the move was made in
    move    the move selected
    states  the number of states that the search for the move generated
    """

    depth: int
    state: Any
    move: int
    states: int


@dataclass(frozen=True)
class Row:
    """One game of the experiment.

    depth    the limit, in plies
    result   "player 1 wins", "player 2 wins" or "draw"
    seconds  time spent searching, all moves of the game together, compiling not counted
    states   the number of states that the searches generated, without their roots and without
             the states after moves that were played
    """

    depth: int
    result: str
    seconds: float
    states: int


@dataclass(frozen=True)
class DepthExperiment(Result):
    """A game's rows, one for each depth limit; `origin` is the point from which the limit counts.

    `interrupted` means that Ctrl-C ended the experiment, and only finished games have rows.
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
    """Play `game` once per depth limit, two copies of depth-limited minimax against each other.

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
    rows: list[Row] = []
    try:
        for depth in depths:
            chance = None if seed is None else random.Random(seed)
            clock = Clock(native=native, progress=progress)
            rows.append(_play_at(game, depth, origin, clock, chance, watch))
    except KeyboardInterrupt:
        return DepthExperiment(str(game), origin, tuple(rows), interrupted=True)
    return DepthExperiment(str(game), origin, tuple(rows))


def _play_at(
    game: Game,
    limit: int,
    origin: Origin,
    clock: Clock,
    chance: random.Random | None,
    watch: Callable[[Step], None] | None,
) -> Row:
    """One game at one depth limit, its searches counted and timed by `clock`."""
    state, ply, seconds = game.start(), 0, 0.0
    while game.outcome(state) == ONGOING:
        clock.depth = max(limit - ply, 0) if origin == "game" else limit
        states, began = clock.nodes(), clock.seconds()
        move = _select(game, state, clock, chance)
        seconds += clock.seconds() - began
        if watch is not None:
            watch(Step(limit, state, move, clock.nodes() - states))
        state, ply = game.play(state, move), ply + 1
    return Row(limit, result_words(None, winner(game, state)), seconds, clock.nodes())


def _select(game: Game, state: Any, clock: Clock, chance: random.Random | None) -> int:
    """The move to play, by a search of `clock.depth` plies; at depth 0, the first move."""
    moves = moves_of(game, state)
    if clock.depth == 0:
        return moves[0]
    values = clock.run(minimax_values, game, state, clock.depth)
    return choose_best(moves, values, chance)


ENOUGH: Final = 0.2  # a search is repeated until its runs take this many seconds
OFTEN: Final = 5  # the most times that a search is repeated


@dataclass(frozen=True)
class SearchRow:
    """One search of the same position.

    search   "minimax", "alphabeta", "memo" or "bounds"
    depth    plies to look ahead, None for the end of the game
    value    the value for the player to move; None if the time was too short
    seconds  the shortest of a few runs, compiling not counted
    """

    search: str
    depth: int | None
    value: float | None
    nodes: int
    table_entries: int
    table_hits: int
    seconds: float


@dataclass(frozen=True)
class SearchComparison(Result):
    """The textbook searches of one position side by side.

    `interrupted` means that Ctrl-C ended the comparison, and only finished searches have rows.
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
    """Search one position by minimax, alpha-beta and both with tables: counts and times.

    game     a game, or its spec
    state    a state or its text, by default the start
    depths   plies to look ahead, one after the other; None for the end of the game
    seconds  the time for each search

    >>> compared = compare_searches("nim(rows=[1, 2, 3])", native=False)
    >>> [(row.search, row.nodes) for row in compared.rows]
    [('minimax', 447), ('alphabeta', 229), ('memo', 38), ('bounds', 48)]
    """
    game = game_given(game)
    state = state_given(game, state)
    for depth in depths:
        if depth is not None:
            DEPTH.check("a depth", depth)
    rows: list[SearchRow] = []
    limits, interrupted = Limits(seconds=seconds), False
    textbook = [algorithm for algorithm in ALGORITHMS.values() if algorithm.kernels]
    try:
        for depth, algorithm in product(depths, textbook):
            rows.append(_time_search(algorithm, game, state, depth, limits, native, progress))
    except KeyboardInterrupt:
        interrupted = True
    text = game.format_state(state) if game.has("format_state") else None
    return SearchComparison(str(game), text, tuple(rows), native, interrupted)


def _time_search(
    algorithm: Algorithm,
    game: Game,
    state: Any,
    depth: int | None,
    limits: Limits,
    native: bool,
    progress: Progress | None,
) -> SearchRow:
    """One search, repeated while it is too fast to time."""
    kernel, times, value = algorithm.root_kernel or max_value, list[float](), None
    while len(times) < OFTEN and sum(times) < ENOUGH:
        clock = Clock(limits, native=native, progress=progress)
        try:
            value = float(clock.run(kernel, game, state, UNLIMITED if depth is None else depth))
        except (Stopped, RecursionError):
            value = None
        times.append(clock.seconds())
        if value is None:
            break
    return SearchRow(algorithm.name, depth, value, **clock.cost() | {"seconds": min(times)})
