"""States as numbers: with these methods, a solver stores only a byte for each state."""

from collections.abc import Iterator
from typing import Any, Final, TypeGuard

from zermelo.contract.game import Game
from zermelo.contract.rules import State
from zermelo.errors import CapabilityError

NEEDED: Final = ("tier_size", "index", "unindex", "retreats")
USUAL: Final = 0.6, 0.2  # a typical `forecast` of a tier with moves within it


class Numbered(Game[State]):
    """A game that numbers the states of each tier, and whose players alternate.

    It defines `tier_size`, `index`, `unindex` and `retreats`. Solving it takes no search: all
    states of a tier are solved, even unreachable ones. The other methods save work;
    `zermelo.kit.ranking.TwoColours` has all except `retreats` for boards with two kinds of pieces.

    >>> import zermelo
    >>> morris = zermelo.game("morris(men=3)")
    >>> state = morris.start()
    >>> morris.unindex(morris.tier(state), morris.index(state)) == state
    True
    """

    def tier_size(self, tier: int) -> int:
        """The size of `tier`, whose states are numbered from 0; 0 if they have no numbers.

        In a tier without numbers the game is over, and the player to move has lost.
        """
        raise CapabilityError(f"{self} numbers no states: define tier_size(self, tier)")

    def index(self, state: State) -> int:
        """The number of `state` in its tier; states equal up to `symmetries` share a number.

        If the player to move only determines whose pieces are whose, ignore it, as in `key`.
        """
        raise CapabilityError(f"{self} numbers no states: define index(self, state)")

    def unindex(self, tier: int, index: int) -> State:
        """A state of `tier` with this number.

        For a number that belongs to no state, return any state; its `index` then differs.
        """
        raise CapabilityError(f"{self} numbers no states: define unindex(self, tier, index)")

    def retreats(self, state: State) -> Iterator[State]:
        """The states of the same tier from which a move leads to `state`, once for each move."""
        raise CapabilityError(f"{self} takes no moves back: define retreats(self, state)")

    def stabiliser(self, state: State) -> int:
        """The number of `symmetries` that leave `state` unchanged; the default counts them."""
        count = 0
        for image in self.symmetries(state):
            if image == state:
                count += 1
        return count

    def exits(self, state: State) -> Iterator[tuple[int, int]]:
        """The tier and number of the state after each move that leaves the tier of `state`.

        The number is −1 in a tier without numbers. The default plays all moves.
        """
        for move in self.moves(state):
            after = self.play(state, move)
            tier = self.tier(after)
            if tier != self.tier(state):
                yield tier, self.index(after) if self.tier_size(tier) else -1

    def stays(self, state: State) -> int:
        """The number of moves within the tier of `state`, a state in which the game goes on."""
        count = 0
        for move in self.moves(state):
            count += self.tier(self.play(state, move)) == self.tier(state)
        return count

    def grouped_size(self, tier: int) -> int:
        """How many grouped numbers `tier` has; by default `tier_size`.

        Grouped numbers are a second numbering, for a running solver: states with moves to nearby
        states are adjacent, so that the next data are in the cache. Databases use `index`.
        """
        return self.tier_size(tier)

    def grouped_index(self, state: State) -> int:
        """The grouped number of `state`, shared only by states with the same `index`."""
        return self.index(state)

    def grouped_state(self, tier: int, index: int) -> State:
        """A state with this grouped number; if there is none, any state, as in `unindex`."""
        return self.unindex(tier, index)

    def retreat_numbers(self, state: State) -> Iterator[tuple[int, int]]:
        """The grouped number and the `stabiliser` of each state in `retreats`."""
        for before in self.retreats(state):
            yield self.grouped_index(before), self.stabiliser(before)

    def forecast(self, tier: int) -> tuple[float, float]:
        """The share of a tier's numbers that are won or lost, and the bytes on disk per number.

        Only estimates of a solver's work use this guess; the default returns typical values.
        """
        return USUAL


def is_numbered(game: Game[Any]) -> TypeGuard[Numbered[Any]]:
    """Whether a game defines every method in `NEEDED`."""
    return isinstance(game, Numbered) and all(
        getattr(type(game), name) is not getattr(Numbered, name) for name in NEEDED
    )


def solves_by_number(game: Game[Any]) -> TypeGuard[Numbered[Any]]:
    """Whether a `Numbered` game is valued by outcome and draws endless play, as solvers require."""
    return is_numbered(game) and not game.by_score and game.draws_endless
