"""The command `value`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from zermelo.cli.options import START, AsJson, GameText, Where, number
from zermelo.cli.output import plot_file, print_result
from zermelo.contract import ranges
from zermelo.spec import parse_game
from zermelo.values.positions import LIMIT


def value(
    game: GameText,
    where: Where = START,
    by: Annotated[
        Literal["parts", "whole"],
        typer.Option(help="split positions where the game says how; or do not, to compare"),
    ] = "parts",
    positions: Annotated[
        int, number(ranges.POSITIONS, help="look at so many positions at most")
    ] = LIMIT,
    plot: Annotated[Path | None, typer.Option(help="draw the thermograph into this SVG")] = None,
    as_json: AsJson = False,
) -> None:
    """Say what a position adds to a sum of games, in which a player who cannot move has lost.

    The nimber of a game in which both sides have the same moves, with the nimbers of its heaps and
    their period; of any other the canonical form, its mean and its temperature.
    """
    from zermelo.reports.plot import thermograph_figure
    from zermelo.values.value import value as find

    rules = parse_game(game)
    with plot_file(plot, thermograph_figure) as draw_into:
        valued = find(rules, where.of(rules), by=by, positions=positions)
        draw_into(valued)
    print_result(valued, as_json)
