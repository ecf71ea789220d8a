"""Queries of a database: the exact value of a position and of every move, without a search."""

import time
from pathlib import Path
from typing import Any, Protocol

from zermelo.contract import analysis as analyses
from zermelo.contract.analysis import Analysis, MoveValue, by_of
from zermelo.contract.arguments import state_given
from zermelo.contract.game import ONGOING, Game
from zermelo.errors import ParameterError, TextError, clip
from zermelo.solver.score import distance_of, one_ply_before, worth_of


class Solved(Protocol):
    """A solved game to query: a `Database`, or one published with a site."""

    path: Path
    game: Game  # has values in points if it was solved by score

    @property
    def start(self) -> Any:
        """The (first) state that was solved."""

    @property
    def manifest(self) -> dict[str, Any]:
        """Facts about the database, at least its "solution"."""

    def score(self, state: Any) -> int | None:
        """The score of `state` for its mover; None if play from the start cannot reach it."""


def probe(database: Solved, state: Any = None, *, line: bool = False) -> Analysis:
    """Look up the value of `state`, or the start, and of every move in `database`.

    All moves that keep the value are best, whatever their remoteness; `recommended` are the
    soonest wins or latest losses among them.

    database  a `Database`
    state     a state or its text
    line      whether to follow best play to the end, or until a position recurs

    Raises `TextError` if the database does not contain the state, and `ParameterError` if
    `database` is something else.

    >>> import tempfile, zermelo
    >>> with tempfile.TemporaryDirectory() as place:
    ...     solution = zermelo.solve("nim(rows=[1, 2])", f"{place}/nim", native=False)
    ...     zermelo.probe(zermelo.Database(f"{place}/nim")).best_moves
    ('1,1',)
    """
    if not isinstance(getattr(database, "game", None), Game) or not hasattr(database, "score"):
        right = 'like zermelo.Database("DIR")'
        raise ParameterError(f"probe needs a database, {right}, not {clip(repr(database))}")
    game, began = database.game, time.perf_counter()
    state = database.start if state is None else state_given(game, state)
    score, scores = known_score(database, state), move_scores(database, state)
    moves = tuple(_move_value(game, state, move, worth) for move, worth in scores)
    value, followed = float(worth_of(game, score)), best_line(database, state) if line else ()
    return analyses.known_analysis(
        game,
        state,
        value,
        moves,
        depth=len(followed) - followed.count(analyses.GOES_ON),
        line=followed,
        remoteness=distance_of(game, score) if moves else 0,
        table_entries=database.manifest["solution"]["canonical_states"],
        table_hits=1 + len(moves),
        seconds=time.perf_counter() - began,
        source="database",
    )


def probe_fields(analysis: Analysis) -> dict[str, Any]:
    """A probe as the command `probe` prints it in JSON, with values as ints."""
    moves = [
        {"move": entry.move, "value": int(entry.value), "remoteness": entry.remoteness}
        for entry in analysis.moves
    ]
    return {
        "game": analysis.game,
        "state": analysis.state,
        "value": int(analysis.value or 0),
        "remoteness": analysis.remoteness,
        "moves": moves,
    }


def _move_value(game: Game, state: Any, move: int, score: int) -> MoveValue:
    value, plies = float(worth_of(game, score)), distance_of(game, score)
    return MoveValue(game.format_move(state, move), value, remoteness=plies, by=by_of(game))


def best_line(database: Solved, state: Any) -> tuple[str, ...]:
    """Best play from `state`, with the soonest wins and latest losses."""
    game, line, seen, at = database.game, [], set(), state
    while at not in seen and (scores := move_scores(database, at)):
        seen.add(at)
        line.append(max(scores, key=lambda entry: entry[1])[0])
        at = game.play(at, line[-1])
    return analyses.line_texts(game, state, line, exact=True)


def known_score(database: Solved, state: Any) -> int:
    """The score of `state`; raises `TextError` if the database does not contain it."""
    score = database.score(state)
    if score is None:
        game = database.game
        text = game.format_state(state) if game.has("format_state") else str(state)
        raise TextError(f"{database.path} lacks {text}, which no play from its start leads to")
    return score


def move_scores(database: Solved, state: Any) -> list[tuple[int, int]]:
    """Each legal move with its score for the player who makes it; empty if the game is over."""
    game = database.game
    if game.outcome(state) != ONGOING:
        return []
    player, scores = game.player(state), []
    for move in game.moves(state):
        child = game.play(state, move)
        score = known_score(database, child)
        scores.append((move, one_ply_before(score, game.player(child) == player, game.by_score)))
    return scores
