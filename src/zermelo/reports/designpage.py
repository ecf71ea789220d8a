"""The designer's report as one page that stands by itself: nothing is fetched from anywhere."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, Final

from zermelo.draw.badges import worths
from zermelo.draw.svg import svg_of
from zermelo.experiments.profile.metric import Metric
from zermelo.naming import bounded, move_words, player_name, signed
from zermelo.reports.charts import Frame, curve, histogram
from zermelo.reports.matches import elo_text
from zermelo.reports.measures import (
    MEASURES,
    doubling_text,
    interval_text,
    value_text,
    verdict,
)
from zermelo.reports.pagestyle import STYLE

if TYPE_CHECKING:
    from zermelo.experiments.profile.profile import DesignReport, GameProfile
    from zermelo.experiments.profile.skilledgames import Replayed, Usage

DRAWN: Final = 14  # games whose values are drawn
NAMED: Final = 24  # moves that are listed by name
STEEP: Final = 400  # Elo; what is beyond is drawn at the edge


def design_page(report: DesignReport) -> str:
    """The page as HTML."""
    names = " and ".join(profile.game for profile in report.profiles)
    parts = [f"<h1>{escape(names)}</h1>", _about()]
    several = len(report.profiles) > 1
    parts += [_comparison(report.profiles)] if several else []
    for profile in report.profiles:
        heading = f"<h2>{escape(profile.game)}</h2>" if several else ""
        parts.append(f"<section>{heading}{''.join(_sections(profile))}</section>")
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        '<meta http-equiv="Content-Security-Policy" '
        "content=\"default-src 'none';style-src 'unsafe-inline'\">"
        f"<title>{escape(names)}: a designer's report</title><style>{STYLE}</style></head>"
        f"<body><main>{''.join(parts)}</main></body></html>\n"
    )


def _about() -> str:
    return (
        '<p class="quiet">A designer’s report by Zermelo. What is marked <span class="tag exact">'
        'exact</span> is counted or proven in full; what is marked <span class="tag">sampled</span>'
        " comes from games that were played, and holds within its interval in 95 of 100 such "
        "reports.</p>"
    )


def _sections(profile: GameProfile) -> Iterator[str]:
    """One game, question by question."""
    yield f'<p class="verdict">{escape(verdict(profile))}</p>'
    yield _boards(profile)
    yield "<h3>How big, how long, how many choices</h3>" + _measures(profile)
    yield f'<div class="row">{_lengths(profile)}{_choices(profile)}</div>'
    yield "<h3>How deep: what a doubling of thought is worth</h3>"
    yield f"<p>{_depth(profile)}</p>"
    yield f'<div class="row">{_elo_chart(profile)}{_first_chart(profile)}</div>' + _rungs(profile)
    yield "<h3>Who is ahead, and how soon it is decided</h3>"
    yield f'<div class="row">{_value_chart(profile)}{_outcomes(profile)}</div>'
    yield "<h3>The first moves</h3>" + _first_moves(profile)
    yield "<h3>Moves and rules that are of no use</h3>" + _uses(profile)


# Boards ------------------------------------------------------------------------------------------


def _boards(profile: GameProfile) -> str:
    """The start with what its moves are worth, the greatest swing of a game, and an end."""
    game = profile.rules
    if not game.has("picture"):
        return ""
    start, found = game.start(), profile.openings.found
    proven = "proven" if found.exact else "estimated"
    shown = [
        _board(game, start, f"The start, with what each move is worth, as far as {proven}", found)
    ]
    swing = _greatest_swing(profile.games)
    if swing is not None:
        one, ply, before, after = swing
        mover = player_name(game, game.player(one.states[ply]))
        text = [*one.record.opening, *(move.move for move in one.record.moves)][ply]
        said = (
            f"The greatest swing of the games played: {mover} plays {text}, and the value for "
            f"player 1 goes from {signed(before)} to {signed(after)}"
        )
        shown.append(_board(game, one.states[ply], said))
    if profile.games:
        last = profile.games[-1]
        plies = len(last.choices)
        shown.append(_board(game, last.states[-1], f"The end of a game, after {plies} plies"))
    return f'<div class="row">{"".join(shown)}</div>'


def _board(game: Any, state: Any, said: str, found: Any = None) -> str:
    known = {} if found is None else worths(game, state, found)
    drawn = svg_of(game, state, worths=known)
    caption = f"<figcaption>{escape(said)}</figcaption>"
    return f'<figure><div class="board">{drawn}</div>{caption}</figure>'


def _greatest_swing(games: Iterable[Replayed]) -> tuple[Replayed, int, float, float] | None:
    """The ply after which player 0's value changed most, with the values before and after."""
    found, most = None, 0.0
    for one in games:
        for ply, before in enumerate(one.values[:-1]):
            after = one.values[ply + 1]
            if before is None or after is None or abs(after - before) <= most:
                continue
            found, most = (one, ply, before, after), abs(after - before)
    return found


