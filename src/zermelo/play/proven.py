"""Pass proven values of a position on to the move that leads there, and to earlier positions.

Otherwise, a board could mark a move as best and show its refutation a ply later.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from zermelo.contract.analysis import Analysis, MoveValue
from zermelo.play.variations import Variations


def propagate(tree: Variations, known: dict[Any, Analysis], state: Any, bound: float) -> None:
    """Pass proven values on to `state` from the positions after it, and to those before it.

    known  analyses by state, which are updated
    bound  the highest possible value
    """
    for node in list(tree):
        if tree[node].state == state:
            _gather(tree, known, node, bound)
            before = tree[node].parent
            while before is not None and _gather(tree, known, before, bound):
                before = tree[before].parent


def _gather(tree: Variations, known: dict[Any, Analysis], node: int, bound: float) -> bool:
    """Update a position by the proofs of those after it; return whether anything changed."""
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
    """Update an analysis by proven moves; return the same object if nothing changed."""
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
    """Update a proven position by proven moves: others may be as good as the best."""
    proven = {entry.move for entry in moves if entry.exact and entry.value == known.value}
    best = tuple(e.move for e in moves if e.move in proven or e.move in known.best_moves)
    complete = known.complete or all(entry.exact for entry in moves)
    return replace(known, moves=moves, best_moves=best, complete=complete)


def _weigh(known: Analysis, moves: tuple[MoveValue, ...], bound: float) -> Analysis:
    """Update an estimated position: its value is that of its best move, proven or not."""
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
    """The proven value of a move, if it adds anything to the known one."""
    if proven is None or (entry.exact and (entry.remoteness is not None or not proven.remoteness)):
        return entry
    return proven
