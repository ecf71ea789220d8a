"""The rules of a game, five methods from which all else follows, and its texts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, Generic

from zermelo.errors import CapabilityError, ContractError, IllegalMoveError, clip

WIN: Final = 1
DRAW: Final = 0
LOSS: Final = -1
ONGOING: Final = 2

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from zermelo.contract.picture import Picture

    State = TypeVar("State", bound=tuple[Any, ...], default=Any)  # a `Game` has states of any kind
else:
    from typing import TypeVar

    State = TypeVar("State", bound=tuple[Any, ...])


class Rules(Generic[State]):
    """The part of the contract `Game` that every game defines: `start`, `moves`, `play`.

    And nearly always `outcome`, or `score` in a game for points.
    """

    def start(self) -> State:
        """The state in which a game begins."""
        raise ContractError(f"{type(self).__name__} has to define start(self)")

    def player(self, state: State) -> int:
        """The player to move in `state`, 0 or 1; by default the state's own field `player`."""
        return state.player  # type: ignore[attr-defined, no-any-return]

    def moves(self, state: State) -> Iterator[int]:
        """The legal moves of `state`, none when the game is over, in the order they are tried."""
        raise ContractError(f"{type(self).__name__} has to define moves(self, state)")

    def play(self, state: State, move: int) -> State:
        """The state after `move`, which is trusted to be legal: `play_checked` asks first."""
        raise ContractError(f"{type(self).__name__} has to define play(self, state, move)")

    def outcome(self, state: State) -> int:
        """WIN, DRAW or LOSS for the player to move, or ONGOING.

        By default the game is over where there is no move, and the player with more points has won.
        """
        for _ in self.moves(state):
            return ONGOING
        points = self.score(state)  # type: ignore[attr-defined]
        return WIN if points > 0 else LOSS if points < 0 else DRAW

    def evaluate(self, state: State) -> float:
        """An estimate strictly between LOSS and WIN for the player to move in `state`.

        By default the weighted sum of the `features`, or 0 without any.
        """
        return 0


class Texts(Rules[State]):
    """The part of the contract `Game` for people: texts of moves and positions, the picture."""

    def format_move(self, state: State, move: int) -> str:
        """The text that people write for `move`; by default its number."""
        return str(move)

    def parse_move(self, state: State, text: str) -> int:
        """The legal move that `text` means in `state`; by default the one formatted as `text`.

        If there is none, it is the only one written so in other letters, with "!" or "?" after it,
        or, of a way like 2x11x18, with its two ends. Raises `IllegalMoveError` for text that means
        no legal move, naming those that are.
        """
        wanted = "".join(text.split())
        for move in self.moves(state):
            if self.format_move(state, move) == wanted:
                return move
        plain = wanted.casefold().rstrip("!?")
        alike = [m for m in self.moves(state) if plain in self._spellings(state, m)]
        if len(alike) == 1:
            return alike[0]
        raise IllegalMoveError(self._no_such_move(state, text))

    def _spellings(self, state: State, move: int) -> tuple[str, ...]:
        """The texts in lower case that `parse_move` reads as a move: its own, and the two ends."""
        steps = self.format_move(state, move).casefold().split("x")
        return "x".join(steps), "x".join(dict.fromkeys([steps[0], steps[-1]]))

    def format_state(self, state: State) -> str:
        """A one-line text of `state`; `parse_state` reads it back."""
        raise CapabilityError(f"{self} has no text for positions: define format_state(self, state)")

    def parse_state(self, text: str) -> State:
        """The state that `text` describes; raises `TextError` when no play could lead to it."""
        raise CapabilityError(f"{self} reads no positions: define parse_state(self, text)")

    def effect(self, state: State, move: int) -> str:
        """Words for a move after its player's name, "closes a mill"; by default none.

        Of ends, complete lines, pieces taken or turned and points, the sentences about mistakes
        speak by themselves.
        """
        return ""

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
        zermelo.errors.IllegalMoveError: 99 is no legal move here; legal: a3 b3 c3 ...
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
