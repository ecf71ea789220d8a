"""The board on the whole screen, and on paper."""

import pytest

from pages import go, tool, until

pytestmark = pytest.mark.browser


def test_the_board_fills_the_screen_and_is_printed_alone(page, server):
    go(page, server, "human~human", g="morris")
    tool(page, "#full")
    until(lambda: page.evaluate("document.fullscreenElement?.tagName") == "MAIN")
    until(lambda: page.locator("#undo").is_hidden())
    page.evaluate("document.exitFullscreen()")
    until(lambda: page.evaluate("document.fullscreenElement") is None)
    page.emulate_media(media="print")
    tools = page.locator("#new, #undo, #full")
    until(lambda: tools.evaluate_all("all => all.every((one) => !one.checkVisibility())"))
    until(lambda: page.locator("#board svg").is_visible())
