"""The boards of a class at a glance, for its teacher."""

import pytest

from pages import click, text, until

CODE = "a-class-of-twenty-two"


def test_a_class_is_seen_by_its_code_and_nothing_can_be_done_with_that(server):
    opened = server.open(**{"class": CODE, "as": "Ada <b>" + 40 * "a"})
    server.open(**{"class": CODE[::-1]})
    server.act(opened["key"], "move", move="1,1")
    (seen,) = server.client.get(f"/api/classes/{CODE}").json()
    assert seen["person"] == "Ada <b>" + 23 * "a" and (seen["ply"], seen["watched"]) == (1, False)
    assert seen["status"] == "player 2 (O) to move" and opened["key"] not in str(seen)
    assert server.act(seen["name"], "move", move="0,0").status_code == 404
    drawn = server.client.get(f"/api/classes/{CODE}/{seen['name']}")
    assert drawn.headers["content-type"] == "image/svg+xml" and "<svg" in drawn.text
    assert server.client.get(f"/api/classes/{CODE[::-1]}/{seen['name']}").status_code == 404
    for code in ("", "short", "a" * 65, "a.b" * 9):
        assert server.client.get(f"/api/classes/{code}").status_code in (400, 404)
        fields = {"game": "nim", "class": code}
        assert server.client.post("/api/sessions", json=fields).status_code == 400


@pytest.mark.browser
def test_a_teacher_sees_what_the_class_does(page, server, browser):
    page.goto(f"{server.address}/class")
    page.select_option("#game", "nim")
    page.select_option("#game", "tictactoe")
    until(lambda: text(page, "#link").startswith(f"{server.address}/play#"))
    until(lambda: page.locator("#warning").is_visible())  # nobody else reaches this address
    there = browser.new_context()
    student = there.new_page()
    student.goto(text(page, "#link").replace("level%3A5", "first"))
    student.get_by_label("Your name").fill("Emil")
    student.get_by_label("Your name").press("Enter")
    student.wait_for_selector(".zermelo-target")
    click(student, 4)
    until(lambda: "EmilTic-tac-toe, 2 movesplayer 1 (X) to move" in text(page, "#boards"))
    until(lambda: text(page, "#count") == "1 board")
    there.close()
    until(lambda: "page closed" in text(page, "#boards"))
