"""Matches, tournaments and fitted evaluations for a terminal."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from zermelo.naming import margin_words
from zermelo.process.texts import seconds_text
from zermelo.reports.results import fact, facts_of, heading, plain_table, table_of

if TYPE_CHECKING:
    from zermelo.matches.match import Forfeits, Match, Score, Tournament
    from zermelo.matches.ratings import Elo
    from zermelo.tuning.tables import Learning
    from zermelo.tuning.tune import Tuning


def match_report(match: Match) -> RenderableType:
    """The score as each player and overall, Elo, the SPRT, draws by rule, and forfeits."""
    margin = ["margin"] * (match.score.margin is not None)
    heads = (match.players[0], "won", "drawn", "lost", "score", *margin)
    scores = ("as player 1", match.moving_first), ("as player 2", match.moving_second)
    rows = [
        (label, score.wins, score.draws, score.losses, _share(score), *_margin(score, margin))
        for label, score in (*scores, ("in all", match.score))
    ]
    facts = {"elo": elo_text(match.elo) if match.elo else ""}
    if sprt := match.sprt:
        bounds, decision = sprt.bounds, "not decided"
        if sprt.verdict:
            accepted = {"H0": bounds.elo0, "H1": bounds.elo1}[sprt.verdict]
            decision = f"{sprt.verdict} accepted, {accepted:+g} Elo"
        ratio = f"log-likelihood ratio {sprt.ratio:+.2f} of {bounds.elo1:+g} to {bounds.elo0:+g}"
        limits = f"bounds {bounds.low:+.2f} and {bounds.high:+.2f}"
        facts["sprt"] = f"{decision}, after {sprt.games:,} games: {ratio} Elo, {limits}"
    drawn = (f"{number} by {rule}" for rule, number in match.drawn_by_rule.items())
    facts["draws"] = ", ".join(drawn)
    games = fact("games", f"{match.score.games:,} in {seconds_text(match.seconds)}")
    lines = *facts_of(facts), *_forfeit_lines(match.forfeits), games
    head = heading(match.game, f"{match.players[0]} against {match.players[1]}")
    return Group(*head, Text(), table_of(heads, rows, 1), Text(), *lines)


def tournament_report(tournament: Tournament) -> RenderableType:
    """The players by score, with ratings, and a table of their shares against each other."""
    standings = tournament.standings
    ranked = sorted(tournament.rows, key=lambda row: -standings[row].score.share)
    facts = [fact("elo", "0 is the average of all players"), *_forfeit_lines(tournament.forfeits)]
    games = sum(standing.score.games for standing in standings) // 2
    facts.append(fact("games", f"{games:,} in {seconds_text(tournament.seconds)}"))
    caption = Text("share of the points, row against column", "dim")
    ranking, shares = _ranking_table(tournament, ranked), _shares(tournament, ranked)
    tables = ranking, Text(), caption, Text(), shares
    return Group(Text(tournament.game, "bold"), Text(), *tables, Text(), *facts)


def _ranking_table(tournament: Tournament, ranked: list[int]) -> Table:
    """A table of players, the best first: results and rating."""
    margin = ["margin"] * any(one.score.counted for one in tournament.standings)
    rows = []
    for place, standing in enumerate((tournament.standings[row] for row in ranked), 1):
        score, elo = standing.score, elo_text(standing.elo)
        counts = score.wins, score.draws, score.losses, _share(score), *_margin(score, margin)
        rows.append((str(place), standing.player, *counts, elo))
    table = table_of(("", "player", "won", "drawn", "lost", "score", *margin, "elo (95%)"), rows)
    table.columns[1].justify, table.columns[1].overflow = "left", "fold"
    for column in table.columns[2:]:
        column.no_wrap = True
    return table


def _shares(tournament: Tournament, ranked: list[int]) -> Table:
    """The table of shares, with columns headed by ranks in a round robin, else by opponents."""
    standings, everyone = tournament.standings, tournament.rows == tournament.columns
    columns = ranked if everyone else list(tournament.columns)
    table = plain_table()
    table.add_column("", justify="right" if everyone else "left", overflow="fold")
    for place, column in enumerate(columns, 1):
        # a player's limits go below its name, because long ones don't fit beside it
        name = str(place) if everyone else standings[column].player.replace(":", ":\n", 1)
        table.add_column(name, justify="right", overflow="fold")
    for place, row in enumerate(ranked, 1):
        met = (standings[row].against[column] for column in columns)
        name = str(place) if everyone else standings[row].player
        table.add_row(name, *(f"{one.share:.0%}" if one else "" for one in met))
    return table


def elo_text(elo: Elo) -> str:
    """A difference in Elo with its 95% interval: "+35 (+3 … +68)"."""
    return f"{_with_sign(elo.value)} ({_with_sign(elo.low)} … {_with_sign(elo.high)})"


def _with_sign(value: float) -> str:
    return f"{value:+.0f}" if math.isfinite(value) else "∞" if value > 0 else "-∞"


def _share(score: Score) -> str:
    return f"{score.share:.1%}" if score.games else ""


def _margin(score: Score, shown: list[str]) -> list[str]:
    """The cell with the mean points, if the table has this column."""
    return [margin_words(score.margin)] * len(shown)


def _forfeit_lines(forfeits: tuple[Forfeits, ...]) -> list[Text]:
    """A line for each player and reason: the number of forfeits, and an example."""
    pairs = ((one, one.example.removeprefix(f"{one.reason}: ")) for one in forfeits)
    texts = (f"{one.player}, {one.games:,} by {one.reason}: {what}" for one, what in pairs)
    return [fact("forfeit", text) for text in texts]


def tuning_report(tuning: Tuning) -> RenderableType:
    """Each weight before and after tuning, the error before and after, and the trial match."""
    weights = ((n, f"{w:.4g}", f"{tuning.after[n]:.4g}") for n, w in tuning.before.items())
    table = table_of(("weight", "before", "after"), weights, 1)
    summary = f"{len(tuning.rounds)} rounds in {seconds_text(tuning.seconds)}"
    new = ",".join(f"{name}={weight:.4g}" for name, weight in tuning.after.items())
    facts = {"fitted": f"by {tuning.by}, {summary}", "play": f"engine:{new}"}
    if tuning.loss_before is not None and tuning.loss_after is not None:
        change = f"{tuning.loss_before:.4f} before, {tuning.loss_after:.4f} after"
        facts["error"] = f"{change}, on positions left out of the fit"
    trial = [] if tuning.trial is None else [Text(), match_report(tuning.trial)]
    return Group(Text(tuning.game, "bold"), Text(), table, Text(), *facts_of(facts), *trial)


def learning_report(learning: Learning) -> RenderableType:
    """The size of the evaluation, the positions it was learned from, and how to play with it."""
    what = f"{learning.patterns} patterns, {learning.weights:,} weights"
    seen = f"{learning.positions:,} positions in {seconds_text(learning.seconds)}"
    facts = {"learned": what, "from": seen, "loss": f"{learning.loss:.4f}"}
    facts["play"] = f"engine:weights='{learning.file}'" if learning.file else ""
    return Group(Text(learning.game, "bold"), Text(), *facts_of(facts))
