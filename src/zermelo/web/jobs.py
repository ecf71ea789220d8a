"""Searches that pages ask for: recorded trees, games at a search limit, the mistakes of a level.

Each function here checks a request and returns a job for a thinker's thread, which raises
`UsageError` for what takes longer than is allowed there.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Literal, TypedDict, cast

from zermelo.board.view import BoardView, board_view
from zermelo.contract.game import WIN, Game
from zermelo.contract.ranges import LEVEL
from zermelo.errors import Stopped, UsageError
from zermelo.experiments.experiment import Step, depth_experiment
from zermelo.play.fields import Fields
from zermelo.play.session import Session
from zermelo.play.thinking import report_progress
from zermelo.players.levels import TIMED
from zermelo.search.clock import Snapshot
from zermelo.search.traces.trace import CERTIFICATE, MONTE_CARLO, PROOF_NUMBERS
from zermelo.search.traces.tracing import trace
from zermelo.trees.record import TreeRecord, tree_record
from zermelo.web.opponents import Opponents

if TYPE_CHECKING:
    from zermelo.proofs.verify import Known
    from zermelo.solver.probing.database import Database
    from zermelo.tuning.audit import Audit

MOST_NODES: Final = 120_000
DEEPEST: Final = 100
MOST_SIMULATIONS: Final = 10_000
FEW_SIMULATIONS: Final = 100  # by default
GROWN: Final = {PROOF_NUMBERS: "proof-number search", MONTE_CARLO: "Monte Carlo tree search"}
MOST_POINTS: Final = 9_999  # of a claim
DEEPEST_LIMIT: Final = 12  # plies
LONGEST: Final = 200  # moves of a game that are shown
Origin = Literal["move", "game"]
ORIGINS: Final[tuple[Origin, ...]] = ("move", "game")
POSITIONS: Final = 100  # in which a level is measured, to within ten percent


class Searches(TypedDict):
    """A recorded search, and a second one to compare if requested.

    points  whether the game counts points, for which it may be searched too
    proof   whether the server has a certificate about the game"""

    record: TreeRecord
    against: TreeRecord | None
    points: bool
    proof: bool


def searches(session: Session, fields: Fields, proof: Known | None) -> Callable[[], Searches]:
    """A job that records the searches in `fields` of the session's position, or walks a `proof`.

    It raises `UsageError` for a search that is impossible, too large, or too slow.
    """
    algorithm = fields.text_or_none("algorithm") or "alphabeta"
    against, depth = fields.text_or_none("against"), fields.number_or_none("depth", DEEPEST)
    for name, search in GROWN.items():
        if name in (algorithm, against):
            if against is not None:
                raise UsageError(f"{search} is compared with no other search")
            depth = None
    if CERTIFICATE in (algorithm, against) and (proof is None or against is not None):
        raise UsageError("a proof is shown alone, of a game with one: zermelo serve --proof FILE")
    least = fields.number_or_none("least", MOST_POINTS)
    simulations = fields.number_or_none("simulations", MOST_SIMULATIONS) or FEW_SIMULATIONS
    given = {"depth": depth, "least": WIN if least is None else least, "simulations": simulations}
    return partial(_record_searches, session, algorithm, against, given, proof)


def _record_searches(
    session: Session,
    algorithm: str,
    against: str | None,
    given: dict[str, Any],
    proof: Known | None,
) -> Searches:
    limits: dict[str, Any] = {"limit": MOST_NODES, "progress": report_progress}

    def recorded(name: str) -> TreeRecord:
        if name == CERTIFICATE and proof is not None:
            from zermelo.proofs.verify import certificate_trace

            depth, most = given["depth"], MOST_NODES
            return tree_record(certificate_trace(proof, session.state, depth=depth, limit=most))
        return tree_record(trace(session.game, session.state, algorithm=name, **given, **limits))

    try:
        return {
            "record": recorded(algorithm),
            "against": recorded(against) if against else None,
            "points": session.game.counts_points,
            "proof": proof is not None,
        }
    except Stopped:
        raise UsageError("this takes too long here; search less deep") from None


class Made(TypedDict):
    """A move, and the number of states generated to find it."""

    move: str
    states: int


class LimitedGame(TypedDict):
    """A game of minimax against itself: its moves, and the boards before and after each."""

    depth: int
    result: str
    seconds: float
    states: int
    moves: list[Made]
    boards: list[BoardView]


def limited_game(game: Game, fields: Fields, *, native: bool) -> Callable[[], LimitedGame]:
    """A job that plays `game` at the limit `depth` of `fields`, counted `from` "move" or "game"."""
    depth = fields.number("depth", DEEPEST_LIMIT)
    return partial(_play_game, game, depth, fields.choice("from", ORIGINS), native)


def _play_game(game: Game, depth: int, origin: Origin, native: bool) -> LimitedGame:
    steps: list[Step] = []
    try:
        done = depth_experiment(
            game,
            [depth],
            origin=origin,
            native=native,
            watch=steps.append,
            progress=report_progress,
        )
    except Stopped:
        raise UsageError(f"limit {depth} takes too long here; take a lower one") from None
    (row,) = done.rows
    return {
        "depth": depth,
        "result": row.result,
        "seconds": row.seconds,
        "states": row.states,
        "moves": [
            {"move": game.format_move(step.state, step.move), "states": step.states}
            for step in steps
        ],
        "boards": _boards(game, steps[:LONGEST]),
    }


def _boards(game: Game, steps: list[Step]) -> list[BoardView]:
    boards = [board_view(game, game.start(), active=False)]
    for step in steps:
        state = game.play(step.state, step.move)
        board = board_view(game, state, before=step.state, last_move=step.move, active=False)
        boards.append(board)
    return boards


class GivenAway(TypedDict):
    """The mistakes of a level, in a sentence."""

    sentence: str


class Measured:
    """Measures the mistakes of levels in solved games, each level of a game once."""

    def __init__(self, opponents: Opponents) -> None:
        self._opponents = opponents
        self._known: dict[tuple[Game, int], str] = {}

    def of(self, game: Game, level: int | None) -> Callable[[], GivenAway]:
        """A job that measures a level's mistakes; `UsageError` without a database."""
        LEVEL.check("level", level)
        if level in TIMED:
            raise UsageError(f"level {level} thinks too long to be measured here")
        from zermelo.solver.probing.published import PublishedDatabase

        database = self._opponents.database(game)
        if database is None:
            raise UsageError(f"{game} has no database here: zermelo serve --database DIR")
        if isinstance(database, PublishedDatabase):
            raise UsageError("no page measures a level without a server: zermelo serve does")
        assert level is not None
        return partial(self._given_away, cast("Database", database), level)

    def _given_away(self, database: Database, level: int) -> GivenAway:
        from zermelo.tuning.audit import audit  # which published pages lack

        key = database.game, level
        if key not in self._known:
            player = self._opponents.player(f"level:{level}", database.game)
            began = time.monotonic()

            def look(_: Any) -> None:
                report_progress(
                    Snapshot(depth=0, nodes=0, value=0.0, seconds=time.monotonic() - began)
                )

            try:
                audited = audit(database, player, positions=POSITIONS, progress=look)
            except Stopped:
                raise UsageError(f"to measure level {level} takes too long here") from None
            self._known[key] = _sentence(audited)
        return {"sentence": self._known[key]}


def _sentence(audit: Audit) -> str:
    if not audit.positions:
        return "In this game no move is a mistake."
    cost = f"{audit.regret:.2f} a move, where 1 turns a win into a draw or a draw into a loss"
    if audit.by == "score":
        cost = f"{audit.regret:.1f} points a move"
    return (
        f"By the database, in {audit.positions} positions where a move can be a mistake, "
        f"{audit.blunders} of its moves are one, of random moves "
        f"{(1 - audit.by_chance) * audit.positions:.0f}; that costs {cost}."
    )
