"""The results of exports, for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.text import Text

from zermelo.process.texts import seconds_text
from zermelo.reports.results import fact

if TYPE_CHECKING:
    from zermelo.bridges.parquet import Exported
    from zermelo.solver.probing.outcomes import Compacted


def exported_report(done: Exported) -> RenderableType:
    """How many rows of which columns, and how large the file is."""
    return Group(
        Text(done.game, "bold"),
        fact("rows", f"{done.rows:,}"),
        fact("columns", " ".join(done.columns)),
        fact("size", _size(done.bytes)),
        fact("time", seconds_text(done.seconds)),
    )


def compacted_report(done: Compacted) -> RenderableType:
    """How many outcomes there are, and in how much room."""
    bits = 8 * done.bytes / max(done.numbers, 1)
    return Group(
        Text(done.game, "bold"),
        fact("numbers", f"{done.numbers:,}"),
        fact("size", f"{_size(done.bytes)}, {bits:.2f} bits a number"),
        fact("before", _size(done.before)),
        fact("time", seconds_text(done.seconds)),
    )


def _size(count: int) -> str:
    """Bytes as people read them."""
    return f"{count / 1e6:,.1f} MB" if count >= 1e6 else f"{count / 1e3:.1f} kB"
