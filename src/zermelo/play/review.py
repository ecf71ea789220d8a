"""Review a game: the chance to win at each ply, the accuracy of each move, the mistakes.

Moves are judged by first looks at positions, whose searches have a fixed length: the same game
always gets the same marks. Accuracy is lichess's (lichess.org/page/accuracy).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from statistics import pstdev
from typing import Any, Final, NamedTuple

from zermelo.contract.analysis import BEING_FITTED, Analysis, MoveValue, chance, curve_of
from zermelo.contract.game import LOSS, ONGOING, Game
from zermelo.naming import better_words, fault_words
from zermelo.play.sentences import Fault, explain
from zermelo.play.session import Session
from zermelo.search.textbook import utility

DOUBTFUL: Final = 0.1  # least chance to win that a doubtful move gives away
STAKE: Final = 0.15  # least difference in chance between best and worst move, for the accuracy
LINE: Final = 6  # moves of a line to show


class ReviewedPly(NamedTuple):
    """One ply of a session: a move, and the value of the position after it.

    value    the value for player 1 (the first): −1 … 1, or points; None if unknown; `exact` says
             whether it is proven, `chance` is player 1's chance to win, from 0 to 1
    fault    "mistake" for a move that provably gives away a win, a draw or points, or provably
             loses a position that was not proven lost; "doubtful" if the estimate dropped; or None
    words    the kind of fault in words, see `zermelo.naming.fault_words`
    better   better moves
    proof    the fault in detail: "4 draws; 2 would have won in 5 plies"
    best     best play instead, beginning with the better move, as far as known
    accuracy the move's accuracy in percent, see `move_accuracy`; None if unknown
    why      the move's drawback, in a sentence
    after    best play after a bad move, as far as known
    node     the node in the session's tree
    """

    node: int
    ply: int
    move: str | None
    player: int | None
    value: float | None
    chance: float | None
    exact: bool
    fault: str | None = None
    words: str | None = None
    better: tuple[str, ...] = ()
    proof: str | None = None
    best: tuple[str, ...] = ()
    accuracy: float | None = None
    why: str | None = None
    after: tuple[str, ...] = ()

    @property
    def shown(self) -> str | None:
        """The move's drawback, the fault in detail, and the better line."""
        if self.why is None or self.proof is None:
            return None
        moves = " ".join(self.best[:LINE]) + (" …" if len(self.best) > LINE else "")
        return f"{self.why} {self.proof}" + (f": {moves}" if len(self.best) > 1 else "")


class Judgement(NamedTuple):
    """The fault of a move, its `cost` in value, the chance `lost`, and the analysis behind these.

    shown  the analysis; None if there is none
    """

    fault: str | None
    cost: float
    lost: float
    shown: Analysis | None


def review_plies(session: Session, nodes: Sequence[int] | None = None) -> list[ReviewedPly]:
    """Review positions of the session, by default every ply so far, from the start."""
    chosen = session.tree.path(session.node) if nodes is None else nodes
    return [_row(session, node) for node in chosen]


def _row(session: Session, node: int) -> ReviewedPly:
    here = session.tree[node]
    value, exact = _value(session, node)
    likely = None if value is None else chance(session.game, value)
    if here.parent is None:
        return ReviewedPly(node, 0, None, None, value, likely, exact)
    before = session.tree[here.parent].state
    fault, cost, lost, shown = _judge(session, before, here.text)
    row = ReviewedPly(node, here.ply, here.text, session.game.player(before), value, likely, exact)
    if shown is None:
        return row
    row = row._replace(fault=fault, accuracy=move_accuracy(lost))
    made = shown.of(here.text)
    if fault is None or made is None:
        return row
    after, better = _after(session, here.state, here.text, shown), shown.recommended
    return row._replace(
        words=fault_words(fault, cost, session.by),
        better=better,
        proof=better_words(session.game, here.text, shown),
        best=shown.line_moves or better[:1],
        why=explain(Fault(session.game, before, shown, made, after)),
        after=after,
    )


def _after(session: Session, state: Any, move: str, seen: Analysis) -> tuple[str, ...]:
    """Best play after a move, as far as known."""
    known = first_look(session, state)
    if known is not None and known.recommended:
        return known.line_moves or known.recommended[:1]
    return seen.line_moves[1:] if seen.line_moves[:1] == (move,) else ()


def first_look(session: Session, state: Any) -> Analysis | None:
    """The first look at a position, which reviews prefer, or else the latest analysis."""
    return session.glance(state) or session.advice(state)


