"""Whole games in a real browser, by mouse and by keyboard."""

import random
import re

import pytest

from pages import GAMES, click, drag, go, legal, ready, text, until

LAST_CLICKS = {"morris": [14, 2, 19]}  # g4-g7xd2
ARROWS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")


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
    """Play a whole game, each click the last legal one or given; how many clicks it took.

    What is seen before a click is read once, the progress first: the answer to the click before may
    still be on its way, and then counts as progress.
    """
    clicks, given = 0, iter(LAST_CLICKS.get(name, ()))
    before, points = ("", 0), list[int]()

    def seen() -> bool:
        nonlocal before, points
        before, over = progress(page), "Game over" in text(page, "#status")
        points = [] if over or not ready(page) else legal(page)
        return over or bool(points)

    while True:
        until(seen)
        if not points:
            return clicks
        choose(page, next(given, points[-1]))
        clicks += 1
        until(lambda: progress(page) != before)
        assert clicks < 100


HEARD = """() => {
  window.heard = [];
  const live = document.querySelector(".zermelo-live");
  new MutationObserver(() => live.textContent && heard.push(live.textContent)).observe(live, { childList: true });
}"""  # noqa: E501


@pytest.mark.parametrize("choose", [click, walk])
@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_by_mouse_or_keyboard_of_which_every_move_is_heard(page, server, name, choose):
    go(page, server, **GAMES[name])
    page.evaluate(HEARD)
    page.locator(".zermelo-target[tabindex='0']").focus()
    until(lambda: page.locator(".zermelo-target[tabindex='0']").count() == 1)
    assert play_to_the_end(page, name, choose) >= 2
    moves = page.locator("#moves li").count()
    message = "heard.filter((words) => /^player [12].* played /.test(words)).length"
    until(lambda: page.evaluate(message) == moves)
    until(lambda: text(page, "#status").startswith("Game over: "))
    until(lambda: page.locator("#status").get_attribute("role") == "status")
    until(lambda: legal(page) == [])


def test_a_column_is_clicked_anywhere(page, server):
    go(page, server, "human~human", g="connectfour(width=4, height=4, k=3)")
    for made, (column, row) in enumerate(((3, 4), (3, 3), (2, 4), (2, 3), (1, 4))):
        until(lambda made=made: page.locator("#moves li").count() == made)
        page.locator(f"[data-point='{column}'] rect").hover()
        landing = page.locator(".zermelo-aimed").get_attribute("data-point")
        assert int(landing) == 4 * (row - 1) + column
        message = page.locator(f"[data-point='{column}']").get_attribute("aria-label")
        assert message.endswith(f"legal: counts for row {row} column {column + 1}")
        click(page, column)
    until(lambda: text(page, "#status") == "Game over: player 1 (red) wins.")
    until(lambda: page.locator(".zermelo-aimed").count() == 0)


def test_all_that_a_click_takes_is_shown_before_it(page, server):
    go(page, server, "human~human", g="nim", m="3,1")
    page.locator("[data-point='12'] rect").hover()  # of the six that are left of row 3
    until(lambda: page.locator(".zermelo-going").count() == 3)
    page.locator(".zermelo-target[tabindex='0']").focus()
    page.mouse.move(0, 0)
    page.keyboard.press("ArrowDown")
    until(lambda: page.locator(".zermelo-going").count() == 3)  # the first one of row 1


MILL = {"g": "morris", "m": "a7 a4 d7 d2 g4 g1", "p": "human~human"}  # ○ may close the upper row


