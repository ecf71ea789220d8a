"""The full screen in the terminal: games played by keys, by mouse and by typing; what is shown."""

import asyncio
import os
import pty
import random
import subprocess
import sys
import threading

import pytest

import zermelo
from zermelo.errors import Stopped, ZermeloError
from zermelo.games import BUILT_IN
from zermelo.picture import Picture
from zermelo.play.advice import EngineAdvisor
from zermelo.play.draws import Draws
from zermelo.play.players import FirstMove, Person, Search
from zermelo.play.position import position
from zermelo.play.session import Session
from zermelo.show.palette import DARK
from zermelo.show.text import spots
from zermelo.show.worth import Worth
from zermelo.terminal.app import PlayApp
from zermelo.terminal.board import Board, View, nearest
from zermelo.terminal.screens import Help, Seats
from zermelo.terminal.style import terminals_theme
from zermelo.terminal.thinker import Thinker

SHORT = Draws(cap=10)


def table(spec: str = "tictactoe", players=None, moves: str = "", draws: Draws = SHORT) -> PlayApp:
    """A game against a player who takes the first move, with an advisor that is quick."""
    game = zermelo.game(spec)
    thinker = Thinker()
    players = players or (Person(), FirstMove())
    session = Session(game, players, position(game, moves=moves), draws)
    advisor = EngineAdvisor(0.05, native=False, progress=thinker)
    return PlayApp(session, advisor, thinker, native=False, rounds=1)


def at(app: PlayApp, scene, size=(80, 24)) -> None:
    """Run `scene(pilot)` on the screen of `app`."""

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await quiet(pilot)
            await scene(pilot)

    asyncio.run(run())


async def quiet(pilot) -> None:
    """Wait until nobody thinks."""
    await pilot.pause()
    while pilot.app.thinker.busy:
        await pilot.pause(0.01)
    await pilot.pause()


def shown(app: PlayApp) -> str:
    """All text on the screen."""
    rows = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in row) for row in rows)


async def click(pilot, point: int) -> None:
    board = pilot.app.query_one(Board)
    await pilot.click(Board, offset=spots(board.view.picture, board.scale)[point])


async def go_and_press(pilot, point: int) -> None:
    board = pilot.app.query_one(Board)
    ring = sorted({*board.view.open, board.cursor})
    steps = (ring.index(point) - ring.index(board.cursor)) % len(ring)
    back = len(ring) - steps
    await pilot.press(*["tab"] * steps if steps <= back else ["shift+tab"] * back)
    assert board.cursor == point
    await pilot.press("enter")


@pytest.mark.parametrize("choose", [click, go_and_press], ids=["mouse", "keys"])
@pytest.mark.parametrize("spec", BUILT_IN)
def test_a_whole_game_is_played(spec, choose):
    app, chance = table(spec), random.Random(4)

    async def scene(pilot) -> None:
        session = app.session
        while not session.over:
            clicks = session.game.picture(session.state).clicks
            for point in clicks[chance.choice(list(clicks))]:
                await choose(pilot, point)
            await quiet(pilot)
        assert f"Game over: {session.outcome}"[:34] in shown(app)

    at(app, scene)
    assert app.session.over and app.session.ply > 2


def test_moves_are_typed_and_wrong_ones_are_explained():
    app = table()

    async def scene(pilot) -> None:
        await pilot.press(*"9,9", "enter")
        assert "9,9 is no legal move here" in shown(app)
        await pilot.press(*"1,1", "enter")
        await quiet(pilot)
        assert "no legal move" not in shown(app)

    at(app, scene)
    assert app.session.history == ["1,1", "0,0"]


@pytest.mark.parametrize("key", [False, True], ids=["mouse", "keys"])
def test_a_column_is_clicked_anywhere(key):
    app = table("connectfour", (Person(), Person()), "4")

    async def scene(pilot) -> None:
        board = app.query_one(Board)
        if key:
            await pilot.press(*["up"] * 6, *["left"] * 6, *["right"] * 3)
            assert board.cursor == 3
            landing = board._style(31, DARK)
            assert landing.bgcolor is not None and landing.bgcolor.name == DARK.marked
            await pilot.press("enter")
        else:
            await click(pilot, 3)
        await quiet(pilot)
        await click(pilot, 38)

    at(app, scene, size=(80, 30))
    assert app.session.history == ["4", "4"]


