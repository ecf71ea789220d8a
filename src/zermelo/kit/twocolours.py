"""Boards with the men of two players: their state, and how they are drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar, Final, NamedTuple

from zermelo.kit.boardgame import BoardGame
from zermelo.kit.boardsymmetry import moved

# The drawings of the symbols.
DISCS: Final = {"●": "dark disc", "○": "light disc"}
MEN: Final = {"●": "dark man", "○": "light man"}
STONES: Final = {"●": "dark stone", "○": "light stone"}


class Men(NamedTuple):
    """Bitboards of the mover's men and of the other player's, and who is to move."""

    own: int
    other: int
    player: int


class MenGame(BoardGame[Men]):
    """A game with men of two players on a board: X, drawn as ●, begins against O, drawn as ○.

    A position's text has the rows and who is to move: "X./.O O".
    """

    symbols: ClassVar[str] = "●○"
    shapes: ClassVar[Mapping[str, str]] = DISCS

    def symmetries(self, state: Men) -> Iterator[Men]:
        for first in range(0, len(self.images), self.area):
            own = moved(state.own, self.images, first)
            yield Men(own, moved(state.other, self.images, first), state.player)

    def other_to_move(self, state: Men) -> Men:
        return Men(state.other, state.own, 1 - state.player)
