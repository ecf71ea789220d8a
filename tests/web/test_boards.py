"""Boards in the page: made of what the picture says, painted, with places called by their names."""

from __future__ import annotations

import pytest

from pages import go, until

UNPAINTED = """() => [...document.querySelectorAll("#board .zermelo-svg path")].filter((path) => {
  const { fill, stroke } = getComputedStyle(path);
  return fill === "rgb(0, 0, 0)" && stroke === "none" && !path.matches(".zb-shade");
}).length"""


@pytest.mark.browser
@pytest.mark.parametrize(
    ("spec", "moves", "kind", "name"),
    [
        ("hex(size=3)", "a1 b2", "zb-hex", "b2"),
        ("kalah(pits=2, seeds=2)", "1", "zb-seed", "row 1 column 2"),
        ("connectfour(width=4, height=4, k=3)", "1 2", "zb-frame", "row 2 column 1"),
        ("dotsandboxes(width=1, height=1)", "-0,0 |0,0 |1,0 -0,1", "zb-wash", "row 2 column 2"),
    ],
)
def test_a_board_is_what_the_picture_says(page, server, spec, moves, kind, name):
    go(page, server, players="human~human", g=spec, m=moves)
    assert page.locator(f"#board .{kind}").count() > 0
    assert page.evaluate(UNPAINTED) == 0
    assert page.locator("[data-point='4']").get_attribute("aria-label").startswith(name)


@pytest.mark.browser
def test_labels_are_as_big_on_a_large_board_as_on_a_small_one(page, server):
    heights = []
    for spec in ("isolation(width=4, height=4)", "gomoku"):
        go(page, server, players="human~human", g=spec)
        heights.append(page.locator(".zermelo-label").first.bounding_box()["height"])
    assert max(heights) < 2.5 * min(heights) and min(heights) > 8


@pytest.mark.browser
@pytest.mark.parametrize("spec", ["connectfour", "morris"])
def test_everything_is_on_one_screen(page, server, spec):
    page.set_viewport_size({"width": 1280, "height": 800})
    go(page, server, players="human~human", g=spec)
    page.check("#values")
    until(lambda: page.locator("#board .zermelo-worth").count() > 0)
    assert page.evaluate("document.documentElement.scrollHeight") <= 800
    for place in ("#board .zermelo-svg", "#restart", "#graph svg", "#moves", "#load"):
        box = page.locator(place).bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= 800, place
