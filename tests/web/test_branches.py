"""Variations in a browser: made by clicks, tried beside a game, and what shows their values."""

import pytest

from pages import GAMES, click, go, ready, text, until

pytestmark = pytest.mark.browser

MORRIS = GAMES["morris"]["s"]


def test_a_move_at_an_earlier_position_begins_a_variation(page, server, browser):
    go(page, server, "human~human", g="tictactoe", m="b2 b3 a3")
    for _ in range(2):
        page.keyboard.press("ArrowLeft")  # no step is lost, however fast
    until(lambda: text(page, "#past-text") == "After 1. b2")
    click(page, 8)
    until(lambda: page.locator("#moves .variation").count() == 1)
    until(lambda: text(page, "#moves .variation [aria-current]") == "c1")
    until(lambda: page.locator("#past").is_hidden())  # people play on from there
    page.fill("#comment", "solid")
    page.keyboard.press("Enter")
    until(lambda: "solid" in text(page, "#moves .variation"))
    other = browser.new_page()
    other.goto(page.url)
    until(lambda: other.locator("#moves .variation").count() == 1)
    assert text(other, "#moves [aria-current]") == "c1"
    other.close()
    page.locator("#moves button", has_text="a3").click()
    until(lambda: text(page, "#past-text") == "After 2. a3")
    page.keyboard.press("Home")
    page.keyboard.press("End")
    until(lambda: text(page, "#past-text") == "After 2. a3" or page.locator("#past").is_hidden())


def test_against_a_computer_a_variation_is_tried_beside_the_game(page, server):
    go(page, server, "human~first", g="tictactoe", m="b2 a3")
    page.locator("#moves button").first.click()
    until(lambda: text(page, "#past-text") == "After 1. b2")
    click(page, 8)  # the computer's other move
    until(lambda: text(page, "#past-text") == "Variation, after 1… c1")
    click(page, 0)
    until(lambda: text(page, "#past-text") == "Variation, after 2. a3")
    until(lambda: page.locator("#moves li").count() == 5)  # one of them holds the variation
    page.click("#promote")
    until(lambda: page.locator("#promote").is_hidden())
    page.locator("#moves .variation button").first.click()
    until(lambda: ready(page) and page.locator("#past").is_hidden())
    until(lambda: page.locator(".zermelo-piece").count() == 2)  # the game is where it was
    page.locator("#moves button", has_text="c1").click()
    page.click("#go-on")
    until(lambda: text(page, "#status") == "Your move, player 1 (X).")
    until(lambda: "c1" in text(page, "#moves [aria-current]"))


def test_a_variation_is_deleted(page, server):
    go(page, server, "human~first", g="tictactoe", m="b2 ( a3 ) b3")
    page.locator("#moves .variation button").click()
    page.click("#remove")
    until(lambda: text(page, "#past-text") == "At the start")
    until(lambda: page.locator("#moves .variation").count() == 0)


def test_a_line_is_played_by_a_click_and_shown_by_bar_and_graph(page, server):
    go(page, server, "human~human", g="tictactoe", m="b2 b3")
    page.check("#values")
    until(lambda: text(page, "#doing") == "Nothing is left to find out.")
    page.click("#tabs [value=analysis]")
    lines = page.locator("[data-fact=line] .line")
    line = lines.first.locator("button").all_text_contents()
    assert len(line) == 5 and lines.count() == 3
    until(
        lambda: (
            page.locator("#bar").get_attribute("aria-label")
            == ("Evaluation: player 1 (X) wins in 5 plies")
        )
    )
    page.locator("[data-fact=line] button").nth(2).click()
    until(lambda: text(page, "#past-text") == f"After 3. {line[2]}")
    until(lambda: page.locator("#moves li").count() == 5)
    until(lambda: "in 2 plies" in text(page, "#verdict"))
    until(lambda: page.locator(".graph-exact").count() == 6)
    page.click("#back")
    page.reload()
    until(lambda: page.is_checked("#values") and page.locator("#moves li").count() == 5)
    until(lambda: "in 5 plies" in text(page, "#verdict"))  # at once: nothing was forgotten


def test_a_board_is_flipped_and_arrows_show_the_best_moves(page, server):
    go(page, server, "human~human", g="morris", s=MORRIS)
    page.check("#values")
    until(lambda: page.locator(".zermelo-arrow").count() > 0)

    def height(point: int) -> float:
        return page.locator(f"[data-point='{point}'] rect").bounding_box()["y"]

    assert height(0) < height(21)
    page.click("#flip")
    assert height(0) > height(21)
    page.locator("[data-point='14']").focus()
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.point") == "2"  # down to who sits there
    for spec, flippable in (("connectfour", False), ("nim", False), ("kalah", True)):
        go(page, server, "human~human", g=spec)
        until(lambda flippable=flippable: page.locator("#flip").is_visible() == flippable)
