"""The page in a real browser: whole games by mouse and by keyboard, and all that is around them."""

from __future__ import annotations

import json
import random
import re
import time
from urllib.parse import urlencode

import pytest

from serving import served
from zermelo.web.app import Web

pytestmark = pytest.mark.browser

# A game of each kind, against a computer that takes the first move; Morris begins near its end.
GAMES = {
    "tictactoe": {"g": "tictactoe"},
    "connectfour": {"g": "connectfour(width=4, height=4, k=3)"},
    "isolation": {"g": "isolation(width=4, height=3)"},
    "nim": {"g": "nim(rows=[1, 2, 3])"},
    "morris": {"g": "morris", "s": "WW.......B....W....B...B,0,0,W"},
}
LAST_CLICKS = {"morris": [14, 2, 19]}  # g4-g7xd2
ARROWS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")


@pytest.fixture(scope="module")
def server():
    with served(Web(native=False)) as running:
        yield running


@pytest.fixture
def page(browser, server):
    """A page of the server's, on which no script may fail and which asks no one else."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(15_000)
    opened = context.new_page()
    faults, asked = [], []
    opened.on("pageerror", lambda error: faults.append(str(error)))
    opened.on("request", lambda request: asked.append(request.url))
    yield opened
    context.close()
    assert faults == []
    assert all(url.startswith((server.address, "data:", "blob:")) for url in asked), asked


def go(page, server, players="human~first", **link: str) -> None:
    """Open the page at a link, and wait for the board."""
    page.goto("about:blank")
    page.goto(f"{server.address}/#{urlencode({'p': players, **link})}")
    page.wait_for_selector(".zermelo-target")


def text(page, selector: str) -> str:
    return page.locator(selector).text_content() or ""


def until(condition, seconds: float = 15) -> None:
    ends = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < ends, "the page did not get there in time"
        time.sleep(0.03)


def ready(page) -> bool:
    """Whether the page waits for a person, or the game is over."""
    return bool(re.match("Your move|Game over|.* to move\\.$", text(page, "#status")))


def legal(page) -> list[int]:
    """The points that may be clicked now."""
    return page.eval_on_selector_all(
        ".zermelo-legal", "all => all.map((one) => Number(one.dataset.point))"
    )


def click(page, point: int) -> None:
    page.locator(f"[data-point='{point}'] rect").click()


def walk(page, point: int) -> None:
    """Go to a point with the arrow keys and choose it."""
    places = page.eval_on_selector_all(
        ".zermelo-target rect",
        "all => all.map((one) => [one.x.baseVal.value, one.y.baseVal.value])",
    )
    chance = random.Random(point)
    for _ in range(300):
        here = page.evaluate("Number(document.activeElement.dataset.point)")
        if here == point:
            page.keyboard.press(chance.choice(("Enter", "Space")))
            return
        across, down = (places[point][axis] - places[here][axis] for axis in (0, 1))
        wanted = [ARROWS[across > 0]] * bool(across) + [ARROWS[2 + (down > 0)]] * bool(down)
        page.keyboard.press(chance.choice(wanted if chance.random() < 0.8 else ARROWS))
    raise AssertionError(f"point {point} cannot be reached")


def progress(page) -> tuple[str, int]:
    """What every click changes: the moves made, and the points clicked of the next one."""
    return text(page, "#moves"), page.locator(".zermelo-chosen-ring").count()


def play_to_the_end(page, name, choose) -> int:
    """Play a whole game, each click the last legal one or given; how many clicks it took."""
    clicks, given = 0, iter(LAST_CLICKS.get(name, ()))
    while "Game over" not in text(page, "#status"):
        until(lambda: "Game over" in text(page, "#status") or (ready(page) and legal(page)))
        if "Game over" in text(page, "#status"):
            break
        before = progress(page)
        choose(page, next(given, legal(page)[-1]))
        clicks += 1
        until(lambda before=before: progress(page) != before)
        assert clicks < 100
    return clicks


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_by_clicks(page, server, name):
    go(page, server, **GAMES[name])
    assert play_to_the_end(page, name, click) >= 2
    assert legal(page) == []


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_by_keyboard(page, server, name):
    go(page, server, **GAMES[name])
    page.locator(".zermelo-target[tabindex='0']").focus()
    assert page.locator(".zermelo-target[tabindex='0']").count() == 1
    assert play_to_the_end(page, name, walk) >= 2


def test_two_people_play_on_one_board(page, server):
    go(page, server, "human~human", g="tictactoe")
    for made, point in enumerate((0, 1, 3, 4, 6)):
        until(lambda made=made: page.locator("#moves li").count() == made)
        click(page, point)
    until(lambda: text(page, "#status") == "Game over: player 1 (X) wins.")


def test_a_column_is_clicked_anywhere(page, server):
    go(page, server, "human~human", g="connectfour(width=4, height=4, k=3)")
    for made, (column, row) in enumerate(((3, 4), (3, 3), (2, 4), (2, 3), (1, 4))):
        until(lambda made=made: page.locator("#moves li").count() == made)
        page.locator(f"[data-point='{column}'] rect").hover()
        landing = page.locator(".zermelo-aimed").get_attribute("data-point")
        assert int(landing) == 4 * (row - 1) + column
        said = page.locator(f"[data-point='{column}']").get_attribute("aria-label")
        assert said.endswith(f"legal: counts for row {row} column {column + 1}")
        click(page, column)
    until(lambda: text(page, "#status") == "Game over: player 1 (●) wins.")
    assert page.locator(".zermelo-aimed").count() == 0


def test_the_landing_cell_is_shown_to_the_keyboard_too(page, server):
    go(page, server, "human~human", g="connectfour")
    page.locator(".zermelo-target[tabindex='0']").focus()
    page.keyboard.press("ArrowRight")
    assert page.locator(".zermelo-aimed").get_attribute("data-point") == "36"
    page.keyboard.press("Enter")
    until(lambda: text(page, "#moves") == "2")
    assert page.locator(".zermelo-aimed").get_attribute("data-point") == "29"


# Moves of several clicks -------------------------------------------------------------------------

MILL = {"g": "morris", "m": "a7 a4 d7 d2 g4 g1", "p": "human~human"}  # ○ may close the upper row


def test_a_move_that_captures_takes_two_clicks_and_may_be_taken_back(page, server):
    go(page, server, MILL["p"], g=MILL["g"], m=MILL["m"])
    corner = page.get_by_role("button", name=re.compile("^g7, empty, legal"))
    corner.click()
    assert "g7 chosen" in text(page, ".zermelo-live")
    assert text(page, "#status") == "player 1 (○): the next point."
    assert page.locator(".zermelo-further").count() == 3
    assert sorted(legal(page)) == sorted(
        page.eval_on_selector_all(
            "[aria-label*='black disc']", "all => all.map((one) => Number(one.dataset.point))"
        )
    )
    page.keyboard.press("Escape")
    assert page.locator(".zermelo-chosen-ring").count() == 0 and len(legal(page)) > 10
    assert text(page, "#status") == "player 1 (○) to move."
    corner.click()
    page.click("#undo")
    assert page.locator(".zermelo-chosen-ring").count() == 0
    assert page.locator("#moves li").count() == 6
    corner.click()
    page.get_by_role("button", name=re.compile("^g1, black disc.*legal")).click()
    until(lambda: "g7xg1" in text(page, "#moves"))
    assert page.locator(".zermelo-gone").count() == 1
    assert text(page, ".zermelo-live") == "last move: g7, taken: g1"
    assert "taken by the last move" in page.locator("[aria-label^='g1']").get_attribute(
        "aria-label"
    )


# Around the board --------------------------------------------------------------------------------


def test_values_mistakes_and_the_graph(page, server):
    go(page, server, "human~human", g="tictactoe", m="1,1 0,1 0,0")
    page.check("#values")
    until(lambda: "mistake" in text(page, "#faults"))
    assert "2. 0,1 by player 2 (O) was a mistake; better: 0,0 0,2 2,0 2,2" in text(page, "#faults")
    assert "player 1 (X) wins in 4 plies" in text(page, "#verdict")
    assert page.locator(".graph-label").all_text_contents() == ["X wins", "draw", "O wins"]
    assert (
        page.locator(".zermelo-loss").count() == 6 and page.locator(".graph-mistake").count() == 1
    )
    label = page.locator("[data-point='2']").get_attribute("aria-label")
    assert label == "row 0 column 2, empty, legal, loses in 2 plies"
    page.uncheck("#values")
    until(lambda: page.locator(".zermelo-worth").count() == 0)


def test_undo_redo_hint_resign_and_restart(page, server):
    go(page, server, g="tictactoe")
    click(page, 4)
    until(lambda: page.locator("#moves li").count() == 2 and ready(page))
    page.click("#hint")
    until(lambda: page.locator(".zermelo-hint").count() > 0)
    page.click("#undo")
    until(lambda: page.locator("#moves li.undone").count() == 2)
    page.click("#redo")
    until(lambda: page.locator("#moves li.undone").count() == 0)
    page.click("#resign")
    until(lambda: "player 1 (X) resigned" in text(page, "#status"))
    page.click("#restart")
    until(lambda: page.locator("#moves li").count() == 0)


def test_looking_back_and_going_on_from_there(page, server):
    go(page, server, "human~human", g="tictactoe", m="1,1 0,1 0,0 2,2")
    place = page.locator(".zermelo-svg").bounding_box()
    page.locator("#moves button").nth(1).click()
    until(lambda: "After move 2 of 4" in text(page, "#past-text"))
    assert page.locator(".zermelo-svg").bounding_box() == pytest.approx(place, abs=2)
    assert legal(page) == [] and page.locator(".zermelo-piece").count() == 2
    page.click("#back")
    assert page.locator(".zermelo-piece").count() == 4 and len(legal(page)) == 5
    page.locator("#moves button").first.click()
    page.click("#go-on")
    until(lambda: len(legal(page)) == 8)


def test_a_link_holds_the_game(page, server, browser):
    go(page, server, "human~first", g="connectfour", m="4")
    until(lambda: page.locator("#moves li").count() == 2)
    other = browser.new_page()
    other.goto(page.url)
    other.wait_for_selector(".zermelo-target")
    until(lambda: text(other, "#moves") == text(page, "#moves"))
    assert "connectfour" in other.url and other.title() == "Connect Four – Zermelo"
    other.close()


def test_a_link_that_leads_nowhere_says_so(page, server):
    go(page, server, g="chess")
    until(lambda: "chess" in text(page, "#error"))
    assert len(legal(page)) == 9


def test_a_new_game_with_parameters(page, server):
    go(page, server, g="tictactoe")
    page.click("#new")
    page.select_option("#game", "nim")
    page.fill("[data-name='rows']", "[2, 0]")
    page.select_option("#first", "random")
    page.select_option("#second", "human")
    page.click("#new-form .primary")
    until(lambda: "rows should be" in text(page, "#new-error"))
    page.fill("[data-name='rows']", "[2, 3]")
    page.check("[data-name='misere']")
    page.click("#new-form .primary")
    until(lambda: text(page, "#title") == "nim(rows=[2, 3], misere=True)".replace("nim", "Nim "))
    until(lambda: page.locator("#moves li").count() == 1)


def test_the_weights_of_an_evaluation_are_no_rules(page, server):
    go(page, server, g="tictactoe")
    page.click("#new")
    assert page.locator("#weights").is_hidden()
    page.select_option("#game", "morris")
    assert page.locator("[data-name='men']").is_visible()
    assert page.locator("[data-name='mills']").is_hidden()
    page.click("#weights summary")
    page.fill("[data-name='mills']", "8")
    page.click("#new-form .primary")
    until(lambda: text(page, "#title") == "Nine Men’s Morris (mills=8.0)")


def test_another_player_takes_over(page, server):
    go(page, server, "human~human", g="tictactoe", m="1,1")
    page.get_by_label("Who is player 2 (O)").select_option("random")
    until(lambda: page.locator("#moves li").count() == 2)
    assert "last move: row" in text(page, ".zermelo-live")
    assert "random" in page.url


def test_a_position_is_set_up(page, server):
    go(page, server, "human~human", g="tictactoe")
    page.click("#set-up")
    page.fill("#position", "XXX/XXX/XXX")
    page.click("#set-up-form .primary")
    until(lambda: "X should have" in text(page, "#set-up-said"))
    page.fill("#position", "XX./OO./...")
    until(lambda: text(page, "#set-up-said") == "✓ player 1 (X) to move")
    assert page.locator("#draft-board .zermelo-piece").count() == 4
    page.click("#set-up-form .primary")
    until(lambda: page.locator("#board .zermelo-piece").count() == 4)
    assert "s=" in page.url


def put(page, point: int) -> None:
    page.locator(f"#draft-board [data-point='{point}'] rect").click()


def choose(page, offer: str, name: str) -> None:
    page.locator(f"#{offer} label", has_text=name).click()


def test_a_position_is_set_up_by_clicks(page, server):
    go(page, server, "human~human", g="morris", m="a7 a4 d7 d2 g4 g1")
    page.click("#set-up")
    until(lambda: text(page, "#set-up-said") == "✓ player 1 (○) to move")
    put(page, 0)  # ○ is there: taken away
    choose(page, "movers", "player 2")
    assert page.input_value("#position") == ".W.......B....W....B...B,6,6,B"
    until(lambda: "in turn" in text(page, "#set-up-said"))
    choose(page, "movers", "player 1")
    put(page, 2)
    until(lambda: text(page, "#set-up-said") == "✓ player 1 (○) to move")
    choose(page, "palette", "empty")
    put(page, 2)
    choose(page, "palette", "player 2")
    put(page, 1)  # another piece is there: it is replaced
    assert page.input_value("#position") == ".B.......B....W....B...B,6,6,W"
    page.click("#current")
    assert page.input_value("#position") == "WW.......B....W....B...B,6,6,W"
    page.click("#clear")
    until(lambda: text(page, "#draft-board .zermelo-caption") == "in hand: ○ 9  ● 9")
    page.click("#set-up-form .primary")
    until(lambda: page.locator("#board .zermelo-piece").count() == 0)


def test_a_position_is_set_up_by_keyboard(page, server):
    page.set_viewport_size({"width": 390, "height": 844})
    go(page, server, "human~human", g="isolation(width=3, height=2)")
    page.locator("#set-up").press("Enter")
    until(lambda: text(page, "#set-up-said") == "✓ player 1 (A) to move")
    assert page.evaluate("document.activeElement.name") == "piece"
    page.keyboard.press("ArrowRight")  # B
    for key in ("Tab", "Tab", "Tab", "Tab", "Enter"):
        page.keyboard.press(key)
    until(lambda: page.input_value("#position") == "B../... A")
    until(lambda: "A should be there once" in text(page, "#set-up-said"))
    choose(page, "palette", "player 1")
    page.locator("#draft-board [tabindex='0']").focus()
    page.keyboard.press("Space")
    until(lambda: "B should be to move" in text(page, "#set-up-said"))
    choose(page, "movers", "player 2")
    until(lambda: text(page, "#set-up-said") == "✓ player 2 (B) to move")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.locator("#position").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    until(lambda: page.locator("#board .zermelo-piece").count() == 1)


def test_a_position_without_letters_is_set_up_by_its_text(page, server):
    go(page, server, "human~human", g="nim")
    page.click("#set-up")
    assert page.locator("#draft-board").is_hidden()
    page.fill("#position", "1,0,5,8 A")
    until(lambda: "no row should have more" in text(page, "#set-up-said"))
    page.fill("#position", "1,0,5,7 A")
    until(lambda: text(page, "#set-up-said") == "✓ player 1 to move")


def test_a_game_is_saved_and_loaded(page, server, tmp_path):
    go(page, server, "human~human", g="nim", m="3,7")
    with page.expect_download() as saving:
        page.click("#save")
    saving.value.save_as(tmp_path / "game.json")
    assert json.loads((tmp_path / "game.json").read_text())["moves"] == ["3,7"]
    page.click("#restart")
    until(lambda: page.locator("#moves li").count() == 0)
    page.set_input_files("#file", tmp_path / "game.json")
    until(lambda: "3,7" in text(page, "#moves"))
    (tmp_path / "bad.json").write_text("{}")
    page.set_input_files("#file", tmp_path / "bad.json")
    until(lambda: "no saved game" in text(page, "#error"))


def test_computers_play_each_other_and_are_paused(page, server):
    go(page, server, "engine:seconds=0.3~engine:seconds=0.3", g="mnk(width=6, height=6, k=6)")
    until(lambda: page.locator("#moves li").count() > 1)
    page.click("#pause")
    until(lambda: "Paused" in text(page, "#status"))
    assert "nodes/s" in text(page, "#thinking")
    page.click("#pause")
    until(lambda: "thinking" in text(page, "#status") or "Game over" in text(page, "#status"))


def test_a_draw_by_repetition_is_announced(page, server):
    start = GAMES["morris"]["s"]
    go(page, server, "human~human", g="morris", s=start, m="d7-d6 d2-d3 d6-d7 d3-d2")
    assert "third time" in text(page, "#warning")


def forget_all(server) -> None:
    """Have the server know no session any more, without a word to the pages."""
    server.web.rooms._rooms.clear()


def test_a_session_that_the_server_forgot_is_begun_again_and_the_click_counts(page, server):
    go(page, server, "human~human", g="tictactoe", m="1,1")
    forget_all(server)
    click(page, 0)
    until(lambda: page.locator("#moves li").count() == 2)
    click(page, 1)
    until(lambda: page.locator("#moves li").count() == 3)


def test_a_session_that_several_actions_miss_is_begun_again_once(page, server):
    go(page, server, "human~human", g="tictactoe", m="1,1 0,0 2,2")
    forget_all(server)
    page.evaluate("for (const id of ['undo', 'undo']) document.getElementById(id).click()")
    until(lambda: page.locator(".zermelo-piece").count() == 1)
    assert len(server.web.rooms._rooms) == 1


def test_a_session_that_was_ended_elsewhere_is_begun_again(page, server):
    go(page, server, "human~human", g="tictactoe", m="1,1")
    (key,) = [room.key for room in server.web.rooms._rooms.values() if room.watched]
    server.client.delete(f"/api/sessions/{key}").raise_for_status()
    until(lambda: any(room.watched for room in server.web.rooms._rooms.values()))
    click(page, 0)
    until(lambda: page.locator("#moves li").count() == 2)


def test_a_server_that_is_stopped_is_said_to_be_silent(browser):
    page = browser.new_page()
    with served(Web(native=False)) as stopped:
        go(page, stopped, "human~human", g="tictactoe")
        assert page.locator("#engine").is_hidden()  # nobody who thinks
        assert page.locator("#error").is_hidden()
    until(lambda: "does not answer; trying again" in text(page, "#error"))
    page.close()


def test_the_search_tree_of_a_position(page, server):
    go(page, server, "human~human", g="tictactoe", m="0,0 1,1 2,2")
    page.click("#tree")
    page.wait_for_selector(".zt-player")
    page.fill("#depth", "3")
    page.select_option("#against", "minimax")
    page.click("#asked .primary")
    until(lambda: page.locator(".zt-player").count() == 2)
    assert "depth 3" in text(page, "#tree") and "after 0,0 1,1 2,2" in text(page, "#title")
    assert accessible(page) == []
    page.click("#play")
    page.wait_for_selector(".zermelo-target")
    assert page.locator(".zermelo-piece").count() == 3


# For everyone ------------------------------------------------------------------------------------


def accessible(page) -> list[str]:
    """What axe-core finds wrong."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page).response["violations"]
    return [f"{each['id']}: {[node['html'] for node in each['nodes']]}" for each in found]


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
def test_axe_finds_nothing(page, server, scheme, width):
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(color_scheme=scheme)
    go(page, server, "human~human", g="tictactoe", m="1,1 0,1 0,0")
    page.check("#values")
    until(lambda: "mistake" in text(page, "#faults"))
    assert accessible(page) == []
    page.click("#new")
    page.select_option("#game", "isolation")
    assert accessible(page) == []
    page.keyboard.press("Escape")
    page.click("#set-up")
    put(page, 2)
    until(lambda: "X should have" in text(page, "#set-up-said"))
    assert accessible(page) == []


@pytest.mark.parametrize("name", ["nim", "morris"])
def test_at_phone_width_everything_is_there(page, server, name):
    page.set_viewport_size({"width": 390, "height": 844})
    go(page, server, **GAMES[name])
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    board = page.locator(".zermelo-svg").bounding_box()
    assert board["x"] >= 0 and board["width"] > 300 and board["y"] + board["height"] < 844
    for button in ("#undo", "#hint", "#new", "#values"):
        assert page.locator(button).is_visible()
    point = page.locator(".zermelo-legal").first
    assert point.bounding_box()["width"] >= 24
    point.click()
