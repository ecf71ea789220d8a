"""The full screen in the terminal: games played by keys, by mouse and by typing."""

import os
import pty
import random
import subprocess
import sys
import threading

import pytest

from facts import FACTS
from processes import PATIENCE
from screens import at, click, go_and_press, on_screen, quiet, shown, table
from zermelo.errors import ZermeloError
from zermelo.games import BUILT_IN
from zermelo.play.history import DrawRules
from zermelo.play.player import Person
from zermelo.play.thinking import report_progress
from zermelo.players.search import FirstMove, Search
from zermelo.search.clock import Limits
from zermelo.terminal.board import Board
from zermelo.terminal.screens import Help, Seats, terminals_theme


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in BUILT_IN if name != "gomoku"])  # a large mnk
def test_a_whole_game_is_played(name):
    choose = (click, go_and_press)[list(BUILT_IN).index(name) % 2]
    app, chance = table(FACTS[name].record[0]), random.Random(4)

    async def scene(pilot) -> None:
        session = app.session
        while not session.over:
            picture = session.game.picture(session.state)
            clicks = picture.clicks
            if not clicks or (picture.buttons and session.ply > 20):  # go ends by passing alone
                await pilot.press(*next(iter(picture.buttons.values())), "enter")
                continue
            for point in clicks[chance.choice(list(clicks))]:
                await choose(pilot, point)
            await quiet(pilot)
        assert f"Game over: {session.outcome}"[:32] in shown(app)

    at(app, scene, size=(100, 48))  # the whole of any board
    assert app.session.over and app.session.ply > 1


@on_screen()
async def test_moves_are_typed_and_wrong_ones_are_explained(pilot, app):
    await pilot.press(*"9,9", "enter")
    assert "9,9 is not a legal move here" in shown(app)
    await pilot.press(*"b2", "enter")
    await quiet(pilot)
    assert "not a legal move" not in shown(app)
    assert app.session.history == ["b2", "a3"]


@on_screen("morris(men=3)", (Person(), Person()), "a1 b1 a2 b2 c3 c2")
async def test_escape_takes_one_point_of_a_move_back(pilot, app):
    session = app.session
    clicks = session.game.picture(session.state).clicks.values()
    source, target = next(points for points in clicks if len(points) == 2)
    await click(pilot, source)
    board = app.query_one(Board)
    assert board.view.clicked == (source,) and target in board.view.open
    await pilot.press("escape")
    assert board.view.clicked == () and session.ply == 0
    await click(pilot, source)
    await click(pilot, source)
    assert board.view.clicked == ()
    other = next(points[0] for points in clicks if points[0] != source)
    await click(pilot, source)
    await click(pilot, other)
    assert board.view.clicked == (other,)
    await click(pilot, source)
    await click(pilot, target)
    assert session.ply == 1 and set(board.view.marked) == {source, target}


@on_screen(players=(Person(), Person()))
async def test_undo_redo_resign_and_restart(pilot, app):
    await pilot.press("enter")
    await pilot.press("ctrl+z")
    assert app.session.history == []
    await pilot.press("ctrl+z")
    assert "nothing to undo" in shown(app)
    await pilot.press("ctrl+y")
    assert app.session.history == ["a3"]
    await pilot.press("f8")
    assert "player 2 (O) resigned" in shown(app).replace("\n", " ") and app.session.over
    await pilot.press("f9")
    assert not app.session.over and app.session.history == []


@on_screen(players=(Person(), Person()), seconds=PATIENCE)
async def test_looking_back_shows_that_position_its_value_and_what_was_wrong(pilot, app):
    for move in ("b2", "b3", "a3"):
        await pilot.press(*move, "enter")
    await pilot.press("f3")
    await quiet(pilot)
    await pilot.press("pageup")
    await quiet(pilot)
    board = app.query_one(Board)
    assert set(board.view.picture.pieces) == {4, 1} and board.view.open == ()
    assert "Looking back: after 2. b3" in shown(app)
    assert "in 6 plies; a3 would have drawn" in shown(app) and "▲5" in shown(app)
    await pilot.press("enter")
    assert "F5 continues from here" in shown(app) and app.session.ply == 3
    await pilot.press("f5")
    await pilot.press(*"c1", "enter")
    assert app.session.history == ["b2", "b3", "c1"] and len(app.session.tree) == 5
    await pilot.press("pageup", "pageup", "pageup", "pageup")
    assert "Looking back: at the start" in shown(app)
    await pilot.press("pagedown", "pagedown", "pagedown")
    assert "Looking" not in shown(app)


