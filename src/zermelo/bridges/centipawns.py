"""Scores in the units of engine protocols: centipawns, and moves to a proven end."""

from __future__ import annotations

import math
from typing import Final

from zermelo.contract.game import WIN, Game

PER_PAWN: Final = 0.368208  # lichess: the log-odds of a win, from -1 to 1, that a pawn is worth


def centipawns(game: Game, value: float) -> int:
    """An estimate, above LOSS and below WIN, in hundredths of a pawn.

    A game with pawns says by `pawn` what one adds to its evaluation, so in chess a queen is worth
    some 900. Elsewhere the value is taken for the average result to expect, and gets the
    centipawns that make lichess expect the same in chess: .5 is 298.
    """
    pawn = getattr(game, "pawn", None)
    return round(100 * (value / pawn if pawn else 2 * math.atanh(value) / PER_PAWN))


def protocol_score(game: Game, value: float, plies: int) -> str:
    """The score of a value: "cp 35" of an estimate, "mate 3" or "mate -2" of a win or a loss.

    plies  until the win or the loss ends the game; protocols count the mover's turns
    """
    if abs(value) < WIN:
        return f"cp {centipawns(game, value)}"
    return f"mate {(plies + 1) // 2 if value > 0 else -(plies // 2)}"
