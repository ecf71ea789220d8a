"""A position that several lines reach has the same letters wherever it stands."""

from collections import Counter, defaultdict
from xml.etree import ElementTree

import pytest

import zermelo
from zermelo.search.traces.trace import letters
from zermelo.search.traces.tracing import trace
from zermelo.trees.page import worksheet
from zermelo.trees.record import tree_record
from zermelo.trees.svg import tree_svg

NIM = zermelo.game("nim(rows=[1, 2])")
TRACES = [
    trace(NIM, algorithm="minimax"),
    trace(NIM, algorithm="pn"),
    trace(zermelo.game("tictactoe"), algorithm="memo", depth=5),
    trace(zermelo.game("tictactoe"), algorithm="mcts", simulations=200),
]


def states(tree: zermelo.Trace) -> list[object]:
    """The state of every node, by the moves that lead to it."""
    made = [tree.states[0]]
    for node in range(1, len(tree)):
        made.append(tree.game.play(made[tree.parent[node]], int(tree.move[node])))
    return made


@pytest.mark.parametrize("tree", TRACES, ids=lambda tree: f"{tree.game} {tree.algorithm}")
def test_letters_are_equal_where_positions_are(tree):
    groups = defaultdict(set)
    marks, there = letters(tree), states(tree)
    times = Counter(there)
    for state, mark in zip(there, marks, strict=True):
        assert bool(mark) == (times[state] > 1)
        if mark:
            groups[mark].add(state)
    assert groups and all(len(group) == 1 for group in groups.values())


def test_letters_go_on_after_z():
    first = list(dict.fromkeys(filter(None, letters(TRACES[2]))))
    assert first[:2] == ["A", "B"] and first[25:28] == ["Z", "AA", "AB"] and first[52] == "BA"


@pytest.mark.browser
@pytest.mark.parametrize("tree", TRACES, ids=lambda tree: f"{tree.game} {tree.algorithm}")
def test_the_player_has_the_same_letters(script, tree):
    given = """(record) => {
        const search = new it.Search(record);
        return Array.from(search.level.keys(), (node) => search.letters(node));
    }"""
    assert script("treesearch", given, tree_record(tree)) == letters(tree)


@pytest.mark.browser
def test_the_page_leads_from_a_position_to_the_same_one(opened):
    tree = TRACES[0]
    page = opened(tree)
    twins = page.locator("[role=treeitem]").filter(has=page.locator(".zt-twin", has_text="B"))
    assert twins.count() == letters(tree).count("B") == 3
    assert page.locator(".zt-link").count() == 0
    twins.first.click()
    assert page.locator(".zt-link").count() == page.locator(".zt-same").count() == 2
    page.get_by_role("button", name="1,1 0,1 1,1").click()
    assert page.locator(".zt-detail h3").inner_text() == "1,1 0,1 1,1"
    assert page.locator(".zt-same").count() == 2


def test_a_drawing_has_the_letters_and_a_worksheet_has_not():
    def drawn(svg: str) -> list[str]:
        return [
            each.text for each in ElementTree.fromstring(svg).iter() if each.tag.endswith("}text")
        ]

    marks = letters(TRACES[0])
    texts = drawn(tree_svg(TRACES[0]))
    assert "Nodes with the same letter are the same position." in texts
    assert [texts.count(mark) for mark in "ABC"] == [marks.count(mark) for mark in "ABC"]
    sheet, key = worksheet("values", NIM, NIM.start())
    assert drawn(sheet).count("A") == 0 and drawn(key).count("A") == marks.count("A")
