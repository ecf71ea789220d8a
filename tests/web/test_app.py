"""The server's answers: the page, its games, and sessions from beginning to end."""

import re
import threading

import pytest

import zermelo
from serving import listening_to, run_server, until
from zermelo.games import BUILT_IN, FAMILIES, KNOWN
from zermelo.reports.catalogue import parameters_of
from zermelo.web import opponents
from zermelo.web.app import Web
from zermelo.web.catalogue import title_of
from zermelo.web.files import page_files
from zermelo.web.pages import WINNERS, rules_of_play


def test_the_page_and_its_files_are_served_and_ask_nothing_of_other_sites(server):
    page = server.client.get("/")
    assert page.status_code == 200 and "<title>Zermelo</title>" in page.text
    for name in re.findall(r'"(static/[^"]+)"', page.text):
        assert server.client.get(name).status_code == 200, name
    for name, (content, kind) in page_files().items():
        if kind == "application/json":
            continue  # the source map of a script, with the text of its modules
        links = set(re.findall(rb"https?://[^\s\"'`]+", content))
        assert links <= {b"http://www.w3.org/2000/svg", b"http://localhost:8000."}, name


def test_a_session_is_played_between_people(server):
    key = server.open(moves=["b2"])["key"]
    state = server.act(key, "move", move="a3").json()
    assert state["history"] == ["b2", "a3"] and state["board"]["last"] == [0]
    assert server.act(key, "undo").json()["future"] == ["a3"]
    assert server.act(key, "redo").json()["ply"] == 2
    assert server.act(key, "go-on-from", node=1).json()["player"] == 1
    outcome = "player 1 (X) wins: player 2 (O) resigned"
    assert server.act(key, "resign").json()["outcome"] == outcome
    assert server.act(key, "restart").json()["history"] == []
    assert server.act(key, "set-up", state="XX./OO./...").json()["start"] == "XX./OO./..."
    assert server.client.get(f"/api/sessions/{key}").json()["state"] == "XX./OO./..."
    assert server.client.get(f"/api/sessions/{key}/node/0").json()["board"]["active"]
    assert server.client.delete(f"/api/sessions/{key}").status_code == 200
    assert server.client.get(f"/api/sessions/{key}").status_code == 404


@pytest.mark.parametrize(("path", "home"), [("/nosuch", "./"), ("/tree/of/all", "../../")])
def test_people_who_ask_for_no_page_get_one_with_the_way_home(server, path, home):
    lost = server.client.get(path, headers={"accept": "text/html,*/*"})
    assert lost.status_code == 404 and "This page does not exist." in lost.text
    assert f'<a class="button" href="{home}">All games</a>' in lost.text
    assert server.client.get(path).json() == {"error": "Not Found"}


@pytest.mark.parametrize("player", ["random", "minimax:limit=1"])  # a lesson names the second
def test_players_may_change_in_the_middle(server, player):
    key = server.open(moves=["b2"])["key"]
    state = server.act(key, "players", players=["human", player]).json()
    assert state["players"][1] == player and not state["persons_turn"]
    with listening_to(server.client, key) as events:
        until(events, lambda kind, content: kind == "state" and content["ply"] == 2)


def test_a_database_plays_and_advises(tmp_path):
    pytest.importorskip("zarr")
    nim = zermelo.game("nim(rows=[1, 2])")
    zermelo.solve(nim, out=tmp_path / "nim", native=False)
    with run_server(Web(databases=[str(tmp_path / "nim")], native=False)) as running:
        solved = running.client.get("/api/games").json()["solved"]
        assert solved == {"outcome": ["nim(rows=[1, 2])"], "score": []}
        key = running.open("nim(rows=[1, 2])", ("human", "perfect"), moves=["0,1"])["key"]
        with listening_to(running.client, key) as events:
            state = until(events, lambda kind, content: content.get("ply") == 2)
            assert state["history"][1] == "1,2" and state["over"]
            running.act(key, "undo")
            running.act(key, "values", on=True)
            state = until(events, lambda kind, content: content.get("advice"))
            assert state["advice"]["source"] == "database"


