"""Treblecross: tic-tac-toe in one dimension, both with X."""

from dataclasses import dataclass, replace

from zermelo import LOSS, ONGOING, Game


@dataclass(frozen=True)
class Strip:
    cells: tuple[int, ...]
    player: int = 0

    @property
    def finished(self):
        return any(self.cells[i : i + 3] == (1, 1, 1) for i in range(len(self.cells) - 2))


class Treblecross(Game[Strip]):
    """Three in a row win."""

    length: int = 11

    def start(self):
        return Strip((0,) * self.length)

    def moves(self, state):
        if state.finished:
            return []
        return [i for i, cell in enumerate(state.cells) if cell == 0]

    def play(self, state, move):
        cells = tuple(1 if i == move else cell for i, cell in enumerate(state.cells))
        return replace(state, cells=cells, player=1 - state.player)

    def outcome(self, state):
        return LOSS if state.finished else ONGOING
