"""The terms of the evaluation behind an estimate: here, and where the best line ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from zermelo.contract.game import ONGOING, Game
from zermelo.errors import CapabilityError


class Explained(NamedTuple):
    """One term of the evaluation, for the player to move in the position.

    name   of the feature
    here   what it adds to the evaluation of the position itself
    there  and of that after the line; None where there is no line, or the game is over after it
    """

    name: str
    here: float
    there: float | None


def explained(game: Game, state: Any, line: Sequence[str] = ()) -> tuple[Explained, ...]:
    """The terms of the evaluation of `state`, and after the moves of `line`.

    Raises `CapabilityError` for a game without `features`.
    """
    require_features(game)
    here, after = game.terms(state), state
    for text in line:
        after = game.play(after, game.parse_move(after, text))
    if not line or game.outcome(after) != ONGOING:
        return tuple(Explained(term.name, term.worth, None) for term in here)
    side = 1 if game.player(after) == game.player(state) else -1
    return tuple(
        Explained(one.name, one.worth, side * other.worth)
        for one, other in zip(here, game.terms(after), strict=True)
    )


def require_features(game: Game) -> None:
    """Raise `CapabilityError` for a game that does not say what its evaluation is made of."""
    if not game.has("features"):
        raise CapabilityError(f"{game} has no features: define features(self, state)")
