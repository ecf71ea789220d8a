"""A game with a row that gets longer than random games show."""

from typing import NamedTuple

from zermelo import Game


class Hoard(NamedTuple):
    waited: int
    row: tuple[int, ...]
    player: int


class Hoarding(Game[Hoard]):
    """Wait, or cash in: random games hardly show how long the row gets."""

    def start(self):
        return Hoard(0, (), 0)

    def moves(self, state):
        yield from () if state.row else range(2) if state.waited < 15 else (1,)

    def play(self, state, move):
        row = (state.player,) * (5 * state.waited + 1) if move else ()
        return Hoard(state.waited + 1, row, 1 - state.player)
