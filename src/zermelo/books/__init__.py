"""Opening books: the values of the first positions of a game, computed beforehand.

A book contains every position within some plies of the start, one of each set of symmetric ones,
with its value: proven or estimated by a search, from a database, or the mean result of games.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import as_file, files
from typing import TYPE_CHECKING

from zermelo.contract.game import Game
from zermelo.spec import format_game

if TYPE_CHECKING:
    from zermelo.books.book import Book


@cache
def shipped_book(game: Game) -> Book | None:
    """Return the book that ships with Zermelo for a game, or None. Only a test compares the book's
    rules with the game's, because their digests depend on Python's version.

    >>> import zermelo
    >>> shipped_book(zermelo.game("connectfour")).analysis().best_moves
    ('4',)
    """
    packed = files("zermelo.books") / "made" / f"{format_game(game)}.json.gz"
    if game.by_score or not packed.is_file():
        return None
    from zermelo.books.book import Book

    with as_file(packed) as path:  # published pages have a packed archive
        return Book(path, game, trusted=True)
