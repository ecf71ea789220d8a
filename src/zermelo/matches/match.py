"""Matches of two players, and tournaments, with their scores, Elo, sequential test and ratings."""

import itertools
import operator
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Self, Unpack

from zermelo.contract.analysis import Fields, Result
from zermelo.contract.arguments import GameGiven, game_given
from zermelo.errors import ParameterError, clip
from zermelo.matches.event import Event
from zermelo.matches.ratings import Bounds, Elo, SequentialTest, Sprt, elo, pair_counts, ratings
from zermelo.matches.records import GameRecord
from zermelo.matches.schedule import Conditions, Keywords
from zermelo.play.player import Player


class Score(Fields):
    """Games won, drawn and lost, and in games with points the lead in points."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    ahead: int = 0  # the lead over the opponents in points, in games that were played out
    counted: int = 0  # the number of games with points that were played out

    @property
    def games(self) -> int:
        """The number of games."""
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        """The points per game, 0 to 1, with half a point for a draw; 0.5 before the first game."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def margin(self) -> float | None:
        """The mean lead in points; None if no game has points."""
        return self.ahead / self.counted if self.counted else None

    def __add__(self, other: Self) -> Self:
        """The score of both sets of games together."""
        return type(self)(*map(operator.add, vars(self).values(), vars(other).values()))

    def __str__(self) -> str:
        """The score as text, like "+3 =4 -1"."""
        return f"+{self.wins} ={self.draws} -{self.losses}"


class Forfeits(Fields):
    """Games that a player lost by its own fault: "time", "illegal move" or "crash"."""

    player: str
    reason: str
    games: int
    example: str


class Match(Result):
    """The result of a match of two players; all scores are for the first of `players`.

    game, players         the names of the game and the players
    score                 the score of all games
    moving_first, moving_second  the scores of games with this player as player 0, and as player 1
    elo                   the Elo difference with its 95% interval, see `zermelo.matches.ratings`
    sprt                  the state of the sequential test, None if no test was requested
    forfeits              games that a player forfeited
    drawn_by_rule         the number of games drawn by each of the match's rules
    seconds               the duration of this run, without earlier ones
    interrupted           whether Ctrl-C ended the match; recorded games are kept

    >>> import zermelo
    >>> result = zermelo.match("nim", "first", "random", games=2, native=False)
    >>> result.players, result.score.games
    (('first', 'random'), 2)
    """

    game: str
    players: tuple[str, str]
    score: Score
    moving_first: Score
    moving_second: Score
    elo: Elo | None
    sprt: Sprt | None
    forfeits: tuple[Forfeits, ...]
    drawn_by_rule: dict[str, int]
    seconds: float
    interrupted: bool = False


def match(
    game: GameGiven,
    first: str | Player,
    second: str | Player,
    *,
    sprt: Bounds | Sequence[float] | None = None,
    **conditions: Unpack[Keywords],
) -> Match:
    """Play a match between two players, who play every opening with both colours.

    game           a game, or its spec like "nim(rows=[1, 2])"
    first, second  names like "engine:nodes=10000", see `zermelo.players.byname`, or your own
                   objects with a method choose(game, state)
    sprt           bounds (elo0, elo1) or (elo0, elo1, alpha, beta): the match ends as soon as the
                   sequential test decides between them
    conditions     games=100, seed=0, processes=1, records="match.db" …: the fields of
                   `zermelo.matches.schedule.Conditions`

    With `records`, a match that was stopped resumes. Raises `UsageError` for an unknown player, or
    for records of another match.

    >>> import zermelo
    >>> done = zermelo.match(zermelo.game("nim"), "first", "first", games=4, native=False)
    >>> done.score.games
    4
    """
    bounds = sprt if sprt is None or isinstance(sprt, Bounds) else Bounds(*sprt)
    given = Conditions.of("match", conditions)
    settings = {"sprt": bounds and asdict(bounds)}
    event = Event(game_given(game), (first, second), ((0, 1),), given, settings)
    test = SequentialTest(bounds) if bounds else None
    score = Score()

    def watch(record: GameRecord | None = None) -> None:
        nonlocal score
        if record is not None:
            score += score_of([record], 0)
            if test is not None:
                test.take(record)
        if given.progress is not None:
            given.progress(f"{score.games} of {event.size} games, {score}")

    watch()
    event.run(watch, lambda: test is not None and test.verdict is not None)
    records = event.records  # Ctrl-C may have prevented `watch` from counting a stored game
    return Match(
        game=str(event.game),
        players=(event.names[0], event.names[1]),
        score=score_of(records, 0),
        moving_first=score_of([record for record in records if record.first == 0], 0),
        moving_second=score_of([record for record in records if record.first == 1], 0),
        elo=elo(pair_counts(records, 0)),
        sprt=SequentialTest(bounds, records).result() if bounds else None,
        forfeits=forfeits(records, event.names),
        drawn_by_rule=dict(Counter(r.reason for r in records if r.result == 0 and r.reason)),
        seconds=event.seconds,
        interrupted=event.interrupted,
    )


