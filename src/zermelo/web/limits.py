"""What a search limit does, for its page: a game of minimax against itself at one limit."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, Literal

from zermelo.board.view import board_view
from zermelo.contract.game import Game
from zermelo.errors import Stopped, UsageError
from zermelo.experiments.experiment import Step, depth_experiment
from zermelo.play.thinking import watched
from zermelo.web.requests import Fields

DEEPEST: Final = 12  # plies
LONGEST: Final = 200  # moves of a game that are shown


def limited_game(game: Game[Any], fields: Fields, *, native: bool) -> Callable[[], dict[str, Any]]:
    """What plays `game` at the limit `depth` of `fields`, counted `from` "move" or "game".

    Called by a thinker's thread, it raises `UsageError` for what takes longer than is allowed.
    """
    depth = fields.number_or_none("depth", DEEPEST)
    if depth is None:
        raise UsageError("depth should be given")
    origin: Any = fields.text_or_none("from") or "move"
    if origin not in ("move", "game"):
        raise UsageError('from should be "move" or "game"')
    return partial(_played, game, depth, origin, native)


def _played(
    game: Game[Any], depth: int, origin: Literal["move", "game"], native: bool
) -> dict[str, Any]:
    steps: list[Step] = []
    try:
        found = depth_experiment(
            game, [depth], origin=origin, native=native, watch=steps.append, progress=watched
        )
    except Stopped:
        raise UsageError(f"limit {depth} takes too long here; take a lower one") from None
    (row,) = found.rows
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


def _boards(game: Game[Any], steps: list[Step]) -> list[dict[str, Any]]:
    """The board at the start, and after each move."""
    boards = [board_view(game, game.start(), active=False)]
    for step in steps:
        state = game.play(step.state, step.move)
        given = {"before": step.state, "last_move": step.move, "active": False}
        boards.append(board_view(game, state, **given))
    return boards
