"""The pages for everyone: axe-core, a phone's width; the gallery and a page for each game."""

import re
from itertools import product

import pytest

from pages import GAMES, NAMES, PAGES, accessible, go, put, text, until
from serving import served
from zermelo.games import BUILT_IN, FAMILIES, KNOWN
from zermelo.reports.catalogue import parameters_of
from zermelo.web.app import Web
from zermelo.web.catalogue import title_of
from zermelo.web.pages import WINNERS, rules_of_play


@pytest.mark.browser
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


@pytest.mark.browser
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


@pytest.mark.browser
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


COLOURS = ({"color_scheme": "light"}, {"color_scheme": "dark"}, {"forced_colors": "active"})


@pytest.mark.browser
@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing_on_any_page_in_any_colours(page, server, path):
    for colours, width in product(COLOURS, (1280, 390)):
        page.emulate_media(**colours)
        page.set_viewport_size({"width": width, "height": 844})
        page.goto("about:blank")
        page.goto(server.address + path)
        page.wait_for_selector(PAGES[path])
        assert accessible(page, NAMES) == [], (colours, width)


OWN = '''
from zermelo.games.nim import Nim


class Take(Nim):
    """Take one or two & win.

    count   how many there are
    """

    count: int = 5
    rules = "Two people take in turn.\\n\\nA move is a number."

    def validate(self):
        if not 3 <= self.count <= 7:
            raise ValueError("count")
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
    entry, go, morris = map(server.web.catalogue.entry, ("mnk", "go", "morris"))
    assert entry["values"] == {
        "width": [], "height": [], "k": [], "coordinates": ["letters", "numbers"]
    }  # fmt: skip
    assert go["values"]["size"] == [*range(1, 10)] and go["values"]["memory"] == [1, 64]
    assert morris["values"]["men"] == [3, 6, 9, 12]
    assert morris["help"]["lasker"].startswith("with men in hand")
    assert entry["help"] == {
        "width": "1 to 19", "height": "1 to 19", "k": "how many in a line win. 1 to 3",
        "coordinates": "how moves are written: letters or numbers",
    }  # fmt: skip


def test_games_of_ones_own_are_in_the_gallery(tmp_path):
    (tmp_path / "own.py").write_text(OWN)
    spec = f"{tmp_path}/own.py:Take"
    with served(Web([spec], native=False)) as running:
        assert "<h2>Take one or two &amp; win</h2><p></p>" in running.client.get("/").text
        page = running.client.get("/game", params={"g": spec}).text
        assert "<p>Two people take in turn.</p>" in page and "how many there are. 3 to 7" in page
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
