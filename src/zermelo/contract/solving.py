"""Methods that make solving smaller: symmetries, tiers, states from keys, endgames, parts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from zermelo.contract.hints import Hints
from zermelo.contract.rules import State
from zermelo.errors import CapabilityError

BOUNDLESS: Final = float(1 << 20)  # moves, more than any part has


class Solving(Hints[State]):
    """The part of the contract `Game` that a solver asks for, all of it optional."""

    def unkey(self, key: int) -> State:
        """A state with this key; with it a solver uses `key`, without it packs states itself.

        Where `key` leaves out who moves, for it only says who is who, that may be either player.
        """
        raise CapabilityError(f"{self} unpacks no keys: define unkey(self, key)")

    def symmetries(self, state: State) -> Iterator[State]:
        """The states that differ from `state` by a symmetry only, itself first."""
        yield state

    def tier(self, state: State) -> int:
        """A number that no move lowers; by default it grows as `remaining` falls.

        A solver takes one tier at a time, so that the others need not be in memory.
        """
        return -self.remaining(state)

    def endgame(self, name: str) -> Iterator[State]:
        """The states from which the endgame called `name` is solved, with all symmetric to them.

        Raises `UsageError` for a name that means none.
        """
        raise CapabilityError(f"{self} names no endgames: define endgame(self, name)")

    def parts(self, state: State) -> Iterator[State]:
        """Regions of which no move touches two, each a state of this game; by default one.

        Together they are worth `state`, and the same player moves. Parts of one shape may be put
        at one place, so that they are equal; regions without a move may be left out.
        """
        yield state

    def bounds(self, state: State) -> tuple[float, float, float, float]:
        """To which mean, and from which heat on, each player can hold `state` under normal play.

        The first two say: in thermographs, at that heat and above, the right wall is at least so
        many moves of player 0; the last two, that the left wall is at most so many. The player to
        move in `state` does not matter. A search for the winner adds the means of parts, and the
        greatest heat is what moving first is worth. By default there are no bounds.
        """
        return -BOUNDLESS, 0.0, BOUNDLESS, 0.0

    def other_to_move(self, state: State) -> State:
        """The same position with the other player to move; by default it differs in `player` only.

        States that say which pieces are the mover's, and not whose they are, need their own.
        """
        return state._replace(player=1 - state.player)  # type: ignore[attr-defined, no-any-return]
