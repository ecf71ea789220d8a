"""Promises of a game about its states, for `zermelo check` to test."""

from __future__ import annotations

from typing import ClassVar

from zermelo.contract.rules import Rules, State
from zermelo.errors import CapabilityError


class Checks(Rules[State]):
    """The part of the contract `Game` that only the check asks for, all of it optional.

    meant   the names of suspicions that are rules of this game: its players who get stuck win
    """

    meant: ClassVar[tuple[str, ...]] = ()

    def invariant(self, state: State) -> bool:
        """Whether `state` is as every state should be: no seed is lost, for example."""
        return True

    def swapped(self, state: State) -> State:
        """`state` with the players exchanged, their pieces and the turn; worth the same to its
        mover, if the rules are the same for both.
        """
        raise CapabilityError(f"{self} exchanges no players: define swapped(self, state)")
