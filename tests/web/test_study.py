"""A study on the page: read, changed, drawn on, shared by a link."""

import json
import re

import pytest

from pages import NAMES, accessible, click, go, text, tool, until
from serving import run_server
from zermelo.errors import UsageError
from zermelo.web.app import Web


def follow(page, server, link: str = "y=tictactoe") -> None:
    page.goto("about:blank")
    page.goto(f"{server.address}/play#{link}")
    page.wait_for_selector("#chapters li")


def arrows(page) -> int:
    return page.locator("#board .zermelo-drawn").count()


def test_a_study_is_read_by_the_keyboard(page, server):
    follow(page, server)
    until(lambda: text(page, "#study-name") == "Tic-tac-toe: the first replies")
    until(lambda: page.locator("#chapters li").count() == 3)
    page.keyboard.press("ArrowRight")
    until(lambda: arrows(page) == 1)
    until(lambda: page.input_value("#comment").startswith("After a corner"))
    label = page.locator("[data-point='4']").get_attribute("aria-label")
    assert label.endswith("ringed")
    page.locator("#chapters button").nth(2).press("Enter")
    page.wait_for_url("**/play#y=tictactoe&k=3")
    until(lambda: page.locator("#chapters [aria-current]").text_content() == "Both corners")


def test_what_is_drawn_said_and_played_is_in_the_link(page, server, browser):
    follow(page, server, "y=tictactoe&k=2")
    page.click("#study-edit summary")
    page.click("#draw")
    page.locator("[data-point='0']").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    until(lambda: arrows(page) == 1)
    page.click("#draw")
    page.fill("#comment", "Begin here.")
    page.press("#comment", "Enter")
    page.fill("#study-title", "Mine")
    page.press("#study-title", "Enter")
    page.click("#add-chapter")
    until(lambda: page.locator("#chapters li").count() == 4)
    click(page, 8)
    until(lambda: "c1" in text(page, "#moves"))
    page.click("#undo")
    until(lambda: page.locator("#moves li.undone").count() == 1)
    click(page, 7)  # a study keeps the move taken back
    until(lambda: text(page, "#moves .variation").endswith("b1"))
    page.locator("#chapters button").nth(1).click()
    until(lambda: page.input_value("#comment") == "Begin here.")
    page.wait_for_url("**/play#y=~*&k=2")
    other = browser.new_page()
    other.goto(page.url)
    other.wait_for_selector("#chapters li:nth-child(4)")
    assert text(other, "#study-name") == "Mine" and other.input_value("#comment") == "Begin here."
    assert arrows(other) == 1
    other.locator("#chapters button").nth(2).click()
    until(lambda: "c1" in text(other, "#moves"))
    other.close()


def test_the_right_mouse_button_draws_and_draws_away(page, server):
    follow(page, server)
    ends = [page.locator(f"[data-point='{point}']").bounding_box() for point in (0, 5)]
    for count in (1, 0):
        for move, button, box in zip(("down", "up"), (None, None), ends, strict=True):
            page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            getattr(page.mouse, move)(button=button or "right")
        until(lambda count=count: arrows(page) == count)
    until(lambda: text(page, "#moves").count("b2") == 2)  # nothing was played


def test_a_game_becomes_a_study_and_a_file_that_is_loaded_again(page, server, tmp_path):
    go(page, server, "human~human", g="nim", m="3,7")
    tool(page, "#study-begin")
    until(lambda: page.locator("#chapters li").count() == 1)
    page.fill("#chapter-title", "A long row")
    page.press("#chapter-title", "Enter")
    with page.expect_download() as kept:
        tool(page, "#save")
    file = tmp_path / kept.value.suggested_filename
    kept.value.save_as(file)
    assert json.loads(file.read_text())["chapters"][0] | {"start": None} == {
        "title": "A long row", "game": "nim", "by": "outcome", "start": None, "moves": "3,7",
    }  # fmt: skip
    page.click("#tabs [value=moves]")
    page.click("#close-study")
    page.wait_for_url("**/play#g=nim*")
    until(lambda: page.locator("#study").is_hidden())
    page.set_input_files("#file", file)
    page.locator("#chapters button").wait_for()  # seen, not merely in the closed panel
    until(lambda: text(page, "#chapters") == "A long row")
    file.write_text('{"format": "zermelo study", "version": 1}')
    page.set_input_files("#file", file)
    until(lambda: text(page, "#error") == "the study lacks title")
    until(lambda: text(page, "#chapters") == "A long row")


