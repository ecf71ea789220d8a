"""Pages from templates: the designer's report, and a comparison with a row for each game.

Each page is one file, light or dark like the reader's system.
Texts of pages are in `templates/`; this module draws their boards and charts.
"""

import base64
import hashlib
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from operator import itemgetter
from typing import Any, Final, NamedTuple

from rich.console import RenderableType

from zermelo.draw.choices import worths
from zermelo.draw.svg import svg_of
from zermelo.experiments.metric import Metric, Replayed
from zermelo.experiments.profile import DesignReport, GameProfile
from zermelo.games import KNOWN, Known
from zermelo.naming import bound_text, move_words, player_name, signed_text
from zermelo.reports import design
from zermelo.reports.charts import Frame, curve, histogram
from zermelo.reports.design import MEASURES, interval_text, value_text
from zermelo.reports.matches import elo_text
from zermelo.reports.results import table_of
from zermelo.reports.templates import fill_template, text_of

DRAWN: Final = 14  # the most games drawn in the chart of values
NAMED: Final = 24  # the most moves listed by name
STEEP: Final = 400  # Elo; greater differences are drawn at the edge
NAMES: Final = {"win": "won", "draw": "drawn", "loss": "lost"}
WORDS: Final = (  # functions that write texts for the page
    bound_text, design.doubling_text, elo_text, design.first_moves_text, interval_text, value_text,
    design.verdict,
)  # fmt: skip


def design_page(report: DesignReport) -> str:
    """The designer's report as HTML; `CapabilityError` if Jinja2 is not installed."""
    return fill_template(
        "zermelo.reports/design.html",
        profiles=report.profiles,
        style=text_of("zermelo.reports/charts.css") + text_of("zermelo.reports/pages.css"),
        named=NAMED,
        measures=MEASURES,
        measure_names=lambda groups: dict.fromkeys(m.name for metrics in groups for m in metrics),
        players=lambda profile: [player_name(profile.rules, player) for player in (0, 1)],
        boards=_boards,
        drawn=_charts,
        valued=_games_with_values,
        move_words=partial(move_words, None),
        **{each.__name__: each for each in WORDS},
    )


def _boards(profile: GameProfile) -> Iterator[tuple[str, str]]:
    """Yield boards with captions: the start, the position before the greatest swing, an end."""
    game = profile.rules
    if not game.has("picture"):
        return
    start, analysis = game.start(), profile.openings.analysis
    proven = "proven" if analysis.exact else "estimated"
    drawn = svg_of(game, start, worths=worths(game, start, analysis))
    yield drawn, f"The start, with the {proven} value of each move"
    swings = (
        (abs(after - before), one, ply, before, after)
        for one in profile.games
        for ply, (before, after) in enumerate(pairwise(one.values))
        if before is not None and after is not None and before != after
    )
    if swing := max(swings, key=itemgetter(0), default=None):
        _, one, ply, before, after = swing
        mover = player_name(game, game.player(one.states[ply]))
        text = [*one.record.opening, *(move.move for move in one.record.moves)][ply]
        yield (
            svg_of(game, one.states[ply], worths={}),
            f"The greatest swing of the games played: {mover} plays {text}, and the value for "
            f"player 1 goes from {signed_text(before)} to {signed_text(after)}",
        )
    if profile.games:
        last = profile.games[-1]
        drawn = svg_of(game, last.states[-1], worths={})
        yield drawn, f"The end of a game, after {len(last.choices)} plies"


def _charts(profile: GameProfile) -> dict[str, str]:
    """Name → chart, "" if there are no data for it."""
    lengths, choices = profile.lengths, profile.choices
    return {
        "lengths": histogram(lengths, "Lengths of games", "plies") if lengths else "",
        "choices": curve(choices, "Choices at each ply", "ply") if choices else "",
        "elo": _elo_chart(profile),
        "first": _first_chart(profile),
        "ahead": _value_chart(profile),
        "outcomes": _outcomes(profile),
    }


def _elo_chart(profile: GameProfile) -> str:
    rungs = [(place, rung.nodes, rung.elo) for place, rung in enumerate(profile.ladder.rungs)]
    bounds = [abs(bound) for *_, elo in rungs if elo for bound in (elo.low, elo.high)]
    edge, count = min(max([100, *filter(math.isfinite, bounds)]), STEEP), len(rungs)
    frame = Frame((-0.5, count - 0.5), (-edge, edge), "Elo of each doubling", "states per move")
    frame.line([(-0.5, 0), (count - 0.5, 0)], "draw")
    for place, nodes, elo in rungs:
        if elo is not None:
            frame.interval(place, elo.low, elo.high)
            frame.dot(place, elo.value, "first", f"{nodes:,}: {elo_text(elo)} Elo")
    frame.marks([(place, f"{nodes:,} : {nodes // 2:,}") for place, nodes, _ in rungs])
    return frame.svg()


def _first_chart(profile: GameProfile) -> str:
    rungs = profile.ladder.rungs
    frame = Frame((-0.5, len(rungs) - 0.5), (0, 100), "First player", "states per move")
    frame.line([(-0.5, 50), (len(rungs) - 0.5, 50)], "draw")
    for place, rung in enumerate(rungs):
        advantage = rung.advantage
        if advantage.value is None or advantage.low is None or advantage.high is None:
            continue
        frame.bar(place, 0, 100 * (rung.draws.value or 0), 34, "draw", value_text(rung.draws))
        frame.interval(place, 100 * advantage.low, 100 * advantage.high)
        frame.dot(place, 100 * advantage.value, "first", f"{value_text(advantage)} of the points")
    frame.marks([(place, f"{rung.nodes:,}") for place, rung in enumerate(rungs)])
    return frame.svg()


