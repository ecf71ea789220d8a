"""Boards drawn as text, as a person sees them."""

import pytest

import zermelo
from zermelo import Picture
from zermelo.draw.text import button_spots, draw


def test_a_board_of_cells_with_the_last_move_marked():
    game = zermelo.game("tictactoe")
    assert (
        "\n" + draw(game.picture(game.parse_state("X.O/.X./...")), marked=[4])
        == """
    a   b   c
  ┌───┬───┬───┐
3 │ X │   │ O │
  ├───┼───┼───┤
2 │   │[X]│   │
  ├───┼───┼───┤
1 │   │   │   │
  └───┴───┴───┘"""
    )


def test_labels_of_two_characters_stay_aligned():
    columns = [str(column) for column in range(12)]
    lines = draw(Picture.grid(12, 11, {}, {}, columns=columns)).splitlines()
    assert lines[0].endswith(" 9   10  11")
    assert lines[2].startswith("11 │")
    assert lines[22].startswith(" 1 │")
    assert len(set(map(len, lines[1:]))) == 1


def test_a_board_on_lines_with_diagonals():
    points = [(x, y) for y in range(3) for x in range(3)]
    lines = [(0, 2), (3, 5), (8, 6), (0, 6), (7, 1), (2, 8), (0, 8), (6, 2)]
    picture = Picture(points, {4: "●", 8: "○"}, lines=lines, cells=False, columns="abc", rows="321")
    assert (
        "\n" + draw(picture, marked=(8,))
        == """
   a   b   c
3  ·───·───·
   │ ╲ │ ╱ │
2  ·───●───·
   │ ╱ │ ╲ │
1  ·───·──[○]

● blue  ○ orange"""
    )


def test_lines_longer_than_one_step():
    points = [(0, 0), (3, 0), (1, 1), (2, 1), (0, 2), (2, 2)]
    picture = Picture(points, {}, lines=[(0, 1), (2, 3), (0, 4), (0, 5)], cells=False)
    assert (
        "\n" + draw(picture)
        == """
 ·───────────·
 │ ╲
 │   ·───·
 │     ╲
 ·       ·"""
    )


def test_boards_need_not_be_rectangles():
    assert (
        "\n" + draw(Picture([(1, 0), (0, 1), (1, 1)], {2: "X"}))
        == """
    ┌───┐
    │   │
┌───┼───┤
│   │ X │
└───┴───┘"""
    )


def test_longer_symbols_are_centred():
    assert draw(Picture([(0, 0)], {0: "12"})).splitlines()[1] == "│ 12│"
    assert draw(Picture([(0, 0)], {0: "123"})).splitlines()[1] == "│123│"


def test_an_empty_picture_is_an_empty_text():
    assert draw(Picture([])) == ""


@pytest.mark.parametrize("name", ["tictactoe", "mnk", "isolation", "nim", "connectfour", "morris"])
def test_no_line_ends_in_blanks(name):
    game = zermelo.game(name)
    assert all(line == line.rstrip() for line in draw(game.picture(game.start())).splitlines())


def test_a_board_twice_as_big():
    picture = Picture([(0, 0), (1, 0), (0, 1)], {1: "●"}, lines=[(0, 1), (0, 2)], cells=False)
    drawing = "\n   ·───────●\n   │\n   │\n   │\n   ·\n\n● blue"
    assert draw(picture, scale=2) == drawing
    assert draw(Picture.grid(1, 1, {}, {}, (), ()), scale=2).split("\n") == [
        "┌───────┐", "│       │", "│       │", "│       │", "└───────┘"
    ]  # fmt: skip


def test_buttons_stand_in_rows_below_the_caption():
    labels = {number: f"bid {number}" for number in range(5)}
    picture = Picture.grid(1, 1, {}, {}, columns=[], rows=["a"], caption="gold: 5", buttons=labels)
    assert (
        "\n" + draw(picture)
        == """
  ┌───┐
a │   │
  └───┘

gold: 5

  [bid 0]     [bid 1]     [bid 2]
  [bid 3]     [bid 4]"""
    )
    lines = draw(picture, scale=2).split("\n")
    for button in button_spots(picture, scale=2):
        assert lines[button.row][button.column :].startswith(button.text)
