"""Checking a book: what it says of a position has to follow from what it says of the next ones."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from zermelo.books.book import Book
from zermelo.books.entry import name_of
from zermelo.books.file import Row
from zermelo.books.positions import Positions, Tell
from zermelo.contract.game import Game
from zermelo.solver.checking.verify import Verification

MOST_FAULTS = 20  # that are listed


def verify_book(
    path: str | Path, *, game: Game | None = None, progress: Tell | None = None
) -> Verification:
    """Compare all digests of a book, its positions with the game's, and their values.

    Values of the last ply are taken as they are, and so is what random games came to, once it adds
    up. Raises `UsageError` for a file that holds no complete book, and for damage.
    """
    began = time.perf_counter()
    book = Book(path, game)
    rows = book.file.rows
    sampled = book.settings["made"]["by"] == "playouts"
    faults = _adding_up(book) if sampled else _following(book, progress or (lambda shown: None))
    shown = [f"position {name}: {fault}" for name, fault in islice(faults, MOST_FAULTS)]
    seconds = time.perf_counter() - began
    return Verification(str(book.game), len(rows), len(rows), len(rows) + 1, tuple(shown), seconds)


def _following(book: Book, tell: Tell) -> Iterator[tuple[str, str]]:
    """Positions that are not the game's, and values that do not follow from others."""
    rows = dict(book.file.rows)
    positions = Positions(book.game, book.plies, max(1, 2 * len(rows)), tell)
    leaves = {state: book.file.entry(name_of(state)) for state in positions.leaves()}
    yield from ((name_of(state), "it is missing") for state in leaves if leaves[state] is None)
    if None in leaves.values():
        return
    for name, ply, entry in positions.backed_up(leaves.get):
        row = rows.pop(name, None)
        if row != Row(name, ply, *entry):
            yield name, "what it says does not follow from where its moves lead"
    yield from ((name, "it is none of the first moves'") for name in rows)


def _adding_up(book: Book) -> Iterator[tuple[str, str]]:
    """Positions whose random games do not add up."""
    for name, row in book.file.rows.items():
        value = (row.wins - row.losses) / (row.games + 1)
        if row.wins + row.losses > row.games or value != row.value or row.exact:
            yield name, "its games do not add up"
    start = book.entry(book.game.start())
    if start is None or start.games != book.progress.done:
        yield "at the start", f"not as many games as {book.progress.done:,}"
