"""Toads and Frogs: two kinds hop towards each other along a lane; the last to move wins."""

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from zermelo.contract.game import cells
from zermelo.kit.boards import BoardGame
from zermelo.kit.pieces import DISCS


class Lane(NamedTuple):
    """Bitboards of the toads and of the frogs, and the player to move."""

    toads: int
    frogs: int
    player: int


class ToadsAndFrogs(BoardGame[Lane]):
    """Toads move one place to the right or hop over a frog; frogs move left or hop over a toad.

    Player L, for Left, has the toads, player R the frogs. The place where they land must be empty;
    a player who cannot move loses. (Richard Guy; Winning Ways, 1982)

    toads, gap, frogs  the numbers of toads, empty places and frogs, from the left

    Bit i is the place i from the left. A move is the place of the animal that moves; its text is
    "a1-b1". A position's text has the lane and the player to move: "T.F L".
    """

    toads: int = 3
    gap: int = 2
    frogs: int = 3
    limits = {"toads": range(1, 9), "gap": range(1, 9), "frogs": range(1, 9)}
    letters = "TF"
    movers = "LR"
    symbols = "●○"
    shapes = DISCS

    @cached_property
    def shape(self) -> tuple[int, int]:
        return self.toads + self.gap + self.frogs, 1

    def start(self) -> Lane:
        return Lane((1 << self.toads) - 1, (1 << self.frogs) - 1 << self.toads + self.gap, 0)

    def moves(self, state: Lane) -> Iterator[int]:
        free = self.board & ~(state.toads | state.frogs)
        if state.player == 0:
            movable = state.toads & (free >> 1 | state.frogs >> 1 & free >> 2)
        else:
            movable = state.frogs & (free << 1 | state.toads << 1 & free << 2)
        for place in cells(movable):
            yield place

    def target(self, state: Lane, move: int) -> int:
        """The place that an animal moves to."""
        step = -1 if state.player else 1
        return move + step + step * ((state.toads | state.frogs) >> move + step & 1)

    def play(self, state: Lane, move: int) -> Lane:
        hop = 1 << move | 1 << self.target(state, move)
        if state.player:
            return Lane(state.toads, state.frogs ^ hop, 0)
        return Lane(state.toads ^ hop, state.frogs, 1)

    def remaining(self, state: Lane) -> int:
        places = 0
        for place in cells(state.toads):
            places += self.area - 1 - place
        for place in cells(state.frogs):
            places += place
        return places

    def actions(self) -> Iterator[int]:
        yield from range(self.area)

    def path(self, state: Lane, move: int) -> tuple[int, ...]:
        return move, self.target(state, move)

    def faults(self, state: Lane) -> Iterator[str]:
        if (state.toads.bit_count(), state.frogs.bit_count()) != (self.toads, self.frogs):
            yield f"there should be as many toads and frogs as in {self.example}"
