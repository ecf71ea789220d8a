"""The games of a match: played here, by several processes, or as calls of an executor."""

from __future__ import annotations

import contextlib
import json
import queue
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor, as_completed
from typing import Any

from zermelo.errors import UsageError, ZermeloError
from zermelo.matches.gamerecord import GameRecord
from zermelo.matches.referee import play_game
from zermelo.matches.schedule import Fixture, Schedule
from zermelo.play.history import DrawRules
from zermelo.players.named import player_spec
from zermelo.players.playerspec import Guest, PlayerSpec
from zermelo.players.program import Program, orders, voice
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
    if executor is not None or processes > 1:
        _require_names(schedule, specs)
    if executor is not None:
        given, submit = (schedule.terms, schedule.players, schedule.seed), executor.submit
        return _collected(submit(play_one, *given, schedule.fixture(each)) for each in numbers)
    if processes > 1:
        return _played_by_processes(schedule, list(numbers), processes)
    terms, seed = schedule.terms, schedule.seed
    return (play_game(terms, schedule.fixture(number), specs, seed) for number in numbers)


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


def _collected(games: Iterable[Future[GameRecord]]) -> Iterator[GameRecord]:
    """Each game as soon as it is over; those not begun are cancelled at the end."""
    games = list(games)
    try:
        for game in as_completed(games):
            yield game.result()
    finally:
        for game in games:
            game.cancel()


# Calls of an executor ----------------------------------------------------------------------------


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
    """Play one game of a match; arguments and result can be sent anywhere."""
    return play_game(terms, fixture, _seats.seated(terms, players), seed)


# Several processes -------------------------------------------------------------------------------


def _played_by_processes(
    schedule: Schedule, numbers: Sequence[int], processes: int
) -> Iterator[GameRecord]:
    """Processes that play one game after another; a thread waits for the answer of each."""
    command, idle = module_command("zermelo.matches.playing"), queue.SimpleQueue[Program]()

    def play(fixture: Fixture) -> GameRecord:
        worker = idle.get()
        order = [fixture.number, fixture.first, fixture.second, fixture.opening]
        try:
            return GameRecord.from_dict(json.loads(worker.ask(json.dumps(order))))
        except EOFError:
            raise ZermeloError("a process that played games of the match has died") from None
        finally:
            idle.put(worker)

    with contextlib.ExitStack() as stack:
        workers = [Program(command, same_python()) for _ in numbers[:processes]]
        for worker in workers:
            stack.callback(worker.stop)
            worker.tell(json.dumps(schedule.settings()))
            idle.put(worker)
        pool = stack.enter_context(ThreadPoolExecutor(processes))
        for worker in workers:
            stack.callback(worker.kill)  # first, as threads of the pool wait for answers
        yield from _collected(pool.submit(play, schedule.fixture(number)) for number in numbers)


def work(lines: Iterator[str], say: Callable[[str], None]) -> None:
    """A worker: the match's settings are its first line, then come games, each answered."""
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
    speak = voice()
    work(orders(), speak)
