"""Near-laws: rules that forget a corner or lose a seed are suspected, sound ones are not."""

import random
from collections.abc import Iterator
from typing import NamedTuple

from zermelo import DRAW, ONGOING, Game, Picture, replaced
from zermelo.games.mnk import TicTacToe
from zermelo.laws.suspicions import coverage, play_games, suspicions
from zermelo.laws.twins import board_images


class Sowing(NamedTuple):
    seeds: tuple[int, ...]
    player: int


class Ring(Game[Sowing]):
    """Players sow the seeds of one of six pits, and take what lies in the pit opposite the last.

    With `lost`, a pit of seven seeds loses one when it is sown.
    """

    lost: bool = False

    def start(self) -> Sowing:
        return Sowing((3,) * 6 + (0, 0), 0)

    def moves(self, state: Sowing) -> Iterator[int]:
        for pit in range(3):
            if state.seeds[3 * state.player + pit]:
                yield pit

    def play(self, state: Sowing, move: int) -> Sowing:
        pit = 3 * state.player + move
        seeds, left = state.seeds, state.seeds[pit]
        seeds = replaced(seeds, pit, 0)
        if self.lost and left == 7:
            left -= 1
        for _ in range(left):
            pit = (pit + 1) % 6
            seeds = replaced(seeds, pit, seeds[pit] + 1)
        opposite, store = 5 - pit, 6 + state.player
        seeds = replaced(seeds, store, seeds[store] + seeds[opposite])
        return Sowing(replaced(seeds, opposite, 0), state.player ^ 1)


def suspected(game) -> list[str]:
    return [result.law for result in suspicions(game, play_games(game, random.Random(0)))]


def test_a_sum_that_is_not_always_kept_is_suspected():
    assert suspected(Ring()) == []
    (result,) = suspicions(Ring(lost=True), play_games(Ring(lost=True), random.Random(0)))
    assert result.law == "sums" and result.moves
    assert "18 before the last move, 17 after it" in result.message


def test_boards_have_the_symmetries_of_their_points():
    square = Picture.grid(3, 3, {}, {}).points
    assert len(board_images(square)) == 8
    assert len(board_images(Picture.grid(3, 2, {}, {}).points)) == 4
    rhombus = [(2 * x + y, 2 * y) for y in range(3) for x in range(3)]
    assert set(board_images(rhombus)) == {
        "as it is",
        "turned by 180°",
        "mirrored along the long diagonal",
        "mirrored along the short diagonal",
    }
    for images in board_images(rhombus).values():
        assert sorted(images) == list(range(9))


class ForFirst(TicTacToe):
    """The outcome is told for player 1, whoever moves."""

    def outcome(self, state):
        outcome = super().outcome(state)
        return outcome if outcome in (ONGOING, DRAW) or state.player == 0 else -outcome


def test_an_outcome_told_for_one_player_is_suspected():
    played = play_games(ForFirst(), random.Random(0))
    (result, *_) = suspicions(ForFirst(), played)
    assert (result.law, "player 1 wins none of" in result.message) == ("sides", True)
    counts = coverage(ForFirst(), played).counts
    assert counts["won by player 1"] == 0 < counts["won by player 2"]
