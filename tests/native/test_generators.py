"""A generator that is left early gives up what it holds."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from zermelo.contract.game import DRAW, ONGOING, Game
from zermelo.native import kernel

pytestmark = pytest.mark.compiled


class Squares(NamedTuple):
    row: tuple[int, ...]
    player: int


class Fill(Game[Squares]):
    """Its moves hold a list and a set while they wait."""

    def start(self) -> Squares:
        return Squares((0,) * 9, 0)

    def moves(self, state: Squares) -> Iterator[int]:
        free = [square for square in range(9) if state.row[square] == 0]
        seen = {1, 2}
        for square in free:
            yield square
            if square > 9:
                seen.add(square)
        yield len(seen)

    def play(self, state: Squares, move: int) -> Squares:
        return Squares(tuple(1 if i == move else one for i, one in enumerate(state.row)), 0)

    def outcome(self, state: Squares) -> int:
        return ONGOING if any(True for _ in self.moves(state)) else DRAW


@kernel
def left_early(game, state, times):
    """Loops that end in three ways, so many times."""
    result = 0
    for number in range(times):
        result += game.outcome(state)
        for move in game.moves(state):
            if move == number % 5:
                break
        for move in game.moves(state):
            result += move
    return result


def test_loops_that_end_early_say_the_same_and_give_back_memory():
    game = Fill()
    prepared = left_early.prepare(game, game.start(), 1)
    assert prepared(game, game.start(), 2) == left_early(game, game.start(), 2)
    assert prepared(game, game.start(), 100_000) == 50_000 * left_early(game, game.start(), 2)
