"""The terms of an evaluation, for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from zermelo.naming import signed
from zermelo.reports.results import plain_table
from zermelo.search.analyze import Explained


def explanation_report(terms: Sequence[Explained]) -> RenderableType:
    """A row for each term of the evaluation, and their sum."""
    there = [term.there for term in terms if term.there is not None]
    rows = [(term.name, term.here, term.there) for term in terms]
    rows.append(("evaluation", sum(term.here for term in terms), sum(there) if there else None))
    table = plain_table()
    table.add_column("term")
    table.add_column("here", justify="right")
    if there:
        table.add_column("after the line", justify="right")
    for name, here, after in rows:
        style = "bold" if name == "evaluation" else ""
        table.add_row(name, signed(here), *([] if after is None else [signed(after)]), style=style)
    return Group(Text(), table)
