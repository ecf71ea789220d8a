"""Recorded games played again: what has been edited or damaged does not count as played."""

from __future__ import annotations

from typing import Final

from zermelo.errors import UsageError
from zermelo.matches.gamerecord import GameRecord
from zermelo.matches.schedule import Schedule
from zermelo.play.history import History

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
        fault = _played(history, text)
        if fault is not None:
            return fault
    if history.over:
        ended = history.result, history.ended_by or "", history.margin
        recorded = record.result, record.reason, record.margin
        return None if ended == recorded else "its moves end otherwise"
    if record.margin is not None:
        return "it has points, but no end"
    return None if _may_forfeit(history, record) else "its moves do not end the game"


def _played(history: History, text: str) -> str | None:
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
