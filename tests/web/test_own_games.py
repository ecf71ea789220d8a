"""Games of one's own on the page: parameters with help, moves with buttons, titles and links."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pages import accessible, go, text, until
from serving import served
from zermelo.errors import UsageError
from zermelo.web.app import Web
from zermelo.web.catalogue import Catalogue

PAGE = Path(__file__).parent.parent.parent / "docs" / "your-game.md"


@pytest.fixture(scope="module")
def coins(tmp_path_factory) -> str:
    """The game of docs/your-game.md, in a file."""
    source, *_ = re.findall(r"^```python\n(.*?)^```", PAGE.read_text("utf-8"), re.DOTALL | re.M)
    path = tmp_path_factory.mktemp("own") / "coins.py"
    path.write_text(source, encoding="utf-8")
    return str(path)


@pytest.fixture(scope="module")
def server(coins):
    with served(Web(own=[coins], native=False)) as running:
        yield running


def test_its_parameters_are_offered_with_what_they_mean(coins):
    catalogue = Catalogue([f"{coins}:Coins(passes=2)"])
    entry = catalogue.as_json()[0]
    assert entry["parameters"] == {"coins": [3, 8, 1, 5, 2, 7], "passes": 2}
    assert entry["help"]["passes"] == "how often each player may pass. 0 or more"
    game = catalogue.game(f"{coins}:Coins(passes=2)(coins=[1, 2])")
    assert (game.coins, game.passes) == ((1, 2), 2)
    assert catalogue.game(catalogue.spec(game)) == game
    with pytest.raises(UsageError, match="is no game here"):
        catalogue.game(f"{coins}:Other(passes=2)")
    with pytest.raises(UsageError, match="is no game here"):
        catalogue.game(f"{coins}:Coins(passes=2)(coins={[1] * 401})")


@pytest.mark.browser
def test_a_new_game_with_other_parameters_and_a_button_by_keys(page, server, coins):
    go(page, server, players="human~human", g=coins)
    page.click("#new")
    until(lambda: "how often each player may pass. 0 or more" in text(page, "#parameters"))
    assert accessible(page) == []
    page.fill("[data-name='coins']", "[1, 2, 9]")
    page.click("#new-form .primary")
    until(lambda: text(page, "#title") == "coins (coins=[1, 2, 9])")
    assert page.locator(".zermelo-target").count() == 3
    page.locator(".zermelo-target[tabindex='0']").focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "pass"
    page.keyboard.press("Enter")
    until(lambda: text(page, "#moves") == "pass")
    until(lambda: text(page, ".zermelo-live") == "player 1 played pass")
    page.reload()
    until(lambda: text(page, "#title") == "coins (coins=[1, 2, 9])")
    page.get_by_role("button", name="pass", exact=True).first.click()
    until(lambda: text(page, "#moves") == "passpass")