# Measures ----------------------------------------------------------------------------------------


def _measures(profile: GameProfile) -> str:
    """A row for each measure, a column for each way of measuring it."""
    heads = "".join(_group_head(*entry) for entry in profile.metrics.items())
    names = dict.fromkeys(m.name for metrics in profile.metrics.values() for m in metrics)
    return _table(f"<tr><th>measure</th>{heads}</tr>", [_row(name, profile) for name in names])


def _group_head(group: str, metrics: Sequence[Metric]) -> str:
    of = metrics[-1].of.replace("won ", "") if group != "size" else "counted where nothing is said"
    return f'<th>{escape(group.capitalize())}<br><span class="quiet small">{escape(of)}</span></th>'


def _row(name: str, profile: GameProfile) -> str:
    cells = []
    for metrics in profile.metrics.values():
        found = next((metric for metric in metrics if metric.name == name), None)
        cells.append("<td></td>" if found is None else f"<td>{_measured(found)}</td>")
    said = f'{escape(name)}<br><span class="quiet small">{MEASURES[name].said}</span>'
    return f'<tr><th scope="row">{said}</th>{"".join(cells)}</tr>'


def _measured(metric: Metric) -> str:
    """The number, what it rests on, and its interval."""
    said = f"<b>{value_text(metric)}</b> {_tag(metric.basis)}"
    interval = interval_text(metric)
    return said + (f'<br><span class="interval-text">{interval}</span>' if interval else "")


def _table(head: str, rows: Iterable[str]) -> str:
    """A table, which scrolls by itself where the page is narrow."""
    body = f"<thead>{head}</thead><tbody>{''.join(rows)}</tbody>"
    return f'<div class="scroll"><table>{body}</table></div>'


def _tag(basis: str) -> str:
    return f'<span class="tag{" exact" if basis == "exact" else ""}">{basis}</span>'


def _comparison(profiles: Sequence[GameProfile]) -> str:
    """All measures side by side, a column for each game."""
    heads = "".join(f"<th>{escape(profile.game)}</th>" for profile in profiles)
    rows = ["<tr><th scope=row>Best play</th>" + _cells(map(verdict, profiles)) + "</tr>"]
    doublings = [f"{doubling_text(profile)} Elo" for profile in profiles]
    rows.append("<tr><th scope=row>A doubling of thought</th>" + _cells(doublings) + "</tr>")
    for group, metrics in profiles[0].metrics.items():
        rows.append(f'<tr><th colspan="{1 + len(profiles)}"><b>{group.capitalize()}</b></th></tr>')
        names = [metric.name for metric in metrics]
        rows += [_compared(group, name, profiles) for name in names]
    return "<h3>Side by side</h3>" + _table(f"<tr><th></th>{heads}</tr>", rows)


def _compared(group: str, name: str, profiles: Sequence[GameProfile]) -> str:
    cells = []
    for profile in profiles:
        found = next((m for m in profile.metrics[group] if m.name == name), None)
        cells.append("<td></td>" if found is None else f"<td>{_measured(found)}</td>")
    return f"<tr><th scope=row>{escape(name)}</th>{''.join(cells)}</tr>"


def _cells(texts: Iterable[str]) -> str:
    return "".join(f"<td>{escape(text)}</td>" for text in texts)


def _figure(chart: str, said: str) -> str:
    return f"<figure>{chart}<figcaption>{said}</figcaption></figure>"


def _lengths(profile: GameProfile) -> str:
    if not profile.lengths:
        return ""
    chart = histogram(profile.lengths, "Lengths of games", "plies")
    return _figure(chart, "<b>How long games last</b>, of players who search")


