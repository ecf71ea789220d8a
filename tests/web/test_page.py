"""The page in a real browser: everything around the board."""

import re
import time
from dataclasses import replace

import pytest

import zermelo
from pages import GAMES, click, go, legal, load, ready, text, tool, until
from serving import SLOW
from zermelo.play.thinking import report_progress
from zermelo.search.clock import Snapshot

MORRIS = GAMES["morris"]["s"]


def test_two_people_play_on_one_board_that_is_light(page, server):
    go(page, server, "human~human", g="tictactoe")
    sizes = page.evaluate(
        """() => ["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind))
                 .map((one) => one.transferSize)"""
    )
    assert len(sizes) <= 12 and sum(sizes) <= 120_000  # few requests, few bytes sent
    page.click("#tabs [value=explore]")
    for made, point in enumerate((0, 1, 3, 4, 6)):
        until(lambda made=made: page.locator("#moves li").count() == made)
        click(page, point)
    until(lambda: text(page, "#status") == "Game over: player 1 (X) wins.")
    until(lambda: page.locator("#ended").is_visible())
    page.click("#tabs [value=explore]")  # the card is shown once
    assert page.locator("#ended").is_hidden()
    page.click("#tabs [value=moves]")
    assert page.get_by_text(re.compile(r"player 1 \(X\) wins[.,]", re.IGNORECASE)).count() == 1
    blunder = "?? 1… b3 by player 2 (O) was a blunder. Now player 1 (X) wins"
    until(lambda: blunder in text(page, "#ended-moments"))
    until(lambda: text(page, "#ended-accuracy") == "Accuracy: X 100%, O 9%")
    page.click("#ended-rematch")
    until(lambda: page.locator("#moves li").count() == 0)
    until(lambda: page.locator("#ended").is_hidden())


def test_values_mistakes_and_the_graph_also_of_earlier_positions(page, server):
    go(page, server, "human~human", g="tictactoe", m="b2 b3 a3")
    page.check("#values")
    fault = "1… b3 by player 2 (O) was a blunder. Now player 1 (X) wins by force in 3 moves"
    until(lambda: fault in text(page, "#faults"))
    until(lambda: "player 1 (X) wins in 4 plies" in text(page, "#verdict"))
    until(lambda: text(page, "#moves button[value='2']") == "b3 ??")
    until(lambda: page.locator(".graph-label").all_text_contents() == ["X wins", "O wins"])
    until(lambda: page.locator("#board .zermelo-loss").count() == 6)
    until(lambda: page.locator(".graph-blunder").count() == 1)
    until(lambda: text(page, "#accuracy") == "Accuracy: O 9%")  # any move of X is good
    page.click("#tabs [value=review]")
    better = page.locator("#faults .step")
    assert better.first.text_content() in ("a3", "c3", "a1", "c1")
    better.first.hover()
    until(lambda: page.locator("#board .zermelo-piece").count() == 2)
    page.locator("#title").hover()
    until(lambda: page.locator("#board .zermelo-piece").count() == 3)
    point, label = (page.locator("[data-point='2']"), "c3, empty, legal, loses in 2 plies")
    until(lambda: point.get_attribute("aria-label") == label)
    page.uncheck("#values")
    until(lambda: page.locator(".zermelo-worth").count() == 0)
    page.check("#values")
    until(lambda: text(page, "#doing") == "Nothing is left to find out.")
    page.keyboard.press("ArrowLeft")
    until(lambda: text(page, "#past-text") == "After 1… b3")
    until(lambda: text(page, "#verdict") == "player 1 (X) wins in 5 plies")
    assert "wins in 5 plies" in read_labels(page)
    until(lambda: text(page, "#moves [aria-current]") == "b3 ??")
    page.keyboard.press("Home")
    until(lambda: text(page, "#past-text") == "At the start")
    until(lambda: text(page, "#verdict") == "draw")
    until(lambda: read_labels(page) == ["draws"] * 9)
    page.uncheck("#values")
    until(lambda: read_labels(page) == [])
    page.check("#values")
    until(lambda: read_labels(page) == ["draws"] * 9)
    page.keyboard.press("End")
    until(lambda: page.locator("#past").is_hidden())
    until(lambda: text(page, "#verdict") == "player 1 (X) wins in 4 plies")


