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
    Seconds,
    Seed,
    StateText,
)
from zermelo.cli.output import console, print_json
from zermelo.errors import UsageError


def play(
    game: GameText,
    first: Annotated[str, typer.Option(metavar="PLAYER", help="who plays first")] = "human",
    second: Annotated[str, typer.Option(metavar="PLAYER", help="who plays second")] = "computer",
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

    A PLAYER is human, computer, minimax (with --limit), or one of `match`: random, level:3,
    engine:nodes=10000, database:DIR, yours.py:name and the others. The computer thinks one second
    a move unless --depth or --seconds says otherwise.
    """
    from zermelo.play.entrants import seated
    from zermelo.play.levels import Opponent
    from zermelo.play.minimax import Minimax
    from zermelo.play.players import Person, Player, Search
    from zermelo.play.position import position
    from zermelo.play.session import Session
    from zermelo.play.terminal import TerminalGame
    from zermelo.play.terms import Terms
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
    minimax, at = Minimax(limit, seed=seed), position(rules, state=state, moves=moves)
    own: dict[str, Player] = {"human": Person(), "computer": computer, "minimax": minimax}
    terms = Terms(rules, native=not plain, start=at)
    quiet = as_json and "human" not in (first, second)
    with seated((first, second), own, terms, seed) as players:
        session = Session(rules, players, at)
        try:
            TerminalGame(session, console(stderr=as_json, quiet=quiet), search, progress).run()
        finally:
            if as_json:
                print_json(session.record())
