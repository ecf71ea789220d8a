"""The draw rules of a match, for games that might otherwise go on forever."""

from __future__ import annotations

from dataclasses import dataclass

from zermelo.contract.game import Game
from zermelo.errors import CapabilityError, ParameterError


@dataclass(frozen=True)
class DrawRules:
    """When a match ends a game as a draw; None switches a rule off.

    repetitions  a state occurs this many times
    quiet        this many moves in a row make no progress, as the game's `progress` defines it
    cap          this many plies are played, those of the opening included

    Raises `ParameterError` for a number that would end every game.
    """

    repetitions: int | None = 3
    quiet: int | None = None
    cap: int | None = 1000

    def __post_init__(self) -> None:
        for name, least in (("repetitions", 2), ("quiet", 1), ("cap", 1)):
            value = getattr(self, name)
            if value is not None and value < least:
                raise ParameterError(f"{name} should be {least} or more, not {value}")

    def check(self, game: Game) -> None:
        """Raise `CapabilityError` if `game` does not define a method that a rule needs."""
        if self.quiet is not None and not game.has("progress"):
            raise CapabilityError(
                f"draws without progress need {game}'s progress: define progress(self, state, move)"
            )
