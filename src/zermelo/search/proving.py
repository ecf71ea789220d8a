"""Exact scores by questions of yes and no: is the score above this? Each is a null-window search.

For games of bounded length. Questions ask for ends near the root first, then ever farther ones, so
that short wins are found fast and every answer stays in the table as a proven bound (proof by
successive null windows: Coplan 1982, Plaat 1996).
"""

from __future__ import annotations

from typing import Any, Final

from zermelo.game import Game
from zermelo.native import kernel
from zermelo.search.engine import DEEPEST, HIGH, LOW, Memory, search
from zermelo.search.score import PROVEN, WON, lost_in, won_in

FIRST_HORIZON: Final = 3


@kernel
def prove(
    game: Game[Any], state: Any, low: int, high: int, distance: bool, horizon: int, memory: Memory
) -> int:
    """The score of `state`, which lies between `low` and `high`; both limits are kept in memory.

    Without `distance` it is enough to know whether the score is a win, a draw or a loss.
    """
    memory[LOW], memory[HIGH] = low, high
    longest = game.remaining(state)
    while low < high and (distance or not same_value(low, high)):
        while high <= won_in(horizon + 1) and low >= lost_in(horizon + 1) and horizon < longest:
            horizon += 2 + horizon // 4
        asked = question(low, high, horizon if distance else longest, longest)
        score = search(game, state, DEEPEST, asked, asked + 1, 0, memory)
        if score > asked:
            low = score
        else:
            high = score
        memory[LOW], memory[HIGH] = low, high
    return low


@kernel
def same_value(low: int, high: int) -> bool:
    """Whether all scores from `low` to `high` are wins, or all are losses."""
    return low > PROVEN or high < -PROVEN


@kernel
def question(low: int, high: int, horizon: int, longest: int) -> int:
    """The score to ask about: is the true one above it? Nearer ends come first."""
    if low > PROVEN:  # a win: within half of the distances left?
        return won_in((2 * WON - low - high) // 2 + 1)
    if high < -PROVEN:
        return lost_in((2 * WON + low + high) // 2)
    if horizon >= longest:
        return 0 if high > 0 else -1
    return won_in(horizon + 1) if high > won_in(horizon + 1) else lost_in(horizon)
