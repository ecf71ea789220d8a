"""A game in review: the value at every ply, and the moves that gave something away."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from zermelo.analysis import Analysis
from zermelo.game import ONGOING
from zermelo.naming import winner
from zermelo.play.session import Session

DOUBTFUL: Final = 0.3  # what an estimate may drop by one move before it is doubted


class ReviewedPly(NamedTuple):
    """One ply of a session: what the position after its move is worth, and what of the move.

    value    for player 1 (the first), −1 … 1, None where unknown; exact when proven
    fault    "mistake" when the move made a win a draw or a loss, or a draw a loss, proven;
             "doubtful" when estimates dropped; None when there is nothing to say
    better   the moves to make instead
    """

    ply: int
    move: str | None
    player: int | None
    value: float | None
    exact: bool
    fault: str | None
    better: tuple[str, ...]


def reviewed(session: Session) -> list[ReviewedPly]:
    """Every ply of the session, its start first, as the positions have been valued so far."""
    rows, states, history = [], session.states, session.history
    for ply, state in enumerate(states):
        move = history[ply - 1] if ply else None
        before = states[ply - 1] if ply else None
        advice = session.advice(before) if ply else None
        value, exact = _value(session, state)
        fault = _fault(advice, move)
        player = session.game.player(before) if ply else None
        better = advice.recommended if advice and fault else ()
        rows.append(ReviewedPly(ply, move, player, value, exact, fault, better))
    return rows


def _value(session: Session, state: Any) -> tuple[float | None, bool]:
    """What a position is worth to player 1, and whether that is proven."""
    if session.game.outcome(state) != ONGOING:
        return {None: 0.0, 0: 1.0, 1: -1.0}[winner(session.game, state)], True
    advice = session.advice(state)
    if advice is None or advice.value is None:
        return None, False
    return (advice.value if advice.player == 0 else -advice.value), advice.exact


def _fault(advice: Analysis | None, move: str | None) -> str | None:
    """What is wrong with a move, by the advice on the position in which it was made."""
    made = advice.of(move) if advice and move is not None else None
    if advice is None or advice.value is None or made is None or move in advice.best_moves:
        return None
    if advice.exact and made.exact:
        return "mistake" if made.value < advice.value else None
    return "doubtful" if made.value < advice.value - DOUBTFUL else None
