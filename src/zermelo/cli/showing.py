"""The command `show`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from zermelo.cli.options import (
    START,
    AsJson,
    ByWhat,
    GameText,
    Where,
    number,
)
from zermelo.cli.output import console, print_json
from zermelo.contract import ranges
from zermelo.spec import parse_game


def show(
    game: GameText,
    where: Where = START,
    svg: Annotated[
        Path | None,
        typer.Option("--out", "--svg", help="draw it into this .svg, .png, .pdf or .tex"),
    ] = None,
    theme: Annotated[
        Literal["auto", "light", "dark"], typer.Option(help="the colours of --out")
    ] = "auto",
    width: Annotated[int | None, number(ranges.PIXELS, help="of --out, in pixels")] = None,
    values: Annotated[
        bool, typer.Option("--values", help="think a second and draw what moves are worth")
    ] = False,
    by: ByWhat = "outcome",
    as_json: AsJson = False,
) -> None:
    """Show a position: its board as text, or drawn in a file."""
    from zermelo.contract.points import valued
    from zermelo.draw.figure import figure_for
    from zermelo.play.position import Position
    from zermelo.process.files import whole_file
    from zermelo.reports.results import position_report
    from zermelo.search.analyze import analyze

    rules = valued(parse_game(game), by)
    begun = None if where.state is None else rules.parse_state(where.state)
    at = Position(rules, begun).play(where.moves or "")
    if svg is not None:
        figure = figure_for(svg, "--out writes a .svg, .png, .pdf or .tex file")
        with whole_file(svg) as draft:
            analysis = None
            if values:
                analysis = analyze(rules, at.state, algorithm="engine", seconds=1, every_move=True)
            draft.write(figure(at.svg(analysis, theme=theme, width=width)))
    if as_json:
        print_json({**at.as_dict(), "svg": None if svg is None else str(svg)})
    else:
        console().print(position_report(rules, at.state, at.last, at.turn))
