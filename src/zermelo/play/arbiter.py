"""One game of a match: asks the players for their moves, keeps the time, and says who has won."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from zermelo.errors import Forfeit, IllegalMoveError, TextError, clip
from zermelo.game import Game
from zermelo.play.draws import Course
from zermelo.play.entrants import Entrant
from zermelo.play.gamerecord import GameRecord, MoveRecord
from zermelo.play.players import Player, Thought
from zermelo.play.schedule import Fixture
from zermelo.play.terms import Terms
from zermelo.show.words import winner


def play_game(
    terms: Terms, fixture: Fixture, entrants: Sequence[Entrant], seed: int = 0
) -> GameRecord:
    """Play one game from its opening to its end, or to the first forfeit."""
    course = Course(terms.game, terms.draws)
    for text in fixture.opening:
        course.play(terms.game.parse_move(course.state, text))
    moves: list[MoveRecord] = []
    try:
        players = [
            _entered(entrants[number], terms, fixture.seed(seed, number), seat)
            for seat, number in enumerate((fixture.first, fixture.second))
        ]
        while not course.over:
            moves.append(_move(players[terms.game.player(course.state)], course, terms.clock))
        result, reason = _result(terms.game, course.state), course.drawn_by or ""
    except _Lost as lost:
        result, reason = (-1, 1)[lost.seat], lost.reason
    return GameRecord(
        fixture.number,
        fixture.first,
        fixture.second,
        fixture.opening,
        tuple(moves),
        result,
        reason,
    )


class _Lost(Exception):  # noqa: N818 - an end, not an error
    """The player in `seat` has forfeited."""

    def __init__(self, seat: int, reason: str) -> None:
        super().__init__(reason)
        self.seat, self.reason = seat, reason


def _entered(entrant: Entrant, terms: Terms, seed: int, seat: int) -> Player:
    try:
        return entrant.enter(terms, seed)
    except Forfeit as forfeit:
        raise _Lost(seat, str(forfeit)) from None


def _move(player: Player, course: Course, clock: float | None) -> MoveRecord:
    """Have the player make its move, and say what it took."""
    seat = course.game.player(course.state)
    if hasattr(player, "watch"):
        player.watch(course)
    began = time.perf_counter()
    try:
        move = player.choose(course.game, course.state)
    except Forfeit as forfeit:
        raise _Lost(seat, str(forfeit)) from None
    except (IllegalMoveError, TextError) as error:
        raise _Lost(seat, f"illegal move: {error}") from None
    except Exception as error:  # whatever a player does wrong, the match goes on
        said = f"{type(error).__name__}: {error}"
        raise _Lost(seat, f"crash: {clip(said, 200)}") from None
    seconds = time.perf_counter() - began
    if clock is not None and seconds > clock:
        raise _Lost(seat, f"time: {seconds:.3f} s for a move, {clock:g} allowed")
    _require_legal(course, move, seat)
    thought = getattr(player, "thought", Thought())
    course.play(move)
    return MoveRecord(course.moves[-1], round(seconds, 6), *thought)


def _require_legal(course: Course, move: Any, seat: int) -> None:
    try:
        course.game.play_checked(course.state, move)
    except IllegalMoveError as error:
        raise _Lost(seat, f"illegal move: {error}") from None


def _result(game: Game[Any], state: Any) -> int:
    """The result for player 0; a game that goes on was drawn by the match."""
    won = winner(game, state)
    return 0 if won is None else 1 if won == 0 else -1
