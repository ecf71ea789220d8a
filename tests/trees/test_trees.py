"""Drawings of search trees: no nodes overlap, the SVG is sound, the text is complete."""

import re
import shlex
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import zermelo
from elements import SVG
from elements import svg_texts as texts
from pointgames import Matches
from toys import Again
from zermelo.errors import ParameterError
from zermelo.trees.layout import tidy
from zermelo.trees.page import tree_page
from zermelo.trees.record import tree_record
from zermelo.trees.svg import tree_svg

TIC_TAC_TOE = zermelo.game("tictactoe")
LATE = "XOX/OOX/..."
DOCS = Path(__file__).parent.parent.parent / "docs"


@pytest.fixture(scope="module")
def late() -> zermelo.Trace:
    return zermelo.trace(TIC_TAC_TOE, TIC_TAC_TOE.parse_state(LATE))


@st.composite
def trees(draw) -> list[list[int]]:
    """The children of each node of a random tree, numbered in preorder."""
    parents = [draw(st.integers(0, node - 1)) for node in range(1, draw(st.integers(1, 25)))]
    children: list[list[int]] = [[] for _ in range(len(parents) + 1)]
    for node, parent in enumerate(parents, 1):
        children[parent].append(node)
    return children


def levels(children: list[list[int]]) -> list[list[int]]:
    """The nodes level by level, from left to right."""
    rows, row = [], [0]
    while row:
        rows.append(row)
        row = [child for node in row for child in children[node]]
    return rows


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # the machine may be busy
@given(trees(), st.data())
def test_a_layout_overlaps_nothing_and_centres_parents(children, data):
    widths = [data.draw(st.sampled_from([10, 40, 100])) for _ in children]
    middles, width = tidy(children, widths, 7)
    for row in levels(children):
        for one, other in pairwise(row):
            apart = middles[other] - middles[one] - (widths[one] + widths[other]) / 2
            assert apart >= 7 - 1e-6
    for node, below in enumerate(children):
        if below:
            middle = (middles[below[0]] + middles[below[-1]]) / 2
            assert middles[node] == pytest.approx(middle)
    assert min(middles[n] - widths[n] / 2 for n in range(len(children))) == pytest.approx(0)
    assert max(middles[n] + widths[n] / 2 for n in range(len(children))) == pytest.approx(width)


def test_a_mirrored_tree_is_laid_out_mirrored():
    """A narrow subtree between two wide ones stands in the middle, not at one side."""
    children = [[1, 2, 3], [4, 5, 6], [], [7, 8, 9], [], [], [], [], [], []]
    middles, width = tidy(children, [10] * 10, 2)
    assert middles[2] == pytest.approx(width / 2)
    assert middles[1] == pytest.approx(width - middles[3])


def test_the_svg_shows_every_node_with_its_window_and_every_cut_with_its_inequality(late):
    drawing = tree_svg(late)
    message = texts(drawing)
    assert sum(text.startswith(("▲ ", "▼ ")) for text in message) == len(late) + 1  # and the legend
    assert sum(bool(re.fullmatch(r"\[\S+, \S+\]", text)) for text in message) == len(late)
    inequalities = [late.inequality(node) for node in range(len(late)) if late.pruned(node)]
    assert sorted(text for text in message if "≥" in text or "≤" in text) == sorted(inequalities)
    assert drawing.count('class="edge chosen"') == sum(child >= 0 for child in late.chosen)
    pruned = sum(len(late.pruned(node)) for node in range(len(late)))
    assert drawing.count('class="edge pruned"') == pruned > 0


def test_the_svg_stands_by_itself_and_tells_a_screen_reader_what_it_is(late):
    drawing = tree_svg(late)
    root = ElementTree.fromstring(drawing)
    assert root.get("role") == "img"
    title = "alphabeta on tictactoe, to the end: 9 nodes, 1 cut"
    assert root.find(f"{SVG}title").text.startswith(title)
    assert root.find(f"{SVG}desc").text.startswith("Value ")
    assert re.findall(r"https?://[^\"]+", drawing) == ["http://www.w3.org/2000/svg"]
    assert "prefers-color-scheme" in drawing
    assert "prefers-color-scheme" not in tree_svg(late, theme="dark")


def test_drawings_count_pruned_moves_and_lack_what_a_search_or_game_has_not():
    drawing = tree_svg(zermelo.trace(TIC_TAC_TOE, depth=2))
    assert texts(drawing).count("+5") == 8
    drawn = texts(tree_svg(zermelo.trace(TIC_TAC_TOE, depth=1, algorithm="minimax")))
    assert not any(text.startswith("[") for text in drawn)
    assert drawn.count("estimate") == 9
    traced = zermelo.trace(Again(size=3), algorithm="failsoft")
    assert "[−1, 1]" in texts(tree_svg(traced)) and tree_record(traced)["boards"] is None


def test_by_score_drawing_record_and_text_show_points():
    traced = zermelo.trace(Matches(size=5), by="score")
    drawing, record = texts(tree_svg(traced)), tree_record(traced)
    assert record["by"] == "score"
    assert "[−5, +5]" in drawing and traced.text(traced.value[0]) + " ✓" in drawing
    assert any("Points are MAX’s" in text for text in drawing)
    cuts = [node for node, end in enumerate(traced.end) if end == 3]
    assert all(traced.inequality(node) in drawing for node in cuts)
    printed = str(traced)
    assert "Points are MAX’s" in printed and "[−5, +5]" in printed
    assert f"value {traced.text(traced.value[0])}" in printed