def rank_moves(analysis: Analysis) -> list[MoveValue]:
    """The moves of an analysis, best first; among equal moves, the first of its line leads."""
    first = analysis.line_moves[:1]
    return sorted(analysis.moves, key=lambda one: (one.sooner, (one.move,) == first))[::-1]


def move_accuracy(lost: float) -> float:
    """The accuracy of a move, in percent, from the chance to win that it gives away.

    >>> [round(move_accuracy(lost)) for lost in (0, 0.05, 0.5, 1)]
    [100, 80, 9, 0]
    """
    return min(100.0, max(0.0, 103.1668 * math.exp(-4.354 * max(0.0, lost)) - 3.1669))


def count_reviewed(session: Session, nodes: Sequence[int]) -> int:
    """The number of these positions that are reviewed or end the game."""
    return sum(_looked_at(session, session.tree[node].state) is not None for node in nodes)


def game_accuracy(session: Session, nodes: Sequence[int]) -> list[float | None] | None:
    """Both players' accuracy over a line from the start; None before its review is complete.

    It is the mean of the moves' harmonic mean and of a mean with more weight where chances swing.
    Moves with little at stake do not count; None for a player without moves that count.
    """
    seen = [_looked_at(session, session.tree[node].state) for node in nodes]
    moves = review_plies(session, nodes)[1:]
    if (
        session.game in BEING_FITTED
        or not moves
        or None in seen
        or any(row.accuracy is None for row in moves)
    ):
        return None
    chances = [100 * chance(session.game, value) for value in seen if value is not None]
    size = min(8, max(2, len(moves) // 10))
    windows = [chances[max(0, at - size) : max(at, size)] for at in range(2, len(nodes) + 1)]
    weights = [min(12.0, max(0.5, pstdev(window))) for window in windows]
    counted = [
        (row, weight)
        for row, weight in zip(moves, weights, strict=True)
        if _stake(session, row.node) >= STAKE
    ]
    return [_mean_accuracy(counted, player) for player in (0, 1)]


def _stake(session: Session, node: int) -> float:
    """The difference between the chances to win after the best move and after the worst."""
    before = session.tree[session.tree[node].parent or 0].state
    seen = first_look(session, before)
    chances = [chance(session.game, entry.value) for entry in seen.moves] if seen else []
    return max(chances, default=0.0) - min(chances, default=0.0)


def _looked_at(session: Session, state: Any) -> float | None:
    """The value of a position for player 1: of its outcome or its first look; None if unknown."""
    game = session.game
    if game.outcome(state) != ONGOING:
        return _for_first(game, state, float(utility(game, state, game.outcome(state))))
    seen = first_look(session, state)
    return None if seen is None or seen.value is None else _for_first(game, state, seen.value)


def _for_first(game: Game, state: Any, value: float) -> float:
    return value if game.player(state) == 0 else 0.0 - value


def _mean_accuracy(moves: Sequence[tuple[ReviewedPly, float]], player: int) -> float | None:
    made = [(row.accuracy or 0.0, weight) for row, weight in moves if row.player == player]
    if not made:
        return None
    weighted = sum(each * weight for each, weight in made) / sum(weight for _, weight in made)
    harmonic = len(made) / sum(1 / max(1.0, each) for each, _ in made)
    return (weighted + harmonic) / 2


def known_at(session: Session, node: int, *, review: bool = False) -> Analysis | None:
    """The analysis of a position: its own, or the proven value of the move that led to it.

    review  whether to prefer first looks to later analyses
    """
    here, game = session.tree[node], session.game
    look = partial(first_look, session) if review else session.advice
    own = look(here.state)
    if here.parent is None or (own is not None and own.exact):
        return own
    before = look(session.tree[here.parent].state)
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
        return _for_first(game, state, float(utility(game, state, game.outcome(state)))), True
    advice = known_at(session, node, review=True)
    if advice is None or advice.value is None:
        return None, False
    return _for_first(game, state, advice.value), advice.exact


def _judge(session: Session, state: Any, move: str) -> Judgement:
    """Judge a move by the first look at the state before it, or else by its latest analysis."""
    seen = first_look(session, state)
    made = seen.of(move) if seen else None
    if seen is None or seen.value is None or made is None:
        return Judgement(None, 0.0, 0.0, None)
    game = session.game
    cost = 0.0 if move in seen.best_moves else max(seen.value - made.value, 0.0)
    lost = chance(game, seen.value) - chance(game, seen.value - cost)
    loses = session.by == "outcome" and made.value == LOSS
    if cost and made.exact and (seen.exact or loses):
        return Judgement("mistake", cost, lost, seen)
    doubtful = lost > max(DOUBTFUL, curve_of(game).error or 0.0)
    return Judgement("doubtful" if doubtful else None, cost, lost, seen)
