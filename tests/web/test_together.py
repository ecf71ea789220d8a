"""Two people at one board over a network: seats, clocks, offers and rights."""

import pytest

import zermelo
from pages import click, go, text, until
from serving import listening_to
from serving import until as event
from zermelo.errors import UsageError
from zermelo.play.fields import Fields
from zermelo.play.pair import Clock, Pair, Refused
from zermelo.play.session import Session
from zermelo.web.actions import pair_of
from zermelo.web.room import MOST_SPECTATORS, MOST_WATCHERS, Busy


class Table:
    """Two people at a game of tic-tac-toe, with a clock that the test sets."""

    def __init__(self, clock: Clock | None = None) -> None:
        self.seconds = 0.0
        self.session = Session(zermelo.game("tictactoe"))
        self.pair = Pair(clock, lambda: self.seconds)
        self.pair.sit(0), self.pair.sit(1)

    def act(self, seat: int | None, action: str, **fields: object) -> None:
        self.pair.act(self.session, action, seat, Fields(fields))

    def play(self, *moves: str) -> None:
        for move in moves:
            self.act(self.session.player, "move", move=move)


def test_a_seat_is_for_whoever_has_its_key():
    pair = Pair()
    first = pair.sit(1)
    assert pair.seats[0] is None and pair.seat_of(first) == 1
    second = pair.sit()
    assert pair.seat_of(second) == 0 and first.startswith(pair.seats[1])
    for key in ("", pair.seats[0], f"{pair.seats[0]}.", second[:-1], second + "ü"):
        assert pair.seat_of(key) is None
    for seat in (None, 0, 1):
        with pytest.raises(Refused, match="taken"):
            pair.sit(seat)


def test_only_the_player_to_move_moves_and_nobody_else_does_anything():
    table = Table()
    for seat, why in ((None, "only the two"), (1, "not your turn")):
        with pytest.raises(Refused, match=why):
            table.act(seat, "move", move="b2")
    for action in ("resign", "offer", "answer"):
        with pytest.raises(Refused, match="only the two"):
            table.act(None, action)
    with pytest.raises(Refused, match="has not arrived yet"):
        alone = Pair()
        alone.sit(0)
        alone.act(table.session, "move", 0, Fields({"move": "b2"}))
    assert table.session.ply == 0


@pytest.mark.parametrize(
    ("clock", "spent", "left"),
    [
        (Clock(60, 5), (100, 20, 30), (35, 45)),  # the first move takes no time
        (Clock(60, each_move=True), (100, 20, 30), (60, 60)),
    ],
)
def test_a_clock_runs_from_the_first_move_on(clock, spent, left):
    table = Table(clock)
    for seconds, move in zip(spent, ("a3", "b2", "c1"), strict=True):
        table.seconds += seconds
        table.play(move)
    assert tuple(clock.seconds_left(player, table.seconds) for player in (0, 1)) == left
    table.seconds += 59
    table.pair.look(table.session)
    assert table.session.over == (not clock.each_move)
    table.seconds += 1
    table.pair.look(table.session)
    assert table.session.outcome == "player 1 (X) wins: player 2 (O) ran out of time"
    assert table.session.winner == 0 and table.pair.score == [1, 0]
    assert table.pair.clock.running is None


def test_a_move_that_comes_too_late_has_lost():
    table = Table(Clock(10))
    table.play("a3")
    table.seconds = 11
    with pytest.raises(Refused, match="the game is over"):
        table.play("b2")
    assert table.session.winner == 0 and table.session.ply == 1


def test_what_both_want_is_done_until_the_next_move():
    table = Table(Clock(60))
    table.play("a3", "b2")
    table.act(0, "offer", kind="takeback")  # the move has been answered
    with pytest.raises(Refused, match="no offer to answer"):
        table.act(0, "answer", accept=True)
    table.act(1, "answer", accept=True)
    assert table.session.ply == 0 and len(table.session.tree) == 1
    table.play("a3")
    table.act(1, "offer", kind="draw")
    table.act(0, "answer", accept=False)
    with pytest.raises(Refused, match="declined"):
        table.act(1, "offer", kind="draw")
    table.play("b2", "c1")
    table.act(1, "offer", kind="draw")
    table.act(0, "offer", kind="draw")  # the same wish accepts the offer
    assert table.session.outcome == "draw: both agreed" and table.pair.score == [0.5, 0.5]
    with pytest.raises(Refused, match="over"):
        table.act(0, "offer", kind="draw")
    table = Table()
    with pytest.raises(Refused, match="no move"):
        table.act(1, "offer", kind="takeback")
    table.act(1, "offer", kind="draw")
    table.play("a3")
    assert table.pair.offer is None
    with pytest.raises(Refused, match="not over yet"):
        table.act(1, "offer", kind="rematch")


def test_in_another_game_they_change_sides():
    table = Table(Clock(60))
    first, second = table.pair.seats
    table.play("a3")
    table.act(0, "resign")
    assert table.session.winner == 1 and table.pair.score == [0, 1]
    table.act(0, "offer", kind="rematch")
    table.act(1, "answer", accept=True)
    assert table.pair.seats == [second, first] and table.pair.score == [1, 0]
    assert table.session.ply == 0 and not table.session.over
    assert table.pair.clock.seconds_left(0, 0) == 60 and table.pair.clock.running is None


def test_settings_of_a_pair_are_read_strictly():
    wrong = [*(("base", value) for value in (-1, 10**6, 1.5)), ("increment", 3), ("seat", 2)]
    for setting in (*wrong, ("colour", "red")):
        with pytest.raises(UsageError):
            pair_of(dict([setting]))


