"""How people meet a game: the texts of moves and positions, and the picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zermelo.contract.rules import Rules, State
from zermelo.errors import CapabilityError, IllegalMoveError, clip

if TYPE_CHECKING:
    from zermelo.contract.picture import Picture


class Texts(Rules[State]):
    """The part of the contract `Game` for people, all of it optional."""

    def format_move(self, state: State, move: int) -> str:
        """The text people write for `move`; by default its number."""
        return str(move)

    def parse_move(self, state: State, text: str) -> int:
        """The legal move that `text` means in `state`; by default the one formatted as `text`.

        Raises `IllegalMoveError` for text that means no legal move, naming those that are.
        """
        wanted = "".join(text.split())
        for move in self.moves(state):
            if self.format_move(state, move) == wanted:
                return move
        raise IllegalMoveError(self._no_such_move(state, text))

    def format_state(self, state: State) -> str:
        """A one-line text of `state`; `parse_state` reads it back."""
        raise CapabilityError(f"{self} has no text for positions: define format_state(self, state)")

    def parse_state(self, text: str) -> State:
        """The state that `text` describes; raises `TextError` when no play could lead to it."""
        raise CapabilityError(f"{self} reads no positions: define parse_state(self, text)")

    def picture(self, state: State) -> Picture:
        """The look of `state`, for terminal, SVG, notebook and web."""
        raise CapabilityError(f"{self} cannot be drawn: define picture(self, state)")

    def play_checked(self, state: State, move: int) -> State:
        """The state after `move`, or `IllegalMoveError` when `move` is not legal in `state`.

        >>> import zermelo
        >>> game = zermelo.game("tictactoe")
        >>> game.play_checked(game.start(), 99)  # doctest: +ELLIPSIS
        Traceback (most recent call last):
            ...
        zermelo.errors.IllegalMoveError: 99 is no legal move here; legal: 0,0 0,1 0,2 ...
        """
        if any(move == legal for legal in self.moves(state)):
            return self.play(state, move)
        raise IllegalMoveError(self._no_such_move(state, repr(move)))

    def _no_such_move(self, state: State, text: str) -> str:
        texts = [self.format_move(state, move) for move in self.moves(state)]
        legal = " ".join(texts[:20]) + (" …" if len(texts) > 20 else "")
        return f"{clip(text)} is no legal move here; " + (
            f"legal: {legal}" if texts else "the game is over"
        )