def test_a_move_that_captures_takes_two_clicks_and_may_be_taken_back(page, server):
    go(page, server, MILL["p"], g=MILL["g"], m=MILL["m"])
    corner = page.get_by_role("button", name=re.compile("^g7, empty, legal, takes"))
    until(lambda: page.locator(".zermelo-taking").count() == 1)
    until(lambda: page.locator("[aria-label$=takes]").count() == 1)
    corner.hover()
    until(lambda: page.locator(".zermelo-ghost").count() == 1)
    corner.click()
    until(lambda: "g7 chosen" in text(page, ".zermelo-live"))
    until(lambda: text(page, "#status") == "player 1 (white): take a man.")
    until(lambda: page.locator(".zermelo-further").count() == 3)
    standing = page.locator(".zermelo-piece").count()
    assert standing == 7  # the man stands already where it will be
    men = "[aria-label*='dark man']"
    points = "all => all.map((one) => Number(one.dataset.point))"
    until(lambda: {*legal(page)} == {*page.eval_on_selector_all(men, points)})
    page.keyboard.press("Escape")
    until(lambda: page.locator(".zermelo-chosen-ring").count() == 0)
    until(lambda: len(legal(page)) > 10)
    until(lambda: text(page, "#status") == "player 1 (white) to move.")
    corner.click()
    page.click("#undo")
    until(lambda: page.locator(".zermelo-chosen-ring").count() == 0)
    until(lambda: page.locator("#moves li").count() == 6)
    corner.click()
    page.get_by_role("button", name=re.compile("^g1, dark man.*legal")).click()
    until(lambda: "g7xg1" in text(page, "#moves"))
    until(lambda: page.locator(".zermelo-gone").count() == 1)
    until(lambda: text(page, ".zermelo-live") == "player 1 (white) played g7, took g1")
    until(lambda: page.locator("[aria-label^='g1'][aria-label*='taken by the last']").count() == 1)


def test_a_piece_is_dragged_and_a_promotion_chosen_among_the_pieces(page, server):
    go(page, server, "human~human", g="chess", m="e4 e5 Qh5 Nf6 Qxe5")
    until(lambda: text(page, "#status") == "player 2 (black) to move, in check.")
    page.locator("[data-point='1'] rect").click(force=True)  # a knight, which cannot help
    until(lambda: text(page, ".zermelo-live") == "b8 is not legal, in check")
    assert page.locator(".zermelo-refused").count() == 1
    go(page, server, "human~human", g="chess", s="8/4P3/8/8/8/k7/8/4K3 w - -")
    until(lambda: 12 in legal(page))
    drag(page, 12, 20)  # back, which no pawn may do
    until(lambda: page.locator(".zermelo-chosen-ring").count() == 0)
    assert page.locator(".zermelo-refused").count() == 1
    assert text(page, ".zermelo-live") == "e6 is not legal"
    drag(page, 12, 4)
    until(lambda: text(page, "#status") == "player 1 (white): choose the piece.")
    page.get_by_role("button", name="light knight: e8=N").click()
    until(lambda: "e8=N" in text(page, "#moves"))
    until(lambda: 40 in legal(page))
    drag(page, 40, 48)
    until(lambda: "Ka2" in text(page, "#moves"))


TYPED = {  # game → the keys pressed, with the latest move then and what is typed of the next one
    "connectfour": [("4", "4", ""), ("2", "2", "")],
    "gomoku": [("h1", "", "h1"), ("Enter", "h1", ""), ("gz", "h1", "gz"), ("Escape", "h1", "")],
    "chess": [("f4", "f4", ""), ("e7e5", "e5", ""), ("fx", "e5", "fx"), ("e5", "fxe5", "")],
    "checkers": [("11-16", "11-16", ""), ("22", "11-16", "22")],
}


@pytest.mark.parametrize("game", TYPED)
def test_a_typed_move_is_made_once_no_other_begins_like_it_or_at_enter(page, server, game):
    go(page, server, "human~human", g=game)
    page.locator(".zermelo-target[tabindex='0']").focus()
    moves = page.locator("#moves button")
    for keys, move, typed in TYPED[game]:
        for key in re.findall("Enter|Escape|.", keys):
            page.keyboard.press(key)
        until(lambda move=move: ["", *moves.all_text_contents()][-1] == move)
        until(lambda typed=typed: (f": {typed} typed" in text(page, "#status")) == bool(typed))
        until(lambda: ready(page) or "typed" in text(page, "#status"))
    if typed:  # a hint takes its place
        page.locator("#hint").click()
        until(lambda: "try" in text(page, "#status"))
    assert page.locator(".stage.flipped").count() == 0
