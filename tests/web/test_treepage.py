"""The page of trees, and exercises in trees that a person typed, in a real browser."""

import re
from random import Random
from urllib.parse import urlencode

import pytest

from pages import FAULTS, NAMES, accessible, go, text, tool, until


def test_the_search_tree_of_a_position(page, server):
    go(page, server, "human~human", g="tictactoe", m="0,0 1,1 2,2")
    tool(page, "#tree")
    page.wait_for_selector(".zt-player")
    page.fill("#depth", "3")
    page.select_option("#against", "minimax")
    page.click("#asked .primary")
    until(lambda: page.locator(".zt-player").count() == 2)
    until(lambda: "depth 3" in text(page, "#tree"))
    until(lambda: "after a3 b2 c1" in text(page, "#title"))
    assert accessible(page, NAMES) == []
    one, other = (page.locator(".zt-stage").nth(index) for index in (0, 1))
    assert one.bounding_box()["y"] == other.bounding_box()["y"]
    for _ in range(4):  # down to the deepest nodes, while the root stays in view
        page.keyboard.press(".")
        assert [stage.evaluate("stage => stage.scrollTop") for stage in (one, other)] == [0, 0]
    page.click("#play")
    page.wait_for_selector(".zermelo-target")
    until(lambda: page.locator(".zermelo-piece").count() == 3)


def test_a_tree_in_points_by_the_link_and_by_choice(page, server):
    link = urlencode({"g": "kalah(pits=2, seeds=1)", "b": "score"})
    page.goto(f"{server.address}/tree#{link}")
    page.wait_for_selector(".zt-player")
    until(lambda: page.locator("#by").input_value() == "score")
    page.keyboard.press("End")
    until(lambda: "α = −4, β = +4" in text(page, "#tree"))
    until(lambda: "Points are MAX’s" in text(page, "#tree"))
    page.select_option("#by", "outcome")
    page.click("#asked .primary")
    until(lambda: text(page, "#busy") == "" and "Values are" in text(page, "#tree"))
    page.locator("#tree").press("End")
    until(lambda: "α = −1, β = 1" in text(page, "#tree"))
    page.goto(f"{server.address}/tree#g=nim")
    until(lambda: "nim" in text(page, "#title").lower() and page.locator("#valued").is_hidden())


def test_a_search_says_that_it_is_busy_and_can_be_cancelled(page, server):
    page.goto(f"{server.address}/tree#g=nim")
    page.wait_for_selector(".zt-player")
    shown = text(page, "#tree")
    held = []
    page.route("**/api/trees", lambda route: held.append(route))  # the answer never comes
    page.click("#asked .primary")
    until(lambda: text(page, "#busy") == "Searching …")
    page.click("#cancel")
    until(lambda: text(page, "#busy") == "" and page.locator("#cancel").is_hidden())
    until(lambda: page.locator("#error").is_hidden())
    until(lambda: text(page, "#tree") == shown)


@pytest.mark.parametrize(
    ("algorithm", "hidden", "field", "number", "told"),
    [
        ("pn", "#against", "#least", "0", ("claim: a draw", "The claim is proven.")),
        ("mcts", "#least", "#simulations", "40", ("40 simulations", "40 / 40")),
    ],
)
def test_a_tree_that_grows(page, server, algorithm, hidden, field, number, told):
    page.goto(f"{server.address}/tree#{urlencode({'g': 'tictactoe', 'm': 'a3 b2 c1'})}")
    page.wait_for_selector(".zt-player")
    page.select_option("#algorithm", algorithm)
    until(lambda: page.locator("#depth").is_hidden() and page.locator(hidden).is_hidden())
    page.fill(field, number)
    page.click("#asked .primary")
    page.wait_for_selector(f"h2:text('{algorithm}')")
    page.keyboard.press("End")
    until(lambda: all(words in text(page, "#tree") for words in told))
    assert accessible(page, NAMES) == []


@pytest.mark.parametrize("width", [1280, 1920])
@pytest.mark.parametrize("search", ["a=alphabeta&v=minimax", "a=mcts", "a=bounds", "a=pn"])
def test_nothing_in_a_tree_covers_anything_else(page, server, search, width):
    page.set_viewport_size({"width": width, "height": 1000})
    page.goto(f"{server.address}/tree#g=tictactoe&m=0,0+1,1+0,2+0,1+2,1&{search}")
    page.wait_for_selector("[role=treeitem]")
    for name in ("Forward", "Next cut", "End"):
        button = page.get_by_role("button", name=name).first
        if button.is_visible():
            button.click()
            assert page.evaluate(FAULTS) == []


RECORD = """(tree) => {
  const { value, numbers, end, position } = it.recordOf(tree);
  return [numbers[value[0]], end.filter((how) => how === 3).length, position.length];
}"""


def worth(tree, maximizing: bool = True) -> float:
    """The value of a tree by minimax."""
    if not isinstance(tree, list):
        return tree
    values = [worth(child, not maximizing) for child in tree]
    return max(values) if maximizing else min(values)


def size(tree) -> int:
    return 1 + sum(map(size, tree)) if isinstance(tree, list) else 1


def draw_tree(chance: Random, levels: int):
    if levels == 0 or chance.random() < 0.1:
        return chance.randint(-5, 5)
    return [draw_tree(chance, levels - 1) for _ in range(chance.randint(1, 3))]


