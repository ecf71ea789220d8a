"""The command `report`: what a designer of games asks, on one page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from zermelo.cli.options import AsJson, Plain, number
from zermelo.cli.output import console, print_json
from zermelo.contract import ranges
from zermelo.contract.game import Game
from zermelo.errors import UsageError
from zermelo.spec import parse_game

if TYPE_CHECKING:
    from zermelo.solver.probing.database import Database


def report(
    games: Annotated[
        list[str],
        typer.Argument(metavar="GAME...", help="one, or several that are compared"),
    ],
    out: Annotated[Path | None, typer.Option(help="write the page into this .html file")] = None,
    seconds: Annotated[float, number(ranges.REPORT, help="for each game")] = 40.0,
    database: Annotated[
        list[Path] | None,
        typer.Option(help="take the truth from this database; for several, say it again"),
    ] = None,
    plain: Plain = False,
    seed: Annotated[int, number(ranges.SEED, help="play other games")] = 0,
    as_json: AsJson = False,
) -> None:
    """Tell what a designer asks: size, length, choices, fairness, depth, drama, dead rules.

    Exact where it can be proven, else with intervals, and it says which. Without --out as text.

    Example: zermelo report "kalah(seeds=3)" "kalah(seeds=4)" --out report.html
    """
    import contextlib

    from zermelo.cli.progress import Progress
    from zermelo.experiments.profile.profile import report as measure
    from zermelo.process.files import written_whole
    from zermelo.reports.designpage import design_page
    from zermelo.reports.designreport import design_report
    from zermelo.reports.templates import require_templates

    if out is not None and out.suffix.lower() not in (".html", ".htm"):
        raise UsageError(f"--out writes a .html file, not {out.name!r}")
    if out is not None:
        require_templates()
    rules = [parse_game(game) for game in games]
    known = _databases(database or [], rules)
    with written_whole(out) if out else contextlib.nullcontext() as draft:
        with Progress("measuring") as progress:
            done = measure(
                *rules,
                seconds=seconds,
                databases=known,
                seed=seed,
                native=not plain,
                progress=progress,
            )
        if draft is not None:
            draft.write(design_page(done).encode())
    if as_json:
        print_json(done.as_dict())
    elif out is None:
        console().print(design_report(done))
    else:
        console().print(f"written to {out}")


def _databases(paths: list[Path], rules: list[Game]) -> list[Database]:
    """The databases at these paths, each of one of the games."""
    from zermelo.solver.probing.database import Database, solved_game

    databases = []
    for path in paths:
        solved = solved_game(path)
        game = next((game for game in rules if str(game) == solved), None)
        if game is None:
            raise UsageError(f"{path} is a database of {solved}, which is not reported on")
        databases.append(Database(path, game))
    return databases
