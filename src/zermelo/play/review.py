"""A game in review: the value at every ply, and the moves that gave something away."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from zermelo.analysis import Analysis
from zermelo.game import ONGOING
from zermelo.naming import fault_words
from zermelo.play.session import Session
from zermelo.search.textbook import utility

# What an estimate may drop by one move before it is doubted; by score, a part of all points.
DOUBTFUL: Final = {"outcome": 0.3, "score": 0.1}


class ReviewedPly(NamedTuple):
    """One ply of a session: what the position after its move is worth, and what of the move.

    value    for player 1 (the first), −1 … 1, by score in points; None where unknown; exact when
             proven
    fault    "mistake" when the move made a win a draw or a loss, or a draw a loss, by score when
             it gave points away, proven; "doubtful" when estimates dropped; None when there is
             nothing to say
    said     the fault in words, see `zermelo.naming.fault_words`
    better   the moves to make instead
    """

    ply: int
    move: str | None
    player: int | None
    value: float | None
    exact: bool
    fault: str | None
    said: str | None
    better: tuple[str, ...]


def reviewed(session: Session) -> list[ReviewedPly]:
    """Every ply of the session, its start first, as the positions have been valued so far."""
    rows, states, history = [], session.states, session.history
    for ply, state in enumerate(states):
        move = history[ply - 1] if ply else None
        before = states[ply - 1] if ply else None
        advice = session.advice(before) if ply else None
        value, exact = _value(session, state)
        fault, cost = _fault(session, advice, move)
        said = fault_words(fault, cost, session.by) if fault else None
        player = session.game.player(before) if ply else None
        better = advice.recommended if advice and fault else ()
        rows.append(ReviewedPly(ply, move, player, value, exact, fault, said, better))
    return rows


def _value(session: Session, state: Any) -> tuple[float | None, bool]:
    """What a position is worth to player 1, and whether that is proven."""
    game = session.game
    if game.outcome(state) != ONGOING:
        worth = float(utility(game, state, game.outcome(state)))
        return (worth if game.player(state) == 0 else 0.0 - worth), True
    advice = session.advice(state)
    if advice is None or advice.value is None:
        return None, False
    return (advice.value if advice.player == 0 else -advice.value), advice.exact


def _fault(session: Session, advice: Analysis | None, move: str | None) -> tuple[str | None, float]:
    """What is wrong with a move, by the advice on its position, and what it gives away."""
    made = advice.of(move) if advice and move is not None else None
    if advice is None or advice.value is None or made is None or move in advice.best_moves:
        return None, 0.0
    cost = advice.value - made.value
    if advice.exact and made.exact:
        return ("mistake" if cost > 0 else None), cost
    doubtful = cost > DOUBTFUL[session.by] * session.game.value_bound
    return ("doubtful" if doubtful else None), cost