def test_the_verdict_of_the_start_says_what_the_gallery_says(page, server):
    page.goto(f"{server.address}/game?g=hex")
    known = text(page, ".known").partition(" (")[0]
    go(page, server, "human~human", g="hex")
    until(lambda: text(page, "#verdict") == "")
    page.check("#values")
    until(lambda: text(page, "#verdict") == known == "Solved: the first player wins")
    until(lambda: page.get_attribute("#bar", "title").startswith(known))  # no estimate beside it
    click(page, 3)
    until(lambda: "% chance for" in text(page, "#verdict"))
    go(page, server, "human~human", g="connectfour", m="4")  # of which there is a book
    page.check("#values")
    until(lambda: text(page, "#verdict") == "player 1 (red) wins in 40 plies")


def test_undo_redo_hint_resign_and_restart(page, server):
    go(page, server, g="tictactoe")
    click(page, 4)
    until(lambda: page.locator("#moves li").count() == 2 and ready(page))
    page.click("#hint")
    until(lambda: page.locator(".zermelo-hint").count() > 0)
    until(lambda: text(page, "#status").startswith("Your move: try "))
    page.click("#undo")
    until(lambda: page.locator("#moves li.undone").count() == 2)
    page.click("#redo")
    until(lambda: page.locator("#moves li.undone").count() == 0)
    page.click("#undo")
    until(lambda: page.locator("#moves li.undone").count() == 2 and ready(page))
    click(page, 7)
    until(lambda: "b1" in text(page, "#moves") and ready(page))
    assert page.locator("#moves li").count() == 2 and page.locator("#moves .variation").count() == 0
    page.click("#resign")
    until(lambda: text(page, "#notice") == "Press again to resign.")
    page.click("#resign")
    until(lambda: "player 1 (X) resigned" in text(page, "#status"))
    assert page.locator("#notice").is_hidden()  # the question is answered
    page.click("#restart")
    until(lambda: page.locator("#moves li").count() == 0)
    page.click("#undo")  # which brings the game back
    until(lambda: "player 1 (X) resigned" in text(page, "#status"))
    until(lambda: page.locator("#moves li").count() == 2)


def test_the_list_of_moves_follows_the_current_one(page, server):
    moves = ["d7-d6", "d2-d3", "d6-d7", "d3-d2"]
    heads = f'[Game "morris"]\n[Start "{MORRIS}"]\n'
    load(page, server, heads + " ".join(moves * 20), 80)

    def seen() -> bool:
        """Whether the current entry lies within what is seen of the list."""
        place = page.locator("#moves").bounding_box()
        entry = page.locator("#moves [aria-current]").bounding_box()
        return -2 < entry["y"] - place["y"] < place["height"] - entry["height"] + 2

    until(seen)
    top = page.evaluate("scrollY")
    page.keyboard.press("Home")
    until(lambda: page.evaluate("document.getElementById('moves').scrollTop") == 0)
    assert page.evaluate("scrollY") == top  # the page stays where it is


def test_looking_back_and_going_on_from_there_by_another_player(page, server):
    go(page, server, "human~human", g="tictactoe", m="b2 b3 a3 c1")
    place = page.locator(".zermelo-svg").bounding_box()
    page.locator("#moves button").nth(1).click()
    until(lambda: text(page, "#past-text") == "After 1… b3")
    assert page.locator(".zermelo-svg").bounding_box() == pytest.approx(place, abs=2)
    until(lambda: len(legal(page)) == 7)
    until(lambda: page.locator(".zermelo-piece").count() == 2)
    until(lambda: page.locator(".seat-turn").all_text_contents() == ["", "to move"])
    page.locator("#moves button").first.click()
    until(lambda: page.locator(".seat-turn").all_text_contents() == ["to move", ""])
    page.click("#back")
    until(lambda: page.locator(".zermelo-piece").count() == 4)
    until(lambda: len(legal(page)) == 5)
    page.locator("#moves button").first.click()
    page.click("#go-on")
    until(lambda: len(legal(page)) == 8)
    page.get_by_label("Who is player 2 (O)").select_option("random")  # who takes over
    until(lambda: text(page, ".zermelo-live").startswith("player 2 (O) played "))
    assert "random" in page.url


