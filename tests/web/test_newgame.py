"""New games: titles, players, parameters, the dialog, and games of one's own, in a real browser."""

import re
from pathlib import Path

import pytest

import zermelo
from pages import accessible, click, go, text, until
from processes import PATIENCE
from serving import run_server
from zermelo.errors import UsageError
from zermelo.web.app import Web
from zermelo.web.catalogue import Catalogue, title_of


def choose(page, game: str, first: str = "", second: str = "", **values: str) -> None:
    """Choose a game, players and parameters in the dialog for a new game."""
    page.click("#new")
    page.select_option("#game", game)
    for name, value in values.items():
        page.fill(f"[data-name='{name}']", value)
    for seat, player in (("#first", first), ("#second", second)):
        if player:
            page.select_option(seat, player)


def begin(page, title: str) -> None:
    """Begin the game that was chosen: the page has this title then."""
    page.click("#new-form .primary")
    until(lambda: text(page, "#title") == title)


def test_a_new_game_with_parameters(page, server):
    go(page, server, g="tictactoe")
    choose(page, "nim", "random", "human", rows="[2, 0]")
    page.click("#new-form .primary")
    until(lambda: "rows should be" in text(page, "#new-error"))
    page.fill("[data-name='rows']", "[2, 3]")
    page.check("[data-name='misere']")
    begin(page, "Nim (rows=[2, 3], misere=True)")
    until(lambda: page.locator("#moves li").count() == 1)


@pytest.mark.parametrize(
    ("moves", "title", "written"),
    [
        ("", "Go (size=9)", "go(size%3D9)"),  # the usual size, as on its card
        ("e5 c3", "Go (size=9)", "go(size%3D9)"),
        ("b3 c3 c2 a1 c3", "Go", "go()"),  # legal on 3 x 3 points only
    ],
)
def test_a_link_without_a_size_has_the_usual_one(page, server, moves, title, written):
    go(page, server, "human~human", g="go", m=moves)
    until(lambda: text(page, "#title") == title)
    until(lambda: page.evaluate("location.hash").startswith(f"#g={written}&p="))
    go(page, server, g="go", m="k9")
    until(lambda: text(page, "#error").endswith("here is Go (size=9) from its start"))


def test_how_moves_are_written_is_chosen_and_remembered(page, server):
    go(page, server, g="tictactoe")
    choose(page, "tictactoe", second="human")
    page.select_option("[data-name='coordinates']", "numbers")
    begin(page, "Tic-tac-toe (coordinates='numbers')")
    click(page, 5)
    until(lambda: text(page, "#moves") == "1,2")
    page.goto(f"{server.address}/game?g=isolation")
    until(lambda: page.get_by_label("Coordinates").input_value() == "numbers")
    until(lambda: page.get_by_label("Height").input_value() == "5")


def test_a_level_says_what_it_does(page, server):
    go(page, server, g="tictactoe")
    choose(page, "connectfour", second="level:3")
    message = text(page, "#second-habit")
    for words in ("63% of the positions", "the worst move it sees", "from level 2, in 400"):
        assert words in message
    page.select_option("#second", "random")
    until(lambda: text(page, "#second-habit") == "")
    assert accessible(page) == []


def test_the_perfect_player_is_offered_for_the_size_that_is_solved(browser, tmp_path):
    pytest.importorskip("zarr")
    zermelo.solve(zermelo.game("nim(rows=[1, 2, 2])"), out=tmp_path / "nim")
    page = browser.new_page()
    page.set_default_timeout(PATIENCE * 1000)
    with run_server(Web(databases=[str(tmp_path / "nim")], native=False)) as solved:
        go(page, solved, g="nim")
        page.click("#new")
        until(lambda: page.locator("#second [value=perfect]").count() == 0)
        page.fill("[data-name='rows']", "[1, 2, 2]")
        page.keyboard.press("Tab")
        until(lambda: page.locator("#second [value=perfect]").count() == 1)
        page.close()


def test_the_weights_of_an_evaluation_are_no_rules(page, server):
    go(page, server, g="tictactoe")
    page.click("#new")
    until(lambda: page.locator("#weights").is_hidden())
    page.select_option("#game", "morris")
    until(lambda: page.locator("[data-name='men']").is_visible())
    until(lambda: page.locator("[data-name='mills']").is_hidden())
    page.click("#weights summary")
    page.fill("[data-name='mills']", "8")
    begin(page, "Nine Men’s Morris (mills=8.0)")


@pytest.mark.parametrize(
    ("spec", "title"),
    [
        ("tictactoe", "Tic-tac-toe"),
        ("connectfour(width=5)", "Connect Four (width=5)"),
        ("morris", "Nine Men’s Morris"),
        ("unheard_of(a=1)", "unheard_of (a=1)"),
        ("/home/me/own.py:Chomp", "Chomp"),
        ("own.py", "own"),
        ("C:\\games\\own.py:Chomp", "Chomp"),
    ],
)
def test_games_are_titled_as_people_call_them(spec, title):
    assert title_of(spec) == title


