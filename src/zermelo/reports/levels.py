"""Calibrated levels as they are read in a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.text import Text

from zermelo.reports.results import fact, plain_table

if TYPE_CHECKING:
    from zermelo.tuning.calibration import Calibration


def calibration_report(calibration: Calibration) -> RenderableType:
    """A row for each level: how it errs, and what it takes from the one below."""
    table = plain_table()
    table.add_column("level", justify="right")
    for heading in ("errs", "nodes", "won", "drawn", "lost", "share of the one below", "ms"):
        table.add_column(heading, justify="right")
    for rung in calibration.rungs:
        cells = [str(rung.level), f"{rung.rate:.1%}", f"{rung.nodes:,}"]
        if rung.score is not None:
            share = f"{rung.share:.1%} ({rung.low:.1%} to {rung.high:.1%})"
            counted = map(str, (rung.score.wins, rung.score.draws, rung.score.losses))
            cells += [*counted, share, f"{rung.milliseconds:.1f}"]
        table.add_row(*cells, style="" if rung.right else "yellow")
    wrong = [str(rung.level) for rung in calibration.rungs if not rung.right]
    verdict = f"levels {', '.join(wrong)} do not take 60 to 80%" if wrong else "all take 60 to 80%"
    facts = [fact("games", f"{calibration.games:,} a step"), fact("steps", verdict)]
    return Group(Text(calibration.game, "bold"), Text(), table, Text(), *facts)
