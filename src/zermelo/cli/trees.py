"""The command `tree`."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

import zermelo
from zermelo.cli.options import (
    START,
    AsJson,
    ByWhat,
    Depth,
    Evaluation,
    GameText,
    Where,
    evaluated_game,
)
from zermelo.cli.output import console, print_json
from zermelo.errors import UsageError

if TYPE_CHECKING:
    from zermelo.search.trace import Trace

Traced = Literal["minimax", "alphabeta", "failsoft", "memo", "cache"]


def tree(
    game: GameText,
    where: Where = START,
    algorithm: Annotated[Traced, typer.Option(help="how to search")] = "alphabeta",
    depth: Depth = None,
    by: ByWhat = "outcome",
    evaluation: Evaluation = "hand",
    out: Annotated[
        Path | None,
        typer.Option(help="a .html page that replays it, or a .svg, .png or .pdf"),
    ] = None,
    against: Annotated[
        Traced | None, typer.Option(help="another algorithm, set beside it in the page")
    ] = None,
    exercise: Annotated[
        Literal["values", "windows", "cuts"] | None,
        typer.Option(help="what the page's reader is to find"),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Trace a search and show its tree: windows, values, what was pruned, and by which inequality.

    Without --depth it searches to the end of the game. The page steps forward and back, runs to the
    next cut, compares two algorithms, sets exercises, and needs no network.
    """
    from zermelo.cli.progress import Progress
    from zermelo.reports.trees import tree_report

    rules = evaluated_game(game, evaluation)
    at = where.of(rules)
    if (against or exercise) and (out is None or out.suffix != ".html"):
        raise UsageError("--against and --exercise are for a page: add --out FILE.html")
    with _tree_file(out) as write, Progress("searching") as progress:
        given: dict[str, Any] = {"depth": depth, "by": by, "progress": progress}
        trace = zermelo.trace(rules, at, algorithm=algorithm, **given)
        other = against and zermelo.trace(rules, at, algorithm=against, **given)
        write(trace, other, exercise)
    if as_json:
        others = {"against": other.as_dict()} if other else {}
        print_json({**trace.as_dict(), **others, "out": None if out is None else str(out)})
    else:
        console().print(tree_report(trace, other, out))


@contextlib.contextmanager
def _tree_file(path: Path | None) -> Iterator[Any]:
    """A function that writes traces into `path`, if there is one; refused at once if it cannot."""
    if path is None:
        yield lambda *_: None
        return
    from zermelo.draw.figure import figure_for
    from zermelo.process.files import written_whole
    from zermelo.trees.page import tree_page
    from zermelo.trees.svg import tree_svg

    if path.suffix == ".html":

        def drawn(trace: Trace, other: Trace | None, exercise: str | None) -> bytes:
            return tree_page(trace, against=other, exercise=exercise).encode()
    else:
        figure = figure_for(path, "--out writes a .html, .svg, .png or .pdf file")

        def drawn(trace: Trace, other: Trace | None, exercise: str | None) -> bytes:
            return figure(tree_svg(trace))

    with written_whole(path) as draft:
        yield lambda *traces: draft.write_bytes(drawn(*traces))
