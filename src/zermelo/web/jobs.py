"""Searches that pages ask for: recorded trees, and games at a search limit.

Each function here checks a request and returns a job for a thinker's thread, which raises
`UsageError` for what takes longer than is allowed there.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Literal, TypedDict

from zermelo.board.view import BoardView, board_view
from zermelo.contract.game import WIN, Game
from zermelo.errors import Stopped, UsageError
from zermelo.experiments.experiment import Step, depth_experiment
from zermelo.play.fields import Fields
from zermelo.play.session import Session
from zermelo.play.thinking import report_progress
from zermelo.search.traces.trace import CERTIFICATE, MONTE_CARLO, PROOF_NUMBERS
from zermelo.search.traces.tracing import trace
from zermelo.trees.record import TreeRecord, tree_record

if TYPE_CHECKING:
    from zermelo.proofs.verify import Known

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

    def record_tree(name: str) -> TreeRecord:
        if name == CERTIFICATE and proof is not None:
            from zermelo.proofs.verify import certificate_trace

            depth, most = given["depth"], MOST_NODES
            return tree_record(certificate_trace(proof, session.state, depth=depth, limit=most))
        return tree_record(trace(session.game, session.state, algorithm=name, **given, **limits))

    try:
        return {
            "record": record_tree(algorithm),
            "against": record_tree(against) if against else None,
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
