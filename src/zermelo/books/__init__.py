"""Opening books: the values of the first positions of a game, computed beforehand.

A book has every position within some plies, one of each set of symmetric positions, with its value:
proven or from a search, from a database, or the mean result of random games.
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
    """The book that Zermelo has for a game, or None. A test compares the book's rules with the
    game's, as digests depend on Python's version.

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
