"""Rules of a person that fail: the page says in which line and why; the server goes on."""

import pytest

from pages import click, go, text
from pages import until as until_true
from serving import listening_to, run_server, until
from zermelo.web.app import Web

# Nim with a method that fails once a file called "fail" stands beside it.
RULES = """import pathlib
import zermelo.games.nim as nim

class Own(nim.Nim):
    def {method}(self, state{more}):
        if pathlib.Path(__file__).with_name("fail").exists():
            raise KeyError("no heap here")  # line 7
        return super().{method}(state{more})
"""


@pytest.fixture(params=["moves", "play", "outcome", "picture", "format_state", "player"])
def failing(request, tmp_path):
    """A server, the spec of rules in which a method can fail, and the file that makes it fail."""
    more = ", move" if request.param == "play" else ""
    (tmp_path / "own.py").write_text(RULES.format(method=request.param, more=more))
    spec = f"{tmp_path}/own.py:Own"
    with run_server(Web([spec], native=False)) as server:
        yield server, spec, (tmp_path / "fail").touch


def test_a_move_or_a_saved_session_at_which_the_rules_fail_says_where_and_why(failing):
    server, spec, fail = failing
    key = server.open(spec)["key"]
    kept = server.client.get(f"/api/sessions/{key}/exported").text.replace("no moves", "3,7 2,5")
    fail()
    moved = server.act(key, "move", move="3,7")
    for answer in (moved, server.client.post("/api/sessions", json={"text": kept})):
        assert answer.status_code == 400
        assert "own.py line 7: KeyError: 'no heap here'" in answer.json()["error"]
    assert server.client.get("/api/games").status_code == 200


def test_rules_that_fail_after_some_moves_are_drawn_begun_and_played_up_to_there(tmp_path):
    (tmp_path / "own.py").write_text(
        "import zermelo.games.nim as nim\n\n"
        "class Own(nim.Nim):\n"
        "    def play(self, state, move):\n"
        "        after = super().play(state, move)\n"
        "        assert state == self.start() or self.misspelt\n"
        "        return after\n"
    )
    spec = f"{tmp_path}/own.py:Own"
    with run_server(Web([spec], native=False)) as server:
        assert server.client.get("/drawing", params={"g": spec}).status_code == 200
        key = server.open(spec)["key"]
        assert server.act(key, "move", move="3,7").status_code == 200
        answer = server.act(key, "move", move="2,5")
        assert answer.status_code == 400
        assert "own.py line 6: AttributeError" in answer.json()["error"]


def test_rules_that_fail_while_the_computer_thinks_are_told_live(tmp_path):
    (tmp_path / "own.py").write_text(RULES.format(method="moves", more=""))
    spec = f"{tmp_path}/own.py:Own"
    with run_server(Web([spec], native=False)) as server:
        key = server.open(spec, ("human", "engine:depth=9"))["key"]
        with listening_to(server.client, key) as events:
            until(events, lambda kind, content: kind == "idle")
            (tmp_path / "fail").touch()
            server.act(key, "players", players=["engine:depth=9", "human"])
            fault = until(events, lambda kind, content: kind == "fault")
            assert "own.py line 7: KeyError" in fault["error"]
            (tmp_path / "fail").unlink()
            server.act(key, "pause", on=False)
            until(events, lambda kind, content: content.get("ply") == 1)


WRONG = """import zermelo.games.nim as nim

class Own(nim.Nim):
    def play(self, state, move):
        return 1 / 0  # line 5
"""
RIGHT = "import zermelo.games.nim as nim\n\nclass Own(nim.Nim): pass\n"
OTHER = "import zermelo.games.nim as nim\n\nclass Own(nim.Nim):\n    rows: tuple = (2, 2)\n"


@pytest.fixture
def own(tmp_path):
    file = tmp_path / "own.py"
    file.write_text(RIGHT)
    with run_server(Web([f"{file}:Own"], native=False)) as server:
        yield server, f"{file}:Own", file


def test_a_session_goes_on_by_rules_that_were_mended(own):
    server, spec, file = own
    key = server.open(spec, moves=["3,7", "2,5"])["key"]
    server.act(key, "values", on=True)
    with listening_to(server.client, key) as events:
        file.write_text("class Own(")
        fault = until(events, lambda kind, content: kind == "fault")["error"]
        assert "own.py line 1: SyntaxError" in fault
        assert server.act(key, "move", move="1,1").status_code == 200  # by the old rules
        file.write_text(WRONG)
        until(events, lambda kind, content: kind == "fault")  # at the moves made
        file.write_text(RIGHT + "\n")
        state = until(events, lambda kind, content: kind == "state")
        assert state["history"] == ["3,7", "2,5", "1,1"] and state["values"]
        file.write_text(OTHER)
        message = until(
            events, lambda kind, reported: kind == "notice" and "restarts" in reported["text"]
        )
        assert "3,7" in message["text"]
        assert server.act(key, "move", move="0,1").json()["history"] == ["0,1"]


def test_the_page_says_where_rules_fail_and_goes_on_when_they_are_mended(own, browser):
    server, spec, file = own
    page = browser.new_page()
    go(page, server, "human~human", g=spec)
    click(page, 0)
    until_true(lambda: page.locator("#moves li").count() == 1)
    file.write_text(WRONG)
    until_true(lambda: "own.py line 5: ZeroDivisionError" in text(page, "#error"))
    file.write_text(RIGHT)
    until_true(lambda: "have been reloaded" in text(page, "#notice"))
    until_true(lambda: page.locator("#error").is_hidden())
    click(page, 1)
    until_true(lambda: page.locator("#moves li").count() == 2)
    page.close()


def test_rules_that_fail_at_the_start_are_a_mistake_in_the_command(refused, tmp_path):
    (tmp_path / "own.py").write_text(RULES.format(method="picture", more=""))
    (tmp_path / "fail").touch()
    for command in ("serve", "show"):
        assert "own.py line 7: KeyError" in refused(command, f"{tmp_path}/own.py")


def test_an_error_of_ours_is_called_one(server, monkeypatch, caplog):
    def fail(*arguments):
        raise RuntimeError("secret")

    monkeypatch.setattr("zermelo.web.app.spelling_of", fail)
    key = server.open()["key"]
    answer = server.client.get(f"/api/sessions/{key}/alphabet")
    assert answer.status_code == 500 and "secret" not in answer.text
    assert "an internal error of Zermelo, RuntimeError" in answer.json()["error"]
