"""The gallery: every game with a drawing, and a page for each with its rules and parameters."""

import re

import pytest

from pages import accessible, text, until
from serving import served
from zermelo.games import BUILT_IN, FAMILIES, KNOWN
from zermelo.reports.catalogue import parameters_of
from zermelo.web.app import Web
from zermelo.web.catalogue import title_of
from zermelo.web.pages import WINNERS, rules_of_play

OWN = '''
from zermelo import Game
from zermelo.contract.picture import Picture
from typing import NamedTuple


class Left(NamedTuple):
    left: int
    player: int


class Take(Game[Left]):
    """Take one or two & win.

    count   how many there are
    """

    count: int = 5
    rules = "Two people take in turn.\\n\\nA move is a number."

    def validate(self):
        if not 3 <= self.count <= 7:
            raise ValueError("count")

    def start(self):
        return Left(self.count, 0)

    def moves(self, state):
        yield from range(1, min(2, state.left) + 1)

    def play(self, state, move):
        return Left(state.left - move, state.player ^ 1)

    def picture(self, state):
        pieces = {i: "|" for i in range(state.left)}
        return Picture.grid(self.count, 1, pieces, {m: (m - 1,) for m in self.moves(state)})
'''


def test_every_game_has_a_card_a_drawing_and_a_page(server):
    page = server.client.get("/").text
    until(lambda: page.count('class="card"') == len(KNOWN) == len(BUILT_IN))
    for name in BUILT_IN:
        assert KNOWN[name].winner in WINNERS
        assert f'href="game?g={name}"' in page and f"<h2>{title_of(name)}</h2>" in page
    drawn = server.client.get("/drawing?g=morris")
    assert drawn.headers["content-type"] == "image/svg+xml" and drawn.text.startswith("<svg")
    assert server.client.get("/drawing?g=morris").text == drawn.text
    assert server.client.get("/game?g=ludo").status_code == 400
    assert server.client.get("/drawing").status_code == 400


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_game_has_rules_in_words_apart_from_how_it_is_written(server, name):
    game = server.web.catalogue.game(name)
    rules, _ = rules_of_play(game)
    assert not {part.split()[0] for part in rules} & {each.name for each in parameters_of(game)}
    assert rules and not any(re.search("[Bb]it |A move is|position's text", part) for part in rules)


def test_parameters_have_labels_ranges_and_help(server):
    page = server.client.get("/game?g=morris").text
    assert "<option selected>9</option><option>12</option>" in page
    assert re.search(r"Lasker</span><input type=\"checkbox\".*?<small>with men in hand", page)
    assert 'value="3" step="1" min="1" max="19"' in server.client.get("/game?g=mnk").text
    (entry,) = (e for e in server.client.get("/api/games").json()["games"] if e["name"] == "mnk")
    assert entry["help"] == {
        "width": "1 to 19", "height": "1 to 19", "k": "how many in a line win. 1 to 3",
        "coordinates": "how moves are written: letters or numbers",
    }  # fmt: skip


def test_games_of_ones_own_are_in_the_gallery(tmp_path):
    (tmp_path / "own.py").write_text(OWN)
    spec = f"{tmp_path}/own.py:Take"
    with served(Web([spec], native=False)) as running:
        assert (
            "<h2>Take one or two &amp; win</h2><p>Take one or two &amp; win.</p>"
            in running.client.get("/").text
        )
        page = running.client.get("/game", params={"g": spec}).text
        assert "<p>Two people take in turn.</p>" in page and 'min="3" max="7"' in page
        assert "<small>how many there are. 3 to 7</small>" in page
        assert running.client.get("/drawing", params={"g": spec}).text.startswith("<svg")


@pytest.mark.browser
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


@pytest.mark.browser
def test_a_link_to_a_game_leads_from_the_gallery_to_the_board(page, server):
    page.goto(f"{server.address}/#g=nim&p=human~human")
    page.wait_for_selector(".zermelo-target")
    assert "/play#g=nim" in page.url


def test_every_game_belongs_to_a_family(server):
    named = [name for names in FAMILIES.values() for name in names]
    assert len(named) == len(set(named)) and set(BUILT_IN) == set(named)
    page = server.client.get("/").text
    assert "Further games" not in page
    assert "<small>Guy Steele, 1998</small>" in page


@pytest.mark.browser
def test_games_are_searched_and_chosen_by_chips(page, server):
    page.goto(f"{server.address}/")
    page.get_by_label("Mathematics").check()
    page.get_by_label("Solved: the second player wins").check()
    titles = page.locator(".card:visible h2").all_text_contents()
    assert {"Nim", "Sim"} <= set(titles) and "Teeko" not in titles and "Chomp" not in titles
    page.get_by_label("Mathematics").uncheck()
    page.get_by_label("Solved: the second player wins").uncheck()
    page.get_by_label("17 to 49 points").check()
    page.get_by_label("Search games").fill("disc column")
    until(
        lambda: page.locator(".card:visible h2").all_text_contents() == ["Connect Four", "PopOut"]
    )
    page.get_by_label("Search games").fill("draughts of the moon")
    until(lambda: page.locator("#none").is_visible())
    page.get_by_label("Search games").fill("")
    page.get_by_label("17 to 49 points").uncheck()
    until(lambda: page.locator(".card:visible").count() == len(BUILT_IN))
