"""Review a game: the value at each ply, the accuracy of each move, the mistakes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from zermelo.contract.analysis import Analysis
from zermelo.contract.game import LOSS, ONGOING
from zermelo.naming import better_words, fault_words
from zermelo.play.session import Session
from zermelo.search.textbook import utility

# A move is doubtful if the estimate drops by more; by score, as a share of all points.
DOUBTFUL: Final = {"outcome": 0.3, "score": 0.1}
LINE: Final = 6  # moves of a line, in words


class ReviewedPly(NamedTuple):
    """One ply of a session: a move, and the value of the position after it.

    value    for player 1 (the first), −1 … 1, by score in points; None where unknown; exact when
             proven
    fault    "mistake" for a move that provably gives away a win, a draw or points, or provably
             loses a position that was not proven lost; "doubtful" if the estimate dropped; or None
    words    the kind of fault in words, see `zermelo.naming.fault_words`
    better   better moves
    proof    the fault in detail: "4 draws; 2 would have won in 5 plies"
    best     best play instead, beginning with the better move, as far as known
    accuracy in percent, see `accuracy`; None if unknown
    node     of the session's tree
    """

    node: int
    ply: int
    move: str | None
    player: int | None
    value: float | None
    exact: bool
    fault: str | None
    words: str | None
    better: tuple[str, ...]
    proof: str | None
    best: tuple[str, ...]
    accuracy: float | None

    @property
    def shown(self) -> str | None:
        """The fault in detail, with the better line."""
        moves = " ".join(self.best[:LINE]) + (" …" if len(self.best) > LINE else "")
        return f"{self.proof}: {moves}" if self.proof and len(self.best) > 1 else self.proof


class Judgement(NamedTuple):
    """The fault of a move, its cost or None if unknown, and the analysis that shows both."""

    fault: str | None
    cost: float | None
    shown: Analysis | None


def review_plies(session: Session, nodes: Sequence[int] | None = None) -> list[ReviewedPly]:
    """Review positions of the session, by default every ply so far, from the start."""
    chosen = session.tree.path(session.node) if nodes is None else nodes
    return [_row(session, node) for node in chosen]


def _row(session: Session, node: int) -> ReviewedPly:
    here = session.tree[node]
    value, exact = _value(session, node)
    if here.parent is None:
        return ReviewedPly(node, 0, None, None, value, exact, None, None, (), None, (), None)
    before = session.tree[here.parent].state
    fault, cost, shown = _judge(session, before, here.text)
    words = better = proof = line = None
    if fault and shown and cost is not None:
        words, better = fault_words(fault, cost, session.by), shown.recommended
        proof, line = better_words(here.text, shown), shown.line_moves or better[:1]
    return ReviewedPly(
        node,
        here.ply,
        here.text,
        session.game.player(before),
        value,
        exact,
        fault,
        words,
        better or (),
        proof,
        line or (),
        None if cost is None else accuracy(session, cost),
    )


def accuracy(session: Session, cost: float) -> float:
    """The accuracy, in percent, of a move with this cost: lichess’s curve of the winning chance
    given away (lichess.org/page/accuracy), where a win counts as 100 percent and a loss as 0.

    >>> import zermelo
    >>> [round(accuracy(Session(zermelo.game("nim")), cost)) for cost in (0, 0.1, 1, 2)]
    [100, 80, 9, 0]
    """
    doubt = cost / session.game.value_bound / DOUBTFUL[session.by]
    chance = 50 * DOUBTFUL["outcome"] * max(0.0, doubt)
    return min(100.0, max(0.0, 103.1668 * math.exp(-0.04354 * chance) - 3.1669))


def known_at(session: Session, node: int) -> Analysis | None:
    """The analysis of a position, its own or one that follows from the position before it."""
    here, game = session.tree[node], session.game
    own = session.advice(here.state)
    if here.parent is None or (own is not None and own.exact):
        return own
    before = session.advice(session.tree[here.parent].state)
    made = before.of(here.text) if before is not None else None
    if before is None or made is None or not made.exact or game.outcome(here.state) != ONGOING:
        return own
    player, left = game.player(here.state), made.remoteness
    if own is None:
        line = before.line[1:] if before.line[:1] == (here.text,) else ()
        own = replace(before, state=None, best_moves=(), complete=False, moves=(), line=line)
    return replace(
        own,
        player=player,
        value=made.value if player == before.player else 0.0 - made.value,
        exact=True,
        remoteness=None if left is None else left - 1,
    )


def _value(session: Session, node: int) -> tuple[float | None, bool]:
    """The value of a position for player 1, and whether it is proven."""
    game, state = session.game, session.tree[node].state
    if game.outcome(state) != ONGOING:
        worth = float(utility(game, state, game.outcome(state)))
        return (worth if game.player(state) == 0 else 0.0 - worth), True
    advice = known_at(session, node)
    if advice is None or advice.value is None:
        return None, False
    return (advice.value if advice.player == 0 else -advice.value), advice.exact


def _judge(session: Session, state: Any, move: str) -> Judgement:
    """Judge a move by proofs, or else by the first look, whose estimates never change."""
    known = session.advice(state)
    made = known.of(move) if known else None
    if known is None or known.value is None or made is None:
        return Judgement(None, None, None)
    cost = known.value - made.value
    loses = made.exact and session.by == "outcome" and made.value == LOSS
    first = session.glance(state) or known
    if made.exact and (cost <= 0 or known.exact or loses):
        if not known.exact and first.value is not None:
            cost = max(first.value - made.value, 0.0) if cost > 0 else cost
        return Judgement("mistake" if cost > 0 else None, max(cost, 0.0), known)
    made = first.of(move)
    best = {*first.best_moves, *(known.best_moves if known.exact else ())}
    if first.value is None or made is None or move in best:
        return Judgement(None, 0.0, None)
    cost = max(first.value - made.value, 0.0)
    doubtful = cost > DOUBTFUL[session.by] * session.game.value_bound
    return Judgement("doubtful" if doubtful else None, cost, first)
