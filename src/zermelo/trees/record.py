"""A trace as the player of trees in `static/tree.js` reads it: JSON with columns in base64."""

from __future__ import annotations

import sys
from array import array
from base64 import b64encode
from collections.abc import Iterable
from typing import Any, Final

from zermelo.naming import player_name, terms_words
from zermelo.search.recorder import EVALUATED
from zermelo.search.trace import Trace
from zermelo.trees.boards import tree_boards

NARROW, WIDE = ("H", 2), ("I", 4)  # type codes and bytes of the numbers in a column
NARROWEST: Final = 1 << 16


def tree_record(trace: Trace) -> dict[str, Any]:
    """All that it takes to replay `trace` without the game's rules.

    Columns have a number for each node: of its position, its level, how it ended, whether it is a
    max level; its window and value as indices of `numbers`. The moves of position p, as indices of
    `texts`, are `legal[legalStart[p]]` to `legal[legalStart[p + 1] − 1]`. What the evaluation of
    position p is made of, for the searcher, is `termTexts[terms[p]]`. See `packed`.
    """
    game, searcher = trace.game, int(trace.game.player(trace.states[0]))
    texts, starts, legal = _legal_moves(trace)
    windows = {name: getattr(trace, name).tolist() for name in ("alpha", "beta", "value")}
    numbers = sorted(set().union(*windows.values()))
    index = {number: place for place, number in enumerate(numbers)}
    return {
        "game": str(game),
        "algorithm": trace.algorithm,
        "depth": trace.depth,
        "by": trace.by,
        "windowed": trace.windowed,
        "names": [player_name(game, searcher), player_name(game, searcher ^ 1)],
        "texts": texts,
        "numbers": numbers,
        "legalStart": packed(starts),
        "legal": packed(legal),
        "level": packed(_levels(trace)),
        "position": packed(trace.position.tolist()),
        **{name: packed(map(index.__getitem__, column)) for name, column in windows.items()},
        "end": packed(trace.end.tolist()),
        "maximizing": packed(trace.maximizing.tolist()),
        "boards": tree_boards(trace),
        **_terms(trace, searcher),
    }


def packed(column: Iterable[int]) -> str:
    """Numbers from 0 as base64 of little-endian ints, after a digit: the bytes of each, 2 or 4.

    >>> packed([1, 2])
    '2AQACAA=='
    """
    numbers = list(column)
    code, width = NARROW if max(numbers, default=0) < NARROWEST else WIDE
    items = array(code, numbers)
    if sys.byteorder == "big":
        items.byteswap()
    return f"{width}{b64encode(items.tobytes()).decode()}"


def _levels(trace: Trace) -> list[int]:
    """How many moves lead from the root to each node."""
    levels = [0]
    for parent in trace.parent[1:].tolist():
        levels.append(levels[parent] + 1)
    return levels


def _terms(trace: Trace, searcher: int) -> dict[str, Any]:
    """The terms of all positions that were evaluated, in words; of others "", the first text."""
    numbers: dict[str, int] = {"": 0}
    rows = zip(trace.position.tolist(), trace.end.tolist(), strict=True)
    evaluated = {position for position, end in rows if end == EVALUATED}
    column = []
    for position, state in enumerate(trace.states):
        found = trace.game.terms(state) if position in evaluated else ()
        side = 1 if found and trace.game.player(state) == searcher else -1
        said = terms_words(term._replace(worth=side * term.worth) for term in found)
        column.append(numbers.setdefault(said, len(numbers)))
    return {"termTexts": list(numbers), "terms": packed(column)}


def _legal_moves(trace: Trace) -> tuple[list[str], list[int], list[int]]:
    """The texts of all moves, and the moves of each position that was searched."""
    numbers: dict[str, int] = {}
    starts, legal = [0], []
    rows = zip(trace.position.tolist(), trace.size.tolist(), strict=True)
    searched = {position for position, size in rows if size > 1}
    for position, state in enumerate(trace.states):
        if position in searched:
            for move in trace.game.moves(state):
                text = trace.game.format_move(state, move)
                legal.append(numbers.setdefault(text, len(numbers)))
        starts.append(len(legal))
    return list(numbers), starts, legal