@pytest.mark.long
@pytest.mark.parametrize("name", ["connectfour", "morris"])
def test_every_size_of_the_screen_is_survived(name):
    app = table(FACTS[name].record[0], (Person(), Person()))

    async def scene(pilot) -> None:
        for size in ((1, 1), (200, 60), (3, 50), (72, 9), (71, 1), (20, 4), (300, 3), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.press("right")
            assert shown(app)
        await pilot.press("enter")
        assert app.session.ply == 1 or app.query_one(Board).view.clicked

    at(app, scene)


@on_screen(moves="a3 a2 b3 b2", seconds=PATIENCE)
async def test_hints_and_values_are_shown_on_the_board(pilot, app):
    await pilot.press("f2")
    await quiet(pilot)
    assert "best: c3" in shown(app) and app.query_one(Board).view.hinted == (2,)
    assert "value" not in shown(app).lower().replace("f3 values", "")
    await pilot.press("f3")
    await quiet(pilot)
    assert "value: player 1 (X) wins in 1 ply" in shown(app)
    assert "▲1" in shown(app)
    await pilot.press(*"c1", "enter")
    await quiet(pilot)
    assert "?? c3" in shown(app)


@on_screen("kalah(pits=2, seeds=1)", (Person(), Person()), by="score", seconds=PATIENCE)
async def test_points_are_shown_on_the_board_and_in_the_list(pilot, app):
    assert "kalah(pits=2, seeds=1), for points" in shown(app)
    await pilot.press("f3")
    await quiet(pilot)
    assert "value: player 1 wins by 2 points" in shown(app)
    assert "−2" in shown(app) and "+2" in shown(app)
    await pilot.press("1", "enter")
    await quiet(pilot)
    assert "−2          ?? 2" in shown(app)


def test_words_do_what_keys_do():
    app = table()

    async def scene(pilot) -> None:
        await pilot.press(*"moves", "enter")
        assert "a3 b3 c3 a2" in shown(app)
        await pilot.press(*"help", "enter")
        assert isinstance(app.screen, Help) and "light or dark" in shown(app)
        await pilot.press("escape")
        await pilot.press("f6")
        assert app.current_theme.dark == (terminals_theme() == "light")
        await pilot.press(*"quit", "enter")

    at(app, scene)
    assert not app.is_running


def test_computers_play_each_other_to_the_end(monkeypatch):
    monkeypatch.setattr("zermelo.terminal.app.PACE", 0)
    app = table(players=(FirstMove(), FirstMove()))

    async def scene(pilot) -> None:
        while not app.session.over:
            await pilot.pause(0.01)

    at(app, scene)
    assert app.session.outcome == "player 1 (X) wins"


@on_screen(draws=DrawRules(cap=5))
async def test_a_draw_that_is_near_is_announced(pilot, app):
    assert "5 more moves draw the game" in shown(app)


def test_a_search_under_way_is_shown_and_ends_when_it_is_not_wanted():
    thinking = threading.Event()

    class Slow(Search):
        def choose(self, game, state):
            thinking.set()
            return super().choose(game, state)

    app = table("connectfour")
    slow = Slow(Limits(depth=30), algorithm="alphabeta", native=False, progress=report_progress)
    app.session.players = (Person(), slow)

    async def scene(pilot) -> None:
        await pilot.press("enter")
        while app._job is None or app._job.snapshot is None:
            await pilot.pause(0.02)
        while "thinks" not in shown(app):
            await pilot.pause(0.02)
        await pilot.press("ctrl+z")
        await quiet(pilot)
        assert app.session.ply == 0

    at(app, scene)
    assert thinking.is_set()


class Crash(FirstMove):
    def choose(self, game, state):
        raise ZeroDivisionError("somebody's rules")


class Confused(FirstMove):
    def choose(self, game, state):
        raise ZermeloError("no idea")


def test_errors_of_players_are_told():
    reported = table(players=(Confused(), Person()))

    async def scene(pilot) -> None:
        assert "no idea" in shown(reported)

    at(reported, scene)
    with pytest.raises(ZeroDivisionError):
        at(table(players=(Crash(), Person())), scene)


def test_the_command_opens_a_screen_on_a_terminal_and_leaves_it_as_it_was():
    shell, terminal = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "ZERMELO_NATIVE": "off"}
    command = [sys.executable, "-m", "zermelo", "play", "tictactoe"]
    with subprocess.Popen(
        command, stdin=terminal, stdout=terminal, stderr=terminal, env=environment
    ) as playing:
        os.close(terminal)
        shown = read_until(shell, b"Restart")
        os.write(shell, b"1,1\r")
        shown += read_until(shell, b"b2  ")
        os.write(shell, b"\x11")  # Ctrl+Q
        shown += read_until(shell, b"moves: b2")
        assert playing.wait(PATIENCE) == 0
    os.close(shell)
    assert shown.index(b"\x1b[?1049h") < shown.index(b"\x1b[?1049l")  # another screen, and back


def read_until(shell: int, wanted: bytes) -> bytes:
    """What the terminal shows, up to `wanted`."""
    shown = b""
    while wanted not in shown:
        shown += os.read(shell, 10_000)
    return shown


@on_screen(players=(Person(), Person()))
async def test_who_plays_can_be_changed_or_left(pilot, app):
    await pilot.press("f4", "escape")
    assert not isinstance(app.screen, Seats) and app.session.players[0].name == "human"
    await pilot.press("f4")
    assert isinstance(app.screen, Seats) and shown(app).count("a person ◂") == 2
    assert "level 10" in shown(app)
    await pilot.press("down", "enter")
    await quiet(pilot)
    assert app.session.players[0].name in ("engine", "human") and app.session.ply == 1


def test_a_light_terminal_gets_light_colours():
    assert terminals_theme({"COLORFGBG": "0;15"}) == "light"
    assert terminals_theme({"COLORFGBG": "15;0"}) == terminals_theme({}) == "dark"
