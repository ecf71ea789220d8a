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
    bare: Annotated[bool, typer.Option("--bare", help="line by line, no full screen")] = False,
    as_json: AsJson = False,
) -> None:
    """Play in the terminal; with --json the game's record is printed at its end.

    A PLAYER is human, computer, minimax (with --limit), or one of `match`: random, level:3,
    engine:nodes=10000, database:DIR, yours.py:name and the others. The computer thinks one second
    a move unless --depth or --seconds says otherwise. The game is played with keys and mouse on a
    full screen; line by line where there is none.
    """
    from zermelo.play.entrants import seated
    from zermelo.play.levels import Opponent
    from zermelo.play.minimax import Minimax
    from zermelo.play.players import Person, Player, Search
    from zermelo.play.position import position
    from zermelo.play.session import Session
    from zermelo.play.terms import Terms

    if level is not None and algorithm != "engine":
        raise UsageError("--level is for the engine: leave out --algorithm")
    rules = zermelo.game(game)
    progress = _progress(screen := not (bare or as_json) and _has_screen(rules))
    limits: dict[str, Any] = {
        "seconds": 1.0 if depth is None and seconds is None else seconds,
        "native": not plain,
        "seed": seed,
        "progress": progress,
    }
    asked = {"algorithm": algorithm, "depth": depth, **limits}
    computer = Search(**asked) if level is None else Opponent(level, **limits)
    minimax, at = Minimax(limit, seed=seed), position(rules, state=state, moves=moves)
    own: dict[str, Player] = {"human": Person(), "computer": computer, "minimax": minimax}
    terms = Terms(rules, native=not plain, start=at, ready=not screen, progress=progress)
    with seated((first, second), own, terms, seed) as players:
        session = Session(rules, players, at)
        if screen:
            _play_on_screen(session, progress, native=not plain)
        else:
            advisor = Search(**asked, ties=True)
            _play_by_lines(session, advisor, progress, as_json=as_json)


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
    app = PlayApp(session, advisor, thinker, native=native)
    app.run()
    console().print(last_words(session))
    if app.return_code:  # an error in somebody's rules, of which the screen has told
        raise typer.Exit(app.return_code)


def _play_by_lines(session: Session, advisor: Search, progress: Progress, *, as_json: bool) -> None:
    from zermelo.play.players import Person
    from zermelo.play.terminal import TerminalGame

    person = any(isinstance(player, Person) for player in session.players)
    try:
        where = console(stderr=as_json, quiet=as_json and not person)
        TerminalGame(session, where, advisor, progress).run()
    finally:
        if as_json:
            print_json(session.record())
