"""Exercises in the player of trees, and treelayout.js: where the items of a tree are drawn."""

import itertools
import random
import re

import pytest

import zermelo
from pages import clock, press, said
from zermelo.search.traces.trace import number_text
from zermelo.trees.layout import tidy

NIM = zermelo.game("nim(rows=[1, 2])")


def fill_in(page, answer: str) -> str:
    """What the page replies to `answer`."""
    page.get_by_label("Its value").fill(answer)
    press(page, "Check")
    return page.locator(".zt-marks").inner_text()


def asked_in_turn(trace: zermelo.Trace) -> list[int]:
    """The nodes with children, in the order in which a search returns from them."""
    inner = [node for node in range(len(trace)) if trace.size[node] > 1]
    return sorted(inner, key=lambda node: (node + trace.size[node], -node))


def test_values_are_hidden_until_they_are_filled_in(opened):
    trace = zermelo.trace(NIM)
    page = opened(trace, exercise="values")
    inner = asked_in_turn(trace)
    assert page.get_by_role("treeitem", name=re.compile("window")).count() == 0
    for node in inner:
        assert page.locator(".zt-current .zt-value").inner_text() != "?"
        assert fill_in(page, number_text(trace.value[node])).startswith("Right.")
    assert f"{len(inner)} of {len(inner)} right at once" in page.locator(".zt-marks").inner_text()


def test_a_wrong_value_is_asked_again_and_a_hint_given(opened):
    page = opened(zermelo.trace(NIM), exercise="values")
    assert "its moves gave 1. What is it worth?" in said(page)
    assert fill_in(page, "soon").startswith("A number, please")
    assert fill_in(page, "-1").startswith("Not quite. All values are MAX’s, here too: MAX")
    assert fill_in(page, "1").startswith("Right. MAX takes 1, by 1,1.")
    assert "0 of 1 right at once" in page.locator(".zt-marks").inner_text()
    step = clock(page)
    press(page, "Forward")  # a question stops the steps
    assert clock(page) == step
    press(page, "Show me")
    assert "MIN takes −1, by 1,2." in page.locator(".zt-marks").inner_text()


def test_how_many_moves_were_pruned_is_said(opened):
    trace = zermelo.trace(zermelo.game("nim(rows=[2, 2])"))
    page = opened(trace, exercise="values")
    asked = []
    inner = asked_in_turn(trace)
    for node in inner:
        asked.append(said(page))
        fill_in(page, number_text(trace.value[node]))
    counts = {len(trace.pruned(node)) for node in inner} - {0}
    assert max(counts) > 1
    for count in counts:
        assert any(f", {count} more pruned. What" in question for question in asked)


def test_cuts_are_found_or_missed(opened):
    trace = zermelo.trace(NIM)
    page = opened(trace, exercise="cuts")
    assert "Go on with its next move, or cut?" in said(page)
    assert page.locator(".zt-item.zt-pruned").count() == 0
    asked = said(page)
    press(page, "Cut")
    reply = "Not quite. α = −1 is below β = 1, so the next move may still matter: go on."
    assert page.locator(".zt-marks").inner_text().startswith(reply)
    assert said(page) == asked  # the explanation stands with its question
    press(page, "Next")
    answers = []
    while page.get_by_role("button", name="Go on").is_visible():
        press(page, "Go on" if "α = −1, β = 1:" in said(page).replace(".", ":") else "Cut")
        answers.append(page.locator(".zt-marks").inner_text())
    assert answers[-1].startswith("Right. Cut: 1 ≥ β = 1, no value can be better for MAX.")


def test_an_exercise_can_be_begun_and_left_in_the_page(opened):
    page = opened(zermelo.trace(NIM))
    page.get_by_label("Exercise").select_option("values")
    assert "What is it worth?" in said(page)
    page.get_by_label("Exercise").select_option("")
    assert said(page).endswith("The search is done.")


LAY = """(root, gap) => {
    const size = it.layTidy(root, gap), places = [];
    const visit = (item) => { places.push([item.x, item.y]); item.children.forEach(visit); };
    visit(root);
    return { size, places };
}"""


def item(*children: dict, width: float = 20) -> dict:
    return {"width": width, "height": 30, "children": list(children)}


def grown(chance: random.Random, left: int) -> dict:
    """A random tree with at most `left` items below its root."""
    children = []
    while left > 0 and chance.random() < 0.8:
        share = chance.randint(1, left)
        children.append(grown(chance, share - 1))
        left -= share
    return item(*children, width=chance.choice([8, 20, 55.5]))


def list_items(root: dict) -> tuple[list[list[int]], list[float], list[int]]:
    """The children, widths and levels of all items, which are numbered as they are visited."""
    children, widths, levels = [], [], []

    def visit(one: dict, level: int) -> int:
        number = len(widths)
        children.append([])
        widths.append(one["width"])
        levels.append(level)
        children[number].extend(visit(child, level + 1) for child in one["children"])
        return number

    visit(root, 0)
    return children, widths, levels


@pytest.mark.parametrize("seed", range(12))
def test_any_tree_is_laid_out_as_in_python(script, seed):
    root = grown(random.Random(seed), 30) if seed else item()
    root["width"] = 200 if seed % 3 == 1 else root["width"]
    result = script("treelayout", LAY, root, 20)
    children, widths, levels = list_items(root)
    middles, width = tidy(children, widths, 10)
    assert [x for x, _ in result["places"]] == pytest.approx(middles)
    assert [y for _, y in result["places"]] == [50 * level for level in levels]
    assert result["size"]["width"] == pytest.approx(width)
    assert result["size"]["height"] >= 50 * max(levels) + 30


@pytest.mark.parametrize("seed", range(10))
def test_a_tree_squeezed_into_a_room_keeps_its_order_and_stays_within(script, seed):
    chance = random.Random(seed)
    root = grown(chance, 30)
    squeezed = """(root, room) => {
        it.trim(root, room, (one) => one.kept || one.count, (above, count) => (
            { width: 20, height: 30, children: [], above, kind: "more", count }));
        const { width } = it.layTidy(root, 20, room), rows = [];
        for (let row = [root]; row.length; row = row.flatMap(({ children }) => children))
            rows.push(row.map((one) => [one.x, one.width, one.count ?? 0, one.kept ?? false]));
        return { width, rows };
    }"""
    root["kept"] = True
    one = root
    while one["children"]:
        one = chance.choice(one["children"])
        one["kept"] = True
    result = script("treelayout", squeezed, root, 160)
    assert result["width"] <= 160
    for row in result["rows"]:
        edges = [(x - width / 2, x + width / 2) for x, width, _, _ in row]
        assert edges[0][0] >= -1e-9 and edges[-1][1] <= 160 + 1e-9
        assert all(right < left for (_, right), (left, _) in itertools.pairwise(edges))
    assert sum(kept for row in result["rows"] for *_, kept in row) == depth(root)


def depth(root: dict) -> int:
    """How many levels down the kept items reach."""
    return 1 + max((depth(child) for child in root["children"] if child.get("kept")), default=0)
