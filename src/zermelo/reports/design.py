"""The designer's report for a terminal, and the meaning of its measures."""

from typing import Final, NamedTuple

from rich.console import Group, RenderableType
from rich.text import Text

from zermelo.experiments.metric import Metric
from zermelo.experiments.profile import DesignReport, GameProfile
from zermelo.naming import analysis_words, player_name
from zermelo.process.texts import seconds_text
from zermelo.reports.matches import elo_text
from zermelo.reports.results import facts_of, plain_table, table_of

COUNT, MEAN, FINE, POWER, PART = "{:,.0f}", "{:,.1f}", "{:,.2f}", "10^{:.1f}", "{:.1%}"


class Measure(NamedTuple):
    """The meaning of a measure, in a few words, and the format of its number."""

    meaning: str
    form: str

    def text(self, value: float) -> str:
        """The number as text; a share has a decimal only if the decimal is not 0."""
        whole = self.form == PART and abs(value - round(value, 2)) < 0.0005
        return ("{:.0%}" if whole else self.form).format(value)


MEASURES: Final = {
    "positions": Measure("reachable from the start", COUNT),
    "games": Measure("sequences of moves from start to end", POWER),
    "choices per move": Measure("how many moves are legal", MEAN),
    "choices where free": Measure("the same, where more than one is legal", MEAN),
    "moves with a choice": Measure("the rest are forced", PART),
    "plies per game": Measure("the length of a game", MEAN),
    "first player's points": Measure("a draw is half a point", PART),
    "drawn": Measure("share of games", PART),
    "unfinished": Measure("share of games stopped because they went on too long", PART),
    "lead changes": Measure("per game", FINE),
    "drama": Measure("how far behind the winner was, 0 to 1", FINE),
    "decisive lead": Measure("the lead that wins the game", FINE),
    "decided after": Measure("share of a game after which the winner stays ahead", PART),
    "proven after": Measure("share of a game after which its end is proven", PART),
}


def value_text(metric: Metric) -> str:
    """The number: "5,478", "at least 128,253", "62.9%"."""
    if metric.value is None:
        return "none"
    text = MEASURES[metric.name].text(metric.value)
    return f"at least {text}" if metric.basis == "at least" else text


def interval_text(metric: Metric) -> str:
    """The 95% interval: "7.6 … 7.7"; "" for an exact number."""
    if metric.low is None or metric.high is None:
        return ""
    measure = MEASURES[metric.name]
    return f"{measure.text(metric.low)} … {measure.text(metric.high)}"


def verdict(profile: GameProfile) -> tuple[str, str, str]:
    """Three sentences: on the winner, on fairness, and on the use of thinking and of moves."""
    never, seen, doubling = len(profile.never), profile.moves_seen, profile.ladder.doubling
    depth = "The benefit of thinking was not measured"
    if doubling is not None:
        pays = "Thought pays" if doubling.low > 0 else "Thinking hardly pays"
        depth = f"{pays}: twice the search is worth {doubling_text(profile)} Elo"
    known = profile.usage_basis == "exact"
    use = f"every move {'is best somewhere' if known else 'that was often offered was played'}"
    if never:
        verb = "never best" if known else "never played, though offered often"
        use = f"{never} of {seen} moves {'is' if never == 1 else 'are'} {verb}"
    return _winner(profile), _fairness(profile), f"{depth}; {use}."


def _winner(profile: GameProfile) -> str:
    analysis = profile.openings.analysis
    words = analysis_words(profile.rules, analysis)
    if analysis.exact:
        return f"With best play: {words}. That is proven."
    whom = player_name(profile.rules, analysis.player)
    whose = "" if whom in words else f", for {whom}"
    return f"The winner with best play is not known; a search says: {words}{whose}."


def _fairness(profile: GameProfile) -> str:
    measured = {metric.name: metric for metric in profile.metrics["skilled play"]}
    points, drawn = measured["first player's points"], measured["drawn"]
    if points.value is None or points.low is None or points.high is None:
        return "No game was played between players who search."
    share = f"{value_text(points)} of the points ({interval_text(points)})"
    fair = f"neither side is clearly ahead: the first gets {share}"
    if points.low > 0.5:
        fair = f"the first player has an advantage, {share}"
    elif points.high < 0.5:
        fair = f"the second player has an advantage: the first gets {share}"
    often = f"{value_text(drawn)} of the games are drawn" if drawn.value else "no game was drawn"
    lasts = f"a game lasts {value_text(measured['plies per game'])} plies"
    return f"Between players who search, {fair}; {often}, and {lasts}."


def doubling_text(profile: GameProfile) -> str:
    """The value of doubling the search: "+65 Elo (+6 … +125)"."""
    difference = profile.ladder.doubling
    return "not measured" if difference is None else elo_text(difference)


def design_report(report: DesignReport) -> RenderableType:
    """Each game: the winner, the measures, the Elo of each doubling, and the first moves."""
    parts = [part for one in report.profiles for part in (game_profile_report(one), Text())]
    return Group(*parts[:-1])


def game_profile_report(profile: GameProfile) -> RenderableType:
    """The report on one game."""
    measures = plain_table()
    names = [metric.name for metrics in profile.metrics.values() for metric in metrics]
    measures.add_column("")
    measures.add_column("measure", min_width=max(map(len, names), default=0), no_wrap=True)
    for name in ("value", "95%"):
        measures.add_column(name, justify="right", no_wrap=True)
    measures.add_column("of")
    for group, metrics in profile.metrics.items():
        above = ""
        for metric in metrics:
            of = "exact" if metric.basis == "exact" else metric.of
            cells = value_text(metric), interval_text(metric), "" if of == above else of
            measures.add_row("" if above else group, metric.name, *cells)
            above = of
    rows = []
    for rung in profile.ladder.rungs:
        elo = elo_text(rung.elo) if rung.elo else ""
        rows.append((rung.nodes, rung.games, elo, *map(value_text, (rung.advantage, rung.draws))))
    heads = ("states per move", "games", "elo against half (95%)", "first player", "drawn")
    parts: list[RenderableType] = [Text(profile.game, "bold"), *map(Text, verdict(profile)), Text()]
    parts += [measures, Text(), *(Text(why, "dim") for why in profile.left_out)]
    parts += [table_of(heads, rows), Text()]
    facts = {"first": first_moves_text(profile), "time": seconds_text(profile.seconds)}
    return Group(*parts, *facts_of(facts))


def first_moves_text(profile: GameProfile) -> str:
    """The number of first moves, also up to symmetry if the game has symmetries."""
    begun = profile.openings
    count, alike = sum(map(len, begun.classes)), len(begun.classes)
    if not begun.alike:
        return f"{count} moves"
    source = "" if begun.alike == "exact" else ", as the picture shows and random games confirm"
    return f"{count} moves, {alike} up to symmetry{source}"
