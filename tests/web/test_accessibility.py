"""The page for everyone: axe-core, and the width of a phone."""

from itertools import product

import pytest

from pages import GAMES, NAMES, accessible, go, put, text, until

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
def test_axe_finds_nothing(page, server, scheme, width):
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(color_scheme=scheme)
    go(page, server, "human~human", g="tictactoe", m="1,1 0,1 0,0")
    page.check("#values")
    until(lambda: "mistake" in text(page, "#faults"))
    assert accessible(page, NAMES) == []
    page.click("#new")
    page.select_option("#game", "isolation")
    assert accessible(page, NAMES) == []
    page.keyboard.press("Escape")
    for tab in ("analysis", "review", "tools"):
        page.click(f"#tabs [value={tab}]")
        assert accessible(page, NAMES) == []
    page.click("#set-up")
    put(page, 2)
    until(lambda: "X should have" in text(page, "#set-up-status"))
    assert accessible(page, NAMES) == []


@pytest.mark.parametrize("name", ["nim", "morris"])
def test_at_phone_width_everything_is_there(page, server, name):
    page.set_viewport_size({"width": 390, "height": 844})
    go(page, server, **GAMES[name])
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    board = page.locator(".zermelo-svg").bounding_box()
    assert board["x"] >= 0 and board["width"] > 300 and board["y"] + board["height"] < 844
    for button in ("#undo", "#hint", "#new", "#values"):
        until(lambda button=button: page.locator(button).is_visible())
    point = page.locator(".zermelo-legal").first
    assert point.bounding_box()["width"] >= 24
    point.click()


@pytest.mark.parametrize("path", ["/", "/play#g=tictactoe&p=human~human", "/tree#g=nim"])
def test_a_theme_is_chosen_on_any_page_and_kept(page, server, path):
    page.emulate_media(color_scheme="light")

    def dark() -> bool:
        return page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(22, 24, 29)"

    page.goto(server.address + path)
    page.click("#theme")
    until(lambda: page.get_by_label("Theme: light").count() == 1)
    until(lambda: not dark())
    page.click("#theme")
    until(lambda: page.get_by_label("Theme: dark").count() == 1)
    until(lambda: dark())
    page.reload()
    page.wait_for_selector("#theme")
    assert dark() and accessible(page, NAMES) == []
    page.emulate_media(color_scheme="dark")
    page.click("#theme")
    page.click("#theme")
    assert not dark()


SMALL = """() => [...document.querySelectorAll(
  "a, button, select, input:not([type=hidden]), summary, textarea, [role=button], [role=treeitem]"
)].filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.hidden)
  .map((one) => [one, one.closest("label") ?? one.querySelector("rect") ?? one])
  .map(([one, shape]) => [one, shape.getBoundingClientRect()])
  .filter(([, { width, height }]) => width && (width < 24 || height < 24))
  .map(([one, { width, height }]) => `${one.tagName} ${one.id}: ${width} x ${height}`)"""


COLOURS = ({"color_scheme": "light"}, {"color_scheme": "dark"}, {"forced_colors": "active"})
PAGES = {  # path → what is there once the page is
    "/": ".card",
    "/game?g=morris": "#second",
    "/play#g=gomoku&p=human~human&m=7,7": "#moves button",
    "/play#g=hex&p=human~level:3": ".zermelo-target",
    "/tree#g=tictactoe&m=0,0+1,1+0,2+0,1+2,1": "[role=treeitem]",
    "/exercises": "[role=treeitem]",
    "/exercises#e=order&t=((2,9),(3,5))": "[role=treeitem]",
    "/limits#g=nim(rows%3D[1,2])": ".limited:nth-child(3)",
    "/class": "#count:not(:empty)",
    "/play#y=tictactoe": "#chapters button",
    "/nosuch": "main a",
    "/game?g=nosuch": "main a",
}


@pytest.mark.parametrize("path", PAGES)
def test_a_finger_hits_everything_on_a_phone(page, server, path):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(server.address + path)
    page.wait_for_selector(PAGES[path])
    assert page.evaluate(SMALL) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing_on_any_page_in_any_colours(page, server, path):
    for colours, width in product(COLOURS, (1280, 390)):
        page.emulate_media(**colours)
        page.set_viewport_size({"width": width, "height": 844})
        page.goto("about:blank")
        page.goto(server.address + path)
        page.wait_for_selector(PAGES[path])
        assert accessible(page, NAMES) == [], (colours, width)
