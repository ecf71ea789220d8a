"""The page of trees, in a real browser."""

from __future__ import annotations

import pytest

from pages import accessible, go, text, until

pytestmark = pytest.mark.browser


def test_the_search_tree_of_a_position(page, server):
    go(page, server, "human~human", g="tictactoe", m="0,0 1,1 2,2")
    page.click("#tree")
    page.wait_for_selector(".zt-player")
    page.fill("#depth", "3")
    page.select_option("#against", "minimax")
    page.click("#asked .primary")
    until(lambda: page.locator(".zt-player").count() == 2)
    assert "depth 3" in text(page, "#tree") and "after 0,0 1,1 2,2" in text(page, "#title")
    assert accessible(page) == []
    page.click("#play")
    page.wait_for_selector(".zermelo-target")
    assert page.locator(".zermelo-piece").count() == 3
