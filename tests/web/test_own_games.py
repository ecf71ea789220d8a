"""Games of one's own on the page: parameters with help, moves with buttons, titles and links."""

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


def test_a_built_in_game_has_its_own_name_beside_a_variant_that_is_offered():
    catalogue = Catalogue(["nim(rows=[3, 4, 5])"])
    for spec in ("nim", "nim(rows=[3, 4, 5])", "nim(rows=[3, 4])"):
        assert catalogue.spec(catalogue.game(spec)) == spec


@pytest.mark.browser
def test_a_new_game_with_other_parameters_and_a_button_by_keys(page, server, coins):
    go(page, server, players="human~human", g=coins)
    page.click("#new")
    until(lambda: "how often each player may pass. 0 or more" in text(page, "#parameters"))
    assert accessible(page) == []
    page.fill("[data-name='coins']", "[1, 2, 9]")
    page.click("#new-form .primary")
    until(lambda: text(page, "#title") == "coins (coins=[1, 2, 9])")
    until(lambda: page.locator(".zermelo-target").count() == 3)
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


TAKE = """
from typing import NamedTuple
import zermelo

class Pile(NamedTuple):
    left: int
    player: int

class Take(zermelo.Game):
    def start(self): return Pile(5, 0)
    def moves(self, state): yield from range(1, min(2, state.left) + 1)
    def play(self, state, move): return Pile(state.left - move, 1 - state.player)
"""


def test_a_game_without_a_picture_is_shown_by_its_text_and_buttons(tmp_path):
    (tmp_path / "take.py").write_text(TAKE)
    spec = f"{tmp_path}/take.py"
    with served(Web([spec], native=False)) as running:
        board = running.open(spec)["board"]
        assert board["points"] == [] and board["caption"] == "left 5 · player 0"
        assert [button["label"] for button in board["buttons"]] == ["1", "2"]
        drawing = running.client.get("/drawing", params={"g": spec})
        assert drawing.status_code == 200 and "left " in drawing.text


@pytest.mark.browser
def test_a_game_without_a_picture_is_played_on_its_buttons(tmp_path, browser):
    (tmp_path / "take.py").write_text(TAKE)
    with served(Web([f"{tmp_path}/take.py"], native=False)) as running:
        page, faults = browser.new_page(), []
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(f"{running.address}/play#g={tmp_path}/take.py&p=human~human")
        for left in "left 5", "left 3":
            until(lambda left=left: left in text(page, ".zermelo-caption"))
            page.click(".zermelo-choice[value='2']")
        until(lambda: "left 1" in text(page, ".zermelo-caption"))
        page.check("#values")
        until(lambda: text(page, "#verdict") == "player 1 wins in 1 ply")
        until(lambda: text(page, "#status") == "player 1: no move but 1.")
        assert faults == [] and accessible(page) == []
        page.close()
