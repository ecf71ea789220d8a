"""Near-laws: rules that forget a corner or lose a seed are suspected, sound ones are not."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

import pytest

import zermelo
from zermelo import DRAW, ONGOING, Game, Picture, replaced
from zermelo.games.connectfour import ConnectFour, Discs
from zermelo.games.mnk import MNK, Stones
from zermelo.games.tictactoe import TicTacToe
from zermelo.laws.coverage import coverage
from zermelo.laws.geometry import board_images
from zermelo.laws.suspicions import play_games, suspicions

SOUND = [
    "tictactoe",
    "mnk(width=5, height=4, k=4)",
    "isolation",
    "isolation(width=5, height=5, pieces='knight')",
    "nim",
    "connectfour",
    "morris(men=3)",
]


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


class ForgetsACorner(MNK):
    """Nothing is ever put into the lower right corner while a stone is to its left."""

    width: int = 4
    height: int = 4

    def moves(self, state: Stones) -> Iterator[int]:
        corner = max(self._cells)
        for move in super().moves(state):
            if move != corner or not (state.own | state.other) >> corner - 1 & 1:
                yield move


class WrongEvaluation(ConnectFour):
    """The evaluation is player 0's, whoever is to move."""

    def evaluate(self, state: Discs) -> float:
        value = super().evaluate(state)
        return -value if state.player else value


def suspected(game) -> list[str]:
    return [result.law for result in suspicions(game, play_games(game, random.Random(0)))]


@pytest.mark.long
@pytest.mark.parametrize("spec", SOUND)
def test_sound_games_are_not_suspected(spec):
    assert suspected(zermelo.game(spec)) == []


def test_a_sum_that_is_not_always_kept_is_suspected():
    assert suspected(Ring()) == []
    (result,) = suspicions(Ring(lost=True), play_games(Ring(lost=True), random.Random(0)))
    assert result.law == "sums" and result.moves
    assert "18 before the last move, 17 after it" in result.message


def test_a_corner_that_is_treated_otherwise_is_suspected():
    (result, *_) = suspicions(ForgetsACorner(), play_games(ForgetsACorner(), random.Random(0)))
    assert result.law == "moves" and "has none" in result.message


def test_an_evaluation_for_one_player_is_suspected():
    findings = suspicions(
        WrongEvaluation(width=5, height=4),
        play_games(WrongEvaluation(width=5, height=4), random.Random(0)),
    )
    assert [doubt.law for doubt in findings] == ["evaluations"]
    assert "the players exchanged" in findings[0].message


def test_the_example_shows_what_is_suspected():
    """The moves are texts that can be replayed, and each found statement failed rarely."""
    game = Ring(lost=True)
    for doubt in suspicions(game, play_games(game, random.Random(1))):
        state = game.start()
        for text in doubt.moves:
            state = game.play(state, game.parse_move(state, text))
        assert sum(state.seeds) == 17


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
