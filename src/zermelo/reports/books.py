"""An opening book as it is read in a terminal: how it was made, what it has, what it says first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.console import Group, RenderableType
from rich.text import Text

from zermelo.process.texts import seconds_text
from zermelo.reports.results import analysis_report, fact, plain_table

if TYPE_CHECKING:
    from zermelo.books.book import Book


def book_report(book: Book) -> RenderableType:
    """The start with what its moves are worth, and how many positions each ply has."""
    table = plain_table()
    for name in ("ply", "positions", "proven"):
        table.add_column(name, justify="right")
    for ply, count, exact in book.file.counts():
        table.add_row(str(ply), f"{count:,}", f"{exact:,}")
    analysis = book.analysis()
    about: list[RenderableType] = [Text(str(book.game), "bold")]
    if analysis is not None:
        about = [analysis_report(analysis, book.game, book.game.start())]
    facts = [fact("made", _how(book.settings["made"], book.progress.done))]
    if not book.complete:
        progress = book.progress
        state = f"{progress.done:,} of {progress.total:,}: give the same command to go on"
        facts.append(fact("unfinished", state))
    time = fact("time", seconds_text(book.progress.seconds))
    return Group(*about, Text(), table, Text(), *facts, time, fact("kept in", str(book.path)))


def _how(made: dict[str, Any], done: int) -> str:
    """How the values were found."""
    if made["by"] == "playouts":
        return f"from {done:,} random games, the first moves of which are noted"
    if made["by"] == "database":
        return "from a database"
    if made.get("exact"):
        return "by searches that proved each value"
    limits = (f"{name} {made[name]:,}" for name in ("depth", "seconds", "nodes") if made.get(name))
    return f"by a search of each last position, {', '.join(limits)}"
