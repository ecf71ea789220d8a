"""The games of a match as calls of an executor: of threads, of processes, or of a cluster."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor, as_completed
from typing import Any

from zermelo.matches.gamerecord import GameRecord
from zermelo.matches.referee import play_game
from zermelo.matches.schedule import Fixture, Schedule
from zermelo.players.named import player_spec
from zermelo.players.playerspec import PlayerSpec
from zermelo.players.terms import Terms


class _Seats(threading.local):
    """The players of the match whose games this thread plays; each thread has its own."""

    key: Any = None
    specs: Sequence[PlayerSpec] = ()

    def seated(self, terms: Terms, players: tuple[str, ...]) -> Sequence[PlayerSpec]:
        """The players, made for the first game of a match."""
        if self.key != (terms, players):
            for spec in self.specs:
                spec.stop()
            self.specs = [player_spec(player, terms) for player in players]
            self.key = terms, players
        return self.specs


_seats = _Seats()


def play_one(terms: Terms, players: tuple[str, ...], seed: int, fixture: Fixture) -> GameRecord:
    """One game of a match: what has to be known of it can be sent anywhere."""
    return play_game(terms, fixture, _seats.seated(terms, players), seed)


def played_afar(
    schedule: Schedule, numbers: Iterable[int], executor: Executor
) -> Iterator[GameRecord]:
    """The games `numbers` of the schedule, each as soon as it is over."""
    given = schedule.terms, schedule.players, schedule.seed
    games = [executor.submit(play_one, *given, schedule.fixture(number)) for number in numbers]
    try:
        for game in as_completed(games):
            yield game.result()
    finally:
        for game in games:
            game.cancel()