def test_the_page_asks_for_nothing_from_outside_and_no_text_leaves_its_data(late):
    page = tree_page(late)
    collected = set(re.findall(r"https?://[\w./]+", page))
    assert collected == {"http://www.w3.org/2000/svg"}
    assert "default-src 'none'" in page

    class Sly(Again):
        def format_move(self, state, move: int) -> str:
            return f"</script><script>alert({move})</script>"

    page = tree_page(zermelo.trace(Sly(size=3)))
    assert "</script><script>alert" not in page


SMALL = zermelo.game("nim(rows=[1, 2])")


@pytest.mark.parametrize(
    ("algorithm", "exercise", "said"),
    [
        ("minimax", "cuts", "minimax never cuts"),
        ("alphabeta", "chess", "unknown exercise chess; choose from values, windows, cuts"),
        *((grown, "values", f"there are no exercises on {grown}") for grown in ("mcts", "pn")),
    ],
)
def test_what_cannot_be_drawn_or_set_is_refused(algorithm, exercise, said):
    tree = zermelo.trace(SMALL, algorithm=algorithm)
    with pytest.raises(ParameterError, match=said):
        tree_page(tree, exercise=exercise)
    with pytest.raises(ParameterError, match="theme should be auto, light, dark"):
        tree_svg(tree, theme="pink")
    with pytest.raises(ParameterError, match="at most 400 nodes, this search has 16,811"):
        tree_svg(zermelo.trace(TIC_TAC_TOE))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("'nim(rows=[1, 2])'", ["value 1, 10 nodes, 1 cut\n", "▲ start  1  [−1, 1]  ✂ 1 ≥ β = 1"]),
        ("tictactoe --algorithm memo", ["2,747 nodes, 1,187 cuts, 2,747 entries, 1,802 hits"]),
    ],
)
def test_without_a_file_a_small_tree_is_printed_and_a_large_one_counted(
    arguments, words, read_output
):
    out = read_output("tree", *shlex.split(arguments))
    assert all(each in out for each in words)
    assert ("1,2 pruned" in out) != ("--out FILE.html" in out)


def test_the_command_takes_moves_and_a_second_search_and_names_its_file(
    run_json, read_output, tmp_path
):
    answer = run_json("tree", "tictactoe", "--moves", "0,0 1,1 0,1", "--depth", "1")
    assert (answer["state"], answer["nodes"], answer["depth"]) == ("XX./.O./...", 7, 1)
    assert answer["out"] is None
    assert len(answer["tree"]["parent"]) == 7
    file = tmp_path / "tree.html"
    asked = ("tree", "nim(rows=[1, 2])", "--against", "minimax", "--out", str(file))
    answer = run_json(*asked)
    assert (answer["nodes"], answer["against"]["nodes"], answer["out"]) == (10, 12, str(file))
    assert file.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert str(file) in read_output(*asked).replace("\n", "")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("--out tree.gif", "--out writes a .html, .svg, .png, .pdf or .tex file, not 'tree.gif'"),
        ("--exercise cuts", "--against and --exercise need a page: add --out FILE.html"),
        ("--against memo --out t.svg", "--against and --exercise need a page"),
        ("--out tree.svg", "a drawing shows at most 400 nodes"),
        ("--algorithm engine", "'engine' is not one of"),
        ("--algorithm mcts --exercise values", "mcts cannot be compared"),
        ("--simulations 9", "--simulations needs --algorithm mcts"),
        ("--algorithm pn --seed 9", "--seed needs --algorithm mcts"),
        ("--algorithm mcts --depth 2", "mcts has no depth"),
        ("--algorithm mcts --simulations 0", "1 or more"),
        ("--algorithm pn --against minimax", "pn cannot be compared"),
        ("--least 0", "--least needs --algorithm pn"),
        ("--algorithm pn --depth 2", "pn has no depth"),
        ("--algorithm pn --least 3", "least should be from 0 to 1, not 3"),
    ],
)
def test_mistakes_are_one_line_and_no_file(arguments, said, refused, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert said in refused("tree", "tictactoe", *arguments.split())
    assert list(tmp_path.iterdir()) == []


PAGE = (DOCS / "trees.md").read_text(encoding="utf-8")


def test_the_commands_in_the_documentation_write_what_they_say(tmp_path, monkeypatch, run):
    (tmp_path / "docs").mkdir()
    monkeypatch.chdir(tmp_path)
    commands = re.findall(r"^    zermelo ((?:tree|prove) .*)$", PAGE, re.MULTILINE)
    assert len(commands) == 18
    for command in commands:
        assert run(*shlex.split(command, comments=True))[0] == 0, command
    drawn = (tmp_path / "docs" / "tree.svg").read_text(encoding="utf-8")
    assert drawn == (DOCS / "tree.svg").read_text(encoding="utf-8")
    assert "<title>alphabeta on tictactoe, to the end: 29 nodes, 5 cuts</title>" in drawn
