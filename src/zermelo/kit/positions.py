"""Positions that somebody wrote, and the reasons for which some are refused."""

from __future__ import annotations

from collections.abc import Iterator

from zermelo.contract.game import Game, State
from zermelo.errors import TextError


class PositionGame(Game[State]):
    """A game whose positions have a text, and which says why one cannot come about."""

    def checked(self, state: State) -> State:
        """The state itself; raises `TextError` with the first of its `faults`."""
        for fault in self.faults(state):
            raise TextError(fault)
        return state

    def faults(self, state: State) -> Iterator[str]:
        """Why a position cannot come about, a sentence each; by default every one can."""
        yield from ()

    @property
    def example(self) -> str:
        """The text of a position, which tells how others are written."""
        return self.format_state(self.start())
