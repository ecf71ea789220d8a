"""Why a command failed in our own code: a user's rules may have returned what none should."""

from __future__ import annotations

import random
import sys
import time
import traceback
from itertools import islice
from typing import Final

from zermelo.contract.game import Game
from zermelo.laws.laws import FOUNDATIONS, further_laws
from zermelo.laws.subject import Subject
from zermelo.laws.violation import violation_of
from zermelo.laws.walk import breadth_first, random_game
from zermelo.spec import format_game, is_users

STATES: Final = 10  # near the start, and as many of a random game
SECONDS: Final = 3.0  # in which no further law is begun


def breach_behind(error: BaseException) -> str | None:
    """How the rules of a user's file that were at work break the contract; None if none do."""
    for frame, _ in traceback.walk_tb(error.__traceback__):
        for value in frame.f_locals.values():
            game = getattr(value, "original", value)
            if isinstance(game, Game) and is_users(sys.modules[type(game).__module__]):
                return _breach(game)
    return None


def _breach(game: Game) -> str | None:
    """The first law that a state near the start or of a random game breaks."""
    ends, subject = time.monotonic() + SECONDS, Subject(game)
    visits = [*breadth_first(game, STATES), *islice(random_game(game, random.Random(0)), STATES)]
    for laws in (FOUNDATIONS, further_laws(game, native=False)):
        for name, law in laws.items():
            for visit in visits if time.monotonic() < ends else ():
                if violation := violation_of(law, subject, visit.state):
                    found = f"expected {violation.expected}; saw {violation.seen}"
                    return f"{format_game(game)} breaks a law, {name}: {found}"
    return None
