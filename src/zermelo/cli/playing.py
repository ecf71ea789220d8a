"""The command `play`."""

from __future__ import annotations

import importlib.util
import os
import sys
from typing import TYPE_CHECKING, Annotated, Any

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

if TYPE_CHECKING:
    from zermelo.game import Game
    from zermelo.play.players import Search
    from zermelo.play.session import Session
    from zermelo.show.progress import Progress
    from zermelo.terminal.thinker import Thinker


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
    bare: Annotated[bool, typer.Option("--bare", help="line by line, no full screen")] = False,
    as_json: AsJson = False,
) -> None:
    """Play in the terminal; with --json the game's record is printed at its end.

    The computer thinks one second a move unless --depth or --seconds says otherwise. It is played
    with keys and mouse on a full screen, or line by line where there is none.
    """
    from zermelo.play.levels import Opponent
    from zermelo.play.players import Search, seated
    from zermelo.play.position import position
    from zermelo.play.session import Session

    if level is not None and algorithm != "engine":
        raise UsageError("--level is for the engine: leave out --algorithm")
    rules = zermelo.game(game)
    if depth is None and seconds is None:
        seconds = 1.0
    progress = _progress(full := not (bare or as_json) and _has_screen(rules))
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
    if full:
        _play_on_screen(session, progress, native=not plain)
    else:
        _play_by_lines(session, search, progress, as_json=as_json)


def _has_screen(game: Game[Any]) -> bool:
    """Whether a person can see a drawn board here, and the library for it is installed."""
    terminal = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    return terminal and game.has("picture") and importlib.util.find_spec("textual") is not None


def _progress(full: bool) -> Any:
    """What watches the searches: the thinker of a full screen, or a line."""
    if full:
        from zermelo.terminal.thinker import Thinker

        return Thinker()
    from zermelo.show.progress import Progress

    return Progress("thinking")


def _play_on_screen(session: Session, thinker: Thinker, *, native: bool) -> None:
    from zermelo.play.advice import EngineAdvisor
    from zermelo.play.terminal import last_words
    from zermelo.terminal.app import PlayApp

    advisor = EngineAdvisor(native=native, progress=thinker)
    PlayApp(session, advisor, thinker, native=native).run()
    console().print(last_words(session))


def _play_by_lines(session: Session, search: Search, progress: Progress, *, as_json: bool) -> None:
    from zermelo.play.players import Person
    from zermelo.play.terminal import TerminalGame

    person = any(isinstance(player, Person) for player in session.players)
    try:
        where = console(stderr=as_json, quiet=as_json and not person)
        TerminalGame(session, where, search, progress).run()
    finally:
        if as_json:
            print_json(session.record())
