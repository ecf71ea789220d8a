"""The page of search limits: minimax against itself, at several limits side by side."""

from functools import partial

import pytest

import zermelo
from pages import accessible, text, until
from zermelo.experiments.experiment import depth_experiment

NIM = "nim(rows=[2, 3])"


def ask_limits(server, **fields):
    return server.client.post("/api/limits", json={"game": NIM, **fields})


@pytest.mark.parametrize("origin", ["move", "game"])
def test_a_limit_tells_what_the_experiment_does(server, origin):
    reported = ask_limits(server, depth=3, **{"from": origin}).json()
    (row,) = depth_experiment(zermelo.game(NIM), [3], origin=origin, native=False).rows
    known = {"depth": 3, "result": row.result, "states": row.states}
    assert known.items() <= reported.items()
    assert sum(each["states"] for each in reported["moves"]) == row.states
    assert len(reported["boards"]) == len(reported["moves"]) + 1
    assert not any(board["active"] for board in reported["boards"])


def test_what_cannot_be_played_is_refused(server, monkeypatch):
    assert "depth is missing" in ask_limits(server).text
    assert ask_limits(server, depth=13).status_code == 400
    assert "move" in ask_limits(server, depth=2, **{"from": "end"}).json()["error"]
    monkeypatch.setattr("zermelo.web.thinking.depth_experiment", stop_at_once)
    assert "takes too long" in ask_limits(server, depth=2).json()["error"]


def stop_at_once(*_given, **_more):
    raise zermelo.errors.Stopped


def test_limits_stand_side_by_side(page, server):
    page.goto(f"{server.address}/limits#g={NIM}")
    until(lambda: page.locator(".limited").count() == 3 and not text(page, "#busy"))
    titles = page.locator(".limited h2")
    until(lambda: titles.all_text_contents() == ["Limit 2", "Limit 4", "Limit 9"])
    until(lambda: page.locator(".limited [aria-current=step]").count() == 3)
    page.locator("#limit").fill("6")
    until(lambda: page.locator(".limited").count() == 4)
    until(lambda: text(page, ".limited.chosen h2") == "Limit 6")
    page.locator("#ply").fill("0")
    until(lambda: page.locator(".limited .zermelo-piece:not(.zermelo-gone)").count() == 4 * 5)
    page.locator("#ply").press("ArrowRight")
    until(lambda: page.locator(".limited [aria-current=step]").count() == 4)
    assert accessible(page) == []
    page.select_option("#from", "game")
    until(lambda: page.locator(".limited").count() == 4 and not text(page, "#busy"))
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


# Searches that are recorded for the page of trees -----------------------------------------------


def ask_tree(server, **fields):
    return server.client.post("/api/trees", json=fields)


@pytest.mark.compiled
def test_a_search_is_recorded_for_the_page_of_trees(server):
    ask = partial(ask_tree, server, game="tictactoe", moves=["1,1"], depth=2, against="minimax")
    result = ask().json()
    assert result["record"]["algorithm"] == "alphabeta" and result["against"]["goal"] == "depth 2"
    for fault in ({"algorithm": "magic"}, {"depth": 0}, {"depth": "2"}, {"moves": ["9,9"]}):
        assert ask(**fault).status_code == 400
    assert "nodes" in ask_tree(server, game="connectfour", depth=30).json()["error"]


def test_a_search_for_the_page_of_trees_ends_when_others_wait(server, monkeypatch):
    monkeypatch.setattr(server.web.thinker, "allowed_seconds", lambda job: 0.0)
    for algorithm in ("minimax", "pn"):
        answer = ask_tree(server, game="tictactoe", algorithm=algorithm)
        assert (answer.status_code, "too long" in answer.json()["error"]) == (400, True)


def test_a_search_for_points_is_recorded(server):
    for by, most in (("score", 4), ("outcome", 1)):
        result = ask_tree(server, game="kalah(pits=2, seeds=1)", by=by, depth=3).json()
        assert result["points"] and result["record"]["by"] == by
        assert max(result["record"]["numbers"]) == most
    assert ask_tree(server, game="nim", depth=1).json()["points"] is False
    refused = ask_tree(server, game="nim", depth=1, by="score")
    assert refused.status_code == 400 and "counts no points" in refused.json()["error"]


def test_proofs_and_simulations_are_recorded_with_claim_and_limit(server):
    ask = partial(ask_tree, server, game="tictactoe", moves=["1,1"], algorithm="pn")
    assert ask().json()["record"]["proofs"]["claim"] == "a win"
    assert ask(least=0, depth=2).json()["record"]["proofs"]["claim"] == "a draw"
    assert "from 0 to 1, not 7" in ask(least=7).json()["error"]
    assert "cannot be compared with other searches" in ask(against="minimax").json()["error"]
    ask = partial(ask_tree, server, game="tictactoe", moves=["1,1"], algorithm="mcts")
    assert ask().json()["record"]["simulations"]["steps"] == 100
    assert ask(simulations=7, depth=2).json()["record"]["simulations"]["steps"] == 7
    assert "from 0 to 10000" in ask(simulations=10_001).json()["error"].replace(",", "")
    assert "Monte Carlo tree search cannot be compared" in ask(against="minimax").json()["error"]
