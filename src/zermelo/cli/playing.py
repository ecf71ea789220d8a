"""The command `play`."""

from __future__ import annotations

from typing import Annotated

import typer

import zermelo
from zermelo.cli.options import (
    Algorithm,
    AsJson,
    Depth,
    GameText,
    MovesText,
    Plain,
    Seat,
    Seconds,
    Seed,
    StateText,
)
from zermelo.cli.output import console, print_json
from zermelo.errors import UsageError


def play(
    game: GameText,
    first: Annotated[Seat, typer.Option(help="who plays first")] = "human",
    second: Annotated[Seat, typer.Option(help="who plays second")] = "computer",
    algorithm: Annotated[Algorithm, typer.Option(help="how the computer searches")] = "engine",
    state: StateText = None,
    moves: MovesText = None,
    depth: Depth = None,
    seconds: Seconds = None,
    level: Annotated[
        int | None, typer.Option(min=1, max=10, help="how strong the computer is, 1 to 10")
    ] = None,
    limit: Annotated[
        int, typer.Option(min=0, help="plies that minimax looks ahead of its own move")
    ] = 2,
    plain: Plain = False,
    seed: Seed = None,
    as_json: AsJson = False,
) -> None:
    """Play in the terminal; with --json the game's record is printed at its end.

    The computer thinks one second a move unless --depth or --seconds says otherwise.
    """
    from zermelo.play.levels import Opponent
    from zermelo.play.players import Search, seated
    from zermelo.play.position import position
    from zermelo.play.session import Session
    from zermelo.play.terminal import TerminalGame
    from zermelo.show.progress import Progress

    if level is not None and algorithm != "engine":
        raise UsageError("--level is for the engine: leave out --algorithm")
    rules = zermelo.game(game)
    if depth is None and seconds is None:
        seconds = 1.0
    progress = Progress("thinking")
    search = Search(
        algorithm=algorithm,
        depth=depth,
        seconds=seconds,
        native=not plain,
        seed=seed,
        progress=progress,
    )
    computer = search
    if level is not None:
        computer = Opponent(level, seconds=seconds, native=not plain, seed=seed, progress=progress)
    players = tuple(seated(kind, computer, seed, limit) for kind in (first, second))
    session = Session(rules, players, position(rules, state=state, moves=moves))
    quiet = as_json and "human" not in (first, second)
    try:
        TerminalGame(session, console(stderr=as_json, quiet=quiet), search, progress).run()
    finally:
        if as_json:
            print_json(session.record())