def _choices(profile: GameProfile) -> str:
    if not profile.choices:
        return ""
    chart = curve(profile.choices, "Choices at each ply", "ply")
    return _figure(chart, "<b>Choices</b> at each ply, mean of random games that last so long")


# Strength ----------------------------------------------------------------------------------------


def _depth(profile: GameProfile) -> str:
    ladder = profile.ladder
    opening = f"{ladder.plies} random plies" if ladder.plies else "no opening"
    return (
        f"Twice the thought is worth <b>{doubling_text(profile)} Elo</b> {_tag('sampled')} "
        f"{len(ladder.records)} games of the engine against itself, from openings of {opening}, "
        "each played with both colours."
    )


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
    frame = Frame((-0.5, count - 0.5), (-edge, edge), "Elo of each doubling", "states a move")
    frame.line([(-0.5, 0), (count - 0.5, 0)], "draw")
    for place, rung in rungs:
        assert rung.elo is not None, "those without are left out"
        frame.interval(place, rung.elo.low, rung.elo.high)
        frame.dot(place, rung.elo.value, "first", f"{rung.nodes:,}: {elo_text(rung.elo)} Elo")
    places = enumerate(profile.ladder.rungs)
    frame.marks([(place, f"{rung.nodes:,} : {rung.nodes // 2:,}") for place, rung in places])
    return _figure(frame.svg(), "<b>Elo</b> of a player over one with half the thought, with 95%")


def _first_chart(profile: GameProfile) -> str:
    rungs = profile.ladder.rungs
    frame = Frame((-0.5, len(rungs) - 0.5), (0, 100), "First player", "states a move")
    frame.line([(-0.5, 50), (len(rungs) - 0.5, 50)], "draw")
    for place, rung in enumerate(rungs):
        found = rung.advantage
        if found.value is None or found.low is None or found.high is None:
            continue
        frame.bar(place, 0, 100 * (rung.draws.value or 0), 34, "draw", value_text(rung.draws))
        frame.interval(place, 100 * found.low, 100 * found.high)
        frame.dot(place, 100 * found.value, "first", f"{value_text(found)} of the points")
    frame.marks([(place, f"{rung.nodes:,}") for place, rung in enumerate(rungs)])
    said = "<b>Points of the first player</b> in % (dots, with 95%) and draws (bars), by strength"
    return _figure(frame.svg(), said)


def _rungs(profile: GameProfile) -> str:
    names = ("states a move", "games", "Elo over half of it, 95%", "AdvantageP1", "", "drawn")
    head = "".join(f'<th class="number">{name}</th>' for name in names)
    rows = []
    for rung in profile.ladder.rungs:
        cells = (
            f"{rung.nodes:,}",
            f"{rung.games:,}",
            elo_text(rung.elo) if rung.elo else "",
            value_text(rung.advantage),
            interval_text(rung.advantage),
            value_text(rung.draws),
        )
        rows.append("<tr>" + "".join(f'<td class="number">{cell}</td>' for cell in cells) + "</tr>")
    return _table(f"<tr>{head}</tr>", rows)


# Values ------------------------------------------------------------------------------------------


