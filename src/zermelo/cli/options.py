"""The arguments and options that several commands take."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import typer

from zermelo.contract import ranges
from zermelo.contract.ranges import Range
from zermelo.errors import ParameterError
from zermelo.search.algorithms import ALGORITHMS


def number(allowed: Range, *flags: str, help: str) -> Any:  # noqa: A002 - as typer calls it
    """An option that takes a number of this range, and says which numbers those are."""
    return typer.Option(*flags, **_numeric(allowed, help), metavar="N" if allowed.whole else "X")


def count(allowed: Range, name: str, *, help: str) -> Any:  # noqa: A002
    """An argument that does."""
    return typer.Argument(**_numeric(allowed, help), metavar=name)


def _numeric(allowed: Range, said: str) -> dict[str, Any]:
    return {"parser": functools.partial(_parsed, allowed), "help": f"{said} [{allowed}]"}


def _parsed(allowed: Range, text: str) -> Any:
    try:
        return allowed.parse(text)
    except ParameterError as error:
        raise typer.BadParameter(str(error)) from None


GameText = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="a name, a spec like 'nim(rows=[3, 4, 5])', or a file of yours: file.py:Class",
    ),
]
StateText = Annotated[str | None, typer.Option("--state", help="the position, as text")]
MovesText = Annotated[
    str | None, typer.Option("--moves", help="the moves that lead to the position, with spaces")
]
DatabaseGame = Annotated[
    str | None,
    typer.Option("--game", metavar="GAME", help="its game, if that is a file of yours"),
]
AsJson = Annotated[bool, typer.Option("--json", help="one JSON object on standard output")]
Plain = Annotated[bool, typer.Option("--plain", help="run as plain Python, nothing compiled")]
Depth = Annotated[int | None, number(ranges.DEPTH, help="look at most this many plies ahead")]
Seconds = Annotated[float | None, number(ranges.SECONDS, help="think at most this long")]
Seed = Annotated[int | None, number(ranges.SEED, help="make chance repeatable")]
ByWhat = Annotated[
    Literal["outcome", "score"], typer.Option("--by", help="values: who wins, or points")
]
OnCluster = Annotated[
    str | None,
    typer.Option("--on", metavar="ADDRESS", help="of a Ray cluster that does the work: HOST:PORT"),
]
if TYPE_CHECKING:
    Algorithm = str
else:
    Algorithm = Literal[tuple(ALGORITHMS)]
SEARCHES: Final = ", ".join(f"{name} ({one.about})" for name, one in ALGORITHMS.items())
DEPTH_SEARCHES: Final = ", ".join(name for name, one in ALGORITHMS.items() if one.depth)


Games = Annotated[int, number(ranges.GAMES, help="for each two players, an even number")]
Plies = Annotated[
    int, number(ranges.OPENING_PLIES, "--opening-plies", help="random moves to begin with")
]
Openings = Annotated[Path | None, typer.Option(help="a file with an opening a line")]
MatchSeed = Annotated[int, number(ranges.SEED, help="play other games")]
Processes = Annotated[int, number(ranges.PROCESSES, help="how many play at the same time")]
RecordsFile = Annotated[
    Path | None, typer.Option("--records", help="keep the games in this file; resumes from it")
]
ExportFile = Annotated[
    Path | None, typer.Option("--export", help="write the games to this file as JSON Lines")
]
Repetitions = Annotated[
    int, number(ranges.REPETITIONS, help="drawn when a state occurs so often, 0: never")
]
Quiet = Annotated[
    int, number(ranges.QUIET, help="drawn after so many moves without progress, 0: never")
]
Cap = Annotated[int, number(ranges.CAP, help="drawn after so many plies, 0: never")]
ClockLimit = Annotated[
    float | None, number(ranges.CLOCK, "--clock", help="seconds a move; who takes longer has lost")
]
Players = Annotated[
    list[str], typer.Argument(metavar="PLAYER...", help="like engine:seconds=0.1, see match --help")
]
