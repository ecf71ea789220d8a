"""`analyze`; and `ALGORITHMS`, all searches, which the command line and players also use."""

import importlib
import random
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from zermelo.contract.analysis import Analysis, By, value_by
from zermelo.contract.arguments import GameGiven, game_given, reject_unknown_keywords, state_given
from zermelo.contract.game import ONGOING, Game
from zermelo.errors import CapabilityError, ParameterError, unknown
from zermelo.search.clock import DEFAULT_SECONDS, Limits, Progress
from zermelo.search.engine.knownends import (
    NO_MATCH_DRAWS,
    USUAL,
    Endgames,
    EngineOptions,
    MatchDraws,
)
from zermelo.search.engine.table import Table


class Question(NamedTuple):
    """A request for a search; with `native` None, kernels compile unless plain Python is quick."""

    game: Game
    state: Any
    limits: Limits
    options: EngineOptions
    seed: int | None
    progress: Progress | None
    native: bool | None

    @property
    def chance(self) -> random.Random | None:
        """The random generator that chooses among equal moves; None without a seed."""
        return None if self.seed is None else random.Random(self.seed)


class Algorithm(NamedTuple):
    """One of the searches."""

    name: str
    about: str  # the description in the help
    home: str  # the "module:function" that answers a `Question`; imported on first use
    kernels: str = ""  # for a textbook search, the module and the prefix of its kernels' names
    depth: bool = True  # whether a depth may limit the search

    @property
    def kernel(self) -> Any:
        """The kernel of a textbook search that values every move of a state."""
        return _load(f"{self.kernels}_values")

    @property
    def root_kernel(self) -> Any:
        """The kernel for a state's value; None for minimax, where `kernel` does the same work."""
        return None if self.name == "minimax" else _load(f"{self.kernels}_value")

    def answer(self, question: Question) -> Analysis:
        """The result of the search; raises `ParameterError` for an unsupported limit."""
        if question.limits.depth is not None and not self.depth:
            raise ParameterError(f"{self.name} takes no depth: give seconds or nodes")
        if not self.kernels:
            limits = question.limits.or_seconds(DEFAULT_SECONDS)
            question = question._replace(limits=limits)
        return _load(self.home)(self, question)  # type: ignore[no-any-return]


def _load(name: str) -> Any:
    module, _, function = name.partition(":")
    return getattr(importlib.import_module(f"zermelo.search.{module}"), function)


TEXTBOOK: Final = "deepening:search_textbook"
MONTE_CARLO: Final = "montecarlo:search_monte_carlo"
ALGORITHMS: Final = {
    algorithm.name: algorithm
    for algorithm in (
        Algorithm("engine", "the strongest", "engine.analysis:think"),
        Algorithm("minimax", "the whole tree", TEXTBOOK, "textbook:minimax"),
        Algorithm("alphabeta", "minimax with pruning", TEXTBOOK, "textbook:alpha_beta"),
        Algorithm("memo", "alphabeta that remembers results", TEXTBOOK, "memo:memo"),
        Algorithm("bounds", "alphabeta that remembers bounds", TEXTBOOK, "memo:bounds"),
        Algorithm("mcts", "a tree that grows by random games", MONTE_CARLO, depth=False),
        Algorithm("hybrid", "mcts with the evaluation", MONTE_CARLO, depth=False),
        Algorithm("pn", "proof-number search", "pn:search_proof_numbers", depth=False),
    )
}


class Explained(NamedTuple):
    """One feature's term of the evaluation, for the player to move in the position."""

    name: str
    here: float  # its share of the evaluation of the position itself
    there: float | None  # its share after the line; None without a line, or if the game ends


def explain_terms(game: Game, state: Any, line: Sequence[str] = ()) -> tuple[Explained, ...]:
    """The terms of the evaluation before and after `line`; raises as `require_features` does."""
    require_features(game)
    here, after = game.terms(state), state
    for text in line:
        after = game.play(after, game.parse_move(after, text))
    if not line or game.outcome(after) != ONGOING:
        return tuple(Explained(term.name, term.worth, None) for term in here)
    side = 1 if game.player(after) == game.player(state) else -1
    return tuple(
        Explained(one.name, one.worth, side * other.worth)
        for one, other in zip(here, game.terms(after), strict=True)
    )


