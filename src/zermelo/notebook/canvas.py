"""States drawn with their values: what a course draws after each move."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from zermelo.game import DRAW, LOSS, WIN, Game
from zermelo.play.position import Position
from zermelo.show.words import value_words
from zermelo.show.worth import worths

if TYPE_CHECKING:
    from zermelo.show.worth import Judgement


class Drawing:
    """A state with its value, drawn as HTML in a notebook and as text elsewhere.

    value  a number for the player to move, where 1, 0 and −1 are taken for proven; or all that is
           known, an analysis for example, whose values of moves are then drawn on the board
    """

    def __init__(
        self, game: Game[Any], state: Any = None, value: float | Judgement | None = None
    ) -> None:
        self.position = Position(game, state)
        self.value = value

    @property
    def caption(self) -> str:
        """Whose turn it is or how the game ended, and what that is worth, in words."""
        words = self._worth()
        return f"{self.position.turn}; value: {words}" if words else self.position.turn

    def _worth(self) -> str:
        game, value = self.position.game, self.value
        if value is None:
            return ""
        if isinstance(value, (int, float)):
            exact = value in (WIN, DRAW, LOSS)
            return value_words(game, self.position.player, value, exact=exact)
        return value_words(
            game,
            self.position.player,
            value.value,
            exact=getattr(value, "exact", True),
            remoteness=value.remoteness,
        )

    def __str__(self) -> str:
        return f"{self.position}\n\n{self.caption}"

    def _repr_html_(self) -> str:
        known = None if isinstance(self.value, (int, float)) else self.value
        table = "" if known is None else _table(self.position, known)
        caption = f"<figcaption>{escape(self.caption)}{table}</figcaption>"
        return f"<figure>{self.position.svg(known)}{caption}</figure>"


def _table(position: Position, found: Judgement) -> str:
    """The moves and what they are worth as far as it is known, the best ones first."""
    game, state = position.game, position.state
    known = worths(game, state, found)
    best_first = sorted(known, key=lambda move: known[move].sooner, reverse=True)
    rows = [
        f"<tr><td>{escape(game.format_move(state, move))}</td><td>{known[move]}</td></tr>"
        for move in best_first
    ]
    return f"<table><tr><th>move</th><th>value</th></tr>{''.join(rows)}</table>" if rows else ""


def draw(game: Game[Any], state: Any = None, value: float | Judgement | None = None) -> Drawing:
    """A state, by default the start, as it is drawn with its value.

    >>> import zermelo
    >>> game = zermelo.game("nim(rows=[1, 2])")
    >>> print(draw(game, value=1))
    0  |
    1  | |
    <BLANKLINE>
    player 1 to move; value: player 1 wins
    """
    return Drawing(game, state, value)


class Canvas:
    """One place in a notebook where a game is drawn again and again, the latest state only."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self._handle: Any = None

    def draw(self, state: Any = None, value: float | Judgement | None = None) -> None:
        """Show a state with its value, in place of the one before."""
        import IPython.display

        show: Any = IPython.display.display  # untyped

        drawing = Drawing(self.game, state, value)
        if self._handle is None:
            self._handle = show(drawing, display_id=True)
        else:
            self._handle.update(drawing)
