"""Many games on one page, a row for each: size, length, choices, fairness, decisiveness, depth.

The page stands by itself; its words are in `templates/comparison.html`, its script, which sorts the
rows, in `templates/sorting.js`.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from rich.console import RenderableType

from zermelo.experiments.profile.metric import Metric
from zermelo.games.about import KNOWN, Known
from zermelo.reports.design.measures import interval_text, value_text
from zermelo.reports.pagestyle import STYLE
from zermelo.reports.results import plain_table
from zermelo.reports.templates import filled, text_of

Profile = Mapping[str, Any]  # what `GameProfile.as_dict` returns


class Cell(NamedTuple):
    """One number: what is shown, what it rests on or its interval, and what it is sorted by."""

    text: str
    note: str = ""
    sort: float | None = None


# The columns: their names, and what they are in words.
COLUMNS: Final = {
    "Positions": "that can be reached; “at least” where counting did not end",
    "Games": "sequences of moves from start to end, as a power of ten",
    "Length": "plies of a game of two who search",
    "Choices": "per move, in random games",
    "First player": "points of the first player between two who search; 50% is fair",
    "Drawn": "games drawn between two who search",
    "Decided": "the share of a game after which the winner stays ahead",
    "Doubling": "Elo that searching twice as many states is worth",
    "Levels": "that Elo step by step, from 50 to 100 states a move, to 200, and so on",
}
# How a row says who wins: by the value of the start, or by what is known.
PROVEN: Final = {1: "the first player wins", 0: "a draw", -1: "the second player wins"}
WINNERS: Final = {"first": PROVEN[1], "draw": PROVEN[0], "second": PROVEN[-1], "partly": "in part"}


def comparison_page(profiles: Sequence[Profile]) -> str:
    """The page as HTML; `CapabilityError` where Jinja2 is not installed."""
    script = text_of("zermelo.reports/sorting.js")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    rows = [(profile["game"], *winner(profile), cells(profile)) for profile in profiles]
    return filled(
        "zermelo.reports/comparison.html",
        rows=sorted(rows),
        columns=COLUMNS,
        style=STYLE,
        script=script,
        digest=digest,
        seconds=sum(profile["seconds"] for profile in profiles),
    )


def comparison_report(profiles: Sequence[Profile]) -> RenderableType:
    """The same for a terminal, without intervals."""
    table = plain_table()
    table.add_column("game")
    for name in COLUMNS:
        if name not in ("Games", "Levels"):
            table.add_column(name.lower(), justify="right")
    for profile in profiles:
        shown = zip(COLUMNS, cells(profile), strict=True)
        texts = (cell.text for name, cell in shown if name not in ("Games", "Levels"))
        table.add_row(profile["game"], *texts)
    return table


def winner(profile: Profile) -> tuple[str, str]:
    """The winner with best play, and the source of that; both "" where it is not known."""
    start = profile["openings"]["start"]
    if start["exact"] and start["value"] is not None:
        sign = (start["value"] > 0) - (start["value"] < 0)
        return PROVEN[-sign if start["player"] else sign], "proven here"
    known = KNOWN.get(profile["game"], Known(""))
    return WINNERS.get(known.winner, ""), known.words


def cells(profile: Profile) -> list[Cell]:
    """A row, in the order of `COLUMNS`."""
    size, random, skilled = (
        {metric["name"]: Metric(**metric) for metric in metrics}
        for metrics in profile["metrics"].values()
    )
    ladder = profile["ladder"]
    elo = ladder["doubling"]
    return [
        _measured(size["State space"]),
        _measured(size["GameTreeComplexity"]),
        _measured(skilled["DurationMoves"]),
        _measured(random["BranchingFactor"]),
        _measured(skilled["AdvantageP1"]),
        _measured(skilled["Drawishness"]),
        _measured(skilled["Decided after"]),
        Cell(_elo(elo), f"{_elo(elo, 'low')} … {_elo(elo, 'high')}", elo["value"])
        if elo
        else Cell("none"),
        Cell(" ".join(_elo(rung["elo"]) for rung in ladder["rungs"] if rung["elo"])),
    ]


def _measured(metric: Metric) -> Cell:
    note = "exact" if metric.basis == "exact" else interval_text(metric)
    return Cell(value_text(metric), note, metric.value)


def _elo(elo: Mapping[str, float | None], which: str = "value") -> str:
    """A difference in Elo, or a bound of it: JSON has those without end as null.

    Without an end are the lower bound and the value where all games were lost, and the upper bound
    and the value where all were won.
    """
    number = elo[which]
    if number is None:
        return "-∞" if which == "low" or (which == "value" and elo["low"] is None) else "∞"
    return f"{number:+.0f}" if round(number) else "0"
