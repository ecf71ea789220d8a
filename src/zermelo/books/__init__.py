"""Opening books: the values of the first positions of a game, computed beforehand.

A book has every position that some plies lead to, one of each set of symmetric ones, with its
value: proven or from a search (`searched`), from a database, or the mean of random games
(`sampled`). `Book` is an open book, `making` makes one, `file` is its format, and
`shipped_book` has those that come with Zermelo.
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
    """The book of a game; None without one.

    A test compares its rules with the game's, because this depends on the version of Python.

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
