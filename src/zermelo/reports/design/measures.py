"""Measures of games in words: what each is called, what it says, and how its number is written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from zermelo.experiments.profile.metric import Metric
from zermelo.experiments.profile.profile import GameProfile
from zermelo.naming import analysis_words, player_name


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
