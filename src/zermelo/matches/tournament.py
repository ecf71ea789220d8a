"""Tournaments: who wins how often against whom, and a rating of all."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Unpack

from zermelo.contract.given import GameGiven, game_given
from zermelo.contract.result import Result
from zermelo.errors import ParameterError, clip
from zermelo.matches.conditions import Conditions, Keywords
from zermelo.matches.event import Event
from zermelo.matches.match import Forfeits, Score, added, forfeits
from zermelo.matches.ratings import Elo, ratings
from zermelo.matches.records import GameRecord
from zermelo.play.player import Player

Scores = dict[tuple[int, int], Score]  # what a player has of the games against another


@dataclass(frozen=True)
class Standing:
    """One player of a tournament: its score of all games, its rating, 0 being the average, and its
    score against each of the players in turn, None where they did not meet.
    """

    player: str
    score: Score
    elo: Elo
    against: tuple[Score | None, ...]


@dataclass(frozen=True)
class Tournament(Result):
    """The result of some players against each other.

    standings  a row for each player, in the order given
    rows, columns  which players the win-rate table has on its left and on top
    forfeits   what was not lost on the board
    seconds    what the games took that were played now
    interrupted  Ctrl-C ended it; recorded games are kept
    """

    game: str
    standings: tuple[Standing, ...]
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    forfeits: tuple[Forfeits, ...]
    seconds: float
    interrupted: bool = False


@dataclass(frozen=True)
class Leading:
    """The state of a tournament, for its observers."""

    played: int
    size: int
    leader: str
    score: Score

    def __str__(self) -> str:
        """As in "8 of 20 games, engine leads with +3 =4 -1"."""
        leads = f", {self.leader} leads with {self.score}" if self.played else ""
        return f"{self.played} of {self.size} games{leads}"


def tournament(
    game: GameGiven, players: Sequence[str | Player], **conditions: Unpack[Keywords]
) -> Tournament:
    """Let each player play each other, every opening with both colours (a round robin).

    game        a game, or its spec like "nim(rows=[1, 2])"
    players     names or objects, as for `match`
    conditions  as for `match`; `games` is the number for each two players

    Raises `UsageError` for a name that is no player's and for records of another tournament.

    >>> import zermelo
    >>> cup = zermelo.tournament("nim", ["first", "random"], games=2, native=False)
    >>> sorted(standing.player for standing in cup.standings)
    ['first', 'random']
    """
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise ParameterError(f"players should be a list of players, not {clip(repr(players))}")
    every = range(len(players))
    return _held(game, players, list(itertools.combinations(every, 2)), every, every, conditions)


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
    return _held(game, [*players, *opponents], pairings, rows, columns, conditions)


def _held(
    game: GameGiven,
    players: Sequence[str | Player],
    pairings: Sequence[tuple[int, int]],
    rows: Sequence[int],
    columns: Sequence[int],
    conditions: Keywords,
) -> Tournament:
    if not pairings:
        raise ParameterError("a tournament needs two players or more")
    given = Conditions.of("tournament", conditions)
    event = Event(game_given(game), players, pairings, given)
    so_far: Scores = {}

    def watch(record: GameRecord) -> None:
        _count(so_far, record)
        if given.progress is not None:
            given.progress(_leading(event, so_far))

    if given.progress is not None:
        given.progress(_leading(event, so_far))
    event.run(watch)
    table: Scores = {}
    for record in event.records:
        _count(table, record)
    elos = ratings(event.records, len(players))
    return Tournament(
        game=str(game),
        standings=tuple(_standing(event, table, one, elos[one]) for one in range(len(players))),
        rows=tuple(rows),
        columns=tuple(columns),
        forfeits=forfeits(event.records, event.names),
        seconds=event.seconds,
        interrupted=event.interrupted,
    )


def _count(table: Scores, record: GameRecord) -> None:
    """Add one game to the table, for either player."""
    for one, other in ((record.first, record.second), (record.second, record.first)):
        table[one, other] = added(table.get((one, other), Score()), record, one)


def _standing(event: Event, table: Scores, player: int, elo: Elo) -> Standing:
    against = tuple(table.get((player, other)) for other in range(len(event.names)))
    return Standing(event.names[player], _total(table, player), elo, against)


def _total(table: Scores, player: int) -> Score:
    return sum((score for (one, _), score in table.items() if one == player), Score())


def _leading(event: Event, table: Scores) -> Leading:
    totals = {player: _total(table, player) for player in range(len(event.names))}
    best = max(totals, key=lambda player: totals[player].share)
    played = sum(total.games for total in totals.values()) // 2
    return Leading(played, event.size, event.names[best], totals[best])
