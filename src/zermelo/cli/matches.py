"""Commands that let players meet: match, tournament."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import typer

import zermelo
from zermelo.cli.options import (
    AsJson,
    Cap,
    ClockLimit,
    ExportFile,
    Games,
    GameText,
    MatchSeed,
    Openings,
    Plain,
    Players,
    Plies,
    Processes,
    Quiet,
    RecordsFile,
    Repetitions,
)
from zermelo.cli.output import console, leave_if, print_json
from zermelo.errors import UsageError, clip


def match(
    game: GameText,
    first: Annotated[str, typer.Argument(metavar="A", help="a player")],
    second: Annotated[str, typer.Argument(metavar="B", help="its opponent")],
    sprt: Annotated[
        str | None, typer.Option(help="stop when A is ELO0 or ELO1 stronger: ELO0,ELO1[,α,β]")
    ] = None,
    games: Games = 100,
    opening_plies: Plies = 2,
    openings: Openings = None,
    seed: MatchSeed = 0,
    processes: Processes = 1,
    records: RecordsFile = None,
    export: ExportFile = None,
    repetitions: Repetitions = 3,
    quiet: Quiet = 0,
    cap: Cap = 1000,
    clock: ClockLimit = None,
    plain: Plain = False,
    as_json: AsJson = False,
) -> None:
    """Let two players play each other: score, Elo with its 95% interval, a sequential test.

    Players: engine, minimax, alphabeta, memo, mcts, greedy, random, first, with limits and an
    evaluation's weights like engine:nodes=10000, minimax:depth=3,mills=8; level:1 to level:10;
    database:DIR; file.py:name, a function choose(game, state) of yours or a class with such a
    method; exec:COMMAND, a program that speaks the protocol in zermelo/play/external.py.
    """
    from zermelo.play.match import match as run
    from zermelo.show.matches import match_report

    given = conditions(locals())
    report_event(
        lambda progress: run(
            zermelo.game(game), first, second, sprt=sprt_numbers(sprt), progress=progress, **given
        ),
        match_report,
        as_json,
    )


def tournament(
    game: GameText,
    players: Players,
    games: Games = 20,
    opening_plies: Plies = 2,
    openings: Openings = None,
    seed: MatchSeed = 0,
    processes: Processes = 1,
    records: RecordsFile = None,
    export: ExportFile = None,
    repetitions: Repetitions = 3,
    quiet: Quiet = 0,
    cap: Cap = 1000,
    clock: ClockLimit = None,
    plain: Plain = False,
    as_json: AsJson = False,
) -> None:
    """Let each player play each other: win rates, and ratings by Zermelo's method of 1929."""
    from zermelo.play.tournament import tournament as run
    from zermelo.show.matches import tournament_report

    given = conditions(locals())
    report_event(
        lambda progress: run(zermelo.game(game), players, progress=progress, **given),
        tournament_report,
        as_json,
    )


def conditions(given: dict[str, Any]) -> dict[str, Any]:
    """A match's conditions from a command's options: 0 leaves a rule out."""
    same = ("games", "seed", "processes", "records", "export", "clock")
    rules = ("repetitions", "quiet", "cap")
    conditions = {name: given[name] for name in same if name in given}
    conditions |= {name: given[name] or None for name in rules if name in given}
    conditions |= {"plies": given["opening_plies"], "native": not given["plain"]}
    if given["openings"] is not None:
        from zermelo.play.openings import read_openings

        conditions["openings"] = read_openings(given["openings"])
    return conditions


def sprt_numbers(text: str | None) -> list[float] | None:
    """The numbers in "0,20" or "0,20,0.05,0.05"."""
    if text is None:
        return None
    try:
        numbers = [float(part) for part in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) not in (2, 4):
        raise UsageError(f"--sprt takes ELO0,ELO1 or ELO0,ELO1,α,β, like 0,20, not {clip(text)}")
    return numbers


def report_event(
    run: Callable[[Callable[[Any], None]], Any], report: Callable[[Any], Any], as_json: bool
) -> None:
    """Run a match or tournament, showing how it stands, and print what came out."""
    from zermelo.show.progress import Progress

    with Progress("playing") as progress:
        done = run(progress)
    if as_json:
        print_json(done.as_dict())
    else:
        console().print(report(done))
    leave_if(done.interrupted)
