"""States as numbers: what a game says so that a solver keeps a byte for each, and no state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from zermelo.contract.parts import Solving
from zermelo.contract.rules import State
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

    def exits(self, state: State) -> Iterator[tuple[int, int]]:
        """Tier and number of the state after each move that leaves the tier of `state`.

        With it and `stays`, a solver need not play the moves of a state in which the game goes on.
        For games in which players alternate. In a tier without numbers, where it yields −1, the
        player to move has lost.
        """
        for move in self.moves(state):
            after = self.play(state, move)
            if self.tier(after) != self.tier(state):
                yield self.tier(after), self.index(after)

    def stays(self, state: State) -> int:
        """How many moves stay in the tier of `state`, in which the game goes on."""
        count = 0
        for move in self.moves(state):
            count += self.tier(self.play(state, move)) == self.tier(state)
        return count

    @property
    def lists_exits(self) -> bool:
        """Whether `exits` was defined for these rules and numbers, not for a base class's."""
        return self._defines_last("exits", "moves", "play", "tier", "index")

    def grouped_size(self, tier: int) -> int:
        """How many grouped numbers `tier` has.

        They are another numbering, for a solver at work: states whose moves lead near each other
        stand side by side, so that what is read next is at hand. Databases keep to `index`.
        """
        return self.tier_size(tier)

    def grouped_index(self, state: State) -> int:
        """The grouped number of `state`, of the states with its number only."""
        return self.index(state)

    def grouped_state(self, tier: int, index: int) -> State:
        """A state with this grouped number; as in `unindex`, it may be another's."""
        return self.unindex(tier, index)

    @property
    def groups_states(self) -> bool:
        """Whether `grouped_index` was defined for these numbers, not for a base class's."""
        return self._defines_last("grouped_index", "index", "unindex")

    def retreat_numbers(self, state: State) -> Iterator[tuple[int, int, int]]:
        """Of each of the `retreats` the grouped number, its `stabiliser`, and who moves.

        A solver takes moves back by these, if they were defined after the grouped numbers.
        """
        for before in self.retreats(state):
            yield self.grouped_index(before), self.stabiliser(before), self.player(before)

    @property
    def numbers_retreats(self) -> bool:
        """Whether `retreat_numbers` was defined for these grouped numbers."""
        return self.groups_states and self._defines_last("retreat_numbers", "grouped_index")

    def _defines_last(self, name: str, *others: str) -> bool:
        """Whether no class after the one that defines `name` defines one of the others."""
        owners = type(self).__mro__
        first = next(owner for owner in owners if vars(owner).keys() & {name, *others})
        return name in vars(first) and first is not Numbered

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
