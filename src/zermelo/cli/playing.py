"""Commands that show and play games: play, serve, show, engine."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import typer

import zermelo
from zermelo.cli import options
from zermelo.cli.options import START, Where, argument, choice, flag, number, setting
from zermelo.cli.output import Progress, complain, console, drawn_file, print_json
from zermelo.contract import arguments
from zermelo.contract.analysis import By, value_by
from zermelo.play.player import Person, Player, Terms
from zermelo.process.texts import is_unicode
from zermelo.search.clock import Limits
from zermelo.search.engine.knownends import USUAL
from zermelo.spec import parse_game

if TYPE_CHECKING:
    from zermelo.play.session import Session


def play(
    game: str = options.GAME,
    first: str = setting("PLAYER", "the first player", "human"),
    second: str = setting("PLAYER", "the second player", "computer"),
    where: Where = START,
    by: By = options.BY,
    seed: int | None = options.SEED,
    bare: bool = flag("play line by line, not on a full screen"),
    as_json: bool = options.JSON,
) -> None:
    """Play in the terminal; with --json, print a record of the game at the end.

    A PLAYER is human, computer, or any player that match accepts: level:3, engine:depth=4,
    minimax:limit=2, database:DIR, yours.py:name and so on. The computer thinks for one second a
    move. If the terminal allows, the game fills the screen, and you can use keys and mouse. With
    --by score, the computer plays for as many points as possible.

    Example: zermelo play connectfour --second level:3
    """
    from zermelo.play.session import Session
    from zermelo.players.byname import seat_players
    from zermelo.players.search import Search

    rules = value_by(parse_game(game), by)
    progress: Any = Progress("thinking")
    terminal = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    drawable = terminal and is_unicode(sys.stdout) and rules.has("picture")
    if screen := drawable and not (bare or as_json) and find_spec("textual") is not None:
        from zermelo.play.thinking import report_progress

        progress = report_progress
    given: dict[str, Any] = {"seed": seed, "progress": progress}
    limits, at = Limits(seconds=1.0), where.of(rules)
    own: dict[str, Player] = {"human": Person(), "computer": Search(limits, **given)}
    terms = Terms(rules, start=at, ready=not screen, progress=progress)
    with seat_players((first, second), own, terms, seed) as players:
        session = Session(rules, players, at)
        if screen:
            _play_on_screen(session)
            return
        from zermelo.terminal.lines import TerminalGame

        person = any(isinstance(player, Person) for player in session.players)
        screenless = console(stderr=as_json, quiet=as_json and not person)
        advisor = Search(limits, options=USUAL, **given)
        try:
            TerminalGame(session, screenless, advisor, progress).run()
        finally:
            if as_json:
                print_json(session.record())


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


def serve(
    games: list[str] | None = argument(
        "GAME...", "games to add to the built-in ones, or for --database: file.py:Class", None
    ),
    host: str = setting("ADDRESS", "where to listen; by default this machine", "127.0.0.1"),
    port: int = number(arguments.PORT, "the port; 0 for any free one", 8000),
    database: list[Path] | None = options.DATABASES,
    book: list[Path] | None = setting("FILE", "an opening book, for instant values; repeatable"),
    proof: list[Path] | None = setting("FILE", "a proof from prove --out, to show; repeatable"),
    results: list[Path] | None = options.RESULTS,
    study: list[Path] | None = options.STUDIES,
    allow_host: list[str] | None = setting("NAME", "another name for this machine; repeatable"),
    token: str | None = setting("WORD", "ask visitors for this password; 'new' makes one up"),
    proxy: list[str] | None = setting(
        "ADDRESS", "trust X-Forwarded-For from this proxy; repeatable"
    ),
    pyodide: str | None = setting("DIR|ADDRESS", "where pages load Python from, see publish"),
) -> None:
    """Play in the browser: a board to click, the value of every move, mistakes, the engine, live.

    It prints the address and runs until Ctrl-C. With --host 0.0.0.0, others can reach it at the
    machine's address, or at a name given by --allow-host; with --token they need the password.

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
        databases=database or (),
        books=book or (),
        proofs=proof or (),
        results=results or (),
        studies=study or (),
        names=allow_host or (),
        token=token,
        proxies=proxy or (),
        pyodide=pyodide,
        ready=lambda address: print(f"Zermelo is at {address} (Ctrl-C ends it)", flush=True),
    )


def show(
    game: str = options.GAME,
    where: Where = START,
    svg: Path | None = setting(
        "FILE", "draw to this .svg, .png, .pdf or .tex file", None, "--out", "--svg"
    ),
    theme: Literal["auto", "light", "dark"] = choice("the colours for --out", "auto"),
    values: bool = flag("search for a second, and show the moves' values"),
    by: By = options.BY,
    as_json: bool = options.JSON,
) -> None:
    """Show a position as text, or draw it in a file.

    Example: zermelo show tictactoe --moves "b2 a3" --out board.svg --values
    """
    from zermelo.reports.results import position_report

    rules = value_by(parse_game(game), by)
    begun = None if where.state is None else rules.parse_state(where.state)
    at = zermelo.Position(rules, begun).play(where.moves or "")
    with drawn_file(svg, lambda analysis: at.svg(analysis, theme=theme), "--out") as draw_into:
        known = None
        if values and svg is not None:
            known = zermelo.analyze(rules, at.state, algorithm="engine", seconds=1, every_move=True)
        draw_into(known)
    if as_json:
        print_json({**at.as_dict(), "svg": None if svg is None else str(svg)})
    else:
        console().print(position_report(rules, at.state, at.last, at.turn))


def engine(
    game: str = options.GAME,
    protocol: Literal["ugi", "uci"] = choice("the protocol that the program speaks", "ugi"),
) -> None:
    """Run as an engine for a program that speaks a line protocol, until it sends quit or exits.

    UGI works for any game, in Zermelo's notation; UCI for chess and its small boards, Connect Four
    and tic-tac-toe as in cutechess, Breakthrough and Clobber.

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
