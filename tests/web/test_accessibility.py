"""The pages for everyone: axe-core, a phone's width; the gallery and a page for each game."""

import pytest

from pages import NAMES, accessible, go, put, text, until
from zermelo.games import BUILT_IN


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
def test_axe_finds_nothing(page, server, scheme, width):
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(color_scheme=scheme)
    go(page, server, "human~human", g="tictactoe", m="1,1 0,1 0,0")
    page.check("#values")
    until(lambda: "blunder" in text(page, "#faults"))
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


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
def test_a_game_is_chosen_and_begun(page, server, scheme, width):
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(color_scheme=scheme)
    page.goto(f"{server.address}/")
    page.wait_for_function("() => document.querySelector('.card img').naturalWidth > 0")
    assert accessible(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.locator(".card", has_text="Connect Four").click()
    page.wait_for_selector("#second option", state="attached")
    assert accessible(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    until(lambda: page.locator("#weights").is_visible())
    page.get_by_label("Width").fill("5")
    page.get_by_label("Second player").select_option("human")
    page.get_by_role("button", name="Play").click()
    page.wait_for_selector(".zermelo-target")
    until(lambda: text(page, "#title") == "Connect Four (width=5)")
    until(lambda: page.locator("#board .zermelo-target").count() == 30)
    page.get_by_role("link", name="Rules").click()
    page.wait_for_selector(".rules")
    until(lambda: page.get_by_label("Width").input_value() == "5")


def test_a_link_to_a_game_leads_from_the_gallery_to_the_board(page, server):
    page.goto(f"{server.address}/#g=nim&p=human~human")
    page.wait_for_selector(".zermelo-target")
    assert "/play#g=nim" in page.url


def test_games_are_searched_and_chosen_by_chips(page, server):
    page.goto(f"{server.address}/")
    page.get_by_label("Mathematics").check()
    page.get_by_label("Solved: the second player wins").check()
    titles = page.locator(".card:visible h2").all_text_contents
    assert {"Nim", "Sim"} <= {*titles()} and not {"Teeko", "Chomp"} & {*titles()}
    page.get_by_label("Mathematics").uncheck()
    page.get_by_label("Solved: the second player wins").uncheck()
    page.get_by_label("17 to 49 points").check()
    page.get_by_label("Search games").fill("disc column")
    until(lambda: titles() == ["Connect Four", "PopOut"])
    page.get_by_label("Search games").fill("draughts of the moon")
    until(lambda: page.locator("#none").is_visible())
    page.get_by_label("Search games").fill("")
    page.get_by_label("17 to 49 points").uncheck()
    until(lambda: page.locator(".card:visible").count() == len(BUILT_IN))
