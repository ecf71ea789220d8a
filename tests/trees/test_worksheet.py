"""Worksheets: the sheet tells what is given and nothing else, the key is the search, two pages."""

import re
import sys
from xml.etree import ElementTree

import pytest

import zermelo
from zermelo.errors import ParameterError
from zermelo.trees.page import BLANK, TASKS, worksheet
from zermelo.trees.svg import tree_svg

TIC_TAC_TOE = zermelo.game("tictactoe")
LATE = TIC_TAC_TOE.parse_state("XOX/OOX/...")
NIM = zermelo.game("nim(rows=[1, 2])")
PAGE = re.compile(rb"/Type\s*/Page\b")


def texts(svg: str, kind: str) -> list[str]:
    """What stands in the texts of a class, or of several with this one."""
    result = ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")
    return [text.text or "" for text in result if kind in (text.get("class") or "").split()]


@pytest.mark.parametrize("kind", TASKS)
def test_a_sheet_has_blanks_for_what_its_reader_is_to_find(kind):
    sheet, key = worksheet(kind, TIC_TAC_TOE, LATE)
    whole = zermelo.trace(TIC_TAC_TOE, LATE, algorithm="minimax")
    over = [TIC_TAC_TOE.outcome(whole.state(node)) != zermelo.ONGOING for node in range(len(whole))]
    inner, leaves = over.count(False), over.count(True)
    values, moves = texts(sheet, "value"), texts(sheet, "move")
    assert values.count(BLANK) == inner + (leaves if kind == "tree" else 0)
    assert sum(BLANK in move for move in moves) == (len(whole) - 1 if kind == "tree" else 0)
    assert sum(BLANK in text for text in texts(sheet, "small")) == (
        len(whole) if kind == "cuts" else 0
    )
    assert "✓" not in sheet and "edge chosen" not in sheet and "≤" not in sheet
    assert TASKS[kind] in texts(sheet, "quiet")
    assert BLANK not in "".join(texts(key, "value")) and texts(key, "title")[0].startswith("Key: ")


def test_only_the_first_position_is_drawn_where_the_others_are_asked_for():
    sheet, key = worksheet("tree", TIC_TAC_TOE, LATE)
    assert sheet.count('class="strike"') == 0 < key.count('class="strike"')
    assert sheet.count('class="first stroke"') == 3 < key.count('class="first stroke"')


def test_the_key_is_the_drawing_of_the_search():
    for kind, algorithm in (("values", "minimax"), ("cuts", "alphabeta")):
        _, key = worksheet(kind, TIC_TAC_TOE, LATE)
        trace = zermelo.trace(TIC_TAC_TOE, LATE, algorithm=algorithm)
        assert key.replace("Key: ", "") == tree_svg(trace, theme="light")


def test_a_tree_that_makes_no_sheet_is_refused():
    with pytest.raises(ParameterError, match="search less deep"):
        worksheet("values", TIC_TAC_TOE, TIC_TAC_TOE.start())
    with pytest.raises(ParameterError, match="too wide"):
        worksheet("values", zermelo.game("nim(rows=[30])"), None, depth=1)
    with pytest.raises(ParameterError, match="cuts nothing"):
        worksheet("cuts", NIM, NIM.start(), depth=1)


@pytest.mark.parametrize("kind", TASKS)
def test_the_command_writes_two_pages(kind, run_json, tmp_path):
    file = tmp_path / "sheet.pdf"
    answer = run_json("worksheet", kind, "nim(rows=[1, 2])", "--out", str(file))
    assert answer == {"worksheet": kind, "game": str(NIM), "out": str(file), "pages": 2}
    assert len(PAGE.findall(file.read_bytes())) == 2
    assert [entry.name for entry in tmp_path.iterdir()] == ["sheet.pdf"]


def test_mistakes_are_one_line_and_leave_no_file(run, tmp_path, monkeypatch):
    asked = ("worksheet", "cuts", "nim(rows=[1, 2])")
    for words, message in [
        (("--out", str(tmp_path / "sheet.svg")), ".pdf or .tex file, not"),
        (("--out", str(tmp_path / "sheet.pdf"), "--depth", "1"), "cuts nothing"),
    ]:
        status, _, err = run(*asked, *words)
        assert (status, err.count("\n")) == (2, 1) and message in err
    monkeypatch.setitem(sys.modules, "cairosvg", None)
    status, _, err = run(*asked, "--out", str(tmp_path / "sheet.pdf"))
    assert (status, err.count("\n")) == (2, 1) and "zermelo[figures]" in err
    assert list(tmp_path.iterdir()) == []