@pytest.mark.parametrize("link", ["y=none", "y=~damaged", "y=~"])
def test_a_link_to_no_study_says_so(page, server, link):
    page.goto(f"{server.address}/play#{link}")
    until(lambda: "The link could not be followed" in text(page, "#error"))
    until(lambda: page.locator("#study").is_hidden())


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_is_accessible_on_a_phone(page, server, theme):
    page.emulate_media(color_scheme=theme)
    page.set_viewport_size({"width": 390, "height": 844})
    follow(page, server)
    page.click("#study-edit summary")
    page.keyboard.press("ArrowRight")
    until(lambda: arrows(page) == 1)
    assert accessible(page, NAMES) == []
    wide = "document.documentElement.scrollWidth"
    assert page.evaluate(wide) == 390


def test_given_studies_are_listed_where_their_games_are(tmp_path, server):
    study = server.client.get("/api/studies/nim").json()
    (tmp_path / "My study.json").write_text(json.dumps(study | {"title": "Heaps"}))
    with run_server(
        Web(native=False, studies=[tmp_path / "My study.json"], names=["nim"])
    ) as running:
        assert running.client.get("/api/studies/my-study").json()["title"] == "Heaps"
        for address in ("/", "/game?g=nim"):
            page = running.client.get(address).text
            assert 'href="play#y=my-study">Heaps</a>' in page and "Connect Four:" not in page
        refused = running.client.post("/api/studies", json={"study": study | {"version": 9}})
        assert refused.status_code == 400 and "expected 1" in refused.json()["error"]
    (tmp_path / "other.json").write_text(json.dumps(study))
    with pytest.raises(UsageError, match=r"other\.json: chapter 1: "):
        Web(native=False, studies=[tmp_path / "other.json"], names=["tictactoe"])


def test_games_of_another_program_are_opened_as_a_study(page, server):
    go(page, server, "human~human", g="othello")
    games = (
        b'[White "Anna"]\n\n1. e4 e5 *\n\n[White "Ben"]\n\n1. Ke2 *\n\n[White "Cem"]\n\n1. d4 *\n'
    )
    page.set_input_files("#file", {"name": "club.pgn", "mimeType": "", "buffer": games})
    until(lambda: page.locator("#chapters button").count() == 2)
    until(lambda: "club.pgn, game 2: ply 1, Ke2" in text(page, "#notice"))
    until(lambda: "e5" in text(page, "#moves"))
    page.evaluate(
        """() => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File(["e4c5"], "list.txt"));
          document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true }));
        }"""
    )
    until(lambda: "c5" in text(page, "#moves") and page.locator("#chapters button").count() == 1)


def test_an_imported_game_has_its_players_and_its_result_and_misses_no_key(page, server):
    go(page, server, "human~human", g="chess")
    game = b'[White "Anna"]\n[Black "Ben"]\n[Result "0-1"]\n\n1. e4 e5 2. Nf3 Nc6 0-1\n'
    page.set_input_files("#file", {"name": "club.pgn", "mimeType": "", "buffer": game})
    until(lambda: page.locator("#moves button").count() == 4)
    names = page.locator(".seat-name")
    until(lambda: names.all_text_contents() == ["Ben (black)", "Anna (white)"])
    until(lambda: page.locator("#later").is_enabled())
    until(lambda: text(page, "#past-text") == "At the start")
    places = []
    for tab in ("explore", "tools", "moves"):
        page.click(f"#tabs [value={tab}]")
        places.append(page.locator("#tabs").bounding_box())
    assert places == places[:1] * 3
    asked = []

    def hold_first(route):
        asked.append(route)
        if len(asked) > 1:
            route.continue_()

    page.route("**/go-on-from", hold_first)
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    until(lambda: asked)
    asked[0].continue_()
    until(lambda: text(page, "#past-text") == "After 2… Nc6: Ben (black) wins")
    assert len(asked) == 2  # the moves between are passed
    until(lambda: page.locator(".seat-turn").all_text_contents() == ["won", ""])
    until(lambda: page.locator("#ended-review").is_visible())
    for offered in ("#ended-rematch", "#hint", "#resign"):
        assert page.locator(offered).is_hidden()
    page.keyboard.press("ArrowLeft")
    until(lambda: page.locator("#ended").is_hidden())
    assert page.locator(".seat-turn").all_text_contents() == ["won", ""]
    assert page.locator("#remove").is_hidden()
    page.check("#values")
    until(lambda: re.search(r" for (Anna \(white\)|Ben \(black\))", text(page, "#verdict")))
