"""The chance to win for each estimate: a logistic curve for each game.

benchmarks/winchance.py fits the curves to games of the engine against itself. Draws count half.
Curves of a user's own games are fitted on first use, see `zermelo.play.advice`.
"""

from __future__ import annotations

import json
import math
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from zermelo.contract.game import Game

MOST_ODDS: Final = 50.0  # log-odds that leave no doubt


class Curve(NamedTuple):
    """The log-odds of a win are slope · d ** bend, where d is twice the artanh of the estimate.

    By default, an estimate is the mean result.

    error  the typical difference between the chance and the share of points won, in games other
           than those of the fit; None if not measured
    """

    slope: float = 1.0
    bend: float = 1.0
    error: float | None = None

    def chance(self, value: float) -> float:
        """The chance to win, from 0 to 1, for the player of a value from −1 to 1.

        >>> round(Curve().chance(0.5), 6), Curve().chance(-1)
        (0.75, 0.0)
        """
        return 1 / (1 + math.exp(-self.odds(value))) if abs(value) < 1 else float(value > 0)

    def odds(self, value: float) -> float:
        """The log-odds of a win for a value between −1 and 1."""
        odds = self.slope * (2 * math.atanh(abs(value))) ** self.bend
        return math.copysign(min(odds, MOST_ODDS), value)


POINTS: Final = Curve(slope=3.0)  # of points, as a share of all points
OWN: Final[dict[Game, Curve]] = {}  # for users' own games,
BEING_FITTED: Final[set[Game]] = set()  # and the games whose curve is not ready


def curve_of(game: Game) -> Curve:
    """The curve of a game, or else of another size of it, or else the default."""
    name = str(game).partition("(")[0]
    return POINTS if game.by_score else OWN.get(game) or _read_curves().get(name) or Curve()


def is_fitted(game: Game) -> bool:
    """Whether a game has its own curve, or is valued in points, which need none."""
    return game.by_score or curve_of(game).error is not None


def chance(game: Game, value: float) -> float:
    """The chance to win, from 0 to 1, for the player that a value belongs to.

    >>> import zermelo
    >>> chance(zermelo.game("tictactoe"), 0.0), chance(zermelo.game("tictactoe"), 1.0)
    (0.5, 1.0)
    """
    return curve_of(game).chance(value / game.value_bound)


@cache
def _read_curves() -> dict[str, Curve]:
    """The curves included in Zermelo, by the game's name."""
    text = (files("zermelo.contract") / "winchance.json").read_text(encoding="utf-8")
    return {name: Curve(*numbers) for name, numbers in json.loads(text).items()}
