"""The designer's report for a terminal; `zermelo.reports.design.page` draws it as a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from zermelo.process.texts import seconds_text
from zermelo.reports.design.measures import doubling_text, interval_text, value_text, verdict
from zermelo.reports.results import fact, plain_table

if TYPE_CHECKING:
    from zermelo.experiments.profile.profile import DesignReport, GameProfile


def design_report(report: DesignReport) -> RenderableType:
    """Game after game: who wins, the measures, the ladder, and moves that are never useful."""
    parts: list[RenderableType] = []
    for profile in report.profiles:
        parts += [*_profile(profile), Text()]
    return Group(*parts[:-1])


def profile_report(profile: GameProfile) -> RenderableType:
    """One game."""
    return Group(*_profile(profile))


def _profile(profile: GameProfile) -> list[RenderableType]:
    parts: list[RenderableType] = [Text(profile.game, "bold"), Text(verdict(profile)), Text()]
    parts += [_measures(profile), Text(), _ladder(profile), Text()]
    parts.append(fact("thought", f"a doubling is worth {doubling_text(profile)} Elo"))
    alike = len(profile.openings.classes)
    parts.append(
        fact("first", f"{len(profile.openings.analysis.moves)} moves, {alike} up to symmetry")
    )
    never, known = len(profile.never), profile.usage_basis == "exact"
    verb = "are never best" if known else "were offered often and never played"
    parts.append(fact("dead", f"{never} of {profile.moves_seen} moves {verb}"))
    parts.append(fact("time", seconds_text(profile.seconds)))
    return parts


def _measures(profile: GameProfile) -> Table:
    table = plain_table()
    names = [metric.name for metrics in profile.metrics.values() for metric in metrics]
    table.add_column("")
    table.add_column("measure", min_width=max(map(len, names), default=0), no_wrap=True)
    for name in ("value", "95%"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("of")
    for group, metrics in profile.metrics.items():
        above = ""
        for metric in metrics:
            of = "exact" if metric.basis == "exact" else metric.of
            cells = value_text(metric), interval_text(metric), "" if of == above else of
            table.add_row("" if above else group, metric.name, *cells)
            above = of
    return table


def _ladder(profile: GameProfile) -> Table:
    from zermelo.reports.matches import elo_text

    table = plain_table()
    for name in ("states per move", "games", "elo against half (95%)", "AdvantageP1", "drawn"):
        table.add_column(name, justify="right")
    for rung in profile.ladder.rungs:
        elo = elo_text(rung.elo) if rung.elo else ""
        shares = value_text(rung.advantage), value_text(rung.draws)
        table.add_row(f"{rung.nodes:,}", f"{rung.games:,}", elo, *shares)
    return table
