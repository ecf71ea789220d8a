"""A live session: its searches, their progress, and no search that outlives its page."""

import asyncio
import json

import pytest

from processes import PATIENCE, soon
from serving import SLOW, listening_to, run_server, session_of, until
from zermelo.play.pair import Pair
from zermelo.players.search import FirstMove
from zermelo.web.app import Web
from zermelo.web.requests import Busy
from zermelo.web.room import Events, Room
from zermelo.web.rooms import USUAL, Rooms
from zermelo.web.thinking import SharedThinker


def test_the_engine_answers_and_tells_its_progress_live(server):
    key = server.open("tictactoe", ("human", "engine:seconds=30"))["key"]
    with listening_to(server.client, key) as events:
        until(events, lambda kind, content: kind == "idle")
        server.act(key, "move", move="a3")
        state = until(events, lambda kind, content: kind == "state" and content["ply"] == 2)
        assert state["history"][1] == "b2"
    key = server.open(SLOW, ("engine:seconds=5", "human"))["key"]
    with listening_to(server.client, key) as events:
        text = until(events, lambda kind, content: kind == "thinking" and content["depth"] > 1)
        assert text["nodes"] > 0 and text["rate"] > 0 and text["line"]


def test_values_hints_and_mistakes_come_by_themselves(server):
    key = server.open(moves=["b2", "b3", "a3"])["key"]
    with listening_to(server.client, key) as events:
        assert server.act(key, "values", on=True).status_code == 200
        faults = [None, None, "blunder", None]
        proven = lambda kind, content: (  # noqa: E731
            [row["fault"] for row in content.get("tree", [])] == faults
            and all(row["value"] is not None for row in content["tree"])
            and content["advice"]["exact"]
        )
        state = until(events, proven)
        assert state["advice"]["words"] == "player 1 (X) wins in 4 plies"
        assert state["board"]["moves"][0]["worth"]["kind"] == "loss"
        hinted = server.act(key, "hint").json()
        assert hinted["board"]["hint"] == ["c1"]  # the move that loses latest
        assert hinted["hint"] == "try c1, which stops c1: player 1 (X) wins in 4 plies"
    key = server.open()["key"]
    with listening_to(server.client, key) as events:
        assert server.act(key, "hint").json()["hint"] == "looking for a good move"
        until(events, lambda kind, content: kind == "state" and content["hint"].startswith("try "))


@pytest.mark.long
def test_what_is_not_proven_is_valued_deeper_and_deeper_until_it_rests(server):
    key = server.open(SLOW, moves=["0,0"])["key"]
    agenda = server.web.rooms.get(key).agenda
    agenda._seconds = 0.05
    depth = lambda content: (content.get("advice") or {}).get("depth") or 0  # noqa: E731
    with listening_to(server.client, key) as events:
        server.act(key, "values", on=True)
        for wanted in (1, 2, 3):
            state = until(events, lambda _, content, wanted=wanted: depth(content) >= wanted)
            assert not state["advice"]["exact"] and not state["resting"]
        server.act(key, "rest", on=True)
        until(events, lambda kind, content: kind == "idle")
        assert soon(lambda: server.web.thinker.running == 0)
        server.act(key, "rest", on=False)
        text = until(events, lambda kind, content: kind == "thinking")
        assert text["kind"] == "value" and text["node"] in (0, 1)


def test_computers_play_until_they_are_paused_and_no_search_outlives_its_page(server):
    key = server.open(SLOW, ("engine:seconds=0.1", "engine:seconds=0.1"))["key"]
    with listening_to(server.client, key) as events:
        until(events, lambda kind, content: content.get("ply", 0) >= 2)
        ply = server.act(key, "pause", on=True).json()["ply"]
        assert server.act(key, "undo").json()["ply"] == ply - 1
        assert soon(lambda: server.web.thinker.running == 0)
        assert server.client.get(f"/api/sessions/{key}").json()["ply"] == ply - 1
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

    async def play() -> tuple[Room, dict]:
        thinker = SharedThinker(1)
        room = Room(session_of(Broken()), "tictactoe", None, thinker, thinker)
        events = room.watch()
        while True:
            kind, content = await asyncio.wait_for(events.get(), PATIENCE)
            if kind == "fault":
                room.close()
                thinker.close()
                return room, json.loads(content)

    room, content = asyncio.run(play())
    assert room.agenda.paused
    assert "RuntimeError" in content["error"] and "secret" not in str(content)


def test_a_session_is_shown_by_a_bounded_number_of_pages(server):
    key = server.open()["key"]
    room = server.web.rooms.get(key)
    room._watchers = {Events(): "" for _ in range(8)}
    assert server.client.get(f"/api/sessions/{key}/events").status_code == 429
    room._watchers = {}


# All sessions of a server: bounded, and behind keys that cannot be guessed ----------------------


def room_of(owner: str = "", *given: object) -> Room:
    """A room of a visitor with a game of tic-tac-toe that no search examines."""
    thinker = SharedThinker(1)
    return Room(session_of(), "tictactoe", None, thinker, thinker, owner, *given)


def test_rooms_are_bounded_and_the_longest_unwatched_goes():
    rooms = Rooms(most=2)
    first, second, third = (room_of() for _ in range(3))
    first.used, second.used = 1e12, 1e12 + 1
    for room in (first, second, third):
        rooms.add(room)
    assert rooms.get(first.key) is None and rooms.get(third.key) is third
    second._watchers = third._watchers = {object(): ""}
    with pytest.raises(Busy):
        rooms.add(first)
    second._watchers = third._watchers = {}
    second.used = -1e12
    rooms.add(first)
    assert rooms.get(second.key) is None


def test_a_visitor_who_opens_many_sessions_loses_their_own():
    rooms = Rooms(most=4)
    first, *many = map(room_of, "abbbb")
    paired = room_of("b", Pair())
    for later, room in enumerate((paired, first, *many)):
        room.used = 1e12 + later
        rooms.add(room)
    assert rooms.get(first.key) is first and rooms.get(paired.key) is paired
    assert rooms.get(many[0].key) is None


def test_large_rooms_take_the_place_of_several():
    rooms = Rooms(most=4)
    first, large, *more = map(room_of, "abcd")
    for room in (first, large):
        rooms.add(room)
    large.size = 3 * USUAL
    assert rooms.make_place(large) and rooms.get(first.key) is first
    rooms.add(more[0])  # the large room goes, because it takes most
    assert rooms.get(large.key) is None and rooms.get(first.key) is first


@pytest.mark.parametrize(
    ("proxies", "owner"),
    [((), "127.0.0.1"), (("127.0.0.1",), "192.0.2.7"), (("::1",), "127.0.0.1")],
)
def test_only_a_proxy_that_is_named_says_for_whom_it_asks(proxies, owner):
    with run_server(Web(native=False), proxies=proxies) as server:
        headers = {"x-forwarded-for": "192.0.2.7"}
        opened = server.client.post("/api/sessions", json={"game": "nim"}, headers=headers).json()
        assert server.web.rooms.get(opened["key"]).owner[0] == owner


def test_session_keys_cannot_be_guessed(server):
    keys = [server.open()["key"] for _ in range(20)]
    assert len(set(keys)) == 20 and all(len(key) >= 22 for key in keys)
    for guess in (keys[0][:-1], keys[0] + "A", keys[0].swapcase(), "0", "*"):
        for path in ("", "/events", "/node/0"):
            assert server.client.get(f"/api/sessions/{guess}{path}").status_code == 404
        assert server.act(guess, "undo").status_code == 404
