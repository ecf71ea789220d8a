"""Positions that a page sets up: what it needs to write their texts by clicks, and what is wrong.

The page changes a text letter by letter, so most of what it sends is no position yet: that is an
answer, not a refusal.
"""

from __future__ import annotations

from typing import Any, Final, NotRequired, TypedDict

from zermelo.board.view import BoardView, Drawn, board_view, looks
from zermelo.contract.game import Game
from zermelo.draw.alphabet import Alphabet, alphabet_of
from zermelo.draw.choices import picture_of
from zermelo.errors import TextError, UsageError
from zermelo.naming import outcome_words, piece_symbols, player_name

LONGEST: Final = 5_000  # characters of a position's text


class Letter(TypedDict):
    """A symbol to put on a point, its letter in the text, whose it is, and what it looks like."""

    symbol: str
    letter: str
    side: int | None
    look: list[Drawn]


class Spelled(TypedDict):
    """How a position's text is written, see `Alphabet`."""

    places: list[int | None]
    pieces: list[Letter]
    turn: int | None
    movers: list[str]


class Spelling(TypedDict):
    """How the page writes a position's text, and the text with an empty board.

    `alphabet` is null where the game's texts do not name the pieces point by point.
    """

    alphabet: Spelled | None
    empty: NotRequired[str]


class Draft(TypedDict):
    """A position as a person has written it so far: its board and what to say of it, or `error`."""

    error: str | None
    status: NotRequired[str]
    state: NotRequired[str]
    board: NotRequired[BoardView]


def spelling(game: Game) -> Spelling:
    """How the page writes a position's text."""
    letters = alphabet_of(game)
    if letters is None:
        return {"alphabet": None}
    alphabet: Spelled = {
        "places": [*letters.places],
        "pieces": _pieces(game, letters),
        "turn": letters.turn,
        "movers": [*letters.movers],
    }
    return {"alphabet": alphabet, "empty": letters.cleared(game.format_state(game.start()))}


def _pieces(game: Game, alphabet: Alphabet) -> list[Letter]:
    """The symbols to put on a point, the players' first and the empty point last."""
    players = piece_symbols(game) or ()
    sides = {symbol: players.index(symbol) for symbol in alphabet.letters if symbol in players}
    ordered = sorted(alphabet.letters, key=lambda symbol: (symbol == "", sides.get(symbol, 2)))
    drawn = looks(game, picture_of(game, game.start()), [symbol for symbol in ordered if symbol])
    return [
        {
            "symbol": symbol,
            "letter": alphabet.letters[symbol],
            "side": sides.get(symbol),
            "look": drawn.get(symbol, []),
        }
        for symbol in ordered
    ]


def examined(game: Game, text: str) -> Draft:
    """Whether `text` is a position: its board and a comment, or the `error`."""
    try:
        state = read(game, text)
    except UsageError as error:
        return {"error": str(error)}
    over = outcome_words(game, state)
    message = (
        f"the game is over: {over}" if over else f"{player_name(game, game.player(state))} to move"
    )
    board = board_view(game, state, active=False)
    return {"error": None, "status": message, "state": game.format_state(state), "board": board}


def read(game: Game, text: str) -> Any:
    """The state of a text; `UsageError` also if a user's own game fails at reading it."""
    if len(text) > LONGEST:
        raise TextError(f"a position's text has at most {LONGEST:,} characters")
    try:
        return game.parse_state(text)
    except UsageError:
        raise
    except Exception as error:  # a user's own rules need not foresee every text
        raise TextError(f"the rules cannot read this text: {type(error).__name__}") from None
