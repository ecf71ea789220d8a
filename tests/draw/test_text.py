"""Boards drawn as text beyond what the golden records of games show: sizes, symbols, buttons."""

from zermelo import Picture
from zermelo.draw.text import button_spots, draw


def test_longer_symbols_are_centred_and_an_empty_picture_is_an_empty_text():
    assert draw(Picture([(0, 0)], {0: "12"})).splitlines()[1] == "│ 12│"
    assert draw(Picture([(0, 0)], {0: "123"})).splitlines()[1] == "│123│"
    assert draw(Picture([])) == ""


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
