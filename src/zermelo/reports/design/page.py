"""The designer's report as one page that stands by itself: nothing is fetched from anywhere.

Its words are in `templates/design.html`; boards and charts are drawn here.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from zermelo.draw.choices import worths
from zermelo.draw.svg import svg_of
from zermelo.naming import bounded, move_words, player_name, signed
from zermelo.reports.charts import Frame, curve, histogram
from zermelo.reports.design.measures import (
    MEASURES,
    doubling_text,
    interval_text,
    value_text,
    verdict,
)
from zermelo.reports.matches import elo_text
from zermelo.reports.pagestyle import STYLE
from zermelo.reports.templates import filled

if TYPE_CHECKING:
    from zermelo.experiments.profile.profile import DesignReport, GameProfile
    from zermelo.experiments.profile.skilledgames import Replayed

DRAWN: Final = 14  # games whose values are drawn
NAMED: Final = 24  # moves that are listed by name
STEEP: Final = 400  # Elo; what is beyond is drawn at the edge
NAMES: Final = {"win": "won", "draw": "drawn", "loss": "lost"}


def design_page(report: DesignReport) -> str:
    """The page as HTML; `CapabilityError` where Jinja2 is not installed."""
    return filled(
        "zermelo.reports/design.html",
        profiles=report.profiles,
        style=STYLE,
        named=NAMED,
        measures=MEASURES,
        measure_names=_measure_names,
        players=lambda profile: [player_name(profile.rules, player) for player in (0, 1)],
        boards=_boards,
        drawn=_charts,
        valued=_valued,
        bounded=bounded,
        doubling_text=doubling_text,
        elo_text=elo_text,
        interval_text=interval_text,
        move_words=move_words,
        value_text=value_text,
        verdict=verdict,
    )


def _measure_names(profile: GameProfile) -> list[str]:
    """The measures of a game, each once."""
    names = (metric.name for metrics in profile.metrics.values() for metric in metrics)
    return list(dict.fromkeys(names))


# Boards ------------------------------------------------------------------------------------------


def _boards(profile: GameProfile) -> Iterator[tuple[str, str]]:
    """The start with what its moves are worth, the greatest swing of a game, and an end; each with
    what it shows."""
    game = profile.rules
    if not game.has("picture"):
        return
    start, analysis = game.start(), profile.openings.analysis
    proven = "proven" if analysis.exact else "estimated"
    drawn = svg_of(game, start, worths=worths(game, start, analysis))
    yield drawn, f"The start, with what each move is worth, as far as {proven}"
    swing = _greatest_swing(profile.games)
    if swing is not None:
        one, ply, before, after = swing
        mover = player_name(game, game.player(one.states[ply]))
        text = [*one.record.opening, *(move.move for move in one.record.moves)][ply]
        yield (
            svg_of(game, one.states[ply], worths={}),
            f"The greatest swing of the games played: {mover} plays {text}, and the value for "
            f"player 1 goes from {signed(before)} to {signed(after)}",
        )
    if profile.games:
        last = profile.games[-1]
        drawn = svg_of(game, last.states[-1], worths={})
        yield drawn, f"The end of a game, after {len(last.choices)} plies"


def _greatest_swing(games: Iterable[Replayed]) -> tuple[Replayed, int, float, float] | None:
    """The ply after which player 0's value changed most, with the values before and after."""
    swing, most = None, 0.0
    for one in games:
        for ply, before in enumerate(one.values[:-1]):
            after = one.values[ply + 1]
            if before is None or after is None or abs(after - before) <= most:
                continue
            swing, most = (one, ply, before, after), abs(after - before)
    return swing


# Charts ------------------------------------------------------------------------------------------


def _charts(profile: GameProfile) -> dict[str, str]:
    """Each chart by its name, "" for one that has nothing to show."""
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
    rungs = [(place, rung) for place, rung in enumerate(profile.ladder.rungs) if rung.elo]
    values = [
        bound
        for _, rung in rungs
        if rung.elo
        for bound in (rung.elo.low, rung.elo.high)
        if math.isfinite(bound)
    ]
    edge = min(max([abs(value) for value in values] + [100]), STEEP)
    count = len(profile.ladder.rungs)
    frame = Frame((-0.5, count - 0.5), (-edge, edge), "Elo of each doubling", "states per move")
    frame.line([(-0.5, 0), (count - 0.5, 0)], "draw")
    for place, rung in rungs:
        assert rung.elo is not None, "those without are left out"
        frame.interval(place, rung.elo.low, rung.elo.high)
        frame.dot(place, rung.elo.value, "first", f"{rung.nodes:,}: {elo_text(rung.elo)} Elo")
    places = enumerate(profile.ladder.rungs)
    frame.marks([(place, f"{rung.nodes:,} : {rung.nodes // 2:,}") for place, rung in places])
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


def _valued(profile: GameProfile) -> list[Replayed]:
    """The games whose values are drawn."""
    return [one for one in profile.games if any(v is not None for v in one.values)][-DRAWN:]


def _value_chart(profile: GameProfile) -> str:
    games = _valued(profile)
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
    """How all positions are worth, where they are known, else how games ended."""
    values = profile.values
    counts = (
        {"win": values.wins, "draw": values.draws, "loss": values.losses}
        if values is not None
        else {
            kind: sum(one.worth == worth for one in profile.games)
            for kind, worth in (("win", 1), ("draw", 0), ("loss", -1))
        }
    )
    frame = Frame((-0.5, 2.5), (0, max(1, *counts.values())), "Outcomes", "")
    for place, (kind, count) in enumerate(counts.items()):
        frame.bar(place, 0, count, 70, kind, f"{count:,}")
        frame.label(frame.x(place), max(frame.y(count) - 4, 11), f"{count:,}", "middle")
    frame.marks([(place, NAMES[kind]) for place, kind in enumerate(counts)])
    return frame.svg()