def test_escape_takes_one_point_of_a_move_back():
    app = table("morris(men=3)", (Person(), Person()), "a1 b1 a2 b2 c3 c2")

    async def scene(pilot) -> None:
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

    at(app, scene)


def test_arrows_move_the_cursor_and_stop_at_the_edge():
    app = table(players=(Person(), Person()))

    async def scene(pilot) -> None:
        await pilot.press("left", "up", "right", "down", "down", "down", "enter")

    at(app, scene)
    assert app.session.history == ["2,1"]


def test_undo_redo_resign_and_restart():
    app = table(players=(Person(), Person()))

    async def scene(pilot) -> None:
        await pilot.press("enter")
        await pilot.press("ctrl+z")
        assert app.session.history == []
        await pilot.press("ctrl+z")
        assert "nothing to undo" in shown(app)
        await pilot.press("ctrl+y")
        assert app.session.history == ["0,0"]
        await pilot.press("f8")
        assert "player 2 (O) resigned" in shown(app).replace("\n", " ") and app.session.over
        await pilot.press("f9")
        assert not app.session.over and app.session.history == []

    at(app, scene)


def test_hints_and_values_are_shown_on_the_board():
    app = table(moves="0,0 1,0 0,1 1,1")

    async def scene(pilot) -> None:
        await pilot.press("f2")
        await quiet(pilot)
        assert "best: 0,2" in shown(app) and app.query_one(Board).view.hinted == (2,)
        assert "value: player 1 (X) wins in 1 ply" in shown(app)
        await pilot.press("f3")
        assert "▲1" in shown(app)
        await pilot.press(*"2,2", "enter")
        await quiet(pilot)
        assert "?? 0,2" in shown(app)

    at(app, scene)


def test_words_do_what_keys_do():
    app = table()

    async def scene(pilot) -> None:
        await pilot.press(*"moves", "enter")
        assert "0,0 0,1 0,2 1,0" in shown(app)
        await pilot.press(*"help", "enter")
        assert isinstance(app.screen, Help) and "light or dark" in shown(app)
        await pilot.press("escape")
        await pilot.press("f6")
        assert app.current_theme.dark == (terminals_theme() == "light")
        await pilot.press(*"quit", "enter")

    at(app, scene)
    assert not app.is_running


def test_who_plays_can_be_changed():
    app = table(players=(Person(), Person()))

    async def scene(pilot) -> None:
        await pilot.press("f4")
        assert (
            isinstance(app.screen, Seats)
            and shown(app).count("a person ◂") == 2
            and "level 10" in shown(app)
        )
        await pilot.press("down", "enter")
        await quiet(pilot)

    at(app, scene)
    assert app.session.players[0].name in ("engine", "human") and app.session.ply == 1


def test_seats_can_be_left_as_they_are():
    app = table()

    async def scene(pilot) -> None:
        await pilot.press("f4", "escape")
        assert not isinstance(app.screen, Seats)

    at(app, scene)
    assert app.session.players[0].name == "human"


def test_computers_play_each_other_to_the_end(monkeypatch):
    monkeypatch.setattr("zermelo.terminal.app.PACE", 0)
    app = table(players=(FirstMove(), FirstMove()))

    async def scene(pilot) -> None:
        while not app.session.over:
            await pilot.pause(0.01)

    at(app, scene)
    assert app.session.outcome == "player 1 (X) wins"


def test_a_draw_that_is_near_is_announced():
    app = table(draws=Draws(cap=5))

    async def scene(pilot) -> None:
        assert "5 more moves draw the game" in shown(app)

    at(app, scene)


@pytest.mark.parametrize(
    ("spec", "size"),
    [
        ("morris", (80, 24)),
        ("mnk(width=9, height=6, k=5)", (60, 30)),
        ("isolation(width=8, height=7)", (140, 50)),
        ("morris(men=3)", (80, 24)),
    ],
)
def test_big_boards_fit_the_screen(spec, size):
    app = table(spec, (Person(), Person()))

    async def scene(pilot) -> None:
        board = app.query_one(Board)
        assert board.region.width <= size[0] and board in app.screen.focus_chain
        last = len(board.view.picture.points) - 1
        await click(pilot, last)
        assert app.session.ply == 1

    at(app, scene, size)


