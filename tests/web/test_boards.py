"""Boards in the page: made of what the picture says, painted, with places called by their names."""

import pytest

from pages import click, go, until

UNPAINTED = """() => [...document.querySelectorAll("#board .zermelo-svg path")].filter((path) => {
  const { fill, stroke } = getComputedStyle(path);
  return fill === "rgb(0, 0, 0)" && stroke === "none" && !path.matches(".zb-shade");
}).length"""


@pytest.mark.browser
@pytest.mark.parametrize(
    ("spec", "moves", "kind", "name"),
    [
        ("hex(size=3)", "a1 b2", "zb-hex", "b2"),
        ("kalah(pits=2, seeds=2)", "1", "zb-seed", "2"),
        ("connectfour(width=4, height=4, k=3)", "1 2", "zb-frame", "row 2 column 1"),
        ("dotsandboxes(width=1, height=1)", "a2-b2 a1-a2 b1-b2 a1-b1", "zb-wash", "a1-b2"),
    ],
)
def test_a_board_is_what_the_picture_says(page, server, spec, moves, kind, name):
    said = []
    page.on("console", lambda message: said.append(message.text))
    go(page, server, players="human~human", g=spec, m=moves)
    until(lambda: page.locator(f"#board .{kind}").count() > 0)
    assert page.evaluate(UNPAINTED) == 0
    until(lambda: page.locator("[data-point='4']").get_attribute("aria-label").startswith(name))
    assert said == []


NOTED = """window.moved = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, timing) {
  moved.push([Object.keys(frames)[0], timing.duration]);
  return animate.call(this, frames, timing);
}"""


@pytest.mark.browser
@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_disc_falls_unless_nothing_is_to_move(page, server, motion):
    page.add_init_script(NOTED)
    page.emulate_media(reduced_motion=motion)
    go(page, server, players="human~human", g="connectfour", m="1 2 1 2 1 2")
    assert page.evaluate("moved") == []
    click(page, 35)
    until(lambda: page.locator("#board .zermelo-piece").count() == 7)
    moved = [] if motion == "reduce" else [["opacity", 150], ["transform", 150]]
    until(lambda: page.evaluate("moved") == moved)
    for mark in ("zb-crown", "zb-glow", "zb-frame.zb-pierced"):
        until(lambda mark=mark: page.locator(f"#board .{mark}").count() == 1)
    until(lambda: page.evaluate("document.getAnimations().length") == 0)
    until(lambda: page.locator("#board .zb-red:not(.zb-trim)").count() == 4)  # no copy is left
    assert page.evaluate("moved") == moved


OVERLAPS = """() => {
  const boxes = (selector) =>
    [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
  const hides = (badge) => ({ x, y, width, height }) =>
    x + width / 2 > badge.left && x + width / 2 < badge.right &&
    y + height / 2 > badge.top && y + height / 2 < badge.bottom;
  const badges = boxes("#board .zermelo-worth"), pieces = boxes("#board .zermelo-piece");
  return [badges.length, badges.filter((badge) => pieces.some(hides(badge))).length];
}"""


@pytest.mark.browser
@pytest.mark.parametrize("spec", ["breakthrough(width=4, height=6)", "kalah(pits=3, seeds=2)"])
def test_badges_never_hide_a_piece(page, server, spec):
    go(page, server, players="human~human", g=spec)
    page.check("#values")
    until(lambda: page.locator("#board .zermelo-worth").count() > 0)
    badges, hiding = page.evaluate(OVERLAPS)
    assert badges > 0 and hiding == 0


@pytest.mark.browser
@pytest.mark.parametrize("spec", ["connectfour", "morris"])
def test_everything_is_on_one_screen(page, server, spec):
    page.set_viewport_size({"width": 1280, "height": 800})
    go(page, server, players="human~human", g=spec)
    page.check("#values")
    until(lambda: page.locator("#board .zermelo-worth").count() > 0)
    assert page.evaluate("document.documentElement.scrollHeight") <= 800
    assert page.locator("#moves").bounding_box()["height"] > 120
    for tab, place in (("review", "#graph svg"), ("analysis", "#thinking"), ("tools", "#load")):
        page.click(f"#tabs [value={tab}]")
        until(lambda: page.locator("#moves").is_hidden())
        for each in ("#board .zermelo-svg", "#restart", place):
            box = page.locator(each).bounding_box()
            assert box["y"] >= 0 and box["y"] + box["height"] <= 800, each


@pytest.mark.browser
def test_players_sit_where_the_board_is_turned_and_show_what_they_hold(page, server):
    go(page, server, players="human~human", g="morris", m="a7 d6 a4")

    def seats() -> list[float]:
        return [page.locator(f"#seat-{player}").bounding_box()["y"] for player in (0, 1)]

    first, second = seats()
    assert second < page.locator(".zermelo-svg").bounding_box()["y"] < first
    held = page.locator("#seat-0 .zermelo-hand")
    assert held.get_attribute("aria-label") == "in hand: 7 men" and held.locator("svg").count() == 7
    page.click("#flip")
    assert seats() == [second, first]
    page.keyboard.press("Home")
    until(lambda: held.locator("svg").count() == 9)


@pytest.mark.browser
def test_on_a_phone_panels_are_tabs(page, server):
    page.set_viewport_size({"width": 390, "height": 844})
    go(page, server, players="human~human", g="connectfour", m="4 4")
    until(lambda: page.locator("#moves").is_visible())
    until(lambda: page.locator("#save").is_hidden())
    page.get_by_role("button", name="More").click()
    until(lambda: page.locator("#moves").is_hidden())
    until(lambda: page.locator("#save").is_visible())
    box = page.locator("#save").bounding_box()
    assert box["y"] + box["height"] <= 844 and box["width"] >= 24


BEYOND = """() => {
  const { right } = document.querySelector("#board .zermelo-svg").getBoundingClientRect();
  return [...document.querySelectorAll("#board .zermelo-worth")].filter(
    (badge) => badge.getBoundingClientRect().right > right + 0.5).length;
}"""


@pytest.mark.browser
def test_the_value_of_a_piece_at_the_edge_stays_on_the_board(page, server):
    go(page, server, players="human~human", g="breakthrough")
    page.check("#values")
    until(lambda: page.locator("#board .zermelo-worth").count() > 5)
    assert page.evaluate(BEYOND) == 0
    page.click("#flip")
    until(lambda: page.locator("#board .zermelo-worth").count() > 5)
    assert page.evaluate(BEYOND) == 0
