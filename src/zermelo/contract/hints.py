"""Hints for a search: what makes it faster, and changes no result."""

from __future__ import annotations

from collections.abc import Iterator

from zermelo.contract.bits import hashed
from zermelo.contract.rules import Rules, State


class Hints(Rules[State]):
    """The part of the contract `Game` that helps a search, all of it optional."""

    def order(self, state: State, move: int) -> int:
        """How early `move` should be searched: bigger first; by default all alike."""
        return 0

    def loud(self, state: State, move: int) -> bool:
        """Whether `move` changes much at once, like one that takes a piece.

        The engine as a player searches loud moves to full depth, and quiet ones less deep the later
        they come. Without this method it searches all moves to the same depth.
        """
        return False

    def candidates(self, state: State) -> Iterator[int]:
        """The moves a search need look at; by default all. Leaving out the rest changes nothing.

        Some best move is among them, one that wins as soon or loses as late as any; at least one
        move while the game goes on.
        """
        yield from self.moves(state)

    def move_count(self, state: State) -> int:
        """How many moves there are; by default they are counted."""
        count = 0
        for _ in self.moves(state):
            count += 1
        return count

    def move_at(self, state: State, place: int) -> int:
        """The move at `place`, from 0, among `moves`.

        With it and `move_count` defined, random games find a move without listing all.
        """
        for move in self.moves(state):
            if place == 0:
                return move
            place -= 1
        raise IndexError("there are fewer moves than that")

    @property
    def moves_by_place(self) -> bool:
        """Whether `move_at` was defined for these `moves`, not for those of a base class."""
        owners = type(self).__mro__
        first = next(owner for owner in owners if vars(owner).keys() & {"moves", "move_at"})
        return first is not Hints and "move_at" in vars(first)

    def foresee(self, state: State) -> int:
        """The static solution of `state`, in which the game goes on: how it ends, without a search.

        n > 0: the mover wins in n plies under best play; n < 0: the mover loses in −n; 0, by
        default: no end is in sight.
        """
        return 0

    @property
    def soonest_win(self) -> int:
        """Where `foresee` says 0, the mover wins in so many plies at the soonest; by default 1."""
        return 1

    @property
    def soonest_loss(self) -> int:
        """Where `foresee` says 0, the mover loses in so many plies at the soonest; by default 1."""
        return 1

    def assured(self, state: State, value: int) -> int:
        """Whether the mover gets at least `value`, as a strategy shows without a search.

        n > 0: surely, n plies from now at most; n < 0: surely less, −n plies from now at most;
        0, by default: that is not in sight. Asked where the game goes on: by the hybrid, and by
        `prove` if `remaining` bounds the game's length.
        """
        return 0

    def reply(self, state: State, move: int) -> int:
        """The move that answers `move`, which led to `state`; −1, by default, where none is due.

        Asked where the game goes on, of games whose moves are ints. Random games of Monte Carlo
        tree search make it in place of a random move.
        """
        return -1

    def remaining(self, state: State) -> int:
        """How many plies the game can still last at most, one less at least after each move.

        −1, by default, when no bound is known: the game may then return to earlier states.
        """
        return -1

    def key(self, state: State) -> int:
        """A number below 2⁶³ for tables of states; by default a hash of the state.

        States with equal keys must be worth the same to their movers, with the same numbers of
        candidates standing for the same moves. A key of a game's own is one-to-one, and a table
        never errs. With the default, a table of 2ⁿ places mistakes one unknown state in 2⁶³⁻ⁿ for
        another: with 16 MiB, 2²⁰ places, and a hundred million look-ups, one search in 90,000.
        """
        return hashed(state)
