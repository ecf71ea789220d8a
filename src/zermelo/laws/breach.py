"""Why a command failed in our own code: a user's rules may have returned what none should."""

from __future__ import annotations

import sys
import traceback

from zermelo.contract.game import Game
from zermelo.laws.check import check
from zermelo.spec import format_game, is_users

GAMES = 2  # random ones that are looked at


def breach_behind(error: BaseException) -> str | None:
    """How the rules of a user's file that were at work break the contract; None if none do."""
    for frame, _ in traceback.walk_tb(error.__traceback__):
        for value in frame.f_locals.values():
            game = getattr(value, "original", value)
            if isinstance(game, Game) and is_users(sys.modules[type(game).__module__]):
                faults = check(game, games=GAMES, native=False).faults
                return f"{format_game(game)} breaks a rule: {faults[0]}" if faults else None
    return None
