"""The notebook: the widget's session in Python, its module in a real browser, a notebook run."""

import asyncio
import functools
import sys
import time

import nbformat
import pytest
from nbclient import NotebookClient

import zermelo
import zermelo.notebook
from facts import FACTS
from mounting import mount_widget, say
from processes import PATIENCE, soon
from zermelo.errors import CapabilityError, IllegalMoveError
from zermelo.games import BUILT_IN
from zermelo.notebook import Board, draw
from zermelo.players.search import FirstMove

PEOPLE = ("human", "human")

WHOLE_PAGES = {"region"}  # what the notebook around the widget is to be judged by


def board(game="tictactoe", players=("human", "first"), **given) -> Board:
    """A board whose searches come to their end by themselves, however busy the machine is."""
    return Board(game, players, native=False, **{"seconds": 60, **given})


def test_a_person_moves_by_clicks_buttons_and_python():
    widget = board(players=PEOPLE)
    widget.move("b2")
    for deed, history in (("undo", []), ("redo", ["b2"]), ("restart", [])):
        say(widget, {"do": deed})
        assert widget.history == history
    say(widget, {"do": "resign"})
    assert widget.status == "Game over: player 2 (O) wins: player 1 (X) resigned" and widget.over
    widget.undo()
    widget.redo()
    widget.restart()
    widget.resign()
    assert widget.over
    widget = board()
    assert widget.status == "player 1 (X) to move" and widget.view["active"]
    say(widget, {"do": "move", "move": "b2"})
    assert widget.history == ["b2", "a3"] and widget.view["last"] == [0]
    widget.move("c3")
    assert str(widget.position).count("X") == 2


@pytest.mark.parametrize("message", [{"do": "cheat"}, {}, 7, None, {"do": "move"}, {"do": ["x"]}])
def test_a_message_that_means_nothing_is_answered_with_words(message):
    widget = board()
    say(widget, message)
    assert "legal" in widget.message or "has no action" in widget.message
    assert widget.history == []
    with pytest.raises(IllegalMoveError):
        widget.move("9,9")


def test_values_and_hints():
    widget = board(players=PEOPLE, moves="a3 a2 b3 b2")
    assert "worth" not in widget.view["moves"][0]
    widget.values = True
    worths = {entry["move"]: entry["worth"]["words"] for entry in widget.view["moves"]}
    assert worths["c3"] == "wins in 1 ply" and widget.value == "player 1 (X) wins in 1 ply"
    assert widget.hint() == ("c3",) and widget.view["hint"] == ["c3"]
    widget.move("c1")
    assert widget.mistakes["1"].startswith("This misses a win at once: c3, which completes three")


def test_a_game_without_people_goes_move_by_move():
    widget = board(players=(FirstMove(), FirstMove()))
    assert widget.watching and widget.history == []
    say(widget, {"do": "advance"})
    widget.advance()
    assert widget.history == ["a3", "b3"]


# A notebook's kernel: an event loop, in which nothing may take long -------------------------------


class Slow(FirstMove):
    """A player who takes its time."""

    def choose(self, game, state):
        time.sleep(0.1)
        return super().choose(game, state)


class Broken(FirstMove):
    def choose(self, game, state):
        raise RuntimeError("no idea")


def in_kernel(play):
    @functools.wraps(play)
    def test(**given) -> None:
        asyncio.run(asyncio.wait_for(play(**given), PATIENCE))

    return test


async def quiet(widget: Board) -> None:
    while widget._pending is not None:
        await asyncio.sleep(0.01)


@in_kernel
async def test_a_click_returns_at_once_and_the_answer_comes_by_itself():
    widget = board(players=("human", Slow()))
    say(widget, {"do": "move", "move": "b2"})
    assert widget.history == ["b2"] and widget.busy
    assert widget.status == "player 2 (O) thinks" and not widget.view["active"]
    say(widget, {"do": "move", "move": "c1"})
    assert widget.message == "it is not your turn: player 2 (O) thinks"
    await quiet(widget)
    assert widget.history == ["b2", "a3"] and not widget.busy and widget.message == ""