def _games_with_values(profile: GameProfile) -> list[Replayed]:
    return [one for one in profile.games if any(v is not None for v in one.values)][-DRAWN:]


def _value_chart(profile: GameProfile) -> str:
    games = _games_with_values(profile)
    if not games:
        return ""
    longest = max(len(one.values) for one in games)
    frame = Frame((1, longest), (-1, 1), "Values over the game", "ply")
    for one in games:
        points = [(ply, v) for ply, v in enumerate(one.values, 1) if v is not None]
        kind = {1: "first", 0: "draw", -1: "second"}[one.worth]
        frame.line(points, f"thin {kind}")
    frame.marks([(ply, str(ply)) for ply in range(1, longest + 1, max(1, longest // 8))])
    return frame.svg()


def _outcomes(profile: GameProfile) -> str:
    """A chart of the values of all positions, if known, else of the games' results."""
    values = profile.values
    worths = Counter(one.worth for one in profile.games)
    counts = {"win": worths[1], "draw": worths[0], "loss": worths[-1]}
    if values is not None:
        counts = {"win": values.wins, "draw": values.draws, "loss": values.losses}
    frame = Frame((-0.5, 2.5), (0, max(1, *counts.values())), "Outcomes", "")
    for place, (kind, count) in enumerate(counts.items()):
        frame.bar(place, 0, count, 70, kind, f"{count:,}")
        frame.label(frame.x(place), max(frame.y(count) - 4, 11), f"{count:,}", "middle")
    frame.marks([(place, NAMES[kind]) for place, kind in enumerate(counts)])
    return frame.svg()


Profile = Mapping[str, Any]  # the JSON form of a `GameProfile`


class Cell(NamedTuple):
    """A table cell: its text, a note ("exact" or an interval), and a number to sort by."""

    text: str
    note: str = ""
    sort: float | None = None


# Name of a column → its description.
COLUMNS: Final = {
    "Positions": "reachable from the start; “at least” where counting did not end",
    "Games": "sequences of moves from start to end, as a power of ten",
    "Length": "plies of a game between players who search",
    "Choices": "per move, in random games",
    "First player": "points of the first player, if both players search; 50% is fair",
    "Drawn": "games drawn, if both players search",
    "Decided": "the share of a game after which the winner stays ahead",
    "Doubling": "Elo gained by searching twice as many states",
    "Levels": "Elo gained by each doubling: from 50 to 100 states a move, to 200, and so on",
}
# The value of the start, or the `winner` in `KNOWN` → the winner in words.
PROVEN: Final = {1: "the first player wins", 0: "a draw", -1: "the second player wins"}
WINNERS: Final = {"first": PROVEN[1], "draw": PROVEN[0], "second": PROVEN[-1], "partly": "in part"}


def comparison_page(profiles: Sequence[Profile]) -> str:
    """A page that compares games; `CapabilityError` if Jinja2 is not installed."""
    script = text_of("zermelo.reports/sorting.js")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    rows = [(profile["game"], *winner(profile), cells(profile)) for profile in profiles]
    return fill_template(
        "zermelo.reports/comparison.html",
        rows=sorted(rows),
        columns=COLUMNS,
        style=text_of("zermelo.reports/charts.css") + text_of("zermelo.reports/pages.css"),
        script=script,
        digest=digest,
        seconds=sum(profile["seconds"] for profile in profiles),
    )


def comparison_report(profiles: Sequence[Profile]) -> RenderableType:
    """A comparison of games for a terminal, without intervals."""
    shown = {name: at for at, name in enumerate(COLUMNS) if name not in ("Games", "Levels")}
    rows = [(profile["game"], cells(profile)) for profile in profiles]
    texts = ((game, *(row[at].text for at in shown.values())) for game, row in rows)
    return table_of(("game", *map(str.lower, shown)), texts, 1)


def winner(profile: Profile) -> tuple[str, str]:
    """The winner with best play, and the source of this fact; "" for either if unknown."""
    start = profile["openings"]["start"]
    if start["exact"] and start["value"] is not None:
        sign = (start["value"] > 0) - (start["value"] < 0)
        return PROVEN[-sign if start["player"] else sign], "proven here"
    known = KNOWN.get(profile["game"], Known(""))
    return WINNERS.get(known.winner, ""), known.words


def cells(profile: Profile) -> list[Cell]:
    """The row of a game, in the order of `COLUMNS`."""
    size, random, skilled = (
        {metric["name"]: Metric(**metric) for metric in metrics}
        for metrics in profile["metrics"].values()
    )
    elo, rungs = profile["ladder"]["doubling"], profile["ladder"]["rungs"]
    shown = (
        size["positions"],
        size["games"],
        skilled["plies per game"],
        random["choices per move"],
        skilled["first player's points"],
        skilled["drawn"],
        skilled.get("decided after"),
    )
    row = [Cell("none")] * (len(shown) + 1)
    for place, metric in enumerate(shown):
        if metric is not None:
            note = "exact" if metric.basis == "exact" else interval_text(metric)
            row[place] = Cell(value_text(metric), note, metric.value)
    if elo:
        row[-1] = Cell(_elo(elo), f"{_elo(elo, 'low')} … {_elo(elo, 'high')}", elo["value"])
    return [*row, Cell(" ".join(_elo(rung["elo"]) for rung in rungs if rung["elo"]))]


def _elo(elo: Mapping[str, float | None], which: str = "value") -> str:
    """A difference in Elo, or a bound of it. In JSON, infinite numbers are null: −∞ for the lower
    bound, and for the value if all games were lost; otherwise ∞.
    """
    number = elo[which]
    if number is None:
        return "-∞" if which == "low" or (which == "value" and elo["low"] is None) else "∞"
    return f"{number:+.0f}" if round(number) else "0"
