"""A trace as the player of trees in `web/static/tree.js` reads it: JSON with columns in base64."""

from __future__ import annotations

from base64 import b64encode
from struct import pack
from typing import Any

from zermelo.search.trace import Trace
from zermelo.show.treeboards import tree_boards
from zermelo.show.words import player_name


def tree_record(trace: Trace) -> dict[str, Any]:
    """All that it takes to replay `trace` without the game's rules.

    Columns of numbers are little-endian arrays: of a node's position, its parent, its window, its
    value, how it ended and whether it is a max level. The moves of position p, as indices of
    `texts`, are `legal[legalStart[p]]` to `legal[legalStart[p + 1] − 1]`.
    """
    game, searcher = trace.game, int(trace.game.player(trace.states[0]))
    texts, starts, legal = _legal_moves(trace)
    return {
        "game": str(game),
        "algorithm": trace.algorithm,
        "depth": trace.depth,
        "windowed": trace.windowed,
        "names": [player_name(game, searcher), player_name(game, searcher ^ 1)],
        "texts": texts,
        "legalStart": _packed_list(starts),
        "legal": _packed_list(legal),
        "position": _packed(trace.position, "<i4"),
        "parent": _packed(trace.parent, "<i4"),
        "alpha": _packed(trace.alpha, "<f8"),
        "beta": _packed(trace.beta, "<f8"),
        "value": _packed(trace.value, "<f8"),
        "end": _packed(trace.end, "u1"),
        "maximizing": _packed(trace.maximizing, "u1"),
        "boards": tree_boards(trace),
    }


def _packed(column: Any, kind: str) -> str:
    return b64encode(column.astype(kind).tobytes()).decode()


def _packed_list(numbers: list[int]) -> str:
    return b64encode(pack(f"<{len(numbers)}i", *numbers)).decode()


def _legal_moves(trace: Trace) -> tuple[list[str], list[int], list[int]]:
    """The texts of all moves, and the moves of each position that was searched."""
    numbers: dict[str, int] = {}
    starts, legal = [0], []
    searched = set(trace.position[trace.size > 1].tolist())
    for position, state in enumerate(trace.states):
        if position in searched:
            for move in trace.game.moves(state):
                text = trace.game.format_move(state, move)
                legal.append(numbers.setdefault(text, len(numbers)))
        starts.append(len(legal))
    return list(numbers), starts, legal
