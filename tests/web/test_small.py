"""Small games are solved once somebody opens them."""

import threading
from pathlib import Path

import pytest

import zermelo
from processes import PATIENCE, soon
from serving import listening_to, served, until
from zermelo.errors import UsageError
from zermelo.web import small
from zermelo.web.app import Web
from zermelo.web.small import SmallGames, is_small

GAME = "nim(rows=[1, 2])"


def test_a_small_game_has_a_database_after_it_was_opened(monkeypatch):
    web, known = Web(native=False, small=True), threading.Event()
    games = web.opponents._small
    monkeypatch.setattr(games, "_know", lambda made: (web.opponents.know(made), known.set()))
    with served(web) as server:
        with pytest.raises(UsageError, match="has no database"):
            web.opponents.player("perfect", zermelo.game(GAME))
        with listening_to(server.client, server.open(GAME)["key"]):
            assert known.wait(PATIENCE)
        assert server.client.get("/api/games").json()["solved"]["outcome"] == [GAME]
        opened = server.open(GAME, players=("human", "perfect"))
        server.act(opened["key"], "values", on=True)
        with listening_to(server.client, opened["key"]) as events:
            state = until(events, lambda kind, state: kind == "state" and state["advice"])
        assert state["advice"]["source"] == "database" and state["advice"]["exact"]
        folder = Path(games._folder.name)
        assert folder.exists()
    assert not folder.exists()


@pytest.mark.parametrize(
    ("spec", "smaller"), [("tictactoe", True), ("chess", False), ("connectfour", False)]
)
def test_what_is_small(spec, smaller, monkeypatch):
    monkeypatch.setattr(small, "LOOK", PATIENCE)
    assert is_small(zermelo.game(spec)) == smaller


def test_a_game_is_looked_at_once_and_failures_leave_it_to_the_engine(monkeypatch):
    made, tried = [], []
    games = SmallGames(made.append)
    monkeypatch.setattr(small, "LIMITS", ("--threads", "none"))
    monkeypatch.setattr(small, "is_small", lambda game: tried.append(game) or True)
    for _ in range(2):
        games.look(zermelo.game(GAME))
    assert soon(lambda: games._solver.running == 0)
    games.close()
    assert made == [] and len(tried) == 1