def test_a_tree_is_worth_what_minimax_says_and_cuts_save_nodes(script):
    chance, cuts = Random(7), 0
    for _ in range(40):
        tree = [draw_tree(chance, 3) for _ in range(2)]
        value, cut, nodes = script("typed", RECORD, tree)
        assert value == worth(tree)
        assert nodes <= size(tree) and (nodes < size(tree)) == (cut > 0)
        cuts += cut
    assert cuts > 10


def test_texts_are_read_and_written_and_what_is_wrong_is_said(script):
    assert script("typed", "it.parseTree", "((3,5),(2, −9.5))") == [[3, 5], [2, -9.5]]
    assert script("typed", "it.writeTree", [[3, 5], [2, -9.5]]) == "((3,5),(2,-9.5))"
    tried = "(text) => { try { it.parseTree(text); } catch (error) { return error.message; } }"
    for wrong in ("((3,5)", "(3,x)", "()", "(1) 2", "7", ""):
        assert script("typed", tried, wrong) == f"a tree is like ((3,5),(2,9)), not {wrong}"
    assert "400 nodes" in script("typed", tried, "(" + "1," * 500 + "1)")


def test_moves_are_put_in_another_order(script):
    tree = [[3, 5], [2, [9, 1]], 4]
    assert script("typed", "it.reordered", tree, [1, 0], 1) == [[3, 5], [[9, 1], 2], 4]
    assert script("typed", "it.reordered", tree, [2], 0) == [4, [3, 5], [2, [9, 1]]]
    chance = Random(3)
    for _ in range(20):
        tree = [[[chance.randint(0, 9) for _ in "ab"] for _ in "abc"] for _ in "abc"]
        best = script("typed", "it.bestFirst", tree)
        assert worth(best) == worth(tree) and size(best) == size(tree)
        assert script("typed", "it.visited", best) <= script("typed", "it.visited", tree)


def middle(page, name: str) -> tuple[float, float]:
    box = page.get_by_role("treeitem", name=name).first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_moves_are_ordered_by_drag_and_by_keys(page, server):
    page.goto(f"{server.address}/exercises#e=order&t=((2,9),(3,5));((9,2),(3,5))")
    until(lambda: re.search("visits 7 nodes.* until it visits 6", text(page, "#score")))
    page.mouse.move(*middle(page, "b (3,5),"))
    page.mouse.down()
    page.mouse.move(*middle(page, "a (2,9),"), steps=4)
    until(lambda: page.locator(".zt-drop").count() == 1)
    page.mouse.up()
    until(lambda: "Right: 6 nodes" in text(page, "#score"))
    assert accessible(page, NAMES) == []
    page.click("#next")
    until(lambda: "tree 2 of 2" in text(page, "#title"))
    page.get_by_role("treeitem", name="b (3,5),").focus()
    page.keyboard.press("Alt+ArrowLeft")
    until(lambda: "a (3,5)" in page.evaluate("document.activeElement.textContent"))
    page.keyboard.press("Tab")
    page.get_by_role("treeitem", name="b 2,").focus()
    page.keyboard.press("Alt+ArrowLeft")
    until(lambda: "2 of 2 trees are in order. The series is done." in text(page, "#score"))
    page.goto("about:blank")
    page.goto(f"{server.address}/exercises#e=order&t=((3,5),(2,9))")  # in order already
    until(lambda: "Alpha-beta visits 7 nodes" in text(page, "#score"))


def answer(page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def test_a_series_is_worked_through_with_its_score(page, server):
    page.goto(f"{server.address}/exercises#e=cuts&t=((3,5),(2,9));((1,4),(6,0))")
    until(lambda: "tree 1 of 2" in text(page, "#title"))
    until(lambda: page.locator("#teacher").get_attribute("open") is None)
    for choice in ("Go on", "Go on", "Cut"):
        answer(page, choice)
    until(lambda: text(page, "#score") == "3 of 3 right at once")
    assert accessible(page, NAMES) == []
    page.click("#next")
    until(lambda: "tree 2 of 2" in text(page, "#title"))
    answer(page, "Cut")
    until(lambda: "so the next move may still matter" in text(page, ".zt-marks"))
    for choice in ("Next", "Go on", "Go on"):
        answer(page, choice)
    until(lambda: text(page, "#score") == "5 of 6 right at once. The series is done.")
    until(lambda: page.locator("#next").is_hidden())


def test_a_teacher_makes_a_series_and_its_link(page, server):
    page.goto(f"{server.address}/exercises")
    until(lambda: "tree 1 of 2" in text(page, "#title"))
    page.fill("#trees", "((3,5),(2,9")
    page.click("#made .primary")
    until(lambda: "a tree is like" in text(page, "#error"))
    page.fill("#trees", "((3,5),(2,9))")
    page.select_option("#kind", "windows")
    page.click("#random")
    page.click("#made .primary")
    until(lambda: "α and β: tree 1 of 2" in text(page, "#title"))
    assert "e=windows" in page.url and "t=((3,5),(2,9));(" in page.url
    page.get_by_label("α and β", exact=True).fill("-inf inf")
    answer(page, "Check")
    until(lambda: "Right. α = −∞, β = ∞." in text(page, ".zt-marks"))
    page.get_by_label("α and β", exact=True).fill("3")
    answer(page, "Check")
    until(lambda: "Two numbers" in text(page, ".zt-marks"))
    page.get_by_label("α and β", exact=True).fill("3, inf")
    answer(page, "Check")
    until(lambda: text(page, "#score").startswith("1 of 2 right at once"))