def test_a_game_for_points_is_valued_saved_and_opened_again_for_points(server):
    seated = ("human", "minimax:depth=1")
    opened = server.open("kalah(pits=2, seeds=1)", seated, by="score", moves=["1"])
    assert (opened["by"], opened["bound"]) == ("score", 4)
    key = opened["key"]
    server.act(key, "values", on=True)
    with listening_to(server.client, key) as events:
        state = until(events, lambda kind, content: content.get("advice") and content["ply"] > 1)
    assert state["advice"]["words"].endswith(("points", "point", "draw"))
    worths = [entry["worth"] for entry in state["board"]["moves"]]
    assert {each["by"] for each in worths} == {"score"}
    assert {abs(row["value"]) for row in state["tree"] if row["value"] is not None} - {0, 1}
    saved = server.client.get(f"/api/sessions/{key}/exported").text
    again = server.client.post("/api/sessions", json={"text": saved}).json()
    assert (again["by"], again["history"]) == ("score", state["history"])
    for by in ("luck", "score"):
        refused = server.client.post("/api/sessions", json={"game": "nim", "by": by})
        assert refused.status_code == 400


def test_a_board_that_is_opened_has_the_compiler_loaded(monkeypatch):
    loaded = threading.Event()
    monkeypatch.setattr(opponents, "load", loaded.set)
    with run_server(Web()) as running:
        assert running.client.get("/").status_code == 200 and not loaded.is_set()
        assert running.client.get("/play").status_code == 200 and loaded.wait(60)


def test_a_database_in_points_plays_games_for_points_only(tmp_path):
    pytest.importorskip("zarr")
    small = zermelo.game("dotsandboxes(width=1, height=1)")
    zermelo.solve(small, out=tmp_path / "small", native=False, by="score")
    with run_server(Web(databases=[str(tmp_path / "small")], native=False)) as running:
        games = running.client.get("/api/games").json()
        assert games["solved"] == {"outcome": [], "score": [str(small)]}
        counting = {entry["name"] for entry in games["games"] if entry["points"]}
        assert {"kalah", "awari", "othello", "dotsandboxes"} <= counting and "nim" not in counting
        assert running.open(str(small), ("human", "perfect"), by="score")["by"] == "score"
        fields = {"game": str(small), "players": ["human", "perfect"]}
        refused = running.client.post("/api/sessions", json=fields)
        assert refused.status_code == 400 and "no database here" in refused.json()["error"]


def test_the_board_after_a_line_leaves_the_session_as_it_is(server):
    state = server.open(moves=["b2"])
    place = f"/api/sessions/{state['key']}/node/1"
    board = server.client.get(place, params={"line": "a3 c1"}).json()["board"]
    assert [piece["point"] for piece in board["pieces"]] == [0, 4, 8] and board["last"] == [8]
    assert not board["active"]
    wrong = server.client.get(place, params={"line": "a3 a3"})
    assert wrong.status_code == 400 and "not a legal move" in wrong.json()["error"]
    assert len(server.client.get(f"/api/sessions/{state['key']}").json()["tree"]) == 2


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({}, "game"),
        ({"game": "ludo"}, "ludo"),
        ({"game": 7}, "game"),
        ({"game": "own.py:Own"}, "own.py"),
        ({"game": "/etc/passwd"}, "passwd"),
        ({"game": "nim(rows=[99,99,99,99,99])"}, "495 points"),
        ({"game": "nim(rows=[" + "1," * 900 + "])"}, "unknown game"),
        ({"game": "tictactoe", "players": ["human"]}, "two"),
        ({"game": "tictactoe", "players": ["human", "exec:true"]}, "exec:true"),
        ({"game": "tictactoe", "players": ["human", "database:/etc"]}, "database"),
        ({"game": "tictactoe", "players": ["human", "bot.py:play"]}, "bot.py"),
        ({"game": "tictactoe", "players": ["human", "level:13"]}, "level:13"),
        ({"game": "tictactoe", "players": ["human", "engine:seconds=999"]}, "seconds"),
        ({"game": "tictactoe", "players": ["human", "engine:depth=0"]}, "depth"),
        ({"game": "tictactoe", "players": ["human", "perfect"]}, "database"),
        ({"game": "tictactoe", "start": "what"}, "what"),
        ({"game": "tictactoe", "moves": ["9,9"]}, "9,9"),
        ({"game": "tictactoe", "moves": "0,0"}, "moves"),
        ({"game": "tictactoe", "more": 1}, "more"),
        ({"game": "tictactoe", "resigned": 2}, "resigned"),
        ({"game": "tictactoe", "at": True}, "at"),
        ({"text": "1,1"}, "should begin with its name"),
    ],
)
def test_a_session_that_cannot_be_is_refused_with_the_reason(server, fields, named):
    answer = server.client.post("/api/sessions", json=fields)
    assert answer.status_code == 400 and named in answer.json()["error"]
    assert "Traceback" not in answer.text


