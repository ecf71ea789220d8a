"""newgame.js: titles and players, and the dialog for a new game in a real browser."""

import pytest

import zermelo
from pages import accessible, go, text, until
from processes import PATIENCE
from serving import served
from zermelo.web.app import Web

pytestmark = pytest.mark.browser


def test_a_new_game_with_parameters(page, server):
    go(page, server, g="tictactoe")
    page.click("#new")
    page.select_option("#game", "nim")
    page.fill("[data-name='rows']", "[2, 0]")
    page.select_option("#first", "random")
    page.select_option("#second", "human")
    page.click("#new-form .primary")
    until(lambda: "rows should be" in text(page, "#new-error"))
    page.fill("[data-name='rows']", "[2, 3]")
    page.check("[data-name='misere']")
    page.click("#new-form .primary")
    until(lambda: text(page, "#title") == "nim(rows=[2, 3], misere=True)".replace("nim", "Nim "))
    until(lambda: page.locator("#moves li").count() == 1)


def test_a_level_says_what_it_does(page, server):
    go(page, server, g="tictactoe")
    page.click("#new")
    page.select_option("#game", "connectfour")
    page.select_option("#second", "level:3")
    message = text(page, "#second-habit")
    assert (
        "63% of the positions" in message
        and "the worst move it sees" in message
        and "from level 2, in 400" in message
    )
    page.select_option("#second", "random")
    until(lambda: text(page, "#second-habit") == "")
    assert accessible(page) == []


def test_the_perfect_player_is_offered_for_the_size_that_is_solved(browser, tmp_path):
    pytest.importorskip("zarr")
    zermelo.solve(zermelo.game("nim(rows=[1, 2, 2])"), out=tmp_path / "nim")
    page = browser.new_page()
    page.set_default_timeout(PATIENCE * 1000)
    with served(Web(databases=[str(tmp_path / "nim")], native=False)) as solved:
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
    page.click("#new-form .primary")
    until(lambda: text(page, "#title") == "Nine Men’s Morris (mills=8.0)")


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
def test_games_are_titled_as_people_call_them(script, spec, title):
    assert script("newgame", "it.titleOf", spec) == title


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
    page.click("#new")
    page.select_option("#game", "isolation")
    page.select_option("#second", "greedy")
    page.select_option("#game", "nim")
    until(lambda: page.locator("#second").input_value() != "greedy")
    page.select_option("#game", "isolation")
    page.select_option("#second", "greedy")
    page.select_option("#first", "random")
    page.click("#new-form .primary")
    until(lambda: page.locator("#moves li").count() > 1)  # it plays
    until(lambda: page.locator(seat).count() == 1)


def test_a_game_that_counts_points_is_played_for_a_win_or_for_points(page, server):
    go(page, server, g="tictactoe")
    page.click("#new")
    until(lambda: page.locator("#purpose").is_hidden())
    page.select_option("#game", "kalah")
    page.fill("[data-name='pits']", "2")
    page.fill("[data-name='seeds']", "1")
    page.select_option("#first", "human")
    page.select_option("#second", "human")
    page.check("#purpose [value=score]")
    assert accessible(page) == []
    page.click("#new-form .primary")
    until(lambda: text(page, "#title") == "Kalah (pits=2, seeds=1), for points")
    assert "b=score" in page.url
    page.check("#values")
    until(lambda: "point" in text(page, "#verdict"))
    until(lambda: page.locator(".zermelo-worth").count() == 2)
    page.reload()
    until(lambda: "for points" in text(page, "#title"))
    page.click("#new")
    until(lambda: page.locator("#purpose [value=score]").is_checked())
    page.select_option("#game", "nim")
    page.click("#new-form .primary")
    until(lambda: text(page, "#title") == "Nim")
    assert "b=" not in page.url