@pytest.mark.parametrize("player", ["human", "level:7", "exec:./bot", "perfect"])
@pytest.mark.parametrize("solved", [False, True])
@pytest.mark.parametrize("evaluated", [False, True])
def test_a_seat_offers_who_can_play_once_and_who_sits_there(script, player, solved, evaluated):
    offered = """(player, offered) => {
        const select = document.createElement("select");
        it.offerPlayers(select, player, offered);
        return [select.value, Array.from(select.options, ({ value }) => value)];
    }"""
    given = {"solved": solved, "evaluated": evaluated}
    chosen, offers = script("newgame", offered, player, given)
    assert chosen == player and len(offers) == len(set(offers))
    assert {"human", "level:1", "level:12", "random", player} <= set(offers)
    assert ("perfect" in offers) == (solved or player == "perfect")
    assert ("greedy" in offers) == evaluated


def test_greedy_is_offered_to_games_that_evaluate_positions_alone(page, server):
    go(page, server, g="nim")
    seat = "#seat-0 select >> [value=greedy]"
    until(lambda: page.locator(seat).count() == 0)
    choose(page, "isolation", second="greedy")
    page.select_option("#game", "nim")
    until(lambda: page.locator("#second").input_value() != "greedy")
    page.keyboard.press("Escape")
    choose(page, "isolation", "random", "greedy")
    page.click("#new-form .primary")
    until(lambda: page.locator("#moves li").count() > 1)  # it plays
    until(lambda: page.locator(seat).count() == 1)


def test_a_game_that_counts_points_is_played_for_a_win_or_for_points(page, server):
    go(page, server, g="tictactoe")
    page.click("#new")
    page.wait_for_selector("#new-form .primary")
    until(lambda: page.locator("#purpose").is_hidden())
    page.keyboard.press("Escape")
    choose(page, "kalah", "human", "human")
    page.select_option("[data-name='pits']", "2")
    page.fill("[data-name='seeds']", "1")
    page.check("#purpose [value=score]")
    assert accessible(page) == []
    begin(page, "Kalah (pits=2, seeds=1), for points")
    assert "b=score" in page.url
    page.check("#values")
    until(lambda: "point" in text(page, "#verdict"))
    until(lambda: page.locator(".zermelo-worth").count() == 2)
    page.reload()
    until(lambda: "for points" in text(page, "#title"))
    page.click("#new")
    until(lambda: page.locator("#purpose [value=score]").is_checked())
    page.select_option("#game", "nim")
    begin(page, "Nim")
    assert "b=" not in page.url


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
    with run_server(Web(own=[coins], native=False)) as running:
        yield running


def test_parameters_of_offered_games_have_their_meanings_and_variants_their_names(coins):
    catalogue = Catalogue([f"{coins}:Coins(passes=2)"])
    entry = catalogue.as_json()[0]
    assert entry["parameters"] == {"coins": [3, 8, 1, 5, 2, 7], "passes": 2}
    assert entry["help"]["passes"] == "how often each player may pass. 0 or more"
    game = catalogue.game(f"{coins}:Coins(passes=2)(coins=[1, 2])")
    assert (game.coins, game.passes) == ((1, 2), 2)
    assert catalogue.game(catalogue.spec(game)) == game
    with pytest.raises(UsageError, match="unknown game"):
        catalogue.game(f"{coins}:Other(passes=2)")
    with pytest.raises(UsageError, match="unknown game"):
        catalogue.game(f"{coins}:Coins(passes=2)(coins={[1] * 401})")
    catalogue = Catalogue(["nim(rows=[3, 4, 5])"])
    for spec in ("nim", "nim(rows=[3, 4, 5])", "nim(rows=[3, 4])"):
        assert catalogue.spec(catalogue.game(spec)) == spec


def test_a_new_game_with_other_parameters_and_a_button_by_keys(page, server, coins):
    go(page, server, players="human~human", g=coins)
    page.click("#new")
    until(lambda: "how often each player may pass. 0 or more" in text(page, "#parameters"))
    assert accessible(page) == []
    page.fill("[data-name='coins']", "[1, 2, 9]")
    begin(page, "coins (coins=[1, 2, 9])")
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


def test_a_game_without_a_picture_is_shown_by_its_text_and_played_on_its_buttons(tmp_path, browser):
    spec = f"{tmp_path}/take.py"
    (tmp_path / "take.py").write_text(
        "from toys import OneOrTwo\n\nclass Take(OneOrTwo):\n    sticks: int = 5\n"
    )
    with run_server(Web([spec], native=False)) as running:
        drawing = running.client.get("/drawing", params={"g": spec})
        assert drawing.status_code == 200 and "left " in drawing.text
        page, faults = browser.new_page(), []
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(f"{running.address}/play#g={spec}&p=human~human")
        page.wait_for_selector(".zermelo-choice[value='1']")
        for left in "left 5 · player 0", "left 3":
            until(lambda left=left: left in text(page, ".zermelo-caption"))
            page.click(".zermelo-choice[value='2']")
        until(lambda: "left 1" in text(page, ".zermelo-caption"))
        page.check("#values")
        until(lambda: text(page, "#verdict") == "player 1 wins in 1 ply")
        until(lambda: text(page, "#status") == "player 1: no move but 1.")
        assert faults == [] and accessible(page) == []
        page.close()
