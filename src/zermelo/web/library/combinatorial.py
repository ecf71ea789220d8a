"""The combinatorial value of a position, in games under normal play that are small enough.

GET    /api/sessions/KEY/value/N    what the position at a node adds to a sum; null if unknown
"""

from __future__ import annotations

from typing import Final, TypedDict

from zermelo.errors import CapabilityError, ParameterError, clip
from zermelo.naming import player_name
from zermelo.play.session import Session
from zermelo.values.thermograph import Wall
from zermelo.values.value import value

POSITIONS: Final = 3_000  # that are looked at: a fifth of a second on a server
LONGEST: Final = 200  # characters of a name; forms can have thousands


class Summand(TypedDict):
    """A position as one of a sum, see `GameValue`: names, words, and fractions as texts.

    outcome  who wins it alone
    parts    the names of its parts' values, where it has several
    walls    of the thermograph: Left's and Right's, each the (tax, score) of its bends
    mast     its score
    """

    value: str
    outcome: str
    parts: list[str]
    mean: str
    temperature: str
    walls: tuple[list[tuple[float, float]], list[tuple[float, float]]]
    mast: float


def summand(session: Session, node: int) -> Summand | None:
    """The value of the position at a node; None where there is none, or it takes too much work."""
    game = session.game
    if game.by_score:
        return None
    try:
        valued = value(game, session.tree[node].state, positions=POSITIONS)
    except (CapabilityError, ParameterError):
        return None
    walls, (left, right) = valued.thermograph, (player_name(game, player) for player in (0, 1))
    winners = {
        "L": f"{left} wins, first or second",
        "R": f"{right} wins, first or second",
        "N": "the first to move wins",
        "P": "the first to move loses",
    }
    several = len(valued.parts) > 1
    return {
        "value": clip(valued.value, LONGEST),
        "outcome": winners[valued.outcome],
        "parts": [clip(name, LONGEST) for _, name in valued.parts] if several else [],
        "mean": str(walls.mean),
        "temperature": str(walls.temperature),
        "walls": (_bends(walls.left), _bends(walls.right)),
        "mast": float(walls.mean),
    }


def _bends(wall: Wall) -> list[tuple[float, float]]:
    return [(float(tax), float(score)) for tax, score in wall]
