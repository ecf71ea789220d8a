"""The designer's report for a terminal, and what its measures mean."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from zermelo.experiments.profile.metric import Metric
from zermelo.experiments.profile.profile import GameProfile
from zermelo.naming import analysis_words, player_name
from zermelo.process.texts import seconds_text
from zermelo.reports.results import fact, plain_table

if TYPE_CHECKING:
    from zermelo.experiments.profile.profile import DesignReport, GameProfile


def _count(value: float) -> str:
    return f"{value:,.0f}"


def _mean(value: float) -> str:
    return f"{value:,.1f}"


def _fine(value: float) -> str:
    return f"{value:,.2f}"


def _power(value: float) -> str:
    return f"10^{value:.1f}"


def _part(value: float) -> str:
    return f"{value:.0%}" if abs(value - round(value, 2)) < 0.0005 else f"{value:.1%}"


class Measure(NamedTuple):
    """The meaning of a measure, in a few words, and the format of its number."""

    meaning: str
    written: Callable[[float], str]


MEASURES: Final = {
    "State space": Measure("positions that can be reached", _count),
    "GameTreeComplexity": Measure("sequences of moves from start to end", _power),
    "BranchingFactor": Measure("choices per move", _mean),
    "DecisionFactor": Measure("choices per move, where there is more than one", _mean),
    "DecisionMoves": Measure("moves with a choice; the rest are forced", _part),
    "DurationMoves": Measure("plies a game lasts", _mean),
    "AdvantageP1": Measure("points of the first player", _part),
    "Balance": Measure("how even the first and the second player are", _part),
    "Completion": Measure("games with a winner", _part),
    "Drawishness": Measure("games drawn", _part),
    "Timeouts": Measure("games stopped because they went on too long", _part),
    "LeadChange": Measure("changes of the lead per game", _fine),
    "Drama": Measure("how far behind the winner was, 0 to 1", _fine),
    "DecisivenessThreshold": Measure("lead that wins the game", _fine),
    "DecisivenessMoves": Measure("share of a game that is played after it is decided", _part),
    "Decided after": Measure("share of a game after which the winner stays ahead", _part),
    "Proven after": Measure("share of a game after which its end is proven", _part),
}


def value_text(metric: Metric) -> str:
    """The number: "5,478", "at least 128,253", "62.9%"."""
    if metric.value is None:
        return "none"
    text = MEASURES[metric.name].written(metric.value)
    return f"at least {text}" if metric.basis == "at least" else text


def interval_text(metric: Metric) -> str:
    """The 95% interval: "7.6 … 7.7"; nothing for an exact number."""
    if metric.low is None or metric.high is None:
        return ""
    written = MEASURES[metric.name].written
    return f"{written(metric.low)} … {written(metric.high)}"


def verdict(profile: GameProfile) -> str:
    """The winner with best play, or that it is not known."""
    analysis = profile.openings.analysis
    words = analysis_words(profile.rules, analysis)
    if analysis.exact:
        return f"Best play: {words}. That is proven."
    whom = player_name(profile.rules, analysis.player)
    return f"The winner with best play is not known: {words}, for {whom}."


def doubling_text(profile: GameProfile) -> str:
    """The value of doubling the search: "+65 Elo (+6 … +125)"."""
    from zermelo.reports.matches import elo_text

    difference = profile.ladder.doubling
    return "not measured" if difference is None else elo_text(difference)


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
