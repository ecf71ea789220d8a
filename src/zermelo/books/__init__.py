"""Opening books: the values of the first positions of a game, computed beforehand.

A book has every position that some plies lead to, one of each set of symmetric ones, with its
value: proven or from a search (`searched`), from a database, or the mean of random games
(`sampled`). `Book` is an open book, `making` makes one, `file` is its format, and
`shipped_book` has those that come with Zermelo.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from zermelo.contract.game import Game
from zermelo.errors import UsageError
from zermelo.spec import format_game

if TYPE_CHECKING:
    from zermelo.books.book import Book

FOLDER: Final = Path(__file__).parent / "made"


@cache
def shipped_book(game: Game) -> Book | None:
    """The book of a game; None without one, or if it is damaged.

    A test compares its rules with the game's, because this depends on the version of Python.

    >>> import zermelo
    >>> shipped_book(zermelo.game("connectfour")).analysis().best_moves
    ('4',)
    """
    path = FOLDER / f"{format_game(game)}.book"
    if game.by_score or not path.is_file():
        return None
    from zermelo.books.book import Book  # published pages, which have no books, lack this

    try:
        return Book(path, game, trusted=True)
    except UsageError:
        return None
