"""Proven values of a position hold for the move that leads there, and so for the one before.

Without this a board could ring a move as the best one whose refutation it shows a ply later.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from zermelo.contract.analysis import Analysis, MoveValue
from zermelo.play.variations import Variations


def propagate(tree: Variations, known: dict[Any, Analysis], state: Any, bound: float) -> None:
    """Take what is known of `state` to the positions before it, and from those after it.

    known  what is known of positions, by state; which is changed
    bound  the most that a position can be worth
    """
    for node in list(tree):
        if tree[node].state == state:
            _gather(tree, known, node, bound)
            before = tree[node].parent
            while before is not None and _gather(tree, known, before, bound):
                before = tree[before].parent


def _gather(tree: Variations, known: dict[Any, Analysis], node: int, bound: float) -> bool:
    """Have a position know what is proven of those after it; whether that was news."""
    here = known.get(tree[node].state)
    if here is None:
        return False
    proven = {}
    for child in tree[node].children:
        after = known.get(tree[child].state)
        if after is not None and after.exact and after.value is not None:
            proven[tree[child].text] = _move_value(here, tree[child].text, after)
    analysis = with_proven(here, proven, bound)
    known[tree[node].state] = analysis
    return analysis is not here


def _move_value(here: Analysis, move: str, after: Analysis) -> MoveValue:
    """The value of a move, from the proven value of the position it leads to."""
    assert after.value is not None
    value = after.value if after.player == here.player else 0.0 - after.value
    plies = None if after.remoteness is None else after.remoteness + 1
    return MoveValue(move, value, remoteness=plies, by=here.by)


def with_proven(known: Analysis, proven: Mapping[str, MoveValue], bound: float) -> Analysis:
    """The analysis of a position once some of its moves are proven; the same if it was known."""
    moves = tuple(_surer(entry, proven.get(entry.move)) for entry in known.moves)
    if moves == known.moves:
        return known
    analysis = _complete(known, moves) if known.exact else _weigh(known, moves, bound)
    if (
        analysis.remoteness is None
        and analysis.finished
        and analysis.by == "outcome"
        and analysis.value
    ):
        return replace(analysis, remoteness=abs(max(entry.sooner for entry in moves)[1]))
    return analysis


def _complete(known: Analysis, moves: tuple[MoveValue, ...]) -> Analysis:
    """A proven position's analysis once more of its moves are proven: which others are as good."""
    proven = {entry.move for entry in moves if entry.exact and entry.value == known.value}
    best = tuple(e.move for e in moves if e.move in proven or e.move in known.best_moves)
    complete = known.complete or all(entry.exact for entry in moves)
    return replace(known, moves=moves, best_moves=best, complete=complete)


def _weigh(known: Analysis, moves: tuple[MoveValue, ...], bound: float) -> Analysis:
    """The value of an estimated position by its moves: the best of them, proven or not."""
    best = max(entry.value for entry in moves)
    tops = tuple(entry.move for entry in moves if entry.value == best)
    every = all(entry.exact for entry in moves)
    exact = every or any(entry.exact and entry.value == bound for entry in moves)
    return replace(
        known,
        value=best,
        exact=exact,
        best_moves=tops,
        complete=every if exact else known.complete,
        moves=moves,
        line=known.line if known.line[:1] and known.line[0] in tops else (),
    )


def _surer(entry: MoveValue, proven: MoveValue | None) -> MoveValue:
    """The proven value of a move, if that is more than is already known."""
    if proven is None or (entry.exact and (entry.remoteness is not None or not proven.remoteness)):
        return entry
    return proven