def require_features(game: Game) -> None:
    """Raise `CapabilityError` for a game without `features`, whose evaluation has no terms."""
    if not game.has("features"):
        raise CapabilityError(f"{game} has no features: define features(self, state)")


@reject_unknown_keywords
def analyze(
    game: GameGiven,
    state: Any = None,
    *,
    algorithm: str = "engine",
    depth: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    native: bool | None = True,
    seed: int | None = None,
    progress: Progress | None = None,
    by: By = "outcome",
    threads: int = 1,
    table: Table | None = None,
    every_move: bool = False,
    ties: bool = True,
    match_draws: MatchDraws = NO_MATCH_DRAWS,
    endgames: Endgames | None = None,
    margin: int | None = None,
    selective: bool = False,
    known: Analysis | None = None,
    rave: int | None = None,
    priors: bool | None = None,
) -> Analysis:
    """Search `state`, or the start, and find the value of each legal move.

    With `depth` alone, one search looks that many plies ahead. Otherwise the search deepens ply by
    ply until every value is exact or a limit stops it; the first depth that proves a win or loss
    is its remoteness. Compiling counts towards no limit. A textbook search without limits searches
    to the end of the game at once, if that takes at most half of the 5 seconds; the reported nodes,
    table and time then cover only this single search.

    game             a game, or its spec like "nim(rows=[1, 2])"
    state            a state or its text; by default the start
    algorithm        "engine", "minimax", "mcts" …, see `zermelo.search.analyze`
    depth            plies to look ahead; not for "mcts" or "hybrid"
    seconds, nodes   limits; 5 seconds if no limit is given
    native           whether to compile; None compiles unless plain Python finishes at once
    seed             chooses among equal moves of the line, and makes "mcts" repeatable
    progress         called with the results so far
    by               "outcome", or "score" for values in points: exact scores where proven, else
                     `Game.evaluate` times `score_bound`
    rave             for "mcts": the visits at which AMAF counts half; 0 turns AMAF off
    priors           for "hybrid": whether to evaluate each move added to the tree

    Only the engine has these options, see `zermelo.search.engine.knownends.EngineOptions`:

    threads          the number of threads
    table            the transposition table to use and fill, by default a new one
    every_move       estimate every move, not only the best ones
    ties             find all best moves; False finds one, in half the time if many are equal
    match_draws      the draw rules of a match
    endgames         states of known value
    margin           8 asks whether the player to move gets at least 8 points: value 1 means yes, −1
                     no, None unknown
    selective        whether to search late quiet moves less deeply; needs `ties=False`
    known            an earlier analysis of the state, whose proven values are reused

    Raises `ParameterError` for an unknown algorithm or an invalid limit, and `CapabilityError` by
    score for a game without points.

    >>> import zermelo
    >>> analysis = zermelo.analyze(zermelo.game("nim(rows=[1, 2])"), native=False)
    >>> analysis.value, analysis.exact, analysis.best_moves, analysis.remoteness
    (1.0, True, ('1,1',), 3)
    """
    engine = threads, table, every_move, ties, match_draws, endgames, margin, selective, known
    return analyze_within(
        Limits(depth, seconds, nodes),
        game,
        state,
        algorithm=algorithm,
        native=native,
        seed=seed,
        progress=progress,
        by=by,
        options=EngineOptions(*engine, rave, priors),
    )


def analyze_within(
    limits: Limits,
    game: GameGiven,
    state: Any = None,
    *,
    algorithm: str = "engine",
    native: bool | None = True,
    seed: int | None = None,
    progress: Progress | None = None,
    by: By = "outcome",
    options: EngineOptions = USUAL,
) -> Analysis:
    """`analyze` with its limits as one object, and the engine's options as another."""
    if algorithm not in ALGORITHMS:
        raise ParameterError(unknown("algorithm", algorithm, ALGORITHMS))
    game = game_given(game)
    options.check(game, algorithm, by)
    game = value_by(game, by)
    state = state_given(game, state)
    question = Question(game, state, limits, options, seed, progress, native)
    return ALGORITHMS[algorithm].answer(question)
