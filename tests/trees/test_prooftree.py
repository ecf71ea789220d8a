"""Trees of proof-number search: the numbers at every step, the page, drawing and command."""

import re
from xml.etree import ElementTree

import pytest

import zermelo
from treepages import clock, press, said
from zermelo.errors import ParameterError
from zermelo.search.traces.tracing import trace
from zermelo.trees.page import tree_page
from zermelo.trees.record import tree_record
from zermelo.trees.svg import tree_svg

NIM = zermelo.game("nim(rows=[1, 2])")
BOARD = zermelo.game("domineering(width=3, height=3)")
HISTORY = """(record) => {
    const search = new it.ProofSearch(record), nodes = Array.from(search.level.keys()), all = [];
    for (let step = 1; step <= search.steps; step++) {
        const there = nodes.filter((node) => search.entered(node) <= step);
        all.push({
            numbers: there.map((node) => [node, search.result(node, step)]),
            event: search.event(step).node,
            parents: there.map((node) => search.parent[node]),
        });
    }
    return all;
}"""


def shown(tree: zermelo.Trace, node: int, step: int) -> str:
    return " | ".join("∞" if number < 0 else str(number) for number in tree.numbers(node, step))


@pytest.mark.browser
@pytest.mark.parametrize("game", [NIM, BOARD], ids=str)
def test_the_player_has_the_numbers_of_every_step(script, game):
    tree = trace(game, algorithm="pn")
    steps = script("treegrown", HISTORY, tree_record(tree))
    assert len(steps) == tree.steps
    for step, seen in enumerate(steps, 1):
        there = [node for node in range(len(tree)) if tree.born[node] <= step]
        assert seen["numbers"] == [[node, shown(tree, node, step)] for node in there]
        assert seen["parents"] == [tree.parent[node] for node in there]
        assert step == 1 or tree.expanded[seen["event"]] == step


@pytest.mark.browser
def test_the_page_steps_through_a_proof_and_back(opened):
    tree = trace(BOARD, algorithm="pn")
    page = opened(tree, end=False)
    assert said(page) == "Can player 1 (∩) reach a win? Press Forward to begin."
    heard = []
    while clock(page) < tree.steps:
        press(page, "Forward")
        root = page.get_by_role("treeitem", name=re.compile("^start"))
        assert shown(tree, 0, clock(page)) in root.inner_text()
        heard.append((clock(page), said(page)))
    assert heard[0][1] == "The root is made: its numbers are 1 | 1."
    assert heard[1][1] == (
        "The root is expanded: 6 moves. OR takes the least proof number, the sum of disproof "
        "numbers: 1 | 6."
    )
    assert heard[-1][1].endswith("The claim is proven.")
    for step, words in reversed(heard):
        assert (clock(page), said(page)) == (step, words)
        press(page, "Back")
    assert page.get_by_label("Exercise").is_disabled()


@pytest.mark.browser
def test_screen_readers_hear_both_numbers(opened):
    page = opened(trace(NIM, algorithm="pn"))
    name = "start, OR to move, proof number 0, disproof number ∞, proven"
    assert page.get_by_role("treeitem", name=name).is_visible()
    assert page.get_by_role("treeitem", name=re.compile("^0,1, AND.*∞.* 0, refuted")).is_visible()


def test_the_drawing_shows_every_node_with_its_numbers():
    tree = trace(NIM, algorithm="pn")
    elements = ElementTree.fromstring(tree_svg(tree)).iter()
    drawn = [each.text for each in elements if each.tag.endswith("}text")]
    numbers = sorted(text for text in drawn if " | " in text and "proof" not in text)
    assert numbers == sorted(shown(tree, node, tree.steps) for node in range(len(tree)))
    assert drawn.count("proven") == tree.value.count(1)
    assert drawn.count("refuted") == tree.value.count(-1)
    assert drawn[0] == "pn on nim(rows=[1, 2]), a win: 11 nodes"


def test_there_are_no_exercises_on_it():
    with pytest.raises(ParameterError, match="there are no exercises on pn"):
        tree_page(trace(NIM, algorithm="pn"), exercise="values")


def test_the_command_proves_refutes_and_refuses(run, run_json):
    status, out, _ = run("tree", "nim(rows=[1, 2])", "--algorithm", "pn")
    assert status == 0 and "a win is proven, 11 nodes" in out and "▲ start  0 | ∞" in out
    _, out, _ = run("tree", "nim(rows=[1, 1])", "--algorithm", "pn")
    assert "a win is refuted" in out
    result = run_json("tree", "tictactoe", "--algorithm", "pn", "--least", "0")
    assert (result["least"], result["value"]) == (0, 1)
    assert (result["tree"]["proof"][0], result["tree"]["disproof"][0]) == (0, None)
    assert "alpha" not in result["tree"]
    for arguments, fault in (
        (("--algorithm", "pn", "--against", "minimax"), "pn compares with no other search"),
        (("--least", "0"), "--least is for pn: add --algorithm pn"),
        (("--algorithm", "pn", "--depth", "2"), "pn has no depth"),
        (("--algorithm", "pn", "--least", "3"), "least should be from 0 to 1, not 3"),
    ):
        status, _, err = run("tree", "tictactoe", *arguments)
        assert status == 2 and fault in err and err.count("\n") == 1
