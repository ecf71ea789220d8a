"""Positions: how to read them from text, play moves, and display them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING, Any, Final

from zermelo.contract.arguments import game_given, state_given
from zermelo.contract.game import ONGOING, Game
from zermelo.draw.choices import picture_of
from zermelo.errors import IllegalMoveError, clip
from zermelo.naming import outcome_words, player_name

if TYPE_CHECKING:
    from zermelo.contract.analysis import Analysis

NUMBER: Final = re.compile(r"\d+\.+(?!\d)")  # a move's number like "1.", but not "1.5"
RESULTS: Final = ("", "*", "1-0", "0-1", "1/2-1/2")  # the results that may end a record
LONGEST: Final = 1000  # characters of a word to split into moves


def read_moves(game: Game, state: Any, text: str) -> Iterator[tuple[int, Any]]:
    """The moves in `text` from `state` on, each with the state it leads to; numbers and results are
    ignored. Raises `IllegalMoveError` for a word that is no move.

    >>> import zermelo
    >>> game = zermelo.game("connectfour")
    >>> [move for move, _ in read_moves(game, game.start(), "1. 4 4 2. 4 443")]
    [21, 22, 23, 24, 25, 14]
    """
    for word in text.split():
        for move in moves_of(game, state, word):
            state = game.play_checked(state, move)
            yield move, state


def moves_of(game: Game, state: Any, word: str) -> list[int]:
    """The moves in a word: usually one; none in a number or a result; several in "f5d6c3"."""
    if over := outcome_words(game, state):
        fault = IllegalMoveError(f"the game is over: {over}")
    else:
        try:
            return [read_move(game, state, word)]
        except IllegalMoveError as error:
            fault = error
    rest = NUMBER.sub("", word, count=1) if NUMBER.match(word) else word
    if rest in RESULTS:
        return []
    if rest != word:
        return moves_of(game, state, rest)
    if several := _split_word(game, state, word.casefold()):
        return several
    raise fault


def read_move(game: Game, state: Any, text: str) -> int:
    """The legal move with this text, or with this label on its button."""
    try:
        return game.parse_move(state, text)
    except IllegalMoveError:
        labels = game.picture(state).buttons if game.has("picture") else {}
        for move, label in labels.items():
            if label.casefold() == text.strip().casefold():
                return move
        raise


def _split_word(game: Game, state: Any, word: str) -> list[int]:
    """Split a word like "f5d6c3" into moves; an empty list if none or several fit."""
    moves: list[int] = []
    while 0 < len(word) <= LONGEST and game.outcome(state) == ONGOING:
        texts = {move: game.format_move(state, move).casefold() for move in game.moves(state)}
        begin = [move for move, text in texts.items() if text and word.startswith(text)]
        if len(begin) != 1:
            return []
        moves += begin
        word = word.removeprefix(texts[begin[0]])
        state = game.play(state, begin[0])
    return [] if word else moves


def position(game: Game, *, state: str | None = None, moves: str | None = None) -> Any:
    """The state after `moves`, separated by spaces, from the position with the text `state` on, or
    the start. Raises `TextError` for an invalid position, `IllegalMoveError` for an illegal move.

    >>> import zermelo
    >>> nim = zermelo.game("nim(rows=[1, 2])")
    >>> position(nim, moves="0,1 1,2") == position(nim, state="0,0 A")
    True
    """
    begun = game.start() if state is None else game.parse_state(state)
    return reduce(lambda _, made: made[1], read_moves(game, begun, moves or ""), begun)


@dataclass(frozen=True)
class Position:
    """A state with its game: it plays moves, prints as a board, and is drawn in notebooks.

    game   the rules
    state  the state, by default the game's start
    last   the points of the latest move, marked on the board

    >>> import zermelo
    >>> position = zermelo.Position(zermelo.game("tictactoe")).play("b2 a3")
    >>> print(position)
        a   b   c
      ┌───┬───┬───┐
    3 │[O]│   │   │
      ├───┼───┼───┤
    2 │   │ X │   │
      ├───┼───┼───┤
    1 │   │   │   │
      └───┴───┴───┘
    >>> position.player, position.outcome, position.moves[:3]
    (0, None, ('b3', 'c3', 'a2'))
    """

    game: Game
    state: Any = None
    last: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "game", game_given(self.game))
        object.__setattr__(self, "state", state_given(self.game, self.state))

    @property
    def player(self) -> int:
        """The player to move, 0 or 1."""
        return self.game.player(self.state)

    @property
    def moves(self) -> tuple[str, ...]:
        """The texts of the legal moves; () after the end."""
        game, state = self.game, self.state
        legal = game.moves(state) if game.outcome(state) == ONGOING else ()
        return tuple(game.format_move(state, move) for move in legal)

    @property
    def outcome(self) -> str | None:
        """How the game ended, in words, or None while it goes on."""
        return outcome_words(self.game, self.state)

    def play(self, moves: str) -> Position:
        """The position after `moves`.

        moves  the moves' texts, separated by spaces

        Raises `IllegalMoveError` for an illegal move, `TextError` for a text that names no move.
        """
        if not isinstance(moves, str):
            raise IllegalMoveError(f"moves should be a string, not {clip(repr(moves))}")
        game, state, last = self.game, self.state, self.last
        for move, after in read_moves(game, state, moves):
            last = picture_of(game, state).clicks.get(move, ())
            state = after
        return Position(game, state, last)

    def svg(self, values: Analysis | None = None, **given: Any) -> str:
        """The board as SVG.

        values  an analysis, whose values are drawn on the moves
        given   options of `zermelo.draw.svg.svg`, like `theme` and `width`

        Raises `CapabilityError` if the game has no picture.
        """
        from zermelo.draw.svg import svg_of

        return svg_of(self.game, self.state, values, marked=self.last, **given)

    def as_dict(self) -> dict[str, Any]:
        """The position as JSON: spec, the state's text or None, player, outcome and moves."""
        has_text = self.game.has("format_state")
        return {
            "game": str(self.game),
            "state": self.game.format_state(self.state) if has_text else None,
            "player": self.player,
            "outcome": self.outcome,
            "moves": list(self.moves),
        }

    @property
    def turn(self) -> str:
        """The player to move, or the outcome, in words."""
        return self.outcome or f"{player_name(self.game, self.player)} to move"

    def __str__(self) -> str:
        from zermelo.draw.text import draw

        return draw(self.game.picture(self.state), self.last)

    def __repr__(self) -> str:
        state = self.state
        text = self.game.format_state(state) if self.game.has("format_state") else state
        return f"<position of {self.game}: {text}>"

    def _repr_svg_(self) -> str | None:
        return self.svg() if self.game.has("picture") else None
