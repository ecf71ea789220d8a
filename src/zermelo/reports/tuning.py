"""Fitted weights as they are read in a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.text import Text

from zermelo.process.texts import seconds_text
from zermelo.reports.matches import match_report
from zermelo.reports.results import fact, plain_table

if TYPE_CHECKING:
    from zermelo.tuning.tables import Learning
    from zermelo.tuning.tune import Tuning


def tuning_report(tuning: Tuning) -> RenderableType:
    """Each weight before and after, and what shows whether the new ones are better."""
    table = plain_table()
    for heading in ("weight", "before", "after"):
        table.add_column(heading, justify="left" if heading == "weight" else "right")
    for name, weight in tuning.before.items():
        table.add_row(name, f"{weight:.4g}", f"{tuning.after[name]:.4g}")
    summary = f"{len(tuning.rounds)} rounds in {seconds_text(tuning.seconds)}"
    new = ",".join(f"{name}={weight:.4g}" for name, weight in tuning.after.items())
    facts: list[RenderableType] = [
        fact("fitted", f"by {tuning.by}, {summary}"),
        fact("play", f"engine:{new}"),
    ]
    if tuning.loss_before is not None and tuning.loss_after is not None:
        change = f"{tuning.loss_before:.4f} before, {tuning.loss_after:.4f} after"
        facts.append(fact("error", f"{change}, on positions not fitted to"))
    if tuning.trial is not None:
        facts += [Text(), match_report(tuning.trial)]
    return Group(Text(tuning.game, "bold"), Text(), table, Text(), *facts)


def learning_report(learning: Learning) -> RenderableType:
    """The size of the evaluation, what it comes from, and how to play by it."""
    what = f"{learning.patterns} patterns, {learning.weights:,} weights"
    seen = f"{learning.positions:,} positions in {seconds_text(learning.seconds)}"
    facts = [fact("learned", what), fact("from", seen), fact("loss", f"{learning.loss:.4f}")]
    if learning.file is not None:
        facts.append(fact("play", f"engine:weights='{learning.file}'"))
    return Group(Text(learning.game, "bold"), Text(), *facts)
