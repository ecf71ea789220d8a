"""The games of a match played here, or by several processes that take one game after another."""

from __future__ import annotations

import contextlib
import json
import queue
import signal
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from zermelo.errors import UsageError, ZermeloError
from zermelo.play.arbiter import play_game
from zermelo.play.child import orders, voice
from zermelo.play.draws import Draws
from zermelo.play.entrants import Entrant, Guest, entrant
from zermelo.play.gamerecord import GameRecord
from zermelo.play.program import Program, same_python
from zermelo.play.schedule import Fixture, Schedule
from zermelo.play.terms import Terms
from zermelo.spec import format_game, parse_game


def played(
    schedule: Schedule, entrants: Sequence[Entrant], numbers: Iterable[int], processes: int
) -> Iterator[GameRecord]:
    """The games `numbers` of the schedule, each as soon as it is over; close it to stop early.

    Raises `UsageError` for several processes when a game or a player can't be named to them.
    """
    if processes == 1:
        return _played_here(schedule, entrants, numbers)
    _require_names(schedule, entrants)
    return _played_by_workers(schedule, list(numbers), processes)


def _played_here(
    schedule: Schedule, entrants: Sequence[Entrant], numbers: Iterable[int]
) -> Iterator[GameRecord]:
    for number in numbers:
        yield play_game(schedule.terms, schedule.fixture(number), entrants, schedule.seed)


def _require_names(schedule: Schedule, entrants: Sequence[Entrant]) -> None:
    """Other processes know games and players by name alone."""
    game = schedule.terms.game
    try:
        same = parse_game(format_game(game)) == game
    except UsageError:
        same = False
    if not same:
        raise UsageError(
            f"several processes need a game they can find, like file.py:{type(game).__name__}; "
            f"{game} is none: take one process"
        )
    for one in entrants:
        if isinstance(one, Guest):
            raise UsageError(f"several processes need players by name, not {one.name}'s object")


def _played_by_workers(
    schedule: Schedule, numbers: list[int], processes: int
) -> Iterator[GameRecord]:
    heard: queue.SimpleQueue[tuple[int, str | None]] = queue.SimpleQueue()
    command = [sys.executable, "-m", "zermelo.play.workers"]
    workers: list[Program] = []
    left = iter(numbers)
    try:
        for index in range(min(processes, len(numbers))):
            hearer = _listener(heard, index)
            workers.append(Program(command, hearer, same_python()))
            workers[-1].tell(json.dumps(schedule.settings()))
            workers[-1].tell(_order(schedule.fixture(next(left))))
        for _ in numbers:
            index, line = heard.get()
            if line is None:
                raise ZermeloError("a process that played games of the match has died")
            for number in left:
                workers[index].tell(_order(schedule.fixture(number)))
                break
            yield GameRecord.from_dict(json.loads(line))
    finally:
        for worker in workers:
            worker.stop(gently=True)


def _listener(heard: queue.SimpleQueue[tuple[int, str | None]], index: int) -> Any:
    return lambda line: heard.put((index, line))


def _order(fixture: Fixture) -> str:
    return json.dumps([fixture.number, fixture.first, fixture.second, fixture.opening])


def work() -> None:
    """A worker: the match's settings are its first line, then come games, each answered."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    say, lines = voice(), orders()
    settings = json.loads(next(lines))
    terms = Terms(
        parse_game(settings["game"]),
        Draws(**settings["draws"]),
        settings["clock"],
        settings["native"],
    )
    with contextlib.ExitStack() as stack:
        entrants = [entrant(text, terms) for text in settings["players"]]
        for one in entrants:
            stack.callback(one.leave)
        for line in lines:
            number, first, second, opening = json.loads(line)
            fixture = Fixture(number, first, second, tuple(opening))
            say(json.dumps(play_game(terms, fixture, entrants, settings["seed"]).as_dict()))


if __name__ == "__main__":
    work()
