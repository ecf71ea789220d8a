"""The analysis of a position: the value of every move, all the best ones, the line, the terms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from zermelo.contract.analysis import Analysis, By
from zermelo.contract.game import ONGOING, Game
from zermelo.contract.given import GameGiven, game_given, reject_unknown_keywords, state_given
from zermelo.contract.points import value_by
from zermelo.errors import CapabilityError
from zermelo.search.algorithms import Question, algorithm_called
from zermelo.search.engine.matchdraws import NO_MATCH_DRAWS, MatchDraws
from zermelo.search.engine.options import USUAL, EngineOptions
from zermelo.search.limits import Limits, Progress

if TYPE_CHECKING:
    from zermelo.search.engine.endgames import Endgames
    from zermelo.search.engine.table import Table


class Explained(NamedTuple):
    """One term of the evaluation, for the player to move in the position.

    name   of the feature
    here   what it adds to the evaluation of the position itself
    there  and of that after the line; None where there is no line, or the game is over after it
    """

    name: str
    here: float
    there: float | None


def explain_terms(game: Game, state: Any, line: Sequence[str] = ()) -> tuple[Explained, ...]:
    """The terms of the evaluation of `state`, and after the moves of `line`.

    Raises `CapabilityError` for a game without `features`.
    """
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
    """Raise `CapabilityError` for a game that does not say what its evaluation is made of."""
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
    """Search `state`, or the start, and say what each legal move is worth.

    With `depth` alone, one search looks that many plies ahead. Otherwise the search deepens ply by
    ply until every value is exact or a limit stops it; the first depth that proves a win or loss
    is its remoteness. Compiling counts for no limit. A textbook search without any limit goes to
    the end of the game at once, as in the textbook, if that takes no more than half of the 5
    seconds; then its nodes, table and time are those of this one search.

    game             a game, or its spec like "nim(rows=[1, 2])"
    state            a state or its text; by default the start
    algorithm        "engine", "minimax", "mcts" …, see `zermelo.search.algorithms`
    depth            plies to look ahead; "mcts" knows no depth
    seconds, nodes   limits, 5 seconds if there is no other
    native           whether to compile; None: not where plain Python is done in no time
    seed             chooses among equal moves of the line, and repeats "mcts"
    progress         called with the results so far
    by               "outcome", or "score" for values in points: exact scores where proven, else
                     `Game.evaluate` times `score_bound`
    threads … known  of the engine, see `zermelo.search.engine.options.EngineOptions`; margin=8 asks
                     whether the player to move gets at least 8 points: value 1 says yes, −1 no,
                     None that it is open
    rave             of "mcts": visits at which AMAF counts half, 0 for never
    priors           of "hybrid": whether to evaluate each move that it adds to its tree

    Raises `ParameterError` for an unknown algorithm or a limit that makes no sense, and
    `CapabilityError` by score for a game that counts no points.

    >>> import zermelo
    >>> analysis = zermelo.analyze(zermelo.game("nim(rows=[1, 2])"), native=False)
    >>> analysis.value, analysis.exact, analysis.best_moves, analysis.remoteness
    (1.0, True, ('1,1',), 3)
    """
    return analyze_within(
        Limits(depth, seconds, nodes),
        game,
        state,
        algorithm=algorithm,
        native=native,
        seed=seed,
        progress=progress,
        by=by,
        options=EngineOptions(
            threads,
            table,
            every_move,
            ties,
            match_draws,
            endgames,
            margin,
            selective,
            known,
            rave,
            priors,
        ),
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
    """`analyze` for those who have limits, and options of the engine, as one object each."""
    run = algorithm_called(algorithm)
    game = game_given(game)
    options.check(game, algorithm, by)
    game = value_by(game, by)
    state = state_given(game, state)
    return run.answer(Question(game, state, limits, options, seed, progress, native))
