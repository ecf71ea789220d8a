"""Boards with the men of two players: their state, its text, and the pieces to draw."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from zermelo.kit.boardgame import BoardGame, pieces_on
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

    def symmetries(self, state: Men) -> Iterator[Men]:
        for first in range(0, len(self.images), self.area):
            own = moved(state.own, self.images, first)
            yield Men(own, moved(state.other, self.images, first), state.player)

    def format_state(self, state: Men) -> str:
        return self.write(men_pieces(state), "XO"[state.player])

    def parse_state(self, text: str) -> Men:
        men, player = self.read(text, "XO", "XO")
        state = Men(men[player], men[1 - player], player)
        self.check(state, self.format_state(self.start()))
        return state

    def check(self, state: Men, example: str) -> None:
        """Raise a `TextError` for a position that cannot come about; `example` is one that can."""


def by_player(state: Men) -> tuple[int, int]:
    """The men of player 0 and of player 1."""
    return (state.other, state.own) if state.player else (state.own, state.other)


def men_pieces(state: Men, symbols: Sequence[str] = "XO") -> dict[int, str]:
    """The symbol on each occupied cell."""
    return pieces_on(dict(zip(symbols, by_player(state), strict=True)))
