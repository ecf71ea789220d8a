"""The effect of a search limit, for its page: a game of minimax against itself at one limit."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, Literal, TypedDict

from zermelo.board.view import BoardView, board_view
from zermelo.contract.game import Game
from zermelo.errors import Stopped, UsageError
from zermelo.experiments.experiment import Step, depth_experiment
from zermelo.play.thinking import report_progress
from zermelo.web.requests import Fields

DEEPEST: Final = 12  # plies
LONGEST: Final = 200  # moves of a game that are shown
Origin = Literal["move", "game"]
ORIGINS: Final[tuple[Origin, ...]] = ("move", "game")


class Made(TypedDict):
    """A move, and how many states were generated for it."""

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
    """A job that plays `game` at the limit `depth` of `fields`, counted `from` "move" or "game".

    Called by a thinker's thread, it raises `UsageError` for what takes longer than is allowed.
    """
    depth = fields.number_or_none("depth", DEEPEST)
    if depth is None:
        raise UsageError("depth should be given")
    return partial(_played, game, depth, fields.choice("from", ORIGINS), native)


def _played(game: Game, depth: int, origin: Origin, native: bool) -> LimitedGame:
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
    """The board at the start, and after each move."""
    boards = [board_view(game, game.start(), active=False)]
    for step in steps:
        state = game.play(step.state, step.move)
        board = board_view(game, state, before=step.state, last_move=step.move, active=False)
        boards.append(board)
    return boards
