"""Trees of numbers, whose values a student backs up by hand, and worksheets of searches."""

import json
import re
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

import zermelo
from elements import svg_texts as texts
from zermelo.errors import ParameterError
from zermelo.search.traces.tracing import SEARCHES
from zermelo.trees.numbers import number_tree, text_of
from zermelo.trees.page import BLANK, TASKS, tree_page, worksheet
from zermelo.trees.svg import tree_svg

NUMBERS = st.integers(-20, 20) | st.sampled_from([-9.5, 0.25, 2.5])
TREES = st.lists(
    st.recursive(NUMBERS, lambda below: st.lists(below, min_size=1, max_size=3), max_leaves=12),
    min_size=1,
    max_size=3,
)


def backed_up(node, best=max):
    other = min if best is max else max
    return best(backed_up(child, other) for child in node) if isinstance(node, list) else node


@given(TREES)
@pytest.mark.parametrize("algorithm", SEARCHES)
def test_every_search_finds_the_value_of_any_ragged_tree(algorithm, tree):
    game = number_tree(json.dumps(tree))
    traced = zermelo.trace(game, algorithm=algorithm)
    assert traced.value[0] == backed_up(tree)
    assert number_tree(str(game)).tree == game.tree
    written = json.dumps(tree).translate({ord("["): "(", ord("]"): ")", ord(" "): None})
    assert str(game) == text_of(game.tree) == written


def test_windows_begin_without_bounds_and_numbers_have_no_sign():
    traced = zermelo.trace(number_tree("((3,5),(2,9,8))"))
    assert (traced.nodes, traced.inequality(4)) == (6, "2 ≤ α = 3")
    drawn = tree_svg(traced)
    assert "[−∞, ∞]" in drawn and "+3" not in drawn and "game over" not in drawn
    page = tree_page(traced)
    record = json.loads(
        re.search(r'id="given">(.*?)</script>', page)[1], parse_constant=lambda name: 1 / 0
    )["record"]
    assert record["numbers"] == ["-Infinity", 2, 3, 5, "Infinity"]


@pytest.mark.parametrize(
    "text",
    ["3", "()", "((3,5),(2,9", "(a,b)", "(true,2)", "(1e999,2)", "(" * 9999, "(1 2)", "(1,)"],
)
def test_another_text_is_no_tree(text):
    with pytest.raises(ParameterError, match="write a tree of numbers like"):
        number_tree(text)
    with pytest.raises(ParameterError, match="at most 400"):
        number_tree(f"({','.join('1' * 400)})")


@pytest.mark.parametrize("kind", ["values", "cuts"])
@pytest.mark.parametrize("text", ["((3,5),(2,9,8),(4,1))", "(((5,6),7),(1,2))"])
def test_variants_have_one_shape_other_numbers_and_their_own_keys(kind, text):
    tree, numbers = number_tree(text), set()
    for seed in range(6):
        sheet, key = worksheet(kind, tree, seed=seed)
        assert (sheet, key) == worksheet(kind, tree, seed=seed)
        leaves = re.findall(r'class="value"[^>]*>(−?\d+)', sheet)
        solved = re.findall(r'class="value"[^>]*>(−?\d+)', key)
        assert len(leaves) == len(re.findall(r"\d", text))
        assert kind == "cuts" or set(leaves) <= set(solved)
        assert f">Sheet {seed}: " in sheet and f">Key {seed}: " in key
        numbers.add(tuple(leaves))
    assert len(numbers) == 6


def test_variants_of_a_game_are_other_positions_and_some_trees_make_no_sheet():
    sheets = [worksheet("cuts", zermelo.game("tictactoe"), seed=seed) for seed in range(4)]
    assert len({sheet for sheet, _ in sheets}) == 4
    with pytest.raises(ParameterError, match="no variant"):
        worksheet("cuts", zermelo.game("nim(rows=[1])"), seed=1)
    with pytest.raises(ParameterError, match="search less deeply"):
        worksheet("values", TIC_TAC_TOE, TIC_TAC_TOE.start())
    with pytest.raises(ParameterError, match="too wide"):
        worksheet("values", zermelo.game("nim(rows=[30])"), None, depth=1)
    with pytest.raises(ParameterError, match="cuts nothing"):
        worksheet("cuts", NIM, NIM.start(), depth=1)