@in_kernel
async def test_what_python_asks_for_is_waited_for():
    widget = board(players=(Slow(), "human"))
    assert widget.history == ["a3"]
    say(widget, {"do": "move", "move": "b2"})
    assert widget.history == ["a3", "b2"]
    widget.move("c1")  # after the computer's answer to the click
    assert widget.history == ["a3", "b2", "b3", "c1", "c3"] and widget.over
    await asyncio.sleep(0.2)  # the callback of the answer finds nothing to do
    assert len(widget.history) == 5


@pytest.mark.parametrize(("deed", "history"), [("undo", []), ("restart", [])])
@in_kernel
async def test_undo_and_a_new_game_end_the_computers_search(deed, history):
    widget = Board("connectfour", ("human", "engine:seconds=50"), native=False)
    say(widget, {"do": "move", "move": "4"})
    say(widget, {"do": deed})
    assert widget.history == history and not widget.busy and widget._pending is None
    assert soon(lambda: widget._thinker.running == 0)
    await asyncio.sleep(0.05)
    assert widget.history == history


@in_kernel
async def test_values_and_hints_come_by_themselves():
    widget = board(players=PEOPLE, moves="a3 a2 b3 b2")
    widget.set_state({"values": True})
    assert "worth" not in widget.view["moves"][0] and not widget.busy
    await quiet(widget)
    assert widget.view["moves"][0]["worth"]["kind"] == "win"
    widget.values = False
    widget.move("c1")
    say(widget, {"do": "hint"})
    await quiet(widget)
    assert widget.view["hint"] == ["c2"]


@in_kernel
async def test_a_player_that_fails_is_said_on_the_page_and_raised_in_python():
    widget = board(players=("human", Broken()))
    say(widget, {"do": "move", "move": "1,1"})
    await quiet(widget)
    await asyncio.sleep(0.01)
    assert widget.message == "RuntimeError('no idea')"
    widget.undo()
    assert widget.history == []
    with pytest.raises(RuntimeError, match="no idea"):
        widget.move("1,1")


def test_a_thought_whose_loop_is_gone_ends_quietly():
    widgets = []

    async def play():
        widgets.append(board(players=("human", Slow())))
        say(widgets[0], {"do": "move", "move": "b2"})

    asyncio.run(play())
    widgets[0].move("c1")
    assert widgets[0].history == ["b2", "a3", "c1", "b3"]


def test_a_board_begins_anywhere_and_takes_a_game_or_its_spec():
    game = zermelo.game("nim")
    state = game.parse_state("0,0,1,1 A")
    for given in (state, "0,0,1,1 A"):
        assert board(game, PEOPLE, state=given).position.state == state
    assert board("nim", PEOPLE, moves="0,1").session.player == 1


def test_a_state_is_drawn_with_its_value():
    game = zermelo.game("tictactoe")
    start = draw(game)
    assert start.caption == "player 1 (X) to move"
    assert draw(game, value=-1).caption.endswith("value: player 2 (O) wins")
    assert draw(game, value=0.25).caption.endswith("value: 62% chance for player 1 (X)")
    state = game.parse_state("XX./OO./...")
    known = draw(game, state, zermelo.analyze(game, state, native=False))
    assert known.caption.endswith("value: player 1 (X) wins in 1 ply")
    assert "<td>c3</td><td>win in 1</td>" in known._repr_html_()
    assert "win solid" in known._repr_html_() and "<svg" in start._repr_html_()


