"""Commands that let players meet: match, tournament; and the options they share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Final

import typer

from zermelo.cli.options import AsJson, GameText, Players
from zermelo.cli.output import print_result
from zermelo.contract.options import options_of
from zermelo.errors import UsageError, clip
from zermelo.matches.conditions import Conditions
from zermelo.players.kinds import HELP
from zermelo.spec import parse_game

HUNDRED: Final = Conditions()
TWENTY: Final = Conditions(games=20)


def keywords(conditions: Conditions) -> dict[str, Any]:
    """The conditions of a command as keywords; its file of openings is read."""
    from zermelo.matches.schedule import read_openings

    given = {name: getattr(conditions, name) for name in options_of(conditions)}
    return given | {"openings": read_openings(given["openings"]) if given["openings"] else ()}


def match(
    game: GameText,
    first: Annotated[str, typer.Argument(metavar="A", help=HELP)],
    second: Annotated[str, typer.Argument(metavar="B", help="its opponent")],
    sprt: Annotated[
        str | None, typer.Option(help="stop when A is ELO0 or ELO1 stronger: ELO0,ELO1[,α,β]")
    ] = None,
    conditions: Conditions = HUNDRED,
    as_json: AsJson = False,
) -> None:
    """Let two players play each other: score, Elo with its 95% interval, a sequential test.

    An evaluation's weights are among the limits, as in minimax:depth=3,mills=8. file.py:name is a
    function choose(game, state) of yours or a class with that method; exec:COMMAND a program that
    speaks the protocol in zermelo/players/external.py.

    Example: zermelo match morris engine:seconds=0.1 level:5 --games 20
    """
    from zermelo.matches.match import match as run

    report_event(
        lambda progress: run(
            parse_game(game),
            first,
            second,
            sprt=sprt_numbers(sprt),
            progress=progress,
            **keywords(conditions),
        ),
        as_json,
    )


def tournament(
    game: GameText,
    players: Players,
    conditions: Conditions = TWENTY,
    as_json: AsJson = False,
) -> None:
    """Let each player play each other: win rates, and ratings by Zermelo's method of 1929.

    Example: zermelo tournament connectfour engine:nodes=1000 mcts:nodes=1000 random
    """
    from zermelo.matches.tournament import tournament as run

    report_event(
        lambda progress: run(parse_game(game), players, progress=progress, **keywords(conditions)),
        as_json,
    )


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


def report_event(run: Callable[[Callable[[Any], None]], Any], as_json: bool) -> None:
    """Run a match or tournament, showing how it stands, and print what came out."""
    from zermelo.cli.progress import Progress

    with Progress("playing") as progress:
        done = run(progress)
    print_result(done, as_json)
