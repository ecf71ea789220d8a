"""Pentago: put down a stone, then turn a quarter of the board; five in a row win."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from zermelo.errors import TextError
from zermelo.game import DRAW, LOSS, ONGOING, WIN, Game, cells
from zermelo.games.boardsymmetry import board_symmetries, moved
from zermelo.games.coordinates import LETTERS, cell_name, row_names
from zermelo.games.twocolours import STONES, Men, men_pieces, read_men, write_men
from zermelo.picture import Picture

BOARD = (1 << 36) - 1
NO_TURN = 8


class Pentago(Game[Men]):
    """Players put a stone on an empty cell and then turn one of the four quarters by 90 degrees.

    Five stones in a row, a column or a diagonal win, before the turn or after it; when a turn
    gives both players five, or when the board is full, the game is drawn. A stone that makes five
    ends the game without a turn. X begins. (Tomas Flodén, 2005)

    Bit 6 · y + x is the cell in column x and row y, from the upper left. A move is
    9 · cell + 2 · quarter + 0 for a turn to the left or 1 for one to the right, quarters from the
    upper left row by row; 8 is no turn. Its text is "a1-2R", rows numbered from below, quarters
    from 1, or "a1". A position's text has the rows and who is to move.
    """

    @cached_property
    def fives(self) -> tuple[int, ...]:
        """Bitboards of all lines of five."""
        found = []
        for x in range(6):
            for y in range(6):
                for right, down in ((1, 0), (0, 1), (1, 1), (-1, 1)):
                    line = [(x + i * right, y + i * down) for i in range(5)]
                    if all(0 <= a < 6 and 0 <= b < 6 for a, b in line):
                        found.append(sum(1 << 6 * b + a for a, b in line))
        return tuple(found)

    def start(self) -> Men:
        return Men(0, 0, 0)

    def has_five(self, stones: int) -> bool:
        """Whether there are five in a line."""
        for five in self.fives:
            if stones & five == five:
                return True
        return False

    def moves(self, state: Men) -> Iterator[int]:
        if not self.has_five(state.own) and not self.has_five(state.other):
            for cell in cells(BOARD & ~(state.own | state.other)):
                if self.has_five(state.own | 1 << cell):
                    yield 9 * cell + NO_TURN
                else:
                    for turn in range(8):
                        yield 9 * cell + turn

    def play(self, state: Men, move: int) -> Men:
        own, turn = state.own | 1 << move // 9, move % 9
        if turn == NO_TURN:
            return Men(state.other, own, state.player ^ 1)
        return Men(self.turned(state.other, turn), self.turned(own, turn), state.player ^ 1)

    def turned(self, stones: int, turn: int) -> int:
        """The stones after one quarter of the board has turned."""
        first = (turn // 4) * 18 + (turn // 2) % 2 * 3
        image = stones & ~(0b111000111000111 << first)
        for i in range(9):
            x, y = i % 3, i // 3
            target = x * 6 + 2 - y if turn % 2 else (2 - x) * 6 + y
            image |= (stones >> first + 6 * y + x & 1) << first + target
        return image

    def outcome(self, state: Men) -> int:
        own, other = self.has_five(state.own), self.has_five(state.other)
        if own or other:
            return DRAW if own and other else WIN if own else LOSS
        return DRAW if state.own | state.other == BOARD else ONGOING

    def evaluate(self, state: Men) -> float:
        """Lines in which only one player has stones, the more stones the better."""
        worth = 0
        for five in self.fives:
            own, other = (state.own & five).bit_count(), (state.other & five).bit_count()
            if other == 0:
                worth += own * own
            elif own == 0:
                worth -= other * other
        return worth / 1024

    def remaining(self, state: Men) -> int:
        return (BOARD & ~(state.own | state.other)).bit_count()

    @cached_property
    def images(self) -> tuple[int, ...]:
        """Where each symmetry of the board takes each cell."""
        return sum(board_symmetries(6, 6), ())

    def symmetries(self, state: Men) -> Iterator[Men]:
        for first in range(0, len(self.images), 36):
            own = moved(state.own, self.images, first)
            yield Men(own, moved(state.other, self.images, first), state.player)

    def format_move(self, state: Men, move: int) -> str:
        name, turn = cell_name(move // 9, 6, 6), move % 9
        return name if turn == NO_TURN else f"{name}-{turn // 2 + 1}{'LR'[turn % 2]}"

    def format_state(self, state: Men) -> str:
        return write_men(state, 6, 6)

    def parse_state(self, text: str) -> Men:
        example = self.format_state(self.start())
        state = read_men(text, 6, 6, example)
        ahead = state.other.bit_count() - state.own.bit_count()
        if ahead != state.player:
            raise TextError(f"X began, so that X has as many stones as O or one more: {example}")
        return state

    def picture(self, state: Men) -> Picture:
        board = [(x + 2, y + 2) for y in range(6) for x in range(6)]
        pieces = men_pieces(state, 36, "●○")
        # Beside each quarter, one arrow above or below it and one at its side, so that the picture
        # of a mirrored board is the mirrored picture: to the left and to the right change places.
        turns = [(3, 0), (0, 3), (9, 3), (6, 0), (0, 6), (3, 9), (6, 9), (9, 6)]
        pieces |= {36 + turn: "↺↻"[turn % 2] for turn in range(8)}
        clicks = {
            move: (move // 9,) + ((36 + move % 9,) if move % 9 < NO_TURN else ())
            for move in self.moves(state)
        }
        columns, rows = ("", "", *LETTERS[:6]), ("", "", *row_names(6))
        lines = [
            (cell, cell + step)
            for step, along in ((1, 1), (6, 6))
            for cell in range(36)
            if cell // along % 6 % 3 < 2
        ]
        return Picture(
            board + turns,
            pieces,
            clicks,
            lines,
            columns=columns,
            rows=rows,
            surface="stones",
            sizes=dict.fromkeys(range(36, 44), 1.6),
            shapes=STONES,
        )
