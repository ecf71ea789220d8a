"""States as numbers: what a game says so that a solver keeps a byte for each, and no state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from zermelo.contract.rules import State
from zermelo.contract.solving import Solving
from zermelo.errors import CapabilityError

USUAL: Final = 0.6, 0.2  # what a tier with moves inside may show


class Numbered(Solving[State]):
    """The part of the contract `Game` that numbers the states of each tier, all of it optional.

    A game that defines `tier_size`, `index`, `unindex` and `retreats` is solved without looking for
    its states first: all of a tier are solved, also those that no play leads to.
    """

    def tier_size(self, tier: int) -> int:
        """How many numbers the states of `tier` have, from 0 on; 0 for a tier without states.

        In a tier without numbers all states are ends.
        """
        raise CapabilityError(f"{self} numbers no states: define tier_size(self, tier)")

    def index(self, state: State) -> int:
        """The number of `state` in its tier; states that `symmetries` exchanges share one.

        Where who moves only says who is who, it may be left out, as in `key`.
        """
        raise CapabilityError(f"{self} numbers no states: define index(self, state)")

    def unindex(self, tier: int, index: int) -> State:
        """A state of `tier` with this number.

        Some numbers may stand for nothing: any state will do whose number is another.
        """
        raise CapabilityError(f"{self} numbers no states: define unindex(self, tier, index)")

    def retreats(self, state: State) -> Iterator[State]:
        """The states of the same tier from which a move leads to `state`, once for each move."""
        raise CapabilityError(f"{self} takes no moves back: define retreats(self, state)")

    def forecast(self, tier: int) -> tuple[float, float]:
        """The share of a tier's numbers that will be won or lost, and bytes on disk per number.

        Only estimates ask. Nobody knows before a game is solved: by default both are usual ones.
        """
        return USUAL

    def stabiliser(self, state: State) -> int:
        """How many of the `symmetries` leave `state` as it is; by default they are counted."""
        count = 0
        for image in self.symmetries(state):
            if image == state:
                count += 1
        return count
