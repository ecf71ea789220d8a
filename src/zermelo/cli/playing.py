"""Commands that show games and play them: play, serve, show, engine."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from zermelo.cli.options import (
    START,
    AsJson,
    By,
    Databases,
    GameText,
    Results,
    Seed,
    Studies,
    Where,
    number,
)
from zermelo.cli.output import complain, console, drawn_file, print_json
from zermelo.contract import arguments
from zermelo.process.texts import is_unicode
from zermelo.spec import parse_game

if TYPE_CHECKING:
    from zermelo.cli.output import Progress
    from zermelo.contract.game import Game
    from zermelo.play.session import Session
    from zermelo.players.search import Search


def play(
    game: GameText,
    first: Annotated[str, typer.Option(metavar="PLAYER", help="who plays first")] = "human",
    second: Annotated[str, typer.Option(metavar="PLAYER", help="who plays second")] = "computer",
    where: Where = START,
    by: By = "outcome",
    seed: Seed = None,
    bare: Annotated[
        bool, typer.Option("--bare", help="line by line, not on a full screen")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Play in the terminal; with --json the game's record is printed at the end.

    A PLAYER is human, computer, or one of match's: level:3, engine:depth=4, minimax:limit=2,
    database:DIR, yours.py:name and the others. The computer thinks one second a move. The game
    fills the screen, for keys and mouse, if the terminal can do that. By score the computer plays
    for as many points as it can get.

    Example: zermelo play connectfour --second level:3
    """
    from zermelo.contract.analysis import value_by
    from zermelo.play.player import Person, Player, Terms
    from zermelo.play.session import Session
    from zermelo.players.byname import seat_players
    from zermelo.players.search import Search
    from zermelo.search.clock import Limits
    from zermelo.search.engine.knownends import USUAL

    rules = value_by(parse_game(game), by)
    progress = _progress(screen := not (bare or as_json) and _has_screen(rules))
    given: dict[str, Any] = {"seed": seed, "progress": progress}
    limits, at = Limits(seconds=1.0), where.of(rules)
    own: dict[str, Player] = {"human": Person(), "computer": Search(limits, **given)}
    terms = Terms(rules, start=at, ready=not screen, progress=progress)
    with seat_players((first, second), own, terms, seed) as players:
        session = Session(rules, players, at)
        if screen:
            _play_on_screen(session)
        else:
            advisor = Search(limits, options=USUAL, **given)
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
    from zermelo.cli.output import Progress

    return Progress("thinking")


def _play_on_screen(session: Session) -> None:
    from zermelo.play.advice import EngineAdvisor
    from zermelo.play.agenda import Agenda
    from zermelo.play.thinking import report_progress
    from zermelo.terminal.app import PlayApp
    from zermelo.terminal.lines import last_words

    advisor = EngineAdvisor(progress=report_progress)
    app = PlayApp(Agenda(session, advisor))
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


Hosts = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME", help="another name of this machine; repeatable"),
]
PythonAt = Annotated[
    str | None,
    typer.Option(metavar="DIR|ADDRESS", help="where pages with code load Python from, see publish"),
]


def serve(
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME...",
            help="games to add to the built-in ones, or those of --database: file.py:Class",
        ),
    ] = None,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="where to listen; by default this machine only")
    ] = ("127.0.0.1"),
    port: Annotated[int, number(arguments.PORT, help="0 takes any free port")] = 8000,
    database: Databases = None,
    book: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="an opening book, for values at once; repeatable"),
    ] = None,
    proof: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="a proof, by prove --out, to show; repeatable"),
    ] = None,
    results: Results = None,
    study: Studies = None,
    allow_host: Hosts = None,
    token: Annotated[
        str | None,
        typer.Option(metavar="WORD", help="ask visitors for this password; new: make one up"),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="trust X-Forwarded-For from this proxy; repeatable"),
    ] = None,
    pyodide: PythonAt = None,
) -> None:
    """Play in the browser: a board to click, the value of every move, mistakes, the engine, live.

    It prints the address and runs until Ctrl-C. With --host 0.0.0.0 others can reach it, by the
    machine's address, or by a name that --allow-host gives; with --token they need the password.

    Example: zermelo serve --host 0.0.0.0 --allow-host lab7.example.org --token new
    """
    from zermelo.web.serve import exposure
    from zermelo.web.serve import serve as run

    if (meaning := exposure(host, token)) is not None:
        complain(meaning)
    run(
        host,
        port,
        own=games or (),
        databases=[str(path) for path in database or ()],
        books=[str(path) for path in book or ()],
        proofs=[str(path) for path in proof or ()],
        results=[str(path) for path in results or ()],
        studies=[str(path) for path in study or ()],
        names=allow_host or (),
        token=token,
        proxies=proxy or (),
        pyodide=pyodide,
        ready=lambda address: print(f"Zermelo is at {address} (Ctrl-C ends it)", flush=True),
    )


def show(
    game: GameText,
    where: Where = START,
    svg: Annotated[
        Path | None,
        typer.Option(
            "--out", "--svg", metavar="FILE", help="draw it: a .svg, .png, .pdf or .tex file"
        ),
    ] = None,
    theme: Annotated[
        Literal["auto", "light", "dark"], typer.Option(help="the colours of --out")
    ] = "auto",
    values: Annotated[
        bool, typer.Option("--values", help="search for a second and draw the moves' values")
    ] = False,
    by: By = "outcome",
    as_json: AsJson = False,
) -> None:
    """Show a position as text, or draw it in a file.

    Example: zermelo show tictactoe --moves "b2 a3" --out board.svg --values
    """
    from zermelo.contract.analysis import value_by
    from zermelo.play.position import Position
    from zermelo.reports.results import position_report
    from zermelo.search.analyze import analyze

    rules = value_by(parse_game(game), by)
    begun = None if where.state is None else rules.parse_state(where.state)
    at = Position(rules, begun).play(where.moves or "")
    with drawn_file(svg, lambda analysis: at.svg(analysis, theme=theme), "--out") as draw_into:
        known = None
        if values and svg is not None:
            known = analyze(rules, at.state, algorithm="engine", seconds=1, every_move=True)
        draw_into(known)
    if as_json:
        print_json({**at.as_dict(), "svg": None if svg is None else str(svg)})
    else:
        console().print(position_report(rules, at.state, at.last, at.turn))


def engine(
    game: GameText,
    protocol: Annotated[
        Literal["ugi", "uci"], typer.Option(help="the language of the program")
    ] = "ugi",
) -> None:
    """Play for a program that speaks a protocol of lines, until it says quit or ends.

    UGI works for any game, in our notation; UCI for Connect Four and tic-tac-toe, as cutechess has
    them, for Breakthrough and Clobber, and for chess and its small boards.

    Example: zermelo engine hex --protocol ugi
    """
    from zermelo.bridges.engine import Engine
    from zermelo.players.program import orders, voice
    from zermelo.process.end import leave

    speaker = Engine(parse_game(game), protocol, print, native=None)
    speaker.say = voice()
    for line in orders():
        if not speaker.hear(line):
            leave(0)  # at once, even while the compiler runs
