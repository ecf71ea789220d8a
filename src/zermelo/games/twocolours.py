"""Boards with the men of two players: their state, its text, and the pieces to draw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from zermelo.errors import TextError, clip
from zermelo.games.boardtext import bitboard, read_board, write_board

DISCS = {"●": "dark disc", "○": "light disc"}
MEN = {"●": "dark man", "○": "light man"}
STONES = {"●": "dark stone", "○": "light stone"}


class Men(NamedTuple):
    """Bitboards of the mover's men and of the other player's, and who is to move."""

    own: int
    other: int
    player: int


def by_player(state: Men) -> tuple[int, int]:
    """The men of player 0 and of player 1."""
    return (state.other, state.own) if state.player else (state.own, state.other)


def write_men(state: Men, width: int, height: int, symbols: str = "XO") -> str:
    """Rows from top to bottom, bit 0 at the upper left, and who is to move.

    >>> write_men(Men(0b1000, 0b0001, 1), 2, 2)
    'X./.O O'
    """
    pieces = men_pieces(state, width * height, symbols)
    board = "".join(pieces.get(cell, ".") for cell in range(width * height))
    return f"{write_board(board, width)} {symbols[state.player]}"


def read_men(text: str, width: int, height: int, example: str, symbols: str = "XO") -> Men:
    """What `write_men` wrote; raises `TextError` for a text of another shape.

    >>> read_men("X./.O O", 2, 2, "../.. X")
    Men(own=8, other=1, player=1)
    """
    board, player = split_mover(text, symbols, example)
    cells = read_board(board, width, height, f"{symbols}.", example)
    first, second = (bitboard(cells, symbol) for symbol in symbols)
    return Men(second, first, 1) if player else Men(first, second, 0)


def split_mover(text: str, symbols: str, example: str) -> tuple[str, int]:
    """The text before its last letter, and the player for whom that letter stands."""
    text = text.strip()
    if text[-1:] not in tuple(symbols):
        right = " or ".join(symbols)
        raise TextError(f"{clip(text)} should end with who is to move, {right}, like {example}")
    return text[:-1], symbols.index(text[-1])


def men_pieces(state: Men, cells: int, symbols: Sequence[str] = "XO") -> dict[int, str]:
    """The symbol on each occupied one of so many cells."""
    first, second = by_player(state)
    men = {cell: symbols[0] for cell in range(cells) if first >> cell & 1}
    return men | {cell: symbols[1] for cell in range(cells) if second >> cell & 1}