def score_of(records: Iterable[GameRecord], player: int) -> Score:
    """The score of `player` in the games."""
    score = Score()
    for record in records:
        points, ahead = record.points(player), record.ahead(player)
        score += Score(points == 1, points == 0.5, points == 0, ahead or 0, ahead is not None)
    return score


def forfeits(records: Sequence[GameRecord], names: Sequence[str]) -> tuple[Forfeits, ...]:
    """Games lost by a player's own fault, counted by player and kind of fault."""
    games: dict[tuple[int, str], list[str]] = {}
    for record in records:
        if record.forfeited:
            loser = record.second if record.result == 1 else record.first
            kind = record.reason.partition(":")[0]
            games.setdefault((loser, kind), []).append(record.reason)
    return tuple(Forfeits(names[who], kind, len(why), why[0]) for (who, kind), why in games.items())


Scores = dict[tuple[int, int], Score]  # (player, opponent) → the player's score


class Standing(Fields):
    """One player of a tournament."""

    player: str
    score: Score  # in all games
    elo: Elo  # 0 is the average
    against: tuple[Score | None, ...]  # by player; None for itself and for players it did not meet


class Tournament(Result):
    """The result of a tournament: the standings of its players.

    game       the game's text
    standings  a row for each player, in the order given
    rows, columns  the players on the left and on top of the win-rate table
    forfeits   games that a player forfeited
    seconds    the duration of this run, without earlier ones
    interrupted  whether Ctrl-C ended the tournament; recorded games are kept

    >>> import zermelo
    >>> cup = zermelo.tournament("nim", ["first", "random", "pn:nodes=9"], games=2, native=False)
    >>> len(cup.standings), cup.interrupted
    (3, False)
    """

    game: str
    standings: tuple[Standing, ...]
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    forfeits: tuple[Forfeits, ...]
    seconds: float
    interrupted: bool = False


def tournament(
    game: GameGiven, players: Sequence[str | Player], **conditions: Unpack[Keywords]
) -> Tournament:
    """Play a round robin between several players, who play every opening with both colours.

    game        a game, or its spec like "nim(rows=[1, 2])"
    players     names or objects, as for `match`
    conditions  the conditions, as for `match`; `games` is the number for each pair of players

    Raises `UsageError` for an unknown player and for records of another tournament.

    >>> import zermelo
    >>> cup = zermelo.tournament("nim", ["first", "random"], games=2, native=False)
    >>> sorted(standing.player for standing in cup.standings)
    ['first', 'random']
    """
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise ParameterError(f"players should be a list of players, not {clip(repr(players))}")
    every = range(len(players))
    pairings = list(itertools.combinations(every, 2))
    return _hold_tournament(game, players, pairings, every, every, conditions)


def gauntlet(
    game: GameGiven,
    players: Sequence[str | Player],
    opponents: Sequence[str | Player],
    **conditions: Unpack[Keywords],
) -> Tournament:
    """Let each of `players` play each of `opponents`, who do not play each other."""
    rows = range(len(players))
    columns = range(len(players), len(players) + len(opponents))
    pairings = list(itertools.product(rows, columns))
    return _hold_tournament(game, [*players, *opponents], pairings, rows, columns, conditions)


def _hold_tournament(
    game: GameGiven,
    players: Sequence[str | Player],
    pairings: Sequence[tuple[int, int]],
    rows: Sequence[int],
    columns: Sequence[int],
    conditions: Keywords,
) -> Tournament:
    if not pairings:
        raise ParameterError("a tournament needs at least two players")
    given = Conditions.of("tournament", conditions)
    event = Event(game_given(game), players, pairings, given)
    so_far: Scores = {}

    def watch(record: GameRecord | None = None) -> None:
        if record is not None:
            _count(so_far, record)
        if given.progress is not None:  # like "8 of 20 games, engine leads with +3 =4 -1"
            totals = [_total(so_far, player) for player in range(len(event.names))]
            lead = max(totals, key=lambda total: total.share)
            played = sum(total.games for total in totals) // 2
            leads = f", {event.names[totals.index(lead)]} leads with {lead}" if played else ""
            given.progress(f"{played} of {event.size} games{leads}")

    watch()
    event.run(watch)
    table: Scores = {}
    for record in event.records:
        _count(table, record)
    elos, others = ratings(event.records, len(players)), range(len(players))
    return Tournament(
        game=str(game),
        standings=tuple(
            Standing(
                name, _total(table, one), elos[one], tuple(table.get((one, n)) for n in others)
            )
            for one, name in enumerate(event.names)
        ),
        rows=tuple(rows),
        columns=tuple(columns),
        forfeits=forfeits(event.records, event.names),
        seconds=event.seconds,
        interrupted=event.interrupted,
    )


def _count(table: Scores, record: GameRecord) -> None:
    for pair in ((record.first, record.second), (record.second, record.first)):
        table[pair] = table.get(pair, Score()) + score_of([record], pair[0])


def _total(table: Scores, player: int) -> Score:
    return sum((score for (one, _), score in table.items() if one == player), Score())
