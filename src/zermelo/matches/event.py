"""A match or tournament in progress, which replays recorded games and plays the missing ones.
`play_game` plays one game; `contradiction` says why a recorded game is impossible.
"""

import contextlib
import json
import queue
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from zermelo.contract.arguments import PROCESSES
from zermelo.contract.game import Game
from zermelo.errors import Forfeit, IllegalMoveError, TextError, UsageError, ZermeloError, clip
from zermelo.matches.records import GameRecord, MoveRecord, Records, export_games
from zermelo.matches.schedule import Conditions, Fixture, Schedule
from zermelo.native.kernel import Stopwatch, timed_by
from zermelo.play.history import DrawRules, History
from zermelo.play.player import Guest, Player, PlayerSpec, Terms, Thought
from zermelo.players.byname import player_spec
from zermelo.players.program import Program, orders, voice
from zermelo.process.resources import shortage
from zermelo.process.start import module_command, same_python
from zermelo.spec import format_game, parse_game


def play_game(
    terms: Terms, fixture: Fixture, specs: Sequence[PlayerSpec], seed: int = 0
) -> GameRecord:
    """Play one game from its opening to its end, or to the first forfeit."""
    history = History(terms.game, terms.draws)
    for text in fixture.opening:
        history.play(terms.game.parse_move(history.state, text))
    players: list[Player] = []
    moves: list[MoveRecord] = []
    try:
        for seat in (0, 1):
            number = (fixture.first, fixture.second)[seat]
            players.append(specs[number].begin(terms, fixture.seed(seed, number)))
        while not history.over:
            seat = terms.game.player(history.state)
            moves.append(_move(players[seat], history, terms.clock))
        result, reason, margin = history.result, history.ended_by or "", history.margin
    except Forfeit as forfeit:
        result, reason, margin = (-1, 1)[seat], str(forfeit), None
    return GameRecord(*fixture, tuple(moves), result, reason, margin)


def _move(player: Player, history: History, clock: float | None) -> MoveRecord:
    """Ask the player for a move, and record its cost; `Forfeit` for an illegal move or an error."""
    if hasattr(player, "watch"):
        player.watch(history)
    watch = Stopwatch()  # pauses during compiling, which is not thinking time
    try:
        with timed_by(watch.pause):
            move = player.choose(history.game, history.state)
    except Forfeit:
        raise
    except (IllegalMoveError, TextError) as error:
        raise Forfeit(f"illegal move: {error}") from None
    except Exception as error:  # the match goes on, whatever a player does wrong
        if shortage(error) is not None:
            raise  # no player is at fault: keep the games so far
        message = f"{type(error).__name__}: {error}"
        raise Forfeit(f"crash: {clip(message, 200)}") from None
    seconds = watch.seconds()
    if clock is not None and seconds > clock:
        raise Forfeit(f"time: {seconds:.3f} s for a move, {clock:g} allowed")
    try:
        history.game.play_checked(history.state, move)
    except IllegalMoveError as error:
        raise Forfeit(f"illegal move: {error}") from None
    thought = getattr(player, "thought", Thought())
    history.play(move)
    return MoveRecord(history.moves[-1], round(seconds, 6), *thought)


FORFEITS: Final = ("time", "illegal move", "crash")  # the first words of the reasons for a forfeit


def contradiction(schedule: Schedule, record: GameRecord) -> str | None:
    """Say why the moves and result of `record` contradict the match; None if they do not."""
    fixture = schedule.fixture(record.number)
    if (record.first, record.second) != (fixture.first, fixture.second):
        return "it should have other players"
    if record.opening != fixture.opening:
        return f"its opening should be {' '.join(fixture.opening) or 'empty'}"
    history = History(schedule.terms.game, schedule.terms.draws)
    for text in (*record.opening, *(move.move for move in record.moves)):
        if history.over:
            return "it continues after its end"
        try:
            history.play(history.game.parse_move(history.state, text))
        except UsageError as error:
            return str(error)
        if history.moves[-1] != text:
            return f"{text} should be written {history.moves[-1]}"
    if history.over:
        ended = history.result, history.ended_by or "", history.margin
        recorded = record.result, record.reason, record.margin
        return None if ended == recorded else "its moves lead to a different end"
    if record.margin is not None:
        return "it has points, but is not finished"
    # The mover may have forfeited; before the first move, either player.
    losers = (history.game.player(history.state),) if record.moves else (0, 1)
    if record.reason.startswith(FORFEITS) and record.result in [(-1, 1)[one] for one in losers]:
        return None
    return "its moves do not end the game"


