"""One game of a match under the referee, and recorded games played again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from zermelo.errors import Forfeit, IllegalMoveError, TextError, UsageError, clip
from zermelo.matches.records import GameRecord, MoveRecord
from zermelo.matches.schedule import Fixture, Schedule
from zermelo.native.pausing import Stopwatch, timed_by
from zermelo.play.history import History
from zermelo.play.player import Player, Thought
from zermelo.players.playerspec import PlayerSpec, Terms
from zermelo.process.resources import shortage


def play_game(
    terms: Terms, fixture: Fixture, specs: Sequence[PlayerSpec], seed: int = 0
) -> GameRecord:
    """Play one game from its opening to its end, or to the first forfeit."""
    history = History(terms.game, terms.draws)
    for text in fixture.opening:
        history.play(terms.game.parse_move(history.state, text))
    moves: list[MoveRecord] = []
    try:
        players = [
            _begin(specs[number], terms, fixture.seed(seed, number), seat)
            for seat, number in enumerate((fixture.first, fixture.second))
        ]
        while not history.over:
            moves.append(_move(players[terms.game.player(history.state)], history, terms.clock))
        result, reason, margin = history.result, history.ended_by or "", history.margin
    except _Lost as lost:
        result, reason, margin = (-1, 1)[lost.seat], lost.reason, None
    return GameRecord(
        fixture.number,
        fixture.first,
        fixture.second,
        fixture.opening,
        tuple(moves),
        result,
        reason,
        margin,
    )


class _Lost(Exception):  # noqa: N818 - an end, not an error
    """The player in `seat` has forfeited."""

    def __init__(self, seat: int, reason: str) -> None:
        super().__init__(reason)
        self.seat, self.reason = seat, reason


def _begin(spec: PlayerSpec, terms: Terms, seed: int, seat: int) -> Player:
    try:
        return spec.begin(terms, seed)
    except Forfeit as forfeit:
        raise _Lost(seat, str(forfeit)) from None


def _move(player: Player, history: History, clock: float | None) -> MoveRecord:
    """Have the player make its move, and say what it took."""
    seat = history.game.player(history.state)
    if hasattr(player, "watch"):
        player.watch(history)
    watch = Stopwatch()  # compiling takes as long as the machine is busy, and is no thinking
    try:
        with timed_by(watch.paused):
            move = player.choose(history.game, history.state)
    except Forfeit as forfeit:
        raise _Lost(seat, str(forfeit)) from None
    except (IllegalMoveError, TextError) as error:
        raise _Lost(seat, f"illegal move: {error}") from None
    except Exception as error:  # whatever a player does wrong, the match goes on
        if shortage(error) is not None:
            raise  # no player's fault: the games so far are kept
        message = f"{type(error).__name__}: {error}"
        raise _Lost(seat, f"crash: {clip(message, 200)}") from None
    seconds = watch.seconds()
    if clock is not None and seconds > clock:
        raise _Lost(seat, f"time: {seconds:.3f} s for a move, {clock:g} allowed")
    _require_legal(history, move, seat)
    thought = getattr(player, "thought", Thought())
    history.play(move)
    return MoveRecord(history.moves[-1], round(seconds, 6), *thought)


def _require_legal(history: History, move: Any, seat: int) -> None:
    try:
        history.game.play_checked(history.state, move)
    except IllegalMoveError as error:
        raise _Lost(seat, f"illegal move: {error}") from None


FORFEITS: Final = ("time", "illegal move", "crash")  # how the reasons for one begin


def contradiction(schedule: Schedule, record: GameRecord) -> str | None:
    """The part of `record` that cannot have happened in this match, or None.

    Opening, players, moves, result and points are compared with the rules; times and what the
    players said of their moves cannot be.
    """
    fixture = schedule.fixture(record.number)
    if (record.first, record.second) != (fixture.first, fixture.second):
        return "other players should play it"
    if record.opening != fixture.opening:
        return f"its opening should be {' '.join(fixture.opening) or 'empty'}"
    history = History(schedule.terms.game, schedule.terms.draws)
    for text in (*record.opening, *(move.move for move in record.moves)):
        fault = _replay_move(history, text)
        if fault is not None:
            return fault
    if history.over:
        ended = history.result, history.ended_by or "", history.margin
        recorded = record.result, record.reason, record.margin
        return None if ended == recorded else "its moves end otherwise"
    if record.margin is not None:
        return "it has points, but no end"
    return None if _may_forfeit(history, record) else "its moves do not end the game"


def _replay_move(history: History, text: str) -> str | None:
    """Play a move as it is recorded, or say why that cannot be."""
    if history.over:
        return "it goes on after its end"
    try:
        history.play(history.game.parse_move(history.state, text))
    except UsageError as error:
        return str(error)
    return None if history.moves[-1] == text else f"{text} is written {history.moves[-1]}"


def _may_forfeit(history: History, record: GameRecord) -> bool:
    """Whether a game under way can have been lost: by its mover, or by one who did not come."""
    mover = history.game.player(history.state)
    losers = (mover,) if record.moves else (0, 1)
    return record.reason.startswith(FORFEITS) and record.result in [(-1, 1)[one] for one in losers]
