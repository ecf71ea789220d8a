"""Play that could go on forever, progress, and the phases by which mistakes are counted."""

from __future__ import annotations

from zermelo.contract.rules import DRAW, Rules, State
from zermelo.errors import CapabilityError


class Matches(Rules[State]):
    """The part of the contract `Game` about play that could go on forever, all of it optional."""

    @property
    def repetition(self) -> int:
        """The value of endless play for player 0: DRAW, by default, WIN or LOSS.

        In a game that counts points, endless play has the sign of the score instead.
        """
        return DRAW

    def progress(self, state: State, move: int) -> bool:
        """Whether `move` counts as progress, a capture for example: it can never be undone.

        A match may draw a game in which so many moves in a row made none; by default all do.
        """
        return True

    def phase(self, state: State) -> str:
        """The part of the game that `state` belongs to, in a word: mistakes are counted by it."""
        raise CapabilityError(f"{self} has no phases: define phase(self, state)")