@dataclass
class Event:
    """A set of games between players under given conditions."""

    game: Game
    players: Sequence[str | Player]
    pairings: Sequence[tuple[int, int]]
    conditions: Conditions
    settings: dict[str, Any] = field(default_factory=dict)  # more settings that records must have
    records: list[GameRecord] = field(default_factory=list)
    interrupted: bool = False  # whether Ctrl-C ended the games
    seconds: float = 0.0  # the duration of this run, without earlier ones

    def __post_init__(self) -> None:
        given = self.conditions
        PROCESSES.check("processes", given.processes)
        draws = DrawRules(given.repetitions, given.quiet, given.cap)
        self.terms = Terms(self.game, draws, given.clock, given.native)
        self.specs: list[PlayerSpec] = [player_spec(player, self.terms) for player in self.players]
        self.schedule = Schedule(self.terms, self.names, self.pairings, given)
        self.size = self.schedule.size

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players."""
        return tuple(spec.name for spec in self.specs)

    def run(
        self, watch: Callable[[GameRecord], None], enough: Callable[[], bool] = lambda: False
    ) -> None:
        """Play missing games until `enough` returns true; `watch` gets recorded games first."""
        began, given = time.perf_counter(), self.conditions
        settings = {**self.schedule.settings(), **self.settings}
        with contextlib.ExitStack() as stack:
            kept = stack.enter_context(contextlib.closing(Records(given.records, settings)))
            export = stack.enter_context(export_games(given.export))
            for spec in self.specs:
                stack.callback(spec.stop)
            self.records = kept.games()
            for record in self.records:
                if record.number >= self.size:
                    raise UsageError(
                        f"{given.records} contains more than the {self.size} requested games; "
                        f"request more, or choose another file"
                    )
                if why := contradiction(self.schedule, record):
                    at = f"in game {record.number}, {clip(why)}"
                    raise UsageError(f"{given.records} is damaged: {at}")
                watch(record)
            try:
                if not enough():
                    self._play(kept, watch, enough)
            except KeyboardInterrupt:
                self.interrupted = True
                kept.read_again()
            self.records = kept.games()
            self.seconds = time.perf_counter() - began
            export(str(self.game), self.names, self.records)

    def _play(
        self, kept: Records, watch: Callable[[GameRecord], None], enough: Callable[[], bool]
    ) -> None:
        missing = {*range(self.size)} - {record.number for record in self.records}
        with contextlib.closing(self._games(sorted(missing))) as playing:  # type: ignore[type-var]
            for record in playing:
                kept.add(record)
                watch(record)
                if enough():
                    return

    def _games(self, numbers: Sequence[int]) -> Iterator[GameRecord]:
        """Yield the games with these numbers as they end; close the iterator to stop early. Raises
        `UsageError` for a game or a player that other processes can't make by name.
        """
        schedule, terms, given = self.schedule, self.terms, self.conditions
        fixtures = map(schedule.fixture, numbers)
        if given.executor is None and given.processes == 1:
            return (play_game(terms, fixture, self.specs, given.seed) for fixture in fixtures)
        try:
            same = parse_game(format_game(self.game)) == self.game
        except UsageError:
            same = False
        if not same:
            raise UsageError(
                f"several processes need a game in a file, like file.py:{type(self.game).__name__};"
                f" {self.game} is not in a file, so use one process"
            )
        for spec in self.specs:
            if isinstance(spec, Guest):
                raise UsageError(
                    f"several processes need players by name, not the object {spec.name}"
                )
        if given.executor is None:
            return _played_by_processes(schedule, numbers, given.processes)
        play, submit = partial(play_one, terms, self.names, given.seed), given.executor.submit
        return _collect(submit(play, fixture) for fixture in fixtures)


def _collect(games: Iterable[Future[GameRecord]]) -> Iterator[GameRecord]:
    """Yield each game when it is over; at the end, cancel games that have not begun."""
    games = list(games)
    try:
        for game in as_completed(games):
            yield game.result()
    finally:
        for game in games:
            game.cancel()


# Calls of an executor ----------------------------------------------------------------------------


_seats = threading.local()  # the match whose games this thread plays, and its players


def play_one(terms: Terms, players: tuple[str, ...], seed: int, fixture: Fixture) -> GameRecord:
    """Play one game of a match; arguments and result can go to any process or machine."""
    if getattr(_seats, "match", None) != (terms, players):
        for spec in getattr(_seats, "specs", ()):
            spec.stop()
        _seats.specs = [player_spec(player, terms) for player in players]
        _seats.match = terms, players
    return play_game(terms, fixture, _seats.specs, seed)


# Several processes -------------------------------------------------------------------------------


def _played_by_processes(
    schedule: Schedule, numbers: Sequence[int], processes: int
) -> Iterator[GameRecord]:
    """Yield games from worker processes, which play one game at a time; threads wait for them."""
    command, idle = module_command("zermelo.matches.event"), queue.SimpleQueue[Program]()

    def play(fixture: Fixture) -> GameRecord:
        worker = idle.get()
        try:
            return GameRecord.from_row(json.loads(worker.ask(json.dumps(fixture))))
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
            stack.callback(worker.kill)  # before the pool closes: its threads wait for answers
        yield from _collect(pool.submit(play, schedule.fixture(number)) for number in numbers)


def work(lines: Iterator[str], say: Callable[[str], None]) -> None:
    """Run a worker: read the match's settings, then play the game that each line describes."""
    settings = json.loads(next(lines))
    game, draws = parse_game(settings["game"]), DrawRules(**settings["draws"])
    terms = Terms(game, draws, settings["clock"], settings["native"])
    specs = [player_spec(text, terms) for text in settings["players"]]
    for line in lines:  # the end of input ends this process and its programs
        number, first, second, opening = json.loads(line)
        fixture = Fixture(number, first, second, tuple(opening))
        say(json.dumps(play_game(terms, fixture, specs, settings["seed"]).row()))


if __name__ == "__main__":
    work(orders(), voice())
