"""The page of trees, in a real browser."""

from urllib.parse import urlencode

import pytest

from pages import NAMES, accessible, go, text, tool, until

pytestmark = pytest.mark.browser


def test_the_search_tree_of_a_position(page, server):
    go(page, server, "human~human", g="tictactoe", m="0,0 1,1 2,2")
    tool(page, "#tree")
    page.wait_for_selector(".zt-player")
    page.fill("#depth", "3")
    page.select_option("#against", "minimax")
    page.click("#asked .primary")
    until(lambda: page.locator(".zt-player").count() == 2)
    until(lambda: "depth 3" in text(page, "#tree"))
    until(lambda: "after 0,0 1,1 2,2" in text(page, "#title"))
    assert accessible(page, NAMES) == []
    one, other = (page.locator(".zt-stage").nth(index) for index in (0, 1))
    assert one.bounding_box()["y"] == other.bounding_box()["y"]
    for _ in range(4):  # into the deepest nodes, while the root stays in view
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
    page.route("**/api/trees", lambda route: held.append(route))  # an answer that does not come
    page.click("#asked .primary")
    until(lambda: text(page, "#busy") == "Searching …")
    page.click("#cancel")
    until(lambda: text(page, "#busy") == "" and page.locator("#cancel").is_hidden())
    until(lambda: page.locator("#error").is_hidden())
    until(lambda: text(page, "#tree") == shown)


def test_a_proof_by_its_numbers(page, server):
    page.goto(f"{server.address}/tree#{urlencode({'g': 'tictactoe', 'm': 'a3 b2 c1'})}")
    page.wait_for_selector(".zt-player")
    page.select_option("#algorithm", "pn")
    until(lambda: page.locator("#depth").is_hidden())
    until(lambda: page.locator("#against").is_hidden())
    page.fill("#least", "0")
    page.click("#asked .primary")
    page.wait_for_selector("h2:text('pn')")
    page.keyboard.press("End")
    until(lambda: "claim: a draw" in text(page, "#tree"))
    until(lambda: "The claim is proven." in text(page, "#tree"))
    assert accessible(page, NAMES) == []


def test_simulations_by_their_number(page, server):
    page.goto(f"{server.address}/tree#{urlencode({'g': 'tictactoe', 'm': 'a3 b2 c1'})}")
    page.wait_for_selector(".zt-player")
    page.select_option("#algorithm", "mcts")
    until(lambda: page.locator("#depth").is_hidden())
    until(lambda: page.locator("#least").is_hidden())
    page.fill("#simulations", "40")
    page.click("#asked .primary")
    page.wait_for_selector("h2:text('mcts')")
    page.keyboard.press("End")
    until(lambda: "40 simulations" in text(page, "#tree"))
    until(lambda: "40 / 40" in text(page, "#tree"))
    assert accessible(page, NAMES) == []


OVERLAPS = """() => {
  const box = (one) => one.getBoundingClientRect();
  const clash = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const wrong = [];
  for (const stage of document.querySelectorAll(".zt-stage")) {
    const items = [...stage.querySelectorAll(".zt-item")];
    const words = ".zt-move, .zt-value, .zt-window, .zt-tag:not(.zt-difference)";
    const texts = [...stage.querySelectorAll(words)].map((one) => [one.closest(".zt-item"), one]);
    const pills = [...stage.querySelectorAll(".zt-fold, .zt-difference, .zt-twin")];
    items.forEach((one, index) => items.slice(index + 1).forEach((other) =>
      clash(box(one), box(other)) && wrong.push(`${one.innerText} | ${other.innerText}`)));
    for (const [item, text] of texts) {
      const [inner, outer] = [box(text), box(item)];
      const within = inner.left >= outer.left - 1 && inner.right <= outer.right + 1;
      if (!within) wrong.push(`leaves: ${text.innerText}`);
      for (const pill of pills.filter((each) => clash(box(each), inner)))
        wrong.push(`${pill.innerText} on ${text.innerText}`);
    }
  }
  return wrong;
}"""


@pytest.mark.browser
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
            assert page.evaluate(OVERLAPS) == []
