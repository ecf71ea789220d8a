"""The notebook's board looks back: the same analysis as on the page, of any position."""

import pytest

from zermelo.errors import UsageError

pytest.importorskip("anywidget")


@pytest.fixture
def widget():
    from zermelo.notebook import Board

    people = ("human", "human")
    return Board("tictactoe", people, moves="1,1", values=True, native=False, seconds=30)


def test_an_earlier_position_is_shown_with_its_values(widget):
    for move in ("b3", "a3"):
        widget.move(move)
    widget.look(0)
    assert widget.status == "The start" and widget.view["pieces"][0]["point"] == 4
    widget.look(1)
    assert widget.status == "Looking back: after 1. b3" and widget.shown == 1
    assert widget.value == "player 1 (X) wins in 5 plies"
    assert widget.view["moves"][0]["worth"]["words"] == "wins in 5 plies"
    assert widget.mistakes["1"].startswith("Now player 1 (X) wins by force in 3")
    widget.look()
    assert widget.status == "player 2 (O) to move" and widget.history == ["b3", "a3"]
    with pytest.raises(UsageError, match="0 to 2"):
        widget.look(3)


def test_a_move_there_begins_a_variation(widget):
    for move in ("b3", "a3"):
        widget.move(move)
    widget._obey(widget, {"do": "look", "ply": 1}, [])
    assert widget.view["active"]
    widget._obey(widget, {"do": "move", "move": "9,9"}, [])
    assert "9,9" in widget.message and widget.history == ["b3", "a3"]
    widget._obey(widget, {"do": "move", "move": "c1"}, [])
    assert widget.history == ["b3", "c1"] and len(widget.session.tree) == 4
    widget._obey(widget, {"do": "look", "ply": 77}, [])
    assert widget.message == "the ply should be 0 to 2"
