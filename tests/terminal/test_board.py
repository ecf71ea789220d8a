"""The board on the screen: cursor, clicks, buttons; and the terminal game line by line."""

import io

import pytest
from rich.console import Console

import zermelo
from pointgames import Strip
from processes import PATIENCE
from screens import at, click, on_screen, quiet, shown, table
from zermelo.contract.analysis import MoveValue
from zermelo.contract.picture import Picture
from zermelo.draw.palette import DARK
from zermelo.draw.text import button_spots
from zermelo.play.advice import EngineAdvisor
from zermelo.play.agenda import Agenda
from zermelo.play.player import Person
from zermelo.play.session import Session
from zermelo.play.thinking import report_progress
from zermelo.players.search import FirstMove, RandomMoves, Search
from zermelo.search.engine.knownends import USUAL
from zermelo.terminal.app import PlayApp
from zermelo.terminal.board import GROUNDS, TONED, Board, View
from zermelo.terminal.lines import TerminalGame


@pytest.mark.parametrize("key", [False, True], ids=["mouse", "keys"])
@on_screen("connectfour", (Person(), Person()), "4", size=(80, 30))
async def test_a_column_is_clicked_anywhere(pilot, app, key):
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
    assert app.session.history == ["4", "4"]


@on_screen(players=(Person(), Person()))
async def test_arrows_move_the_cursor_and_stop_at_the_edge(pilot, app):
    await pilot.press("left", "up", "right", "down", "down", "down", "enter")
    assert app.session.history == ["b1"]


@pytest.mark.long
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
    app = PlayApp(Agenda(Session(Promote()), None))

    async def scene(pilot) -> None:
        await click(pilot, 2)
        assert "type which move: 2 3" in shown(app)
        await pilot.press("escape")
        await click(pilot, 0)
        assert "0: choose the point again" in shown(app) and app.session.ply == 0
        await click(pilot, 0)

    at(app, scene)
    assert app.session.history == ["0"]


def test_worths_stand_in_three_characters():
    app = table("mnk(width=3, height=2, k=2)")
    worths = {
        0: MoveValue("a", 1, remoteness=13),
        1: MoveValue("b", -0.456, exact=False),
        2: MoveValue("c", 0),
        3: MoveValue("d", -1),
    }

    async def scene(pilot) -> None:
        board = app.query_one(Board)
        board.show(View(Picture.grid(3, 2, {3: "|"}, {}), worths=worths))
        await pilot.pause()
        assert "│  ▲13  │  -46  │   =   │" in shown(app) and "╰───╯▼" in shown(app)
        await pilot.resize_terminal(80, 12)
        await pilot.pause()
        assert "▲13│-46│ = │" in shown(app) and "│ | │" in shown(app) and "└──▼┴" in shown(app)

    at(app, scene)


@pytest.mark.parametrize("key", [False, True], ids=["mouse", "keys"])
def test_a_button_is_pressed(key):
    session = Session(Strip(size=2), (Person(), Person()))
    advisor = EngineAdvisor(native=False, progress=report_progress)
    app = PlayApp(Agenda(session, advisor, seconds=PATIENCE, looks=1))

    async def scene(pilot) -> None:
        await pilot.press("0", "enter")
        await quiet(pilot)
        await pilot.press("f3", "f2")
        await quiet(pilot)
        board = app.query_one(Board)
        assert "[pass]" in shown(app) and 2 in board.view.worths
        if key:
            await pilot.press("down", "enter")
        else:
            (button,) = button_spots(board.view.picture, board.scale)
            await pilot.click(Board, offset=(button.column + 1, button.row))
        await quiet(pilot)

    at(app, scene)
    assert session.history == ["0", "2"]


@pytest.mark.parametrize(
    ("spec", "moves", "tones"),
    [("othello(size=4)", "b1", 2), ("connectfour", "4 4", 2), ("tictactoe", "1,1", 0)],
)
def test_a_board_of_cloth_or_wood_has_its_colour_and_its_pieces_their_tones(spec, moves, tones):
    app = table(spec, moves=moves)

    async def scene(pilot):
        board = pilot.app.query_one(Board)
        styles = [span.style for line in board.render().split("\n") for span in line.spans]
        ground = GROUNDS.get(board.view.picture.surface, ("",))[0]
        grounds = {style.bgcolor.name for style in styles if style.bgcolor}
        assert (ground in grounds) == bool(tones)
        colours = {style.color.name for style in styles if style.color}
        assert len(colours & set(TONED.values())) == tones

    at(app, scene)


TICTACTOE = zermelo.game("tictactoe")


def transcript(*lines: str, players=None, game=TICTACTOE, terminal=False) -> tuple[str, Session]:
    """The output when a person types `lines`, and the session afterwards."""
    typed = iter(lines)

    def read(prompt: str) -> str:
        for line in typed:
            return line
        raise EOFError

    session = Session(game, players or (Person(), FirstMove()))
    plain = {"width": 100, "highlight": False, "legacy_windows": False}
    console = Console(file=io.StringIO(), force_terminal=terminal, **plain)
    TerminalGame(session, console, Search(native=False, options=USUAL), read=read).run()
    return console.file.getvalue(), session


WORDS = ("hint", "undo", "redo", "restart", "moves", "quit")


@pytest.mark.parametrize(
    ("typed", "said", "history"),
    [
        (
            "1,1 0,2 2,0",
            ("played a3", "value: draw", "Game over: player 1 (X) wins."),
            "b2 a3 c3 b3 a1",
        ),
        (
            "9,9 middle  1,1 quit",
            ("9,9 is not a legal move here; legal: a3", "middle is no"),
            "b2 a3",
        ),
        ("1,1 hint quit", ("best: b3 c3 a2 c2 a1 b1 c1   (draw)",), "b2 a3"),
        ("moves help quit", ("a3 b3 c3 a2 b2 c2 a1 b1 c1", *WORDS), ""),
        ("undo 1,1 undo redo redo QUIT", ("nothing to undo", "nothing to redo"), "b2 a3"),
        ("1,1 undo", (), ""),
        ("1,1 restart", (), ""),
        ("1,1", (), "b2 a3"),  # the end of input leaves the game
    ],
)
def test_what_is_typed_is_done_and_answered(typed, said, history):
    shown, session = transcript(*typed.split(" "))
    assert session.history == history.split() and all(words in shown for words in said)
    assert history == "" or shown.rstrip().endswith(f"moves: {history}")


def test_computers_play_each_other_and_the_screen_is_redrawn_on_a_terminal_only():
    players = (Search(native=False, seed=1), RandomMoves(3))
    shown, session = transcript(players=players)
    assert session.over and f"Game over: {session.outcome}." in shown
    assert "(value: draw)" in shown
    assert "\x1b[2J" in transcript("1,1", terminal=True)[0]
    assert "\x1b[2J" not in transcript("1,1")[0]


@pytest.mark.long
def test_a_button_is_drawn_and_its_label_may_be_typed():
    shown, session = transcript("0", "Pass", "quit", game=Strip(), players=(Person(), Person()))
    assert session.history == ["0", "4"]
    assert shown.count("[pass]") == 3
