"""A game in review: the value at every ply, and the moves that gave something away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from zermelo.analysis import Analysis
from zermelo.game import ONGOING
from zermelo.naming import better_words, fault_words
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
    proof    the fault in words with the line that shows it: "4 draws; 2 would have won: 2 3 3, …"
    node     the position in the session's tree
    """

    node: int
    ply: int
    move: str | None
    player: int | None
    value: float | None
    exact: bool
    fault: str | None
    said: str | None
    better: tuple[str, ...]
    proof: str | None


def reviewed(session: Session, nodes: Sequence[int] | None = None) -> list[ReviewedPly]:
    """Positions of the session, as far as they have been valued: by default every ply so far, its
    start first."""
    chosen = session.tree.path(session.node) if nodes is None else nodes
    return [_row(session, node) for node in chosen]


def _row(session: Session, node: int) -> ReviewedPly:
    here = session.tree[node]
    value, exact = _value(session, here.state)
    if here.parent is None:
        return ReviewedPly(node, 0, None, None, value, exact, None, None, (), None)
    before = session.tree[here.parent].state
    advice = session.advice(before)
    fault, cost = _fault(session, advice, here.text)
    said = fault_words(fault, cost, session.by) if fault else None
    better = advice.recommended if fault and advice else ()
    proof = better_words(here.text, advice) if fault and advice else None
    player = session.game.player(before)
    return ReviewedPly(node, here.ply, here.text, player, value, exact, fault, said, better, proof)


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
