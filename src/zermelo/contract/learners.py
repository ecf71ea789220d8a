"""A game for programs that learn: numbered actions, and observations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from zermelo.contract.rules import Rules, State
from zermelo.errors import CapabilityError


class Learners(Rules[State]):
    """The part of the contract `Game` for programs that learn, all of it optional."""

    def actions(self) -> Iterator[int]:
        """All that `action` may give in any state, each once: learners number it from 0."""
        raise CapabilityError(f"{self} lists no actions: define actions(self)")

    def action(self, state: State, move: int) -> int:
        """The action of `move`, unlike others of its state; by default the move itself."""
        return move

    def observation(self, state: State) -> Any:
        """A learner's view of `state`: nested sequences of numbers, of the same shape always."""
        raise CapabilityError(f"{self} shows learners its picture, or define observation(self, s)")
