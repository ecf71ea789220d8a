"""The page in a real browser, when the server has lost its session or does not answer."""

import json

import pytest

from pages import GAMES, click, go, load, text, until
from serving import served
from zermelo.web.app import Web

pytestmark = pytest.mark.browser

MORRIS = GAMES["morris"]["s"]


def forget_all(page, server) -> None:
    """Have the server know no session any more, without a word to the pages.

    The page's events have to be on by then: opened later, they would find the session gone too.
    """
    rooms = server.web.rooms
    until(lambda: rooms.get(page.evaluate("sessionStorage.getItem('zermelo')")).watched)
    rooms._rooms.clear()


def test_a_session_that_the_server_forgot_is_begun_again_and_the_click_counts(page, server):
    go(page, server, "human~human", g="tictactoe", m="b2")
    forget_all(page, server)
    click(page, 0)
    until(lambda: page.locator("#moves li").count() == 2)
    click(page, 1)
    until(lambda: page.locator("#moves li").count() == 3)


def test_a_session_begun_again_is_what_it_was(page, server):
    moves = ["b2", "a3", "c1"]
    saved = {"format": "zermelo session", "version": 1, "game": "tictactoe"}
    saved |= {"players": ["human", "human"], "start": None, "moves": moves, "ply": 2}
    saved |= {"resigned": 1, "draws": {"repetitions": None, "quiet": None, "cap": 7}}
    load(page, server, saved)
    page.click("#values")
    page.click("#tabs [value=analysis]")
    until(lambda: text(page, "#rest") == "Pause")
    page.click("#rest")
    until(lambda: text(page, "#doing") == "Paused.")
    (before,) = [
        json.loads(room.view()) for room in server.web.rooms._rooms.values() if room.watched
    ]
    forget_all(page, server)
    page.click("#values")  # which finds out that the session is lost
    until(lambda: any(room.watched for room in server.web.rooms._rooms.values()))
    (after,) = [
        json.loads(room.view()) for room in server.web.rooms._rooms.values() if room.watched
    ]
    kept = ("history", "future", "ply", "resigned", "draws", "players", "resting", "paused")
    assert {name: after[name] for name in kept} == {name: before[name] for name in kept}
    assert after["draws"]["cap"] == 7 and after["future"] == ["c1"] and after["resigned"] == 1


def test_a_session_that_cannot_be_begun_again_is_given_up(page, server):
    go(page, server, "human~human", g="tictactoe", m="b2")
    asked = []

    def refuse(route):
        asked.append(route.request.url)
        route.fulfill(status=400, json={"error": "this server has no such game"})

    forget_all(page, server)
    page.route("**/api/sessions", refuse)
    page.click("#undo")
    until(lambda: "cannot go on with it: this server has no such game" in text(page, "#error"))
    page.unroute("**/api/sessions")
    page.click("#undo")  # which asks once more
    until(lambda: page.locator("#moves li.undone").count() == 1)
    until(lambda: len(asked) == 1)
    until(lambda: page.locator("#error").is_hidden())


def test_a_server_that_is_too_busy_is_asked_again(page, server):
    go(page, server, "human~human", g="tictactoe", m="b2")
    asked = []

    def refuse_once(route):
        asked.append(route.request.url)
        if len(asked) > 1:
            return route.continue_()
        return route.fulfill(status=429, json={"error": "too many games are being played here"})

    page.route("**/api/sessions", refuse_once)
    forget_all(page, server)
    click(page, 0)
    until(lambda: page.locator("#moves li").count() == 2)
    assert len(asked) == 2


def test_a_server_that_is_stopped_is_said_to_be_silent(browser):
    page = browser.new_page()
    with served(Web(native=False)) as stopped:
        go(page, stopped, "human~human", g="tictactoe")
        until(lambda: page.locator("#error").is_hidden())
    until(lambda: "does not answer; trying again" in text(page, "#error"))
    page.close()
