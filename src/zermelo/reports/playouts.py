"""Random games as they are read in a terminal: who won how often, how long, how many a second."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from zermelo.process.texts import seconds_text
from zermelo.reports.results import (
    fact,
    heading,
    plain_table,
    rate_text,
    speed_word,
)

if TYPE_CHECKING:
    from zermelo.confidence import Share
    from zermelo.search.playouts import Playouts


def playouts_report(played: Playouts) -> RenderableType:
    """The results with their 95% intervals, the mean length, and the speed."""
    table = plain_table()
    for name in ("result", "games", "share", "95% interval"):
        table.add_column(name, justify="left" if name == "result" else "right")
    _add(table, "player 1 wins", played.wins[0])
    _add(table, "player 2 wins", played.wins[1])
    _add(table, "draw", played.draws)
    facts = [fact("length", _length(played)), fact("speed", _speed(played))]
    if played.cut:
        note = f"{played.cut:,} games went on after {played.cap:,} plies and count as draws"
        facts.insert(1, fact("cut", note))
    return Group(*heading(played.game, played.state), Text(), table, Text(), *facts)


def _add(table: Table, result: str, share: Share) -> None:
    value = "" if share.value is None else f"{share.value:.2%}"
    table.add_row(result, f"{share.count:,}", value, f"{share.low:.2%} – {share.high:.2%}")


def _length(played: Playouts) -> str:
    mean = played.length
    if mean.value is None:
        return "no game was played to its end"
    if mean.low is None or mean.high is None:
        return f"{mean.value:.2f} plies"
    return f"{mean.value:.2f} plies on average, {mean.low:.2f} – {mean.high:.2f}"


def _speed(played: Playouts) -> str:
    """Games and time, and what ran them."""
    threads = "1 thread" if played.threads == 1 else f"{played.threads} threads"
    spent = f"{played.playouts:,} games in {seconds_text(played.seconds)}"
    return f"{spent} ({rate_text(played.per_second)}), {speed_word(played.native)}, {threads}"
