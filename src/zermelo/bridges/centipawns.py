"""Scores in the units of engine protocols: centipawns, and moves to a proven end."""

from __future__ import annotations

import math
from typing import Final

from zermelo.contract.game import WIN, Game

PER_PAWN: Final = 0.368208  # lichess: the log-odds of a win, from -1 to 1, that a pawn is worth


def centipawns(game: Game, value: float) -> int:
    """An estimate, above LOSS and below WIN, in hundredths of a pawn.

    `game.pawn`, where a game has it, is what a pawn adds to the evaluation; a queen at chess is
    then about 900. In other games the value counts as the average result, and becomes the
    centipawns from which lichess expects that result in chess: .5 becomes 298.
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
