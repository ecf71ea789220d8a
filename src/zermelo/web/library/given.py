"""The databases, books and proofs that a server was given, by their games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from zermelo.contract.game import Game

if TYPE_CHECKING:
    from zermelo.books.book import Book
    from zermelo.proofs.known import Known
    from zermelo.solver.probing.probe import Solved


def databases_at(directories: Sequence[str], own: Iterable[Game]) -> dict[Game, Solved]:
    """The databases in these directories, those of a person's `own` rules too."""
    if not directories:
        return {}
    from zermelo.solver.probing.database import Database, solved_game

    rules = {str(game): game for game in own}
    opened = [Database(path, rules.get(solved_game(Path(path)))) for path in directories]
    return {database.game: database for database in opened}


def books_at(paths: Sequence[str], own: Iterable[Game]) -> dict[Game, Book]:
    """The books in these files, those of a person's `own` rules too."""
    if not paths:
        return {}
    from zermelo.books.book import Book
    from zermelo.books.file import BookFile

    rules = {str(game): game for game in own}
    books = [Book(path, rules.get(BookFile(Path(path)).settings["game"])) for path in paths]
    return {book.game: book for book in books}


def proofs_at(paths: Sequence[str], own: Iterable[Game]) -> dict[Game, Known]:
    """The certificates in these files, each checked, those about a person's `own` rules too."""
    if not paths:
        return {}
    from zermelo.proofs.certificate import proven_game
    from zermelo.proofs.known import Known

    rules = {str(game): game for game in own}
    proofs = [Known(Path(path), rules.get(proven_game(Path(path)))) for path in paths]
    return {proof.game: proof for proof in proofs}
