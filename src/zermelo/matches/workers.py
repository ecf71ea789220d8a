"""The games of a match played here, or by several processes that take one game after another."""

from __future__ import annotations

import contextlib
import json
import queue
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from typing import Any

from zermelo.errors import UsageError, ZermeloError
from zermelo.matches.afar import played_afar
from zermelo.matches.gamerecord import GameRecord
from zermelo.matches.referee import play_game
from zermelo.matches.schedule import Fixture, Schedule
from zermelo.play.history import DrawRules
from zermelo.players.child import orders, voice
from zermelo.players.named import player_spec
from zermelo.players.playerspec import Guest, PlayerSpec
from zermelo.players.program import Program
from zermelo.players.terms import Terms
from zermelo.process.python import module_command, same_python
from zermelo.spec import format_game, parse_game


def played(
    schedule: Schedule,
    specs: Sequence[PlayerSpec],
    numbers: Iterable[int],
    processes: int,
    executor: Executor | None = None,
) -> Iterator[GameRecord]:
    """The games `numbers` of the schedule, each as soon as it is over; close it to stop early.

    Raises `UsageError` for several processes when a game or a player can't be named to them.
    """
    if executor is not None:
        _require_names(schedule, specs)
        return played_afar(schedule, numbers, executor)
    if processes == 1:
        return _played_here(schedule, specs, numbers)
    _require_names(schedule, specs)
    return _played_by_workers(schedule, list(numbers), processes)


def _played_here(
    schedule: Schedule, specs: Sequence[PlayerSpec], numbers: Iterable[int]
) -> Iterator[GameRecord]:
    for number in numbers:
        yield play_game(schedule.terms, schedule.fixture(number), specs, schedule.seed)


def _require_names(schedule: Schedule, specs: Sequence[PlayerSpec]) -> None:
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
    for spec in specs:
        if isinstance(spec, Guest):
            raise UsageError(f"several processes need players by name, not {spec.name}'s object")


def _played_by_workers(
    schedule: Schedule, numbers: list[int], processes: int
) -> Iterator[GameRecord]:
    heard: queue.SimpleQueue[tuple[int, str | None]] = queue.SimpleQueue()
    command = module_command("zermelo.matches.workers")
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
            worker.stop()


def _listener(heard: queue.SimpleQueue[tuple[int, str | None]], index: int) -> Any:
    return lambda line: heard.put((index, line))


def _order(fixture: Fixture) -> str:
    return json.dumps([fixture.number, fixture.first, fixture.second, fixture.opening])


def work() -> None:
    """A worker: the match's settings are its first line, then come games, each answered."""
    say, lines = voice(), orders()
    settings = json.loads(next(lines))
    terms = Terms(
        parse_game(settings["game"]),
        DrawRules(**settings["draws"]),
        settings["clock"],
        settings["native"],
    )
    with contextlib.ExitStack() as stack:
        specs = [player_spec(text, terms) for text in settings["players"]]
        for spec in specs:
            stack.callback(spec.stop)
        for line in lines:
            number, first, second, opening = json.loads(line)
            fixture = Fixture(number, first, second, tuple(opening))
            say(json.dumps(play_game(terms, fixture, specs, settings["seed"]).as_dict()))


if __name__ == "__main__":
    work()
