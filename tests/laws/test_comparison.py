"""Two rules of one game side by side: equal ones agree, and the first difference is named."""

import json
import random
from collections.abc import Iterator

import pytest

import zermelo
from zermelo.games.connectfour import ConnectFour, Discs
from zermelo.games.mnk import TicTacToe
from zermelo.games.nim import Nim, Rows
from zermelo.laws.comparison import difference


class Numbered(TicTacToe):
    """Tic-tac-toe whose moves have other texts."""

    def format_move(self, state, move: int) -> str:
        return f"cell{move}"


class Endless(ConnectFour):
    """Connect Four that goes on after a line."""

    width: int = 4
    height: int = 4

    def moves(self, state: Discs) -> Iterator[int]:
        cells = (state.own | state.other) + self.bottom & self.board
        while cells:
            cell = cells & -cells
            yield cell.bit_length() - 1
            cells ^= cell


class Greedy(Nim):
    """Nim in which the last row loses a match more than is taken."""

    def play(self, state: Rows, move: int) -> Rows:
        after = super().play(state, move)
        last = after.rows[-1]
        return after._replace(rows=(*after.rows[:-1], max(last - (last == 2), 0)))


def compared(game, other):
    return difference(game, other, random.Random(0))


@pytest.mark.parametrize("other", [TicTacToe(), Numbered(), zermelo.game("mnk")])
def test_rules_that_agree_have_no_difference(other):
    assert compared(TicTacToe(), other) is None


def test_moves_with_other_texts_are_paired_by_where_they_lead():
    board = ConnectFour(width=4, height=4)
    assert compared(Numbered(), TicTacToe()) is None
    assert compared(board, Endless(width=5)).moves == ()


def test_a_difference_far_from_the_start_is_found_in_random_games():
    comparison = compared(ConnectFour(width=4, height=4), Endless())
    assert comparison.here == "0 moves" and "among them" in comparison.there
    assert len(comparison.moves) >= 7 and not comparison.shortest


def test_the_nearest_difference_is_the_one_reported():
    comparison = compared(Nim(rows=(3, 3)), Greedy(rows=(3, 3)))
    assert (comparison.moves, comparison.shortest) == (("1,1",), True)
    assert (comparison.here, comparison.there) == ("5 moves, among them 1,2", "4 moves")


@pytest.mark.long
def test_the_command_compares_and_counts(capsys, tmp_path):
    own = tmp_path / "own.py"
    own.write_text(
        "from zermelo.games.mnk import TicTacToe\n"
        "class Corner(TicTacToe):\n"
        "    def moves(self, state):\n"
        "        for move in super().moves(state):\n"
        "            if move or state.own:\n"
        "                yield move\n"
    )
    from zermelo.cli import main

    against = ["check", "tictactoe", "--json", "--against", f"{own}:Corner"]
    assert main(against) == 1
    (fault,) = json.loads(capsys.readouterr().out)["faults"]
    assert fault["law"] == "against" and fault["moves"] == [] and fault["shortest"]
    assert fault["seen"] == "9 moves, among them 0,0"

    assert main(["check", "tictactoe", "--perft", "9,72,504"]) == 0
    assert main(["check", "tictactoe", "--perft", "9,72,505"]) == 1
    assert "expected 505 sequences of 3 moves; saw 504" in capsys.readouterr().out
    assert main(["check", "tictactoe", "--perft", "9,x"]) == 2
    assert "whole numbers like 4,12,56" in capsys.readouterr().err