def test_a_server_lets_two_play_and_others_watch(server):
    opened = server.open(together={"seat": 0, "base": 60, "increment": 1})
    key, own = opened["key"], {"x-seat": opened["seat_key"]}
    post = lambda action, seat={}, **fields: server.client.post(  # noqa: E731
        f"/api/sessions/{key}/{action}", json=fields, headers=seat
    )
    assert post("move", own, move="b2").json()["error"].startswith("the other player has not")
    sat = post("sit").json()
    other = {"x-seat": sat["seat_key"]}
    assert "seat_key" not in server.client.get(f"/api/sessions/{key}").json()
    assert post("sit").status_code == 400
    assert post("move", other, move="b2").json()["error"] == "it is not your turn"
    assert post("move", move="b2").status_code == 400
    with listening_to(server.client, key) as events:
        event(events, lambda kind, content: kind == "presence" and content["watching"] == 1)
        assert post("move", own, move="b2").status_code == 200
        state = event(events, lambda kind, content: kind == "state" and content["ply"] == 1)
        assert state["pair"]["clock"]["running"] == 1
        assert 59 < state["pair"]["clock"]["left"][1] <= 60
        for action in ("values", "hint", "undo", "branch", "go-on-from", "players"):
            assert "analyse a copy" in post(action, own).json()["error"]
        assert server.client.delete(f"/api/sessions/{key}").status_code == 400
        for path in ("value/0", "explored/0"):
            assert server.client.get(f"/api/sessions/{key}/{path}").status_code == 400
        room = server.web.rooms.get(key)
        room.pair.now = lambda: 1e9  # much later
        server.web.rooms.get(key)._timer.cancel()
        assert "over" in post("move", other, move="a3").json()["error"]
        post("offer", own, kind="rematch")
        state = event(events, lambda kind, content: kind == "state" and content["over"])
        assert state["outcome"] == "player 1 (X) wins: player 2 (O) ran out of time"
    with pytest.raises(AssertionError, match="two people"):
        server.open(players=("human", "first"), together={})


def test_a_session_of_two_is_deleted_once_both_have_asked(server):
    opened = server.open(together={"seat": 0})
    path, own = f"/api/sessions/{opened['key']}", {"x-seat": opened["seat_key"]}
    other = {"x-seat": server.act(opened["key"], "sit").json()["seat_key"]}
    for _ in range(2):
        assert server.client.delete(path, headers=own).status_code == 202
    assert server.client.get(path).status_code == 200
    assert server.client.delete(path, headers=other).status_code == 200
    assert server.client.get(path).status_code == 404
    alone = server.open(together={})
    path, own = f"/api/sessions/{alone['key']}", {"x-seat": alone["seat_key"]}
    assert server.client.delete(path, headers=own).status_code == 200


def test_spectators_are_many_and_leave_room_for_the_players(server):
    opened = server.open(together={})
    room = server.web.rooms.get(opened["key"])
    room._watchers = {object(): "" for _ in range(MOST_SPECTATORS)}
    room._tell = lambda kind, content: None
    for key in ("", opened["seat_key"][:-1]):
        with pytest.raises(Busy):
            room.watch(key)
    name = opened["seat_key"].partition(".")[0]
    room._watchers |= {object(): name for _ in range(MOST_WATCHERS - 1)}
    assert room._pair()["present"].count(True) == 1
    room._watchers |= {object(): name}
    with pytest.raises(Busy):
        room.watch(opened["seat_key"])
    room._watchers = {}


def test_words_of_clocks(script):
    shown = {3900: "1:05:00", 299.2: "5:00", 60: "1:00", 19.99: "0:19.9", 7.32: "0:07.3"}
    for seconds, words in shown.items():
        assert script("together", "it.clockWords", seconds) == words


def test_two_play_by_a_link(page, server, browser):
    go(page, server, "human~human", g="tictactoe")
    page.click("#new")
    page.check("#apart")
    page.select_option("#my-seat", "0")
    page.click("#new-form .primary")
    page.wait_for_url("**#r=*")
    until(lambda: page.locator(".zermelo-legal").count() == 0)  # nobody has come yet
    there = browser.new_context()
    other, faults = there.new_page(), []
    other.on("pageerror", lambda error: faults.append(str(error)))
    other.goto(page.url)
    other.click("#sit")
    until(lambda: page.locator(".zermelo-legal").count() == 9)
    click(page, 4)
    until(lambda: other.locator(".zermelo-legal").count() == 8)
    assert text(other, "#status") == "Your move, player 2 (O)."
    assert other.locator(".lower .seat-name").text_content() == "player 2 (O)"
    until(lambda: page.locator(".zermelo-legal").count() == 0)
    until(lambda: page.locator("#values").is_hidden())
    other.close()
    until(lambda: "away" in text(page, "#together-text"))
    other = there.new_page()  # the seat is still theirs
    other.goto(page.url)
    until(lambda: other.locator(".zermelo-legal").count() == 8)
    click(other, 0)
    until(lambda: page.locator(".zermelo-legal").count() == 7)
    page.click("#resign")
    until(lambda: text(page, "#notice") == "Press again to resign.")
    page.click("#resign")
    until(lambda: "player 1 (X) resigned" in text(other, "#status"))
    other.click("#offer-rematch")
    page.click("#accept")
    until(lambda: text(other, "#status") == "Your move, player 1 (X).")
    there.close()
    assert faults == []