def test_a_search_under_way_is_shown_and_ends_when_it_is_not_wanted():
    thinking = threading.Event()

    class Slow(Search):
        def choose(self, game, state):
            thinking.set()
            return super().choose(game, state)

    app = table("connectfour")
    slow = Slow(algorithm="alphabeta", depth=30, native=False, progress=app.thinker)
    app.session.players = (Person(), slow)

    async def scene(pilot) -> None:
        await pilot.press("enter")
        while app.thinker.snapshot is None:
            await pilot.pause(0.02)
        await pilot.pause(0.2)
        assert "thinks" in shown(app) and "nodes" in shown(app)
        await pilot.press("ctrl+z")
        await quiet(pilot)
        assert app.session.ply == 0

    at(app, scene)
    assert thinking.is_set()


class Promote(zermelo.Game):
    """One click is a whole move, and the beginning of another; two others have the same click."""

    def start(self):
        return zermelo.game("nim(rows=[2])").start()

    def moves(self, state):
        yield from range(4) if state.rows[0] else ()

    def play(self, state, move):
        return state._replace(rows=(0,), player=state.player ^ 1)

    def picture(self, state):
        clicks = {0: (0,), 1: (0, 1), 2: (2,), 3: (2,)} if state.rows[0] else {}
        return Picture([(0, 0), (1, 0), (2, 0)], {}, clicks)


def test_a_point_chosen_twice_ends_a_move_that_could_go_on():
    app = PlayApp(Session(Promote()), EngineAdvisor(0.01, native=False), Thinker())

    async def scene(pilot) -> None:
        await click(pilot, 2)
        assert "type which move: 2 3" in shown(app)
        await pilot.press("escape")
        await click(pilot, 0)
        assert "0: choose the point once more" in shown(app) and app.session.ply == 0
        await click(pilot, 0)

    at(app, scene)
    assert app.session.history == ["0"]


class Crash(FirstMove):
    def choose(self, game, state):
        raise ZeroDivisionError("somebody's rules")


class Confused(FirstMove):
    def choose(self, game, state):
        raise ZermeloError("no idea")


def test_errors_of_players_are_told():
    told = table(players=(Confused(), Person()))

    async def scene(pilot) -> None:
        assert "no idea" in shown(told)

    at(told, scene)
    with pytest.raises(ZeroDivisionError):
        at(table(players=(Crash(), Person())), scene)


def test_worths_stand_in_three_characters():
    app = table("mnk(width=3, height=2, k=2)")
    worths = {0: Worth(1, True, 13), 1: Worth(-0.456, exact=False), 2: Worth(0), 3: Worth(-1)}

    async def scene(pilot) -> None:
        board = app.query_one(Board)
        board.show(View(Picture.grid(3, 2, {3: "|"}, {}), worths=worths))
        await pilot.pause()
        assert "│  ▲13  │  -46  │   =   │" in shown(app) and "╰───╯▼" in shown(app)
        await pilot.resize_terminal(80, 12)
        await pilot.pause()
        assert "▲13│-46│ = │" in shown(app) and "│ |▼│" in shown(app)

    at(app, scene)


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
        shown += read_until(shell, b"1,1  ")
        os.write(shell, b"\x11")  # Ctrl+Q
        shown += read_until(shell, b"moves: 1,1")
        assert playing.wait(20) == 0
    os.close(shell)
    assert shown.index(b"\x1b[?1049h") < shown.index(b"\x1b[?1049l")  # another screen, and back


def read_until(shell: int, wanted: bytes) -> bytes:
    """What the terminal shows, up to `wanted`."""
    shown = b""
    while wanted not in shown:
        shown += os.read(shell, 10_000)
    return shown


def test_the_mouse_finds_the_nearest_point():
    assert nearest([(2, 1), (6, 1)], 3, 1) == 0
    assert nearest([(2, 1), (6, 1)], 5, 2) == 1
    assert nearest([(2, 1), (6, 1)], 20, 1) is None


def test_a_light_terminal_gets_light_colours():
    assert terminals_theme({"COLORFGBG": "0;15"}) == "light"
    assert terminals_theme({"COLORFGBG": "15;0"}) == terminals_theme({}) == "dark"


def test_the_thinker_stops_what_nobody_wants():
    thinker, thoughts = Thinker(), []
    delivered = threading.Event()
    thinker.start(lambda thought: (thoughts.append(thought), delivered.set()))
    with pytest.raises(Stopped):
        thinker.drop()
        thinker(None)
    thinker.ask(lambda: 1 / 0, print)
    assert delivered.wait(10)
    assert isinstance(thoughts[0].error, ZeroDivisionError)
    assert thinker.wants(thoughts[0]) and not thinker.busy
    thinker.drop()
    assert not thinker.wants(thoughts[0])
