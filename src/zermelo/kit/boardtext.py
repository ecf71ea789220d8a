"""Texts of positions, rows of symbols separated by "/", and why some are refused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate

from zermelo.contract.game import Game, State
from zermelo.errors import TextError, clip


def write_board(cells: str, width: int | Sequence[int]) -> str:
    """The text of a board whose cells are given row by row; `width` is that of all, or of each row.

    >>> write_board("X.O.X...O", 3), write_board("X.O", (2, 1))
    ('X.O/.X./..O', 'X./O')
    """
    if isinstance(width, int):
        width = (width,) * -(-len(cells) // width)
    ends = list(accumulate(width))
    return "/".join(cells[end - wide : end] for wide, end in zip(width, ends, strict=True))


def read_board(text: str, width: int, height: int, symbols: str, example: str) -> str:
    """The cells of `text` row by row; raises `TextError` unless its shape and symbols are right."""
    return read_rows(text, (width,) * height, symbols, example)


def read_rows(text: str, widths: Sequence[int], symbols: str, example: str) -> str:
    """The same for rows of different widths."""
    rows = "".join(text.split()).split("/")
    count = "1 row" if len(widths) == 1 else f"{len(widths)} rows"
    width = ", ".join(map(str, widths if len(set(widths)) > 1 else widths[:1]))
    right = f"{count} of {width} cells out of {' '.join(symbols)}, like {example}"
    if [len(row) for row in rows] != [*widths]:
        raise TextError(f"{clip(text)} has not the board's shape; right would be {right}")
    cells = "".join(rows)
    for symbol in cells:
        if symbol not in symbols:
            raise TextError(f"{clip(text)} has a cell {symbol!r}; right would be {right}")
    return cells


def bitboard(cells: str, symbol: str, places: Sequence[int] = range(1024)) -> int:
    """The bitboard of the cells that hold `symbol`: for cell i bit i, or another of `layout`.

    >>> bitboard("X.O.X", "X")
    17
    """
    pairs = zip(places, cells, strict=False)
    return sum(1 << place for place, result in pairs if result == symbol)


def split_mover(
    text: str, symbols: str, example: str, what: str = "who is to move"
) -> tuple[str, int]:
    """The text before its last letter, and the player for whom that letter stands."""
    text = text.strip()
    if text[-1:] not in tuple(symbols):
        right = " or ".join(symbols)
        raise TextError(f"{clip(text)} should end with {what}, {right}, like {example}")
    return text[:-1], symbols.index(text[-1])


def mover_after(first: int, second: int, example: str) -> int:
    """The player to move if X began and each move puts down one stone; bitboards of X and of O.

    >>> mover_after(0b1001, 0b10, "X.O")
    1
    """
    player = first.bit_count() - second.bit_count()
    if player not in (0, 1):
        raise TextError(f"X should have as many stones as O or one more, like {example}")
    return player


class PositionGame(Game[State]):
    """A game that reads and writes positions, and says why no play leads to some."""

    def checked(self, state: State) -> State:
        """The state itself; raises `TextError` with the first of its `faults`."""
        for fault in self.faults(state):
            raise TextError(fault)
        return state

    def faults(self, state: State) -> Iterator[str]:
        """Reasons why no play leads to a position, a sentence each; by default none."""
        yield from ()

    @property
    def example(self) -> str:
        """The text of the start, an example for messages."""
        return self.format_state(self.start())