def test_the_commands_take_trees_of_numbers(refused, run_json, tmp_path):
    tree = "((3,5),(2,9,8))"
    assert run_json("tree", tree)["value"] == 3
    out = tmp_path / "class.tex"
    made = run_json("tree", tree, "--exercise", "cuts", "--out", str(out), "--variants", "7-9")
    assert (made["pages"], made["variants"]) == (6, [7, 8, 9])
    titles = re.findall(r"(?:Sheet|Key) \d", out.read_text())
    pages = [f"{page} {number}" for page in ("Sheet", "Key") for number in "789"]
    assert list(dict.fromkeys(titles)) == pages
    sheet = ("tree", tree, "--out", str(out), "--exercise")
    for words, message in [
        (("tree", tree, "--depth", "1"), "to its leaves"),
        (("tree", tree, "--algorithm", "mcts"), "needs a game"),
        ((*sheet, "tree"), "no positions to draw"),
        ((*sheet, "windows"), "only be found on a page"),
        ((*sheet, "cuts", "--variants", "9-7"), "1 to 1000 sheets"),
        ((*sheet, "cuts", "--variants", "a"), "like 30 or 7-9"),
        ((*sheet, "cuts", "--against", "minimax"), "leave out --against"),
        (("tree", tree, "--variants", "2"), "needs --exercise"),
        (("tree", "nim", "--exercise", "tree", "--out", "a.html"), "drawn on paper"),
    ]:
        assert message in refused(*words)


TIC_TAC_TOE = zermelo.game("tictactoe")
LATE = TIC_TAC_TOE.parse_state("XOX/OOX/...")
NIM = zermelo.game("nim(rows=[1, 2])")
PAGE = re.compile(rb"/Type\s*/Page\b")


@pytest.mark.parametrize("kind", TASKS)
def test_a_sheet_has_blanks_for_what_its_reader_is_to_find(kind):
    sheet, key = worksheet(kind, TIC_TAC_TOE, LATE)
    whole = zermelo.trace(TIC_TAC_TOE, LATE, algorithm="minimax")
    over = [TIC_TAC_TOE.outcome(whole.state(node)) != zermelo.ONGOING for node in range(len(whole))]
    inner, leaves = over.count(False), over.count(True)
    values, moves = texts(sheet, "value"), texts(sheet, "move")
    assert values.count(BLANK) == inner + (leaves if kind == "tree" else 0)
    assert sum(BLANK in move for move in moves) == (len(whole) - 1 if kind == "tree" else 0)
    blanks = sum(BLANK in text for text in texts(sheet, "small"))
    assert blanks == (len(whole) if kind == "cuts" else 0)
    assert "✓" not in sheet and "edge chosen" not in sheet and "≤" not in sheet
    assert TASKS[kind] in texts(sheet, "quiet")
    assert BLANK not in "".join(texts(key, "value")) and texts(key, "title")[0].startswith("Key: ")


def test_sheets_leave_out_what_is_asked_and_keys_are_the_drawing_of_the_search():
    sheet, key = worksheet("tree", TIC_TAC_TOE, LATE)
    assert sheet.count('class="strike"') == 0 < key.count('class="strike"')
    assert sheet.count('class="first stroke"') == 3 < key.count('class="first stroke"')
    for kind, algorithm in (("values", "minimax"), ("cuts", "alphabeta")):
        _, key = worksheet(kind, TIC_TAC_TOE, LATE)
        trace = zermelo.trace(TIC_TAC_TOE, LATE, algorithm=algorithm)
        assert key.replace("Key: ", "") == tree_svg(trace, theme="light")


@pytest.mark.parametrize("kind", TASKS)
def test_the_command_writes_two_pages(kind, run_json, tmp_path):
    file = tmp_path / "sheet.pdf"
    answer = run_json("tree", "nim(rows=[1, 2])", "--exercise", kind, "--out", str(file))
    assert answer == {"exercise": kind, "game": str(NIM), "out": str(file), "pages": 2}
    assert len(PAGE.findall(file.read_bytes())) == 2
    assert [entry.name for entry in tmp_path.iterdir()] == ["sheet.pdf"]


def test_mistakes_are_one_line_and_leave_no_file(refused, tmp_path, monkeypatch):
    asked = ("tree", "nim(rows=[1, 2])", "--exercise", "cuts")
    for words, message in [
        (("--out", str(tmp_path / "sheet.svg")), "or FILE.pdf to print"),
        (("--out", str(tmp_path / "sheet.pdf"), "--depth", "1"), "cuts nothing"),
        (("--out", str(tmp_path / "sheet.pdf")), "zermelo[figures]"),
    ]:
        if "[" in message:
            monkeypatch.setitem(sys.modules, "cairosvg", None)
        assert message in refused(*asked, *words)
    assert list(tmp_path.iterdir()) == []
