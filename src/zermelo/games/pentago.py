"""Pentago: place a stone, then turn a quarter of the board; five in a row win."""

from collections.abc import Iterator

from zermelo.contract.game import DRAW, LOSS, ONGOING, WIN, Picture, cells
from zermelo.kit.lines import PuttingGame, board_lines
from zermelo.kit.pieces import STONES, Men

NO_TURN = 8


class Pentago(PuttingGame):
    """Players put a stone on an empty cell and then turn one of the four quarters by 90 degrees.

    Five stones in a row, column or diagonal win, before or after the turn; if a turn gives both
    players five, or the board is full, the game is a draw. A stone that makes five ends the game
    without a turn. X begins. (Tomas Flodén, 2005)

    A move is 9 · cell + 2 · quarter, + 1 for a turn to the right, with quarters row by row from the
    upper left; 8 stands for no turn. Its text is "a1-2R", quarters from 1, or "a1".
    """

    size, lines = 6, board_lines(6, 6, 5)
    shapes, surface, prompts = STONES, "stones", ("", "turn a quarter")
    # The cells, then for each quarter an arrow above or below it and one at its side, so that a
    # mirrored board has the mirrored picture: left and right turns change places.
    spots = (
        *((x + x // 3 + 2, y + y // 3 + 2) for y in range(6) for x in range(6)),
        *((3, 0), (0, 3), (10, 3), (7, 0), (0, 7), (3, 10), (7, 10), (10, 7)),
    )

    def moves(self, state: Men) -> Iterator[int]:
        if not self.lined(state.own) and not self.lined(state.other):
            for cell in cells(self.free(state)):
                if self.lined(state.own | 1 << cell):
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
        own, other = self.lined(state.own), self.lined(state.other)
        if own or other:
            return DRAW if own and other else WIN if own else LOSS
        return ONGOING if self.free(state) else DRAW

    def evaluate(self, state: Men) -> float:
        """The sum over open lines of the mover's stones squared − the opponent's stones squared."""
        worth = 0
        for five in self.lines:
            own, other = (state.own & five).bit_count(), (state.other & five).bit_count()
            if not own or not other:
                worth += own * own - other * other
        return worth / 1024

    def actions(self) -> Iterator[int]:
        yield from range(9 * self.area)

    def path(self, state: Men, move: int) -> tuple[int, ...]:
        return (move // 9,) if move % 9 == NO_TURN else (move // 9, self.area + move % 9)

    def format_move(self, state: Men, move: int) -> str:
        name, turn = self.cell_name(move // 9), move % 9
        return name if turn == NO_TURN else f"{name}-{turn // 2 + 1}{'LR'[turn % 2]}"

    def faults(self, state: Men) -> Iterator[str]:
        if state.other.bit_count() - state.own.bit_count() != state.player:
            yield f"X began, so X should have as many stones as O or one more, like {self.example}"

    def occupied(self, state: Men) -> dict[int, str]:
        return super().occupied(state) | dict(enumerate("↺↻" * 4, self.area))

    def picture(self, state: Men) -> Picture:
        return self.pictured(state, sizes=dict.fromkeys(range(36, 44), 1.6))
