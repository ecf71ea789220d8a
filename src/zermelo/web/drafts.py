"""Positions set up by clicks on a page: the alphabet of their texts, and the check of drafts. The
page changes a text letter by letter, so most drafts are not positions yet; for these, the answer
describes the fault, instead of refusing the request.
"""

import contextlib
import random
import re
import time
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, NotRequired, TypedDict

from zermelo.board.view import BoardView, Drawn, board_view, looks
from zermelo.contract.game import ONGOING, Game
from zermelo.draw.choices import picture_of
from zermelo.errors import TextError, UsageError
from zermelo.kit.boards import BoardLook
from zermelo.kit.pieces import PieceGame
from zermelo.naming import outcome_words, player_name
from zermelo.play.effects import sides_of

STATES: Final = 400  # states to sample from random games
LONGEST_GAME: Final = 80  # plies of each random game
SECONDS: Final = 2.0  # time limit for the sample, in case rules are slow
EMPTY: Final = ""  # the symbol of a point without a piece

Column = Sequence[Hashable]  # for each state, the piece on one point or the letter at one index
Pattern = tuple[int, ...]
Places = dict[Pattern, list[int]]
LONGEST: Final = 5_000  # characters of a position's text


@dataclass(frozen=True)
class Alphabet:
    """The letters in a game's position texts that stand for points and for the player to move."""

    # the index of each point's letter, negative from the end of the text; None for a point whose
    # piece never changes
    places: tuple[int | None, ...]
    letters: dict[str, str]  # symbol on a point → its letter; "" is an empty point
    turn: int | None = None  # the index of the letter for the player to move, if there is one
    movers: tuple[str, ...] = ()  # the letters at `turn` for player 0 and player 1

    def put(self, text: str, point: int, symbol: str) -> str:
        """`text` with `symbol` on `point`; the same text if the point's piece never changes."""
        place = self.places[point]
        if place is None:
            return text
        place %= len(text)
        return text[:place] + self.letters[symbol] + text[place + 1 :]

    def clear(self, text: str) -> str:
        """`text` with every point empty."""
        for point in range(len(self.places)):
            text = self.put(text, point, EMPTY)
        return text


def plain_text(game: Game, state: Any) -> str:
    """A state's text, if possible with a letter for each cell and without earlier boards."""
    text = game.format_state(state)
    if isinstance(game, PieceGame):
        rows, rest = text.split(" ", 1)
        return f"{re.sub('[0-9]+', lambda gap: '.' * int(gap[0]), rows)} {rest}"
    if isinstance(game, BoardLook):
        with contextlib.suppress(TextError):
            shorter = BoardLook.format_state(game, state)
            game.parse_state(shorter)
            return shorter
    return text


