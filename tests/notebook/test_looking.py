"""The notebook's board: its analysis, points, what is pressed while it is shown, studies."""

import json

import pytest

import zermelo
from mounting import mount_widget
from pages import press_during
from pointgames import Strip
from zermelo.board.study import study_of
from zermelo.errors import UsageError
from zermelo.naming import analysis_words, points
from zermelo.notebook import Board
from zermelo.notebook.canvas import notebook_of

pytest.importorskip("anywidget")


@pytest.fixture
def widget():
    people = ("human", "human")
    return Board("tictactoe", people, moves="1,1", values=True, native=False, seconds=30)


def test_an_earlier_position_is_shown_with_its_values_and_a_move_there_varies(widget):
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
    widget._obey(widget, {"do": "look", "ply": 1}, [])
    assert widget.view["active"]
    widget._obey(widget, {"do": "move", "move": "9,9"}, [])
    assert "9,9" in widget.message and widget.history == ["b3", "a3"]
    widget._obey(widget, {"do": "move", "move": "c1"}, [])
    assert widget.history == ["b3", "c1"] and len(widget.session.tree) == 4
    widget._obey(widget, {"do": "look", "ply": 77}, [])
    assert widget.message == "the ply should be 0 to 2"


def test_a_board_for_points_shows_and_plays_for_them():
    people = ("human", "human")
    widget = Board("kalah(pits=2, seeds=1)", people, by="score", values=True, native=False)
    analysis = zermelo.analyze(widget.session.game, native=False)
    assert analysis.by == "score" and abs(analysis.value) > 1
    assert widget.value == analysis_words(widget.session.game, analysis)
    worths = [entry["worth"] for entry in widget.view["moves"]]
    assert [entry["label"] for entry in worths] == [points(each.value) for each in analysis.moves]
    assert {entry["by"] for entry in worths} == {"score"}


def test_a_press_on_the_widget_outlasts_that_it_is_shown_again(browser):
    widget = Board(Strip(), players=("human", "human"), native=False)
    widget.move("0")
    widget.move("3")
    with mount_widget(browser, widget) as page:
        again = "heard.forEach((heed) => heed())"
        press_during(page, ".zermelo-moves button >> nth=0", again)
        page.wait_for_function("traits.shown == 1")
        press_during(page, ".zermelo-moves button >> nth=1", again)
        page.wait_for_function("traits.shown == 2")
        press_during(page, ".zermelo-choice", again)
        page.wait_for_function("traits.history.length == 3")


NIM = "nim(rows=[1, 2])"
STUDY = {
    "format": "zermelo study",
    "version": 1,
    "title": "Two heaps",
    "chapters": [
        {"title": "One", "game": NIM, "by": "outcome", "start": None,
         "moves": "0,1 {> 1-2} {The first heap.} 1,2"},
        {"title": "Two", "game": "kalah(pits=2)", "by": "score",
         "start": zermelo.game("kalah(pits=2)").format_state(zermelo.game("kalah(pits=2)").start()),
         "moves": ""},
    ],
}  # fmt: skip


def test_its_cells_make_the_boards_that_are_drawn(monkeypatch):
    monkeypatch.setenv("ZERMELO_NATIVE", "off")
    cells = json.loads(notebook_of(study_of(STUDY, zermelo.game), zermelo.game))["cells"]
    texts = ["".join(each["source"]) for each in cells if each["cell_type"] == "markdown"]
    assert texts == ["# Two heaps", "## One", "**After 0,1**\n\nThe first heap.", "## Two"]
    boards = []
    for cell in cells:
        if cell["cell_type"] == "code":
            head, _, made = "".join(cell["source"]).rpartition("\n")
            names: dict[str, object] = {}
            exec(head, names)
            boards.append(eval(made, names))
    assert [board.history for board in boards] == [[], [], []]
    assert [str(board.session.game) for board in boards[1:]] == [NIM, "kalah(pits=2)"]
    assert boards[1].session.state == zermelo.Position(NIM).play("0,1").state
    drawn = [cell["outputs"][0]["data"]["image/svg+xml"] for cell in cells if "outputs" in cell]
    assert [svg.count('class="arrow"') for svg in drawn] == [0, 1, 0]