ACTIONS = [
    ("move", {"move": "9,9"}),
    ("move", {"move": 5}),
    *((name, {}) for name in ("move", "undo", "redo", "go-on-from", "look-at")),
    ("undo", {"extra": 1}),
    ("set-up", {"state": "nonsense"}),
    ("values", {"on": "yes"}),
    *((name, {"node": 5}) for name in ("go-on-from", "look-at")),
    ("rest", {"on": 1}),
    ("resign", {"player": 2}),
    ("players", {"players": ["human"]}),
]


def test_an_action_that_cannot_be_is_refused(server):
    key = server.open()["key"]
    for action, fields in ACTIONS:
        answer = server.act(key, action, **fields)
        assert answer.status_code == 400 and answer.json()["error"], (action, fields)
    key = server.open("tictactoe", ("level:1", "human"))["key"]
    answer = server.act(key, "move", move="a3")  # nobody moves for the computer
    assert answer.status_code == 400 and "turn" in answer.json()["error"]


@pytest.mark.parametrize(
    ("node", "move", "said"),
    [(1, "b2", "not a legal move"), (1, None, "move"), (2, "c3", "turn"), (9, "c1", "node")],
)
def test_a_refused_move_from_an_earlier_position_changes_nothing(server, node, move, said):
    moves = ["b2", "a3", "b3", "b1", "c1"]
    key = server.open("tictactoe", ("first", "human"), moves=moves)["key"]
    before = server.client.get(f"/api/sessions/{key}").json()
    answer = server.act(key, "play-from", node=node, move=move)
    assert answer.status_code == 400 and said in answer.json()["error"]
    assert server.client.get(f"/api/sessions/{key}").json() == before


def test_a_move_from_an_earlier_position_goes_on_there(server):
    key = server.open(moves=["b2", "a3", "b3"])["key"]
    state = server.act(key, "play-from", node=1, move="c1").json()
    assert state["history"] == ["b2", "c1"] and len(state["tree"]) == 5
    key = server.open(moves=["a3", "a2", "b3", "b2", "c3"])["key"]
    assert "over" in server.act(key, "play-from", node=5, move="c1").json()["error"]


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


def test_every_game_has_a_family_a_card_a_drawing_and_a_page(server):
    page = server.client.get("/").text
    assert page.count('class="card"') == len(KNOWN) == len(BUILT_IN)
    assert {known.family for known in KNOWN.values()} == set(FAMILIES)
    assert "Further games" not in page and "<small>Guy Steele, 1998</small>" in page
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


def test_the_games_are_listed_with_their_parameters_labels_ranges_and_help(server):
    entry, go, morris = map(server.web.catalogue.entry, ("mnk", "go", "morris"))
    assert entry["values"] == {
        "width": [], "height": [], "k": [], "coordinates": ["letters", "numbers"]
    }  # fmt: skip
    assert go["values"]["size"] == [*range(1, 10)] and go["values"]["memory"] == [1, 64]
    assert morris["values"]["men"] == [3, 6, 9, 12]
    assert morris["help"]["lasker"].startswith("players with men in hand")
    assert entry["help"] == {
        "width": "1 to 19", "height": "1 to 19",
        "k": "the number of stones in a winning line. 1 to 3",
        "coordinates": "how moves are written: letters or numbers",
    }  # fmt: skip
    games = {entry["name"]: entry for entry in server.client.get("/api/games").json()["games"]}
    assert {"tictactoe", "connectfour", "isolation", "nim", "morris", "mnk"} <= set(games)
    assert games["nim"]["parameters"] == {"rows": [1, 3, 5, 7], "misere": False}
    assert games["nim"]["weights"] == []
    assert games["morris"]["weights"] == ["stones", "stash", "mills", "possible"]