@lru_cache(maxsize=64)
def alphabet_of(game: Game) -> Alphabet | None:
    """The alphabet of `game`; None if its texts do not name the pieces point by point."""
    if not all(map(game.has, ("picture", "format_state", "parse_state"))):
        return None
    if isinstance(game, PieceGame):  # too few pieces move in random games to infer letters
        width, height = game.shape
        cells = tuple(cell + cell // width for cell in range(width * height))
        pieces = {letter: letter for letter in game.letters} | {EMPTY: "."}
        mover = (width + 1) * height
        first = plain_text(game, game.start())[mover]
        return Alphabet(cells, pieces, mover, (first, "wb".replace(first, "")))
    texts, boards, players = zip(*_sample_states(game), strict=True)
    if len({*map(len, boards)}) > 1:
        return None  # the board grows, as in Sprouts
    free = _free_places(texts)
    columns = list(zip(*boards, strict=True))
    on_board = columns[: len(game.layout)] if isinstance(game, BoardLook) else columns
    places = dict.fromkeys(range(len(columns))) | dict(enumerate(_take(free, c) for c in on_board))
    if any(places[at] is None and len({*column}) > 1 for at, column in enumerate(on_board)):
        return None
    pairs = {
        (board[point], text[place])
        for text, board in zip(texts, boards, strict=True)
        for point, place in places.items()
        if place is not None
    }
    letters = dict(sorted(pairs))
    one_to_one = len(pairs) == len(letters) == len(set(letters.values()))
    if not one_to_one or EMPTY not in letters:
        return None
    # Points that were always empty have the places that always had the letter for an empty point:
    empty = [point for point, column in enumerate(columns) if set(column) == {EMPTY}]
    same = free.get(_pattern([EMPTY] * len(texts)), [])
    blank = [place for place in same if texts[0][place] == letters[EMPTY]]
    if len(empty) == len(blank):
        places |= zip(empty, blank, strict=True)
    turn = _take(free, players)
    movers = {} if turn is None else {p: t[turn] for p, t in zip(players, texts, strict=True)}
    return Alphabet(tuple(places.values()), letters, turn, tuple(movers[p] for p in sorted(movers)))


def _sample_states(game: Game) -> list[tuple[str, tuple[str, ...], int]]:
    """For states of random games, return the text, each point's symbol, and the player to move."""
    chance, seen = random.Random(0), list[tuple[str, tuple[str, ...], int]]()
    state, plies = game.start(), 0
    ends = time.monotonic() + SECONDS
    while len(seen) < STATES and time.monotonic() < ends:
        picture = game.picture(state)
        symbols = (picture.pieces.get(point, EMPTY) for point in range(len(picture.points)))
        seen.append((plain_text(game, state), tuple(symbols), game.player(state)))
        moves = [*picture.clicks, *picture.buttons]
        if moves and game.outcome(state) == ONGOING and plies < LONGEST_GAME:
            state, plies = game.play(state, chance.choice(moves)), plies + 1
        else:
            state, plies = game.start(), 0
    return seen


def _free_places(texts: Sequence[str]) -> Places:
    """Pattern → the places in the texts with this pattern; negative places count from the end."""
    shortest, longest = min(map(len, texts)), max(map(len, texts))
    places: Places = {}
    for place in range(-shortest if shortest < longest else 0, shortest):
        places.setdefault(_pattern(text[place] for text in texts), []).append(place)
    return places


def _take(free: Places, column: Column) -> int | None:
    """Remove and return the first free place with the distinctive pattern of `column`, or None."""
    places = free.get(_pattern(column)) if len({*column}) > 1 else None
    return places.pop(0) if places else None


def _pattern(column: Iterable[Hashable]) -> Pattern:
    """Number a column's entries by first appearance; columns that vary alike get equal patterns."""
    numbers: dict[Hashable, int] = {}
    return tuple(numbers.setdefault(entry, len(numbers)) for entry in column)


class Letter(TypedDict):
    """A symbol to put on a point: its letter in the text, its player, and its drawing."""

    symbol: str
    letter: str
    side: int | None
    look: list[Drawn]


class Spelled(TypedDict):
    """An `Alphabet` as JSON, with which the page writes a position's text."""

    places: list[int | None]
    pieces: list[Letter]
    turn: int | None
    movers: list[str]
    # each letter for castling, in the text's third word → the points of king and rook
    homes: dict[str, tuple[int, int]]


class Spelling(TypedDict):
    """The position's text, see `plain_text`, and the letters for changing it."""

    state: str
    alphabet: Spelled | None  # null if the game's texts do not name the pieces point by point
    empty: NotRequired[str]  # the text of an empty board


class Draft(TypedDict):
    """The answer to a draft: the `error`, or the position's status in words, text and board."""

    error: str | None
    status: NotRequired[str]
    state: NotRequired[str]
    board: NotRequired[BoardView]


def spelling_of(game: Game, state: Any) -> Spelling:
    """The text of a position, and the alphabet with which the page changes the text."""
    letters, text = alphabet_of(game), plain_text(game, state)
    if letters is None:
        return {"alphabet": None, "state": text}
    sides = sides_of(game)
    # The players' symbols come first, the empty point last.
    ordered = sorted(letters.letters, key=lambda symbol: (symbol == "", sides.get(symbol, 2)))
    drawn = looks(game, picture_of(game, game.start()), [symbol for symbol in ordered if symbol])
    alphabet: Spelled = {
        "places": [*letters.places],
        "pieces": [
            {
                "symbol": symbol,
                "letter": letters.letters[symbol],
                "side": sides.get(symbol),
                "look": drawn.get(symbol, []),
            }
            for symbol in ordered
        ],
        "turn": letters.turn,
        "movers": [*letters.movers],
        "homes": getattr(game, "castling_homes", {}),
    }
    empty = letters.clear(plain_text(game, game.start()))
    return {"alphabet": alphabet, "state": text, "empty": empty}


def examine_draft(game: Game, text: str) -> Draft:
    """Check the text of a draft, and return its board or the error."""
    try:
        state = read_position(game, text)
    except UsageError as error:
        return {"error": str(error)}
    if over := outcome_words(game, state):
        message = f"the game is over: {over}"
    else:
        message = f"{player_name(game, game.player(state))} to move"
    board = board_view(game, state, active=False)
    return {"error": None, "status": message, "state": plain_text(game, state), "board": board}


def read_position(game: Game, text: str) -> Any:
    """The state of a text; raises `UsageError` if the text is invalid or a user's rules fail."""
    if len(text) > LONGEST:
        raise TextError(f"a position's text has at most {LONGEST:,} characters")
    try:
        return game.parse_state(text)
    except UsageError:
        raise
    except Exception as error:  # a user's own rules may raise anything
        raise TextError(f"the rules failed to read this text: {type(error).__name__}") from None
