"""The backward pass through a tier without moves inside it: each state from those it leads to."""

from __future__ import annotations

from typing import Any, Final

from zermelo.native import kernel
from zermelo.solver.keyed.expand import Counts
from zermelo.solver.score import UNKNOWN, one_ply_before

Array = Any
SOUND: Final = -1


@kernel
def score_layer(
    counts: Counts, stays: Array, following: Array, by_score: bool, scores: Array
) -> int:
    """Score states all of whose moves lead to states that are scored.

    stays      bool (moves): whether the same player moves there
    following  int16 (moves): the scores of the states they lead to
    scores     int16 (states), written

    Returns SOUND, or the index of a state that is not over and has no moves.
    """
    edge = 0
    for i in range(len(scores)):
        best = int(counts.ends[i])
        if best == UNKNOWN and edge == counts.upto[i]:
            return i
        while edge < counts.upto[i]:
            score = one_ply_before(int(following[edge]), bool(stays[edge]), by_score)
            best = max(best, score)
            edge += 1
        scores[i] = best
    return SOUND
