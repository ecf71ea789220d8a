"""Searches recorded for the page of trees."""

import pytest


@pytest.mark.compiled
def test_a_search_is_recorded_for_the_page_of_trees(server):
    fields = {"game": "tictactoe", "moves": ["1,1"], "depth": 2, "against": "minimax"}
    result = server.client.post("/api/trees", json=fields).json()
    assert result["record"]["algorithm"] == "alphabeta" and result["against"]["depth"] == 2
    for fault in ({"algorithm": "magic"}, {"depth": 0}, {"depth": "2"}, {"moves": ["9,9"]}):
        assert server.client.post("/api/trees", json=fields | fault).status_code == 400
    deep = {"game": "connectfour", "depth": 30}
    assert "nodes" in server.client.post("/api/trees", json=deep).json()["error"]


def test_a_search_for_the_page_of_trees_ends_when_others_wait(server, monkeypatch):
    monkeypatch.setattr(server.web.thinker, "allowed", lambda job: 0.0)
    answer = server.client.post("/api/trees", json={"game": "tictactoe", "algorithm": "minimax"})
    assert (answer.status_code, "too long" in answer.json()["error"]) == (400, True)


def test_a_search_for_points_is_recorded(server):
    fields = {"game": "kalah(pits=2, seeds=1)", "by": "score", "depth": 3}
    result = server.client.post("/api/trees", json=fields).json()
    assert result["points"] and result["record"]["by"] == "score"
    assert max(result["record"]["numbers"]) == 4
    result = server.client.post("/api/trees", json=fields | {"by": "outcome"}).json()
    assert result["points"] and result["record"]["by"] == "outcome"
    nim = server.client.post("/api/trees", json={"game": "nim", "depth": 1}).json()
    assert nim["points"] is False
    refused = server.client.post("/api/trees", json={"game": "nim", "depth": 1, "by": "score"})
    assert refused.status_code == 400 and "counts no points" in refused.json()["error"]


def test_a_proof_is_recorded_with_its_claim(server, monkeypatch):
    fields = {"game": "tictactoe", "moves": ["1,1"], "algorithm": "pn"}
    ask = lambda **more: server.client.post("/api/trees", json=fields | more)  # noqa: E731
    assert ask().json()["record"]["proofs"]["claim"] == "a win"
    assert ask(least=0, depth=2).json()["record"]["proofs"]["claim"] == "a draw"
    assert "from 0 to 1, not 7" in ask(least=7).json()["error"]
    assert "no other search" in ask(against="minimax").json()["error"]
    monkeypatch.setattr(server.web.thinker, "allowed", lambda job: 0.0)
    assert "too long" in ask().json()["error"]


def test_simulations_are_recorded_within_a_limit(server):
    fields = {"game": "tictactoe", "moves": ["1,1"], "algorithm": "mcts"}
    ask = lambda **more: server.client.post("/api/trees", json=fields | more)  # noqa: E731
    assert ask().json()["record"]["simulations"]["steps"] == 100
    assert ask(simulations=7, depth=2).json()["record"]["simulations"]["steps"] == 7
    assert "from 0 to 10000" in ask(simulations=10_001).json()["error"].replace(",", "")
    assert "Monte Carlo tree search is compared" in ask(against="minimax").json()["error"]
