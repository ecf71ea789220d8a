"""The command `report`: what a designer of games asks, on one page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple

import typer

from zermelo.cli.options import AsJson, Plain, number
from zermelo.cli.output import console, print_json
from zermelo.contract import ranges
from zermelo.contract.game import Game
from zermelo.errors import UsageError
from zermelo.spec import parse_game

if TYPE_CHECKING:
    from zermelo.experiments.profile.profile import DesignReport
    from zermelo.solver.probing.database import Database

SIDE_BY_SIDE: Final = 4  # games of which a page has all that was measured; of more, a row each


def report(
    games: Annotated[
        list[str] | None,
        typer.Argument(metavar="[GAME]...", help="one, or several that are compared"),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="all games that come along")] = False,
    out: Annotated[Path | None, typer.Option(help="write the page into this .html file")] = None,
    keep: Annotated[
        Path | None,
        typer.Option(help="keep each game’s numbers in this folder, and take those that are there"),
    ] = None,
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
    With --keep, or of more than four games, it is one table, a row for each game.

    Example: zermelo report "kalah(seeds=3)" "kalah(seeds=4)" --out report.html

    Example: zermelo report --all --seconds 10 --keep measured --out games.html
    """
    import contextlib

    from zermelo.cli.progress import Progress
    from zermelo.experiments.profile.profile import report as measure
    from zermelo.games import BUILT_IN
    from zermelo.process.files import whole_file
    from zermelo.reports.templates import require_templates

    if out is not None and out.suffix.lower() not in (".html", ".htm"):
        raise UsageError(f"--out writes a .html file, not {out.name!r}")
    if bool(games) == every:
        raise UsageError("name a game or more, or say --all")
    if out is not None:
        require_templates()
    rules = [parse_game(game) for game in games or BUILT_IN]
    given: dict[str, Any] = {"seconds": seconds, "seed": seed, "native": not plain}
    known = _databases(database or [], rules)
    result: _Comparison | DesignReport
    with whole_file(out) if out else contextlib.nullcontext() as draft:
        with Progress("measuring") as progress:
            given |= {"databases": known, "progress": progress}
            if keep is not None or len(rules) > SIDE_BY_SIDE:
                result = _Comparison([_profile(game, keep, given) for game in rules])
            else:
                result = measure(*rules, **given)
        if draft is not None:
            draft.write(_page(result).encode())
    if as_json:
        print_json(result.as_dict())
    elif out is None:
        console().print(_text(result))
    else:
        console().print(f"written to {out}")


class _Comparison(NamedTuple):
    """The profiles of many games, as JSON."""

    games: list[dict[str, Any]]

    def as_dict(self) -> dict[str, Any]:
        return self._asdict()


def _profile(game: Game, keep: Path | None, given: dict[str, Any]) -> dict[str, Any]:
    """The numbers of a game, measured now or kept."""
    from zermelo.experiments.profile.kept import kept_profile
    from zermelo.experiments.profile.profile import report as measure

    def measured() -> dict[str, Any]:
        return measure(game, **given).profiles[0].as_dict()

    if keep is None:
        return measured()
    settings = {name: given[name] for name in ("seconds", "seed", "native")}
    settings["database"] = any(str(each.game) == str(game) for each in given["databases"])
    return kept_profile(keep, game, settings, measured)


def _page(result: _Comparison | DesignReport) -> str:
    from zermelo.reports.design.comparison import comparison_page
    from zermelo.reports.design.page import design_page

    if isinstance(result, _Comparison):
        return comparison_page(result.games)
    return design_page(result)


def _text(result: _Comparison | DesignReport) -> Any:
    from zermelo.reports.design.comparison import comparison_report
    from zermelo.reports.design.text import design_report

    if isinstance(result, _Comparison):
        return comparison_report(result.games)
    return design_report(result)


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
