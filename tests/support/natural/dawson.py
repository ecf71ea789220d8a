"""Dawson's chess as a game with rows: a move takes a man with its neighbours and splits the row."""

from typing import NamedTuple

from zermelo import Game


class Rows(NamedTuple):
    rows: tuple[int, ...]  # lengths, sorted
    player: int


class DawsonsChess(Game[Rows]):
    """Take a man and those beside it from a row; who takes the last man wins."""

    length: int = 12

    def start(self):
        return Rows((self.length,), 0)

    def moves(self, state):
        seen = set()
        for number, row in enumerate(state.rows):
            if row in seen:
                continue
            seen.add(row)
            for place in range((row + 1) // 2):
                yield number, place

    def play(self, state, move):
        number, place = move
        rows = list(state.rows)
        row = rows.pop(number)
        parts = [max(place - 1, 0), max(row - place - 2, 0)]
        rows.extend(part for part in parts if part > 0)
        rows.sort()
        return Rows(tuple(rows), 1 - state.player)
