"""All sessions of a server: bounded, and behind keys that cannot be guessed."""

import pytest

from serving import served, session_of
from zermelo.play.pair import Pair
from zermelo.web.app import Web
from zermelo.web.requests import Busy
from zermelo.web.room import Room
from zermelo.web.rooms import USUAL, Rooms
from zermelo.web.thinking import SharedThinker


def test_rooms_are_bounded_and_the_longest_unwatched_goes():
    rooms, thinker = Rooms(most=2), SharedThinker(1)
    first, second, third = (
        Room(session_of(), "tictactoe", None, thinker, thinker) for _ in range(3)
    )
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
    thinker.close()


def test_a_visitor_who_opens_many_sessions_loses_their_own():
    rooms, thinker = Rooms(most=4), SharedThinker(1)
    first, *many = (Room(session_of(), "tictactoe", None, thinker, thinker, a) for a in "abbbb")
    paired = Room(session_of(), "tictactoe", None, thinker, thinker, "b", Pair())
    for later, room in enumerate((paired, first, *many)):
        room.used = 1e12 + later
        rooms.add(room)
    assert rooms.get(first.key) is first and rooms.get(paired.key) is paired
    assert rooms.get(many[0].key) is None
    thinker.close()


def test_large_rooms_take_the_place_of_several():
    rooms, thinker = Rooms(most=4), SharedThinker(1)
    first, large, *more = (
        Room(session_of(), "tictactoe", None, thinker, thinker, a) for a in "abcd"
    )
    for room in (first, large):
        rooms.add(room)
    large.size = 3 * USUAL
    assert rooms.make_place(large) and rooms.get(first.key) is first
    rooms.add(more[0])  # the large one goes: nobody else has as much
    assert rooms.get(large.key) is None and rooms.get(first.key) is first
    thinker.close()


@pytest.mark.parametrize(
    ("proxies", "owner"),
    [((), "127.0.0.1"), (("127.0.0.1",), "192.0.2.7"), (("::1",), "127.0.0.1")],
)
def test_only_a_proxy_that_is_named_says_for_whom_it_asks(proxies, owner):
    with served(Web(native=False), proxies=proxies) as server:
        headers = {"x-forwarded-for": "192.0.2.7"}
        opened = server.client.post("/api/sessions", json={"game": "nim"}, headers=headers).json()
        assert server.web.rooms.get(opened["key"]).owner[0] == owner


def test_session_keys_cannot_be_guessed(server):
    keys = [server.open()["key"] for _ in range(20)]
    assert len(set(keys)) == 20 and all(len(key) >= 22 for key in keys)
    for guess in (keys[0][:-1], keys[0] + "A", keys[0].swapcase(), "0", "*"):
        for path in ("", "/saved", "/events", "/node/0"):
            assert server.client.get(f"/api/sessions/{guess}{path}").status_code == 404
        assert server.act(guess, "undo").status_code == 404
