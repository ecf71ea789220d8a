"""Pieces of several kinds: bitboards of both sides and of each kind, written as in chess's FEN."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from typing import ClassVar

from zermelo.contract.game import State
from zermelo.errors import TextError, clip
from zermelo.kit.boardgame import BoardGame


def carried(board: int, origin: int, target: int) -> int:
    """A kind's bitboard after a move from `origin`, a bit, to `target`, where others are taken."""
    left = board & ~(origin | target)
    return left | target if board & origin else left


class PieceGame(BoardGame[State]):
    """A game with pieces of several kinds, in texts capitals for player 0's, small for player 1's.

    A state begins with the bitboards `own` and `other`, of the mover's pieces and of the others,
    then has one of each kind, with the pieces of both; its last field is who is to move. The first
    half of `letters` are the kinds. Gaps in a row are numbers: "gle/1c1/1C1/ELG".
    """

    surface: ClassVar[str] = "tiles"

    @cached_property
    def kinds(self) -> int:
        """How many kinds of pieces there are."""
        return len(self.letters) // 2

    def bitboards(self, state: State) -> tuple[int, ...]:
        own, other = state[:2]
        sides = (other, own) if self.player(state) else (own, other)
        return tuple(side & kind for side in sides for kind in state[2 : 2 + self.kinds])

    def gathered(self, boards: Sequence[int], player: int) -> tuple[int, ...]:
        """The first fields of a state, own, other and the kinds, from its `bitboards`."""
        first, second = boards[: self.kinds], boards[self.kinds :]
        sides = (sum(second), sum(first)) if player else (sum(first), sum(second))
        return (*sides, *(one | other for one, other in zip(first, second, strict=True)))

    def format_board(self, state: State) -> str:
        """The rows from above, gaps as numbers."""
        letters = self.occupied(state)
        rows = ["" for _ in range(self.shape[1])]
        for place, cell in enumerate(self.layout):
            rows[place // self.shape[0]] += letters.get(cell, ".")
        return re.sub(r"\.+", lambda gap: str(len(gap[0])), "/".join(rows))

    def parse_board(self, text: str) -> list[int]:
        """The bitboard of each of `letters`; `TextError` unless the rows fit the board."""
        rows = re.sub(r"\d+", lambda gap: "." * min(int(gap[0]), 99), text).split("/")
        width, height = self.shape
        if [len(row) for row in rows] != [width] * height:
            right = f"{height} rows of {width} cells, like {self.example}"
            raise TextError(f"{clip(text)} has not the board's shape; right would be {right}")
        symbols = "".join(rows)
        for symbol in symbols:
            if symbol not in f"{self.letters}.":
                right = f"{' '.join(self.letters)}, like {self.example}"
                raise TextError(f"{clip(text)} has a cell {symbol!r}; right would be {right}")
        places = list(zip(self.layout, symbols, strict=True))
        return [sum(1 << at for at, result in places if result == one) for one in self.letters]
