"""Value and remoteness as one number, the score: the better for the player to move, the bigger.

A WIN in r plies scores 32767 - r, a LOSS in r plies r - 32767, a DRAW 0. One ply further from the
end is one step nearer to 0, and the other player's view has the other sign. (A game in which play
is forced for 32,766 plies would be called a draw there; none is known.)
"""

from __future__ import annotations

from typing import Final

from zermelo.game import DRAW, LOSS, WIN
from zermelo.native import kernel

NOW: Final = 32767  # the score of a game that is won already
UNKNOWN: Final = -32768


@kernel
def one_ply_before(score: int, same_player: bool) -> int:
    """What a move is worth to its player when it leads to `score` for who moves next."""
    seen = score if same_player else -score
    return seen - 1 if seen > 0 else seen + 1 if seen < 0 else 0


def value_of(score: int) -> int:
    """WIN, DRAW or LOSS."""
    return WIN if score > 0 else LOSS if score < 0 else DRAW


def remoteness_of(score: int) -> int | None:
    """Plies to the end under best play, None for a draw: nobody can be made to end that."""
    return NOW - abs(score) if score else None
