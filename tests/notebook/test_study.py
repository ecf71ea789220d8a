"""A study as a notebook."""

import json

import zermelo
from zermelo.board.study import study_of
from zermelo.notebook.canvas import notebook_of

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
