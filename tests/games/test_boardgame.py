"""What games on boards share: steps, names, symmetries, texts, lines and sowing."""

from __future__ import annotations

from itertools import product
from math import comb

import pytest

from zermelo.errors import TextError
from zermelo.kit.boardgame import DIAGONAL, STRAIGHT
from zermelo.kit.groups import GroupGame
from zermelo.kit.lines import board_lines
from zermelo.kit.sowing import sharings, sown
from zermelo.kit.twocolours import Men, MenGame


class Grid(MenGame):
    """No rules: an empty board of 4 × 3 cells, or with a stone on it."""

    width: int = 4
    height: int = 3
    stone: int = 0

    def start(self):
        return Men(self.stone, 0, 0)

    def moves(self, state):
        yield from (5, 12)


def test_steps_do_not_leave_the_board_at_a_side():
    grid = Grid()
    for cell, right, down in product(range(12), (-1, 0, 1), (-1, 0, 1)):
        x, y = cell % 4 + right, cell // 4 + down
        inside = 0 <= x < 4 and 0 <= y < 3
        result = grid.shifted(1 << cell, right, down) & grid.board
        assert result == (1 << 4 * y + x if inside else 0), (cell, right, down)


def test_steps_and_hops_end_where_they_may():
    grid = Grid()
    ends = 1 << 1 | 1 << 4
    assert grid.stepping(grid.board, ends, 1, 0) == 1 << 0
    assert grid.stepping(grid.board, ends, -1, -1) == 1 << 9 | 1 << 6
    for cell, (right, down) in product(range(12), STRAIGHT + DIAGONAL):
        x, y = cell % 4 + 2 * right, cell // 4 + 2 * down
        inside = 0 <= x < 4 and 0 <= y < 3
        assert (grid.hopping(1 << cell, grid.board, grid.board, right, down) != 0) == inside
    assert not grid.hopping(1, 0, grid.board, 1, 0) and not grid.hopping(1, 2, 2, 1, 0)


class Joined(Grid, GroupGame[Men]):
    """The same, with groups along rows and columns."""


def test_groups_are_what_hangs_together_and_go_to_the_upper_left_corner():
    joined = Joined(width=2, height=2)
    assert list(joined.groups(0b1011)) == [0b1011] and list(joined.groups(0b1001)) == [1, 8]
    assert Joined().corner_shift(0b1100_0000) == 6 and Joined().corner_shift(0b10_0100_0000) == 5


class Apart(Grid):
    """A column of gaps in the middle, and a point below that is no cell."""

    spots = (*((x + x // 2, y) for y in range(3) for x in range(4)), (2, 4))

    def path(self, state, move):
        return move, 12


def test_labels_and_clicks_follow_the_points_of_the_picture():
    apart = Apart()
    picture = apart.picture(apart.start())
    assert (picture.columns, picture.rows) == (["a", "b", "", "c", "d"], ["3", "2", "1"])
    assert picture.clicks == {5: (5, 12), 12: (12, 12)}


def test_sides_and_names():
    grid = Grid()
    assert grid.left | grid.right == 0b100110011001 and grid.top | grid.bottom == 0xF0F
    assert [grid.cell_name(cell) for cell in (0, 3, 8)] == ["a3", "d3", "a1"]


def test_symmetries_are_those_that_leave_the_start_as_it_is():
    assert len(set(Grid().symmetries(Men(1, 0, 0)))) == 4
    assert len(set(Grid(width=3).symmetries(Men(2, 0, 1)))) == 4
    assert len(list(Grid(width=3).symmetries(Men(0, 0, 0)))) == 8
    assert len(list(Grid(width=3, stone=1).symmetries(Men(1, 2, 0)))) == 2


def test_texts_are_read_as_they_are_written():
    grid, state = Grid(), Men(0b1000, 0b1000_0000_0001, 1)
    assert grid.format_state(state) == "X..O/..../...X O"
    assert grid.parse_state(grid.format_state(state)) == state
    for text in ("X..O/..../... O", "X..O/..../...Y O", "X..O/..../...X"):
        with pytest.raises(TextError, match=r"like \.\.\.\./\.\.\.\./\.\.\.\. X"):
            grid.parse_state(text)


def test_pictures_and_moves_follow_from_the_words():
    grid = Grid(stone=1)
    picture = grid.picture(grid.start())
    assert (
        picture.pieces == {0: "●"}
        and picture.clicks == {5: (5,)}
        and picture.buttons == {12: "pass"}
    )
    assert picture.columns == ["a", "b", "c", "d"] and picture.rows == ["3", "2", "1"]
    assert [grid.format_move(grid.start(), move) for move in (5, 12)] == ["b2", "pass"]


def test_lines_of_a_board_are_all_there():
    assert len(board_lines(6, 6, 5)) == len(set(board_lines(6, 6, 5))) == 32
    assert set(board_lines(3, 3, 3)) == {0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124}


def test_seeds_go_round_and_leave_a_pit_out():
    assert sown((2, 0, 0, 5), 0, 3) == ((0, 1, 1, 5), 2)
    assert sown((4, 0, 0), 0, 0) == ((0, 2, 2), 2)
    ways = list(sharings(3, 4))
    assert len(ways) == len(set(ways)) == comb(6, 3) and {sum(way) for way in ways} == {3}
