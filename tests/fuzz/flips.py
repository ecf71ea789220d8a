"""Books of which one bit is another: each says so in one line, or answers as before."""

from __future__ import annotations

import random
import warnings
from collections.abc import Iterator
from pathlib import Path

import zermelo
from zermelo.books.book import Book
from zermelo.errors import ZermeloError

NIM = zermelo.game("nim(rows=[1, 2, 3])")


def flipped(place: Path, seed: int) -> Iterator[tuple[object, list[str]]]:
    """One bit after the other, and what is wrong with what the book then says."""
    path, chance = place / "nim.book", random.Random(seed)
    zermelo.book(NIM, path, plies=2, nodes=200, native=False)
    whole, expected = path.read_bytes(), _answers(path)
    while True:
        at, bit = chance.randrange(len(whole)), chance.randrange(8)
        content = bytearray(whole)
        content[at] ^= 1 << bit
        path.write_bytes(content)
        yield [at, bit], _faults(path, expected)


def _faults(path: Path, expected: list[str]) -> list[str]:
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        try:
            result = _answers(path)
        except ZermeloError as error:
            return ["a mistake that is not one line"] * ("\n" in str(error))
        except Exception as error:
            return [repr(error)]
    return [] if result == expected or heard else ["another answer, and not a word"]


def _answers(path: Path) -> list[str]:
    """What the book has of the start and of each position after it."""
    book, start = Book(path, NIM), NIM.start()
    after = [NIM.play(start, move) for move in NIM.moves(start)]
    return [repr(book.moves(state)) for state in (start, *after)]
