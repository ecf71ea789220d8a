"""The command `play`."""

from __future__ import annotations

import importlib.util
import os
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from zermelo.cli.options import (
    START,
    Algorithm,
    AsJson,
    ByWhat,
    Depth,
    GameText,
    Plain,
    Seconds,
    Seed,
    Where,
    number,
)
from zermelo.cli.output import console, print_json
from zermelo.contract import ranges
from zermelo.errors import UsageError
from zermelo.process.texts import is_unicode
from zermelo.spec import parse_game

if TYPE_CHECKING:
    from zermelo.cli.progress import Progress
    from zermelo.contract.game import Game
    from zermelo.play.session import Session
    from zermelo.players.search import Search


def play(
    game: GameText,
    first: Annotated[str, typer.Option(metavar="PLAYER", help="who plays first")] = "human",
    second: Annotated[str, typer.Option(metavar="PLAYER", help="who plays second")] = "computer",
    algorithm: Annotated[Algorithm, typer.Option(help="how the computer searches")] = "engine",
    where: Where = START,
    depth: Depth = None,
    seconds: Seconds = None,
    level: Annotated[int | None, number(ranges.LEVEL, help="how strong the computer is")] = None,
    limit: Annotated[
        int, number(ranges.LOOKAHEAD, help="plies that minimax looks ahead of its own move")
    ] = 2,
    plain: Plain = False,
    seed: Seed = None,
    by: ByWhat = "outcome",
    bare: Annotated[bool, typer.Option("--bare", help="line by line, no full screen")] = False,
    as_json: AsJson = False,
) -> None:
    """Play in the terminal; with --json the game's record is printed at its end.

    A PLAYER is human, computer, minimax (with --limit), or one of `match`: random, level:3,
    engine:nodes=10000, database:DIR, yours.py:name and the others. The computer thinks one second
    a move unless --depth or --seconds says otherwise. The game is played with keys and mouse on a
    full screen; line by line where there is none. By score all values are points, and the computer
    plays for as many as it can get.
    """
    from zermelo.contract.points import valued
    from zermelo.play.player import Person, Player
    from zermelo.play.session import Session
    from zermelo.players.levels import Opponent
    from zermelo.players.minimax import Minimax
    from zermelo.players.named import seat_players
    from zermelo.players.playerspec import Terms
    from zermelo.players.search import Search
    from zermelo.search.engine.options import USUAL
    from zermelo.search.limits import Limits

    if level is not None and algorithm != "engine":
        raise UsageError("--level is for the engine: leave out --algorithm")
    rules = valued(parse_game(game), by)
    progress = _progress(screen := not (bare or as_json) and _has_screen(rules))
    limits = Limits(depth, seconds).or_seconds(1.0)
    given: dict[str, Any] = {"native": not plain, "seed": seed, "progress": progress}
    computer = Search(limits, algorithm=algorithm, **given)
    if level is not None:
        computer = Opponent(level, Limits(seconds=limits.seconds), **given)
    minimax, at = Minimax(limit, seed=seed), where.of(rules)
    own: dict[str, Player] = {"human": Person(), "computer": computer, "minimax": minimax}
    terms = Terms(rules, native=not plain, start=at, ready=not screen, progress=progress)
    with seat_players((first, second), own, terms, seed) as players:
        session = Session(rules, players, at)
        if screen:
            _play_on_screen(session, native=not plain)
        else:
            advisor = Search(limits, algorithm=algorithm, options=USUAL, **given)
            _play_by_lines(session, advisor, progress, as_json=as_json)


def _has_screen(game: Game) -> bool:
    """Whether a person can see a drawn board here, and the library for it is installed."""
    terminal = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    return (
        terminal
        and is_unicode(sys.stdout)
        and game.has("picture")
        and importlib.util.find_spec("textual") is not None
    )


def _progress(full: bool) -> Any:
    """The progress of searches: the full screen's job that runs them, or a line."""
    if full:
        from zermelo.play.thinking import report_progress

        return report_progress
    from zermelo.cli.progress import Progress

    return Progress("thinking")


def _play_on_screen(session: Session, *, native: bool) -> None:
    from zermelo.play.advice import EngineAdvisor
    from zermelo.play.agenda import Agenda, Scope
    from zermelo.play.thinking import report_progress
    from zermelo.terminal.app import PlayApp
    from zermelo.terminal.lines import last_words

    advisor = EngineAdvisor(native=native, progress=report_progress)
    app = PlayApp(Agenda(session, advisor, scope=Scope.POSITION), native=native)
    app.run()
    console().print(last_words(session))
    if app.return_code:  # an error in a user's rules, which the screen has shown
        raise typer.Exit(app.return_code)


def _play_by_lines(session: Session, advisor: Search, progress: Progress, *, as_json: bool) -> None:
    from zermelo.play.player import Person
    from zermelo.terminal.lines import TerminalGame

    person = any(isinstance(player, Person) for player in session.players)
    try:
        where = console(stderr=as_json, quiet=as_json and not person)
        TerminalGame(session, where, advisor, progress).run()
    finally:
        if as_json:
            print_json(session.record())
