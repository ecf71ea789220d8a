"""The server: what it answers, what it refuses, and that nothing goes on behind anybody's back."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import subprocess
import sys
import warnings

import httpx
import pytest

import zermelo
from fuzz import Fuzz
from serving import listening_to, served, soon, until
from zermelo.errors import UsageError
from zermelo.play.players import FirstMove
from zermelo.web.app import Web
from zermelo.web.guard import LARGEST_BODY
from zermelo.web.room import Busy, Room
from zermelo.web.rooms import Rooms
from zermelo.web.serve import address, is_loopback, listener, serve
from zermelo.web.thinking import Job, Thinker

SLOW = "mnk(width=6, height=6, k=5)"  # no search comes to its end


@pytest.fixture(scope="module")
def server():
    with served(Web(native=False)) as running:
        yield running


# Sessions ----------------------------------------------------------------------------------------


def test_the_page_and_its_files_are_served(server):
    page = server.client.get("/")
    assert page.status_code == 200 and "<title>Zermelo</title>" in page.text
    for name in re.findall(r'"(/static/[^"]+)"', page.text):
        assert server.client.get(name).status_code == 200, name


def test_the_page_asks_nothing_of_other_sites(server):
    for name, (content, _) in server.web.files.items():
        links = set(re.findall(rb"https?://[^\s\"'`]+", content))
        assert links <= {b"http://www.w3.org/2000/svg"}, name


def test_the_games_are_listed_with_their_parameters(server):
    games = {entry["name"]: entry for entry in server.client.get("/api/games").json()["games"]}
    assert {"tictactoe", "connectfour", "isolation", "nim", "morris", "mnk"} <= set(games)
    assert games["nim"]["parameters"] == {"rows": [1, 3, 5, 7], "misere": False}
    assert games["nim"]["weights"] == []
    assert games["morris"]["weights"] == ["stones", "stash", "mills", "possible"]


def test_a_session_is_played_between_people(server):
    key = server.open(moves=["1,1"])["key"]
    state = server.act(key, "move", move="0,0").json()
    assert state["history"] == ["1,1", "0,0"] and state["board"]["last"] == [0]
    assert server.act(key, "undo").json()["future"] == ["0,0"]
    assert server.act(key, "redo").json()["ply"] == 2
    assert server.act(key, "go-on-from", ply=1).json()["player"] == 1
    assert server.act(key, "resign").json()["outcome"] == (
        "player 1 (X) wins: player 2 (O) resigned"
    )
    assert server.act(key, "restart").json()["history"] == []
    assert server.act(key, "set-up", state="XX./OO./...").json()["start"] == "XX./OO./..."
    assert server.client.get(f"/api/sessions/{key}").json()["state"] == "XX./OO./..."
    assert server.client.get(f"/api/sessions/{key}/ply/0").json()["board"]["active"] is False
    assert server.client.delete(f"/api/sessions/{key}").status_code == 200
    assert server.client.get(f"/api/sessions/{key}").status_code == 404


def test_a_session_is_saved_and_opened_again(server):
    key = server.open("nim", ("human", "level:2"), moves=["3,7"])["key"]
    kept = server.client.get(f"/api/sessions/{key}/saved")
    assert "attachment" in kept.headers["content-disposition"]
    again = server.client.post("/api/sessions", json={"saved": kept.json()})
    assert again.status_code == 201 and again.json()["history"] == ["3,7"]
    assert again.json()["players"] == ["human", "level:2"]


def test_players_may_change_in_the_middle(server):
    key = server.open(moves=["1,1"])["key"]
    state = server.act(key, "players", players=["human", "random"]).json()
    assert not state["persons_turn"]
    with listening_to(server.client, key) as events:
        until(events, lambda kind, content: kind == "state" and content["ply"] == 2)


def test_a_database_plays_and_advises(tmp_path):
    pytest.importorskip("zarr")
    nim = zermelo.game("nim(rows=[1, 2])")
    zermelo.solve(nim, out=tmp_path / "nim", native=False)
    with served(Web(databases=[str(tmp_path / "nim")], native=False)) as running:
        assert running.client.get("/api/games").json()["solved"] == ["nim(rows=[1, 2])"]
        key = running.open("nim(rows=[1, 2])", ("human", "perfect"), moves=["0,1"])["key"]
        with listening_to(running.client, key) as events:
            state = until(events, lambda kind, content: content.get("ply") == 2)
            assert state["history"][1] == "1,2" and state["over"]
            running.act(key, "undo")
            running.act(key, "values", on=True)
            state = until(events, lambda kind, content: content.get("advice"))
            assert state["advice"]["source"] == "database"


def test_games_of_ones_own_are_offered(tmp_path):
    (tmp_path / "own.py").write_text("from zermelo.games.nim import Nim\nclass Own(Nim): pass\n")
    spec = f"{tmp_path}/own.py:Own"
    with served(Web([spec], native=False)) as running:
        assert running.client.get("/api/games").json()["games"][0]["name"] == spec
        state = running.open(spec)
        assert state["game"] == spec and state["board"]["moves"]
        kept = running.client.get(f"/api/sessions/{state['key']}/saved").json()
        assert running.client.post("/api/sessions", json={"saved": kept}).status_code == 201


def test_a_game_that_cannot_be_drawn_is_not_offered(tmp_path):
    (tmp_path / "bare.py").write_text(
        "import zermelo\nfrom typing import NamedTuple\nclass S(NamedTuple): player: int\n"
        "class Bare(zermelo.Game):\n    def start(self): return S(0)\n"
    )
    with pytest.raises(UsageError, match="picture"):
        Web([f"{tmp_path}/bare.py"])


# Live --------------------------------------------------------------------------------------------


def test_the_engine_answers_and_says_what_it_thought(server):
    key = server.open("tictactoe", ("human", "engine:seconds=1"))["key"]
    with listening_to(server.client, key) as events:
        until(events, lambda kind, content: kind == "idle")
        server.act(key, "move", move="0,0")
        state = until(events, lambda kind, content: kind == "state" and content["ply"] == 2)
        assert state["history"][1] == "1,1"
        assert state["thought"]["nodes"] > 0 and state["thought"]["line"]


def test_progress_is_told_live(server):
    key = server.open(SLOW, ("engine:seconds=5", "human"))["key"]
    with listening_to(server.client, key) as events:
        told = until(events, lambda kind, content: kind == "thinking" and content["depth"] > 1)
        assert told["nodes"] > 0 and told["rate"] > 0 and told["line"]


def test_values_hints_and_mistakes_come_by_themselves(server):
    key = server.open(moves=["1,1", "0,1", "0,0"])["key"]
    with listening_to(server.client, key) as events:
        assert server.act(key, "values", on=True).status_code == 200
        whole = lambda kind, content: all(  # noqa: E731
            row["value"] is not None for row in content.get("graph", [{"value": None}])
        )
        state = until(events, whole)
        assert [row["fault"] for row in state["graph"]] == [None, None, "mistake", None]
        assert state["advice"]["words"] == "player 1 (X) wins in 4 plies"
        assert state["board"]["moves"][0]["worth"]["kind"] == "loss"
        assert server.act(key, "hint").json()["hint"] == ["2,2"]  # which loses latest
    key = server.open()["key"]
    with listening_to(server.client, key) as events:
        server.act(key, "hint")
        until(events, lambda kind, content: kind == "state" and len(content["hint"]) == 9)


def test_what_is_not_proven_is_valued_again_and_deeper(server, monkeypatch):
    monkeypatch.setattr("zermelo.web.room.ROUNDS", (0.1, 0.2))
    key = server.open(SLOW, moves=["0,0"])["key"]
    with listening_to(server.client, key) as events:
        server.act(key, "values", on=True)
        until(events, lambda kind, content: kind == "idle")
        room = server.web.rooms.get(key)
        assert soon(lambda: set(room._rounds.values()) == {2})
        assert not room.session.advice().exact


def test_computers_play_until_they_are_paused(server):
    key = server.open(SLOW, ("engine:seconds=0.1", "engine:seconds=0.1"))["key"]
    with listening_to(server.client, key) as events:
        until(events, lambda kind, content: content.get("ply", 0) >= 2)
        ply = server.act(key, "pause", on=True).json()["ply"]
        assert server.act(key, "undo").json()["ply"] == ply - 1
        assert soon(lambda: server.web.thinker.running == 0)
        assert server.client.get(f"/api/sessions/{key}").json()["ply"] == ply - 1


def test_a_client_that_goes_away_leaves_no_search_running(server):
    key = server.open(SLOW, ("engine:seconds=30", "human"))["key"]
    with listening_to(server.client, key) as events:
        until(events, lambda kind, content: kind == "thinking")
        assert server.web.thinker.running == 1
    assert soon(lambda: server.web.thinker.running == 0)
    room = server.web.rooms.get(key)
    assert not room.watched and room.session.ply == 0


@pytest.mark.parametrize("end", ["resign", "restart", "delete", "players"])
def test_a_change_stops_the_search(server, end):
    key = server.open(SLOW, ("engine:seconds=30", "human"))["key"]
    with listening_to(server.client, key) as events:
        until(events, lambda kind, content: kind == "thinking")
        job = server.web.rooms.get(key)._job
        if end == "delete":
            server.client.delete(f"/api/sessions/{key}")
            until(events, lambda kind, content: kind == "closed")
        else:
            fields = {"players": ["human", "human"]} if end == "players" else {}
            server.act(key, end, **fields)
        assert job.stopped
    assert soon(lambda: server.web.thinker.running == 0)


def test_a_player_that_fails_ends_no_session():
    class Broken(FirstMove):
        def choose(self, game, state):
            raise RuntimeError("secret")

    async def play() -> tuple[str, dict]:
        thinker = Thinker(1)
        room = Room(zermelo_session(Broken()), "tictactoe", None, thinker)
        events = room.watch()
        while True:
            kind, content = await asyncio.wait_for(events.get(), 10)
            if kind == "fault":
                room.close()
                thinker.close()
                return room, content

    room, content = asyncio.run(play())
    assert room.paused and "RuntimeError" in content["error"] and "secret" not in str(content)


def zermelo_session(*players):
    from zermelo.play.session import Session

    return Session(zermelo.game("tictactoe"), (*players, FirstMove())[:2])


@pytest.mark.compiled
def test_a_search_is_recorded_for_the_page_of_trees(server):
    fields = {"game": "tictactoe", "moves": ["1,1"], "depth": 2, "against": "minimax"}
    found = server.client.post("/api/trees", json=fields).json()
    assert found["record"]["algorithm"] == "alphabeta" and found["against"]["depth"] == 2
    for fault in ({"algorithm": "magic"}, {"depth": 0}, {"depth": "2"}, {"moves": ["9,9"]}):
        assert server.client.post("/api/trees", json=fields | fault).status_code == 400
    deep = {"game": "connectfour", "depth": 30}
    assert "nodes" in server.client.post("/api/trees", json=deep).json()["error"]


def test_a_search_for_the_page_of_trees_ends_when_others_wait(server, monkeypatch):
    monkeypatch.setattr(server.web.thinker, "allowed", lambda: 0.0)
    answer = server.client.post("/api/trees", json={"game": "tictactoe", "algorithm": "minimax"})
    assert (answer.status_code, "too long" in answer.json()["error"]) == (400, True)


# What is refused ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({}, "game"),
        ({"game": "chess"}, "chess"),
        ({"game": 7}, "game"),
        ({"game": "own.py:Own"}, "own.py"),
        ({"game": "/etc/passwd"}, "passwd"),
        ({"game": "nim(rows=[99,99,99,99,99])"}, "495 points"),
        ({"game": "nim(rows=[" + "1," * 900 + "])"}, "no game"),
        ({"game": "tictactoe", "players": ["human"]}, "two"),
        ({"game": "tictactoe", "players": ["human", "exec:true"]}, "exec:true"),
        ({"game": "tictactoe", "players": ["human", "database:/etc"]}, "database"),
        ({"game": "tictactoe", "players": ["human", "bot.py:play"]}, "bot.py"),
        ({"game": "tictactoe", "players": ["human", "level:11"]}, "level:11"),
        ({"game": "tictactoe", "players": ["human", "engine:seconds=999"]}, "seconds"),
        ({"game": "tictactoe", "players": ["human", "engine:depth=0"]}, "depth"),
        ({"game": "tictactoe", "players": ["human", "perfect"]}, "database"),
        ({"game": "tictactoe", "start": "what"}, "what"),
        ({"game": "tictactoe", "moves": ["9,9"]}, "9,9"),
        ({"game": "tictactoe", "moves": "0,0"}, "moves"),
        ({"game": "tictactoe", "more": 1}, "more"),
        ({"saved": {"format": "other"}}, "format"),
        ({"saved": []}, "saved"),
    ],
)
def test_a_session_that_cannot_be_is_refused_with_the_reason(server, fields, named):
    answer = server.client.post("/api/sessions", json=fields)
    assert answer.status_code == 400 and named in answer.json()["error"]
    assert "Traceback" not in answer.text


@pytest.mark.parametrize(
    ("action", "fields"),
    [
        ("move", {"move": "9,9"}),
        ("move", {"move": 5}),
        ("move", {}),
        ("undo", {}),
        ("redo", {}),
        ("undo", {"extra": 1}),
        ("set-up", {"state": "nonsense"}),
        ("values", {"on": "yes"}),
        ("go-on-from", {"ply": 5}),
        ("go-on-from", {}),
        ("resign", {"player": 2}),
        ("players", {"players": ["human"]}),
    ],
)
def test_an_action_that_cannot_be_is_refused(server, action, fields):
    key = server.open()["key"]
    answer = server.act(key, action, **fields)
    assert answer.status_code == 400 and answer.json()["error"]


def test_nobody_moves_for_the_computer(server):
    key = server.open("tictactoe", ("level:1", "human"))["key"]
    answer = server.act(key, "move", move="0,0")
    assert answer.status_code == 400 and "turn" in answer.json()["error"]


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b"{", "application/json", 400),
        (b"[1]", "application/json", 400),
        (b'{"game": NaN}', "application/json", 400),
        (b"\xff\xfe", "application/json", 400),
        (b"[" * 50_000, "application/json", 400),
        (b'{"game": "tictactoe"}', "text/plain", 400),
        (b"game=tictactoe", "application/x-www-form-urlencoded", 400),
        (b" " * (LARGEST_BODY + 1), "application/json", 413),
    ],
)
def test_malformed_and_oversized_bodies_are_refused(server, body, kind, status):
    answer = server.client.post("/api/sessions", content=body, headers={"content-type": kind})
    assert answer.status_code == status and answer.json()["error"]


def test_a_body_without_an_end_is_cut_off(server):
    pieces = (b" " * 10_000 for _ in range(100))
    headers = {"content-type": "application/json"}
    answer = server.client.post("/api/sessions", content=pieces, headers=headers)
    assert answer.status_code == 413


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/"),
        ("PUT", "/api/sessions"),
        ("DELETE", "/api/games"),
        ("GET", "/api/sessions"),
        ("POST", "/static/board.js"),
    ],
)
def test_wrong_methods_are_refused(server, method, path):
    assert server.client.request(method, path).status_code == 405


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/..%2fapp.py",
        "/static/%2e%2e/app.py",
        "/static/..%5capp.py",
        "/static//etc/passwd",
        "/static/%2fetc%2fpasswd",
        "/static/",
        "/static/%00",
        "/static/board.js/..",
        "/../../etc/passwd",
        "/api/sessions/../games/x",
    ],
)
def test_no_file_outside_the_page_is_served(server, path):
    host, port = server.address.removeprefix("http://").split(":")
    answer = raw(host, int(port), f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 404") and b"root:" not in answer


def raw(host: str, port: int, request: str) -> bytes:
    """What the server answers to these very bytes."""
    with socket.create_connection((host, port), timeout=10) as connection:
        connection.sendall(request.encode("latin-1"))
        return connection.recv(65536)


def test_what_is_no_request_is_refused(server):
    host, port = server.address.removeprefix("http://").split(":")
    assert raw(host, int(port), "NONSENSE\r\n\r\n").startswith(b"HTTP/1.1 400")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"host": "evil.example"}, 403),
        ({"host": "localhost.evil.example:80"}, 403),
        ({"host": ""}, 403),
        ({"sec-fetch-site": "same-origin"}, 201),
        ({}, 201),
    ],
)
def test_cross_site_requests_are_refused(server, headers, status):
    fields = {"game": "tictactoe"}
    assert server.client.post("/api/sessions", json=fields, headers=headers).status_code == status


def test_the_same_origin_may_ask_and_links_from_elsewhere_open_the_page(server):
    fields = {"game": "tictactoe"}
    own = {"origin": server.address}
    assert server.client.post("/api/sessions", json=fields, headers=own).status_code == 201
    elsewhere = {"sec-fetch-site": "cross-site"}
    assert server.client.get("/", headers=elsewhere).status_code == 200
    assert server.client.get("/api/games", headers=elsewhere).status_code == 403


@pytest.mark.parametrize("path", ["/", "/api/games", "/nothing", "/static/board.js"])
def test_every_answer_carries_the_headers_that_protect_it(server, path):
    headers = server.client.get(path).headers
    assert "default-src 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert "access-control-allow-origin" not in headers


def test_session_keys_cannot_be_guessed(server):
    keys = [server.open()["key"] for _ in range(20)]
    assert len(set(keys)) == 20 and all(len(key) >= 22 for key in keys)
    for guess in (keys[0][:-1], keys[0] + "A", keys[0].swapcase(), "0", "*"):
        for path in ("", "/saved", "/events", "/ply/0"):
            assert server.client.get(f"/api/sessions/{guess}{path}").status_code == 404
        assert server.act(guess, "undo").status_code == 404


# Bounds ------------------------------------------------------------------------------------------


def test_rooms_are_bounded_and_the_longest_unwatched_goes():
    rooms, thinker = Rooms(most=2), Thinker(1)
    first, second, third = (Room(zermelo_session(), "tictactoe", None, thinker) for _ in range(3))
    first.used, second.used = 1e12, 1e12 + 1
    for room in (first, second, third):
        rooms.add(room)
    assert rooms.get(first.key) is None and rooms.get(third.key) is third
    second._watchers = third._watchers = {object()}
    with pytest.raises(Busy):
        rooms.add(first)
    second._watchers = third._watchers = set()
    second.used = -1e12
    rooms.add(first)
    assert rooms.get(second.key) is None
    thinker.close()


def test_a_session_is_shown_by_a_bounded_number_of_pages(server):
    key = server.open()["key"]
    with warnings.catch_warnings():
        room = server.web.rooms.get(key)
        room._watchers = {object() for _ in range(8)}
        assert server.client.get(f"/api/sessions/{key}/events").status_code == 429
        room._watchers = set()


def test_a_search_may_take_less_when_many_wait():
    thinker = Thinker(2)
    alone = thinker.allowed()
    thinker._jobs = {Job(lambda: None, lambda snapshot: None) for _ in range(50)}
    assert thinker.allowed() < alone / 100
    thinker.close()


# Fuzzed requests ---------------------------------------------------------------------------------


def test_fuzzed_requests_get_an_answer_and_never_a_fault():
    async def fuzz() -> set[int]:
        web, statuses = Web(native=False), set()
        transport = httpx.ASGITransport(web.application())
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            opened = [
                await client.post("/api/sessions", json={"game": game})
                for game in ("tictactoe", "nim", "morris")
            ]
            requests = Fuzz(1, [answer.json()["key"] for answer in opened])
            for _ in range(2000):
                request = requests.request()
                answer = await client.request(**request)
                requests.learn(answer)
                assert answer.status_code < 500, request
                if answer.status_code >= 400 and request["method"] != "HEAD":
                    assert answer.json()["error"] and "Traceback" not in answer.text
                statuses.add(answer.status_code)
        web.thinker.close()
        return statuses

    assert asyncio.run(fuzz()) >= {200, 201, 400, 403, 404, 405}


# Setting up a position ---------------------------------------------------------------------------


def test_a_page_learns_how_positions_are_written(server):
    key = server.open("morris(men=3)")["key"]
    spelling = server.client.get(f"/api/sessions/{key}/letters").json()
    assert spelling["empty"] == ".........,3,3,W"
    assert spelling["letters"] == {
        "places": list(range(9)),
        "pieces": [
            {"symbol": "○", "letter": "W", "side": 0},
            {"symbol": "●", "letter": "B", "side": 1},
            {"symbol": "", "letter": ".", "side": None},
        ],
        "turn": 14,
        "movers": ["W", "B"],
    }
    key = server.open("nim")["key"]
    assert server.client.get(f"/api/sessions/{key}/letters").json() == {"letters": None}


def test_a_draft_is_a_position_or_the_reason_why_it_is_none(server):
    key = server.open(moves=["1,1"])["key"]
    found = server.act(key, "draft", state="XX./OO./...").json()
    assert found["error"] is None and found["said"] == "player 1 (X) to move"
    assert len(found["board"]["pieces"]) == 4 and not found["board"]["active"]
    found = server.act(key, "draft", state="XXX/OO./...").json()
    assert found["said"] == "the game is over: player 1 (X) wins"
    found = server.act(key, "draft", state="XXX/.../...").json()
    assert "X should have" in found["error"] and "board" not in found
    assert server.act(key, "draft").status_code == 400
    assert server.client.get(f"/api/sessions/{key}").json()["history"] == ["1,1"]


def test_rules_of_ones_own_that_cannot_read_a_text_are_no_fault_of_the_servers(tmp_path):
    rules = "from zermelo.games.tictactoe import TicTacToe\n\nclass Mine(TicTacToe):\n"
    path = tmp_path / "mine.py"
    path.write_text(rules + "    def parse_state(self, text):\n        return int(text)\n")
    with served(Web([str(path)], native=False)) as own:
        key = own.open(str(path))["key"]
        said = "the rules cannot read this text: ValueError"
        assert own.act(key, "draft", state="x").json() == {"error": said}
        assert own.act(key, "set-up", state="x").json() == {"error": said}


# The command -------------------------------------------------------------------------------------


def test_the_command_prints_its_address_and_ends_with_ctrl_c():
    command = [sys.executable, "-m", "zermelo", "serve", "--port", "0", "--plain"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as run:
        said = run.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+/", said)
        assert httpx.get(found[0] + "api/games").status_code == 200
        with httpx.Client(base_url=found[0]) as client:
            key = client.post("api/sessions", json={"game": "nim"}).json()["key"]
            with client.stream("GET", f"api/sessions/{key}/events"):
                run.send_signal(2)
                assert run.wait(10) == 0
        assert run.stderr.read() == ""


def test_an_address_that_is_taken_or_none_is_a_clear_mistake():
    with listener("127.0.0.1", 0) as taken, pytest.raises(UsageError, match="cannot listen"):
        serve("127.0.0.1", taken.getsockname()[1])
    with pytest.raises(UsageError, match="cannot listen"):
        listener("no such host", 0)


def test_addresses_are_shown_as_browsers_take_them():
    assert address("0.0.0.0", 1) == "http://localhost:1/" and address("::1", 2) == "http://[::1]:2/"
    assert is_loopback("::1") and is_loopback("localhost") and not is_loopback("0.0.0.0")
    assert not is_loopback("example")


def test_the_session_as_json_needs_nothing_but_json(server):
    state = server.open("morris")
    assert json.loads(json.dumps(state)) == state
