"""The result of an export, for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.text import Text

from zermelo.process.durations import seconds_text
from zermelo.reports.results import fact

if TYPE_CHECKING:
    from zermelo.bridges.parquet import Exported


def exported_report(done: Exported) -> RenderableType:
    """How many rows of which columns, and how large the file is."""
    return Group(
        Text(done.game, "bold"),
        fact("rows", f"{done.rows:,}"),
        fact("columns", " ".join(done.columns)),
        fact("size", f"{done.bytes / 1e6:,.1f} MB"),
        fact("time", seconds_text(done.seconds)),
    )