NOTEBOOK = """\
import zermelo
from zermelo.notebook import Board, Canvas
board = Board("connectfour", ("human", "first"), native=False)
board.move("4")
board
---
zermelo.Position(board.session.game, board.session.state)
---
canvas = Canvas(zermelo.game("nim"))
canvas.draw(value=-1)
canvas.draw(canvas.game.parse_state("0,0,0,1 A"), 1)
---
print(board.history, zermelo.Position(canvas.game))
---
board._handle_custom_msg({"do": "move", "move": "4"}, [])
print(board.status)
---
import asyncio
import re
while board.busy:
    await asyncio.sleep(0.01)
print(board.history, board.status)
"""


@pytest.mark.long
@pytest.mark.filterwarnings("default")  # of libraries around the kernel
def test_a_notebook_shows_boards():
    cells = [nbformat.v4.new_code_cell(source) for source in NOTEBOOK.split("---\n")]
    notebook = nbformat.v4.new_notebook(cells=cells)
    NotebookClient(notebook, timeout=PATIENCE, kernel_name="python3").execute()
    widget, position, canvas, text, clicked, answered = (cell.outputs for cell in notebook.cells)
    assert "application/vnd.jupyter.widget-view+json" in widget[0].data
    assert position[0].data["image/svg+xml"].startswith("<svg")
    assert len(canvas) == 1 and "player 1 wins" in canvas[0].data["text/html"]
    assert text[0].text.startswith("['4', '1'] 0  |\n1  | | |")
    assert clicked[0].text == "player 2 (yellow) thinks\n"
    assert answered[0].text == "['4', '1', '4', '1'] player 1 (red) to move\n"


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_game_is_played_to_its_end_by_clicks(browser, name):
    """The last plies of the golden record; moves without a point have a button."""
    spec, record = FACTS[name].record
    moves = record.split()
    widget = board(spec, PEOPLE, moves=" ".join(moves[:-6]))
    with mount_widget(browser, widget) as page:
        for text in moves[-6:]:
            clicks = [entry["clicks"] for entry in widget.view["moves"] if entry["move"] == text]
            ply = widget.session.ply
            for point in clicks[0] if clicks else ():
                page.locator(f"[data-point='{point}']").click()
            if not clicks:
                page.locator(f".zermelo-choice[value='{text}']").click()
            page.wait_for_function(f"traits.history.length > {ply} && !traits.busy")
        assert page.locator(".zermelo-status").text_content().startswith("Game over")


def test_the_widgets_buttons_work(browser):
    widget = board(players=PEOPLE, moves="0,0 1,0 0,1 1,1")
    with mount_widget(browser, widget) as page:
        page.get_by_label("Values").check()
        page.wait_for_selector(".zermelo-win")
        assert widget.values
        page.get_by_role("button", name="Hint").click()
        page.wait_for_selector(".zermelo-hint")
        page.locator("[data-point='8']").click()
        page.wait_for_selector(".zermelo-mistake")
        page.get_by_role("button", name="Undo").click()
        page.wait_for_selector(".zermelo-moves:not(:has(li))")
        page.evaluate("leave()")
        assert page.evaluate("heard.size") == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_widget_is_accessible(browser, scheme):
    from axe_playwright_python.sync_playwright import Axe

    with mount_widget(browser, board(values=True), color_scheme=scheme) as page:
        page.wait_for_selector(".zermelo-worth")
        result = Axe().run(page, context=".zermelo-widget").response["violations"]
        assert [fault["id"] for fault in result if fault["id"] not in WHOLE_PAGES] == []


def test_without_the_widget_library_states_are_drawn_and_boards_say_what_they_need(monkeypatch):
    monkeypatch.delitem(sys.modules, "zermelo.notebook.board")
    monkeypatch.setitem(sys.modules, "anywidget", None)
    with pytest.raises(CapabilityError, match=r"needs anywidget: .*zermelo\[notebook\]"):
        _ = zermelo.notebook.Board
    with pytest.raises(AttributeError, match="no attribute 'Chessboard'"):
        _ = zermelo.notebook.Chessboard
    assert "player 1" in str(zermelo.notebook.draw(zermelo.game("nim")))
