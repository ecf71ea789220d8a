"""Commands that let players meet: match, tournament; and the options they share."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Annotated, Any

import typer

from zermelo.cli.options import AsJson, GameText, Players, parameters_of, with_parameters
from zermelo.cli.output import print_result
from zermelo.contract.options import options_of
from zermelo.errors import UsageError, clip
from zermelo.matches.conditions import Conditions
from zermelo.players.kinds import HELP
from zermelo.spec import parse_game

Command = Callable[..., None]


def under_conditions(games: int) -> Callable[[Command], Command]:
    """Give a command the options of a match; it gets what they stand for as `**given`.

    games  how many there are by default
    """

    def extend(command: Command) -> Command:
        *own, _ = inspect.signature(command, eval_str=True).parameters.values()
        shared = parameters_of(Conditions)
        shared["games"] = shared["games"].replace(default=games)

        @functools.wraps(command)
        def extended(**asked: Any) -> None:
            from zermelo.process.cluster import executor

            given = conditions({field: asked.pop(one.name) for field, one in shared.items()})
            with executor(given["executor"]) as afar:
                command(**asked, **{**given, "executor": afar})

        parameters = sorted([*own, *shared.values()], key=lambda one: one.name == "as_json")
        return with_parameters(extended, parameters)

    return extend


def conditions(given: dict[str, Any]) -> dict[str, Any]:
    """The meaning of a match's options: a file of openings is read, 0 leaves a rule out."""
    from zermelo.matches.openings import read_openings

    never = [name for name, declared in options_of(Conditions).items() if declared.never]
    given |= {name: given[name] or None for name in never}
    given["openings"] = read_openings(given["openings"]) if given["openings"] else ()
    return given | {"native": not given["native"]}


@under_conditions(games=100)
def match(
    game: GameText,
    first: Annotated[str, typer.Argument(metavar="A", help=HELP)],
    second: Annotated[str, typer.Argument(metavar="B", help="its opponent")],
    sprt: Annotated[
        str | None, typer.Option(help="stop when A is ELO0 or ELO1 stronger: ELO0,ELO1[,α,β]")
    ] = None,
    as_json: AsJson = False,
    **given: Any,
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
            parse_game(game), first, second, sprt=sprt_numbers(sprt), progress=progress, **given
        ),
        as_json,
    )


@under_conditions(games=20)
def tournament(
    game: GameText,
    players: Players,
    as_json: AsJson = False,
    **given: Any,
) -> None:
    """Let each player play each other: win rates, and ratings by Zermelo's method of 1929.

    Example: zermelo tournament connectfour engine:nodes=1000 mcts:nodes=1000 random
    """
    from zermelo.matches.tournament import tournament as run

    report_event(
        lambda progress: run(parse_game(game), players, progress=progress, **given),
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
