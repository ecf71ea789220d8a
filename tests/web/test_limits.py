"""The page of search limits: minimax against itself, at several limits side by side."""

import pytest

import zermelo
from pages import accessible, text, until
from zermelo.experiments.experiment import depth_experiment

NIM = "nim(rows=[2, 3])"


def asked(server, **fields):
    return server.client.post("/api/limits", json={"game": NIM, **fields})


@pytest.mark.parametrize("origin", ["move", "game"])
def test_a_limit_tells_what_the_experiment_does(server, origin):
    reported = asked(server, depth=3, **{"from": origin}).json()
    (row,) = depth_experiment(zermelo.game(NIM), [3], origin=origin, native=False).rows
    assert (reported["depth"], reported["result"], reported["states"]) == (
        3,
        row.result,
        row.states,
    )
    assert sum(each["states"] for each in reported["moves"]) == row.states
    assert len(reported["boards"]) == len(reported["moves"]) + 1
    assert not any(board["active"] for board in reported["boards"])


def test_what_cannot_be_played_is_refused(server, monkeypatch):
    assert "depth should be given" in asked(server).text
    assert asked(server, depth=13).status_code == 400
    assert "move" in asked(server, depth=2, **{"from": "end"}).json()["error"]
    monkeypatch.setattr("zermelo.web.jobs.depth_experiment", stopped)
    assert "takes too long" in asked(server, depth=2).json()["error"]


def stopped(*_given, **_more):
    raise zermelo.errors.Stopped


@pytest.mark.browser
def test_limits_stand_side_by_side(page, server):
    page.goto(f"{server.address}/limits#g={NIM}")
    until(lambda: page.locator(".limited").count() == 3 and not text(page, "#busy"))
    assert page.locator(".limited h2").all_text_contents() == ["Limit 2", "Limit 4", "Limit 9"]
    assert page.locator(".limited [aria-current=step]").count() == 3
    page.locator("#limit").fill("6")
    until(lambda: page.locator(".limited").count() == 4)
    assert text(page, ".limited.chosen h2") == "Limit 6"
    page.locator("#ply").fill("0")
    assert page.locator(".limited .zermelo-piece:not(.zermelo-gone)").count() == 4 * 5
    page.locator("#ply").press("ArrowRight")
    assert page.locator(".limited [aria-current=step]").count() == 4
    assert accessible(page) == []
    page.select_option("#from", "game")
    until(lambda: page.locator(".limited").count() == 4 and not text(page, "#busy"))
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