def test_a_game_is_saved_and_loaded_with_its_comments(page, server, tmp_path):
    go(page, server, "human~human", g="nim", m="3,7")
    page.fill("#comment", "all but one?")
    page.keyboard.press("Enter")
    until(lambda: "all but one?" in text(page, "#moves"))
    with page.expect_download() as saving:
        tool(page, "#save")
    saving.value.save_as(tmp_path / "game.txt")
    page.click("#restart")
    until(lambda: page.locator("#moves li").count() == 0)
    page.set_input_files("#file", tmp_path / "game.txt")
    until(lambda: "3,7" in text(page, "#moves") and "all but one?" in text(page, "#moves"))
    (tmp_path / "bad.json").write_text("{}")
    page.set_input_files("#file", tmp_path / "bad.json")
    until(lambda: "bad.json, game 1: it is not a game" in text(page, "#error"))


def test_computers_play_each_other_and_are_paused(page, server):
    go(page, server, "engine:seconds=0.3~engine:seconds=0.3", g="mnk(width=6, height=6, k=6)")
    until(lambda: page.locator("#moves li").count() > 1)
    page.click("#pause")
    until(lambda: "Paused" in text(page, "#status"))
    until(lambda: page.locator("#engine").is_hidden())
    page.click("#pause")
    until(lambda: "thinking" in text(page, "#status") or "Game over" in text(page, "#status"))


def test_a_draw_by_repetition_is_announced(page, server):
    go(page, server, "human~human", g="morris", s=MORRIS, m="d7-d6 d2-d3 d6-d7 d3-d2")
    until(lambda: "third time" in text(page, "#warning"))


def read_labels(page) -> list[str]:
    """What the board says of its points beside what stands there, where it says anything."""
    message = page.eval_on_selector_all(
        "#board [data-point]", "all => all.map((one) => one.getAttribute('aria-label'))"
    )
    return [
        each.rpartition(", ")[2] for each in message if re.search("wins|loses|draws|estimate", each)
    ]


class Deepening:
    """An advisor that knows one ply more at each look, and tells that it is searching the next."""

    def __init__(self, game) -> None:
        self.depth = 0
        self.found = zermelo.analyze(game, depth=1, native=False)

    def advise(self, game, state, seconds=None, known=None):
        for _ in range(2):
            report_progress(Snapshot(depth=self.depth + 1, nodes=10, value=0.0, seconds=0.1))
            time.sleep(0.05)
        self.depth += 1
        return replace(self.found, depth=self.depth)


def test_thinking_goes_on_deeper_until_it_is_paused(page, server, monkeypatch):
    monkeypatch.setattr(server.web.opponents, "advisor", Deepening)
    go(page, server, "human~human", g=SLOW)
    page.check("#values")

    def depth() -> int:
        match = re.search(r"depth (\d+)", text(page, "#verdict"))
        return int(match[1]) if match else 0

    until(lambda: depth() > 5, 60)
    page.click("#tabs [value=analysis]")
    until(lambda: text(page, "#doing") == "Thinking …")
    page.click("#rest")
    until(lambda: text(page, "#doing") == "Paused.")
    page.wait_for_timeout(300)  # nothing that was under way before the click says otherwise
    until(lambda: text(page, "#doing") == "Paused.")
    paused = depth()
    until(lambda: text(page, "#search").startswith(f"Depth {paused}"))
    until(lambda: text(page, "#rest") == "Go on")
    page.click("#rest")
    until(lambda: depth() > paused, 60)


def test_the_position_looked_at_is_thought_about_first(page, server):
    go(page, server, "human~human", g=SLOW, m="0,0 1,1 2,2")
    page.check("#values")
    until(lambda: re.search("depth", text(page, "#verdict")))
    page.locator("#moves button").first.click()
    until(lambda: text(page, "#past-text") == "After 1. a6")
    (agenda,) = [room.agenda for room in server.web.rooms._rooms.values() if room.watched]
    until(lambda: agenda.shown == 1)
    page.click("#back")
    until(lambda: agenda.shown == 3)