def test_games_of_ones_own_are_offered_described_and_played(tmp_path):
    (tmp_path / "own.py").write_text(OWN)
    spec = f"{tmp_path}/own.py:Take"
    with run_server(Web([spec], native=False)) as running:
        assert running.client.get("/api/games").json()["games"][0]["name"] == spec
        assert "<h2>Take one or two &amp; win</h2><p></p>" in running.client.get("/").text
        page = running.client.get("/game", params={"g": spec}).text
        assert "<p>Two people take in turn.</p>" in page and "how many there are. 3 to 7" in page
        assert running.client.get("/drawing", params={"g": spec}).text.startswith("<svg")
        state = running.open(spec)
        assert state["game"] == spec and state["board"]["moves"]
        kept = running.client.get(f"/api/sessions/{state['key']}/exported").text
        assert running.client.post("/api/sessions", json={"text": kept}).status_code == 201


# Setting up a position, on the server -----------------------------------------------------------


def test_a_page_learns_how_positions_are_written(server):
    key = server.open("morris(men=3)")["key"]
    spelling = server.client.get(f"/api/sessions/{key}/alphabet").json()
    looks = [piece.pop("look") for piece in spelling["alphabet"]["pieces"]]
    assert [look[:1] and look[0][0] for look in looks] == ["light", "dark", []]
    assert spelling["empty"] == ".........,3,3,W"
    assert spelling["alphabet"] == {
        "places": list(range(9)),
        "pieces": [
            {"symbol": "○", "letter": "W", "side": 0},
            {"symbol": "●", "letter": "B", "side": 1},
            {"symbol": "", "letter": ".", "side": None},
        ],
        "turn": 14,
        "movers": ["W", "B"],
        "homes": {},
    }
    key = server.open("nim")["key"]
    answer = server.client.get(f"/api/sessions/{key}/alphabet").json()
    assert answer == {"alphabet": None, "state": "1,3,5,7 A"}


def test_a_draft_is_a_position_or_the_reason_why_it_is_none(server):
    key = server.open(moves=["b2"])["key"]
    result = server.act(key, "draft", state="XX./OO./...").json()
    assert result["error"] is None and result["status"] == "player 1 (X) to move"
    assert len(result["board"]["pieces"]) == 4 and not result["board"]["active"]
    result = server.act(key, "draft", state="XXX/OO./...").json()
    assert result["status"] == "the game is over: player 1 (X) wins"
    result = server.act(key, "draft", state="XXX/.../...").json()
    assert "X should have" in result["error"] and "board" not in result
    assert server.act(key, "draft").status_code == 400
    assert server.client.get(f"/api/sessions/{key}").json()["history"] == ["b2"]


def test_rules_of_ones_own_that_cannot_read_a_text_are_no_fault_of_the_servers(tmp_path):
    rules = "from zermelo.games.mnk import TicTacToe\n\nclass Mine(TicTacToe):\n"
    path = tmp_path / "mine.py"
    path.write_text(rules + "    def parse_state(self, text):\n        return int(text)\n")
    with run_server(Web([str(path)], native=False)) as own:
        key = own.open(str(path))["key"]
        text = "the rules failed to read this text: ValueError"
        assert own.act(key, "draft", state="x").json() == {"error": text}
        assert own.act(key, "set-up", state="x").json() == {"error": text}


def test_a_page_that_is_opened_as_a_file_asks_for_a_web_server(browser, server, tmp_path):
    (tmp_path / "static").mkdir()
    for name, (content, _) in page_files().items():
        (tmp_path / "static" / name).write_bytes(content)
    (tmp_path / "play.html").write_bytes(server.client.get("/play").content)
    page = browser.new_page()
    page.goto((tmp_path / "play.html").as_uri())
    asked = page.locator("[role=alert]", has_text="Open this page through a web server")
    asked.wait_for()  # it is there once
    page.close()