def _value_chart(profile: GameProfile) -> str:
    games = [one for one in profile.games if any(v is not None for v in one.values)][-DRAWN:]
    if not games:
        return ""
    longest = max(len(one.values) for one in games)
    frame = Frame((1, longest), (-1, 1), "Values over the game", "ply")
    for one in games:
        points = [(ply, v) for ply, v in enumerate(one.values, 1) if v is not None]
        kind = {1: "first", 0: "draw", -1: "second"}[one.worth]
        frame.line(points, f"thin {kind}")
    frame.marks([(ply, str(ply)) for ply in range(1, longest + 1, max(1, longest // 8))])
    first, second = (escape(player_name(profile.rules, player)) for player in (0, 1))
    said = (
        f"<b>The value for {first}</b>, as the engine saw it, in {len(games)} games: "
        f'<span style="color:var(--first)">won</span> by {first}, '
        f'<span style="color:var(--second)">won</span> by {second}, <span class="draw">drawn</span>'
    )
    return _figure(frame.svg(), said)


def _outcomes(profile: GameProfile) -> str:
    """How all positions are worth, where they are known, else when games were decided."""
    if profile.values is not None:
        found = profile.values
        counts = (("win", found.wins), ("draw", found.draws), ("loss", found.losses))
        said = f"<b>All positions</b>: worth so much to who moves {_tag('exact')}"
    else:
        games = profile.games
        counts = (
            ("win", sum(one.worth == 1 for one in games)),
            ("draw", sum(one.worth == 0 for one in games)),
            ("loss", sum(one.worth == -1 for one in games)),
        )
        said = f"<b>How games ended</b> for the first player {_tag('sampled')}"
    frame = Frame((-0.5, 2.5), (0, max(1, *(count for _, count in counts))), "Outcomes", "")
    for place, (kind, count) in enumerate(counts):
        frame.bar(place, 0, count, 70, kind, f"{count:,}")
        frame.label(frame.x(place), max(frame.y(count) - 4, 11), f"{count:,}", "middle")
    names = {"win": "won", "draw": "drawn", "loss": "lost"}
    frame.marks([(place, names[kind]) for place, (kind, _) in enumerate(counts)])
    return _figure(frame.svg(), said)


# Moves -------------------------------------------------------------------------------------------


def _first_moves(profile: GameProfile) -> str:
    """What each first move is worth, those together that are alike, and how openings spread."""
    begun = profile.openings
    rows = []
    for alike in begun.classes[:NAMED]:
        entry = begun.found.of(alike[0])
        worth = "" if entry is None else move_words(entry) if entry.exact else bounded(entry)
        tag = "" if entry is None else _tag("exact" if entry.exact else "estimate")
        texts = " ".join(map(escape, alike))
        rows.append(f"<tr><td>{texts}</td><td>{escape(worth)}</td><td>{tag}</td></tr>")
    more = len(begun.classes) - NAMED
    moves, distinct = sum(map(len, begun.classes)), len(begun.classes)
    said = f"<p>{moves} first moves, <b>{distinct} up to symmetry</b> "
    said += f"{_tag('exact')}{f'; {more} more are left out here' if more > 0 else ''}.</p>"
    head = "<tr><th>moves</th><th>for who makes them</th><th></th></tr>"
    return said + _table(head, rows) + _spread(profile)


def _spread(profile: GameProfile) -> str:
    begun = profile.openings
    if not begun.positions:
        return ""
    cells = [
        f"<tr><td class=number>{ply}</td><td class=number>{count:,}</td>"
        f"<td class=number>{folded:,}</td></tr>"
        for ply, (count, folded) in enumerate(zip(begun.positions, begun.canonical, strict=True), 1)
    ]
    head = "".join(f"<th class=number>{n}</th>" for n in ("plies", "positions", "up to symmetry"))
    return _table(f"<tr>{head}</tr>", cells)


def _uses(profile: GameProfile) -> str:
    """Kinds of moves and how often they are of use, and the moves that never are."""
    known = profile.usage_basis == "exact"
    verb = "best" if known else "played"
    rows = [_use_row(kind) for kind in profile.kinds[:NAMED]]
    head = (
        f"<th>kind of move</th><th class=number>offered</th><th class=number>{verb}</th><th></th>"
    )
    table = f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>'
    table += f"{''.join(rows)}</tbody></table></div>"
    where = (
        "in all positions where moves differ in value"
        if known
        else "by the engine in the games of the ladder"
    )
    said = (
        f"<p>How often moves are {verb} {where} {_tag(profile.usage_basis)}: letters and numbers "
    )
    said += "of a move’s text stand for any.</p>"
    return said + table + _never(profile, known=known)


def _use_row(kind: Usage) -> str:
    part = f"{kind.used / kind.offered:.1%}" if kind.offered else ""
    return (
        f"<tr><td>{escape(kind.move)}</td><td class=number>{kind.offered:,}</td>"
        f"<td class=number>{kind.used:,}</td><td class=number>{part}</td></tr>"
    )


def _never(profile: GameProfile, *, known: bool) -> str:
    if not profile.never:
        said = "is best somewhere" if known else "that was offered often was played"
        return f"<p>Each of the {profile.moves_seen:,} moves {said}: no move is dead.</p>"
    texts = ", ".join(escape(move.move) for move in profile.never[:NAMED])
    more = f" and {len(profile.never) - NAMED} more" if len(profile.never) > NAMED else ""
    said = "are never best" if known else "were offered 30 times or more and never played"
    return (
        f"<p><b>{len(profile.never)} of {profile.moves_seen:,} moves</b> {said}: {texts}{more}.</p>"
    )
