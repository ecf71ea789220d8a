"""Boards in the page as the picture says, and variations made by clicks."""

import pytest

from pages import GAMES, click, go, ready, text, until

UNPAINTED = """() => [...document.querySelectorAll("#board .zermelo-svg path")].filter((path) => {
  const { fill, stroke } = getComputedStyle(path);
  return fill === "rgb(0, 0, 0)" && stroke === "none" && !path.matches(".zb-shade");
}).length"""


@pytest.mark.parametrize(
    ("spec", "moves", "kind", "name"),
    [
        ("hex(size=3)", "a1 b2", "zb-hex", "b2"),
        ("kalah(pits=2, seeds=2)", "1", "zb-seed", "2"),
        ("connectfour(width=4, height=4, k=3)", "1 2", "zb-frame", "row 2 column 1"),
        ("dotsandboxes(width=1, height=1)", "a2-b2 a1-a2 b1-b2 a1-b1", "zb-wash", "a1-b2"),
    ],
)
def test_a_board_is_what_the_picture_says(page, server, spec, moves, kind, name):
    said = []
    page.on("console", lambda message: said.append(message.text))
    go(page, server, players="human~human", g=spec, m=moves)
    until(lambda: page.locator(f"#board .{kind}").count() > 0)
    assert page.evaluate(UNPAINTED) == 0
    until(lambda: page.locator("[data-point='4']").get_attribute("aria-label").startswith(name))
    assert said == []


NOTED = """window.moved = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, timing) {
  moved.push([Object.keys(frames)[0], timing.duration]);
  return animate.call(this, frames, timing);
}"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_disc_falls_unless_nothing_is_to_move(page, server, motion):
    page.add_init_script(NOTED)
    page.emulate_media(reduced_motion=motion)
    go(page, server, players="human~human", g="connectfour", m="1 2 1 2 1 2")
    assert page.evaluate("moved") == []
    click(page, 35)
    until(lambda: page.locator("#board .zermelo-piece").count() == 7)
    moved = [] if motion == "reduce" else [["opacity", 150], ["transform", 150]]
    until(lambda: page.evaluate("moved") == moved)
    for mark in ("zb-crown", "zb-glow", "zb-frame.zb-pierced"):
        until(lambda mark=mark: page.locator(f"#board .{mark}").count() == 1)
    until(lambda: page.evaluate("document.getAnimations().length") == 0)
    until(lambda: page.locator("#board .zb-red:not(.zb-trim)").count() == 4)  # no copy is left
    assert page.evaluate("moved") == moved


OVERLAPS = """() => {
  const boxes = (selector) =>
    [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
  const hides = (badge) => ({ x, y, width, height }) =>
    x + width / 2 > badge.left && x + width / 2 < badge.right &&
    y + height / 2 > badge.top && y + height / 2 < badge.bottom;
  const badges = boxes("#board .zermelo-worth"), pieces = boxes("#board .zermelo-piece");
  return [badges.length, badges.filter((badge) => pieces.some(hides(badge))).length];
}"""
BEYOND = """() => {
  const box = (one) => one.getBoundingClientRect();
  const ground = box(document.querySelector("#board .zermelo-ground > g"));
  const cells = [...document.querySelectorAll("#board .zermelo-target rect")];
  const end = Math.max(...cells.map((one) => box(one).right));
  return [...document.querySelectorAll("#board .zermelo-worth")].map(box).filter(
    ({ right, top }) => right > end + 0.5 || top < ground.top - 0.5).length;
}"""


@pytest.mark.parametrize("spec", ["breakthrough", "chess", "kalah(pits=3, seeds=2)"])
def test_badges_never_hide_a_piece_nor_leave_the_board(page, server, spec):
    go(page, server, players="human~human", g=spec)
    page.check("#values")
    for _ in range(2):
        until(lambda: page.locator("#board .zermelo-worth").count() > 0)
        badges, hiding = page.evaluate(OVERLAPS)
        assert badges > 0 and hiding == 0 and page.evaluate(BEYOND) == 0
        page.click("#flip")


@pytest.mark.parametrize("spec", ["connectfour", "morris"])
def test_everything_is_on_one_screen(page, server, spec):
    page.set_viewport_size({"width": 1280, "height": 800})
    go(page, server, players="human~human", g=spec)
    page.check("#values")
    until(lambda: text(page, "#verdict"))
    tags = [*page.locator("#board .zermelo-worth").all_text_contents(), "last"]
    assert len({*tags}) != 2 or spec == "connectfour"  # equal estimates tell no moves apart
    assert page.evaluate("document.documentElement.scrollHeight") <= 800
    assert page.locator("#moves").bounding_box()["height"] > 120
    for tab, place in (("review", "#graph svg"), ("analysis", "#lines"), ("tools", "#load")):
        page.click(f"#tabs [value={tab}]")
        until(lambda tab=tab: page.locator("#moves").is_visible() == (tab != "review"))
        for each in ("#board .zermelo-svg", "#restart", place):
            box = page.locator(each).bounding_box()
            assert box["y"] >= 0 and box["y"] + box["height"] <= 800, each


def test_players_sit_where_the_board_is_turned_and_show_what_they_hold(page, server):
    go(page, server, players="human~human", g="morris", m="a7 d6 a4")

    def seats() -> list[float]:
        return [page.locator(f"#seat-{player}").bounding_box()["y"] for player in (0, 1)]

    first, second = seats()
    assert second < page.locator(".zermelo-svg").bounding_box()["y"] < first
    held = page.locator("#seat-0 .zermelo-hand")
    assert held.get_attribute("aria-label") == "in hand: 7 men" and held.locator("svg").count() == 7
    page.click("#flip")
    assert seats() == [second, first]
    page.keyboard.press("Home")
    until(lambda: held.locator("svg").count() == 9)


@pytest.mark.parametrize(("spec", "moves"), [("nim", "3,1"), ("morris", "a7 d6")])
def test_on_a_phone_everything_is_there_and_panels_are_tabs(page, server, spec, moves):
    page.set_viewport_size({"width": 390, "height": 844})
    go(page, server, players="human~human", g=spec, m=moves)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    board = page.locator(".zermelo-svg").bounding_box()
    assert board["x"] >= 0 and board["width"] > 300 and board["y"] + board["height"] < 844
    for button in ("#undo", "#hint", "#new", "#values", "#moves"):
        until(lambda button=button: page.locator(button).is_visible())
    assert page.locator(".zermelo-legal").first.bounding_box()["width"] >= 24
    page.locator(".zermelo-legal").first.click()
    until(lambda: page.locator("#save").is_hidden())
    page.get_by_role("button", name="More").click()
    until(lambda: page.locator("#moves").is_hidden())
    until(lambda: page.locator("#save").is_visible())
    box = page.locator("#save").bounding_box()
    assert box["y"] + box["height"] <= 844 and box["width"] >= 24


MORRIS = GAMES["morris"]["s"]


def test_a_move_at_an_earlier_position_begins_a_variation(page, server, browser):
    go(page, server, "human~human", g="tictactoe", m="b2 b3 a3")
    for _ in range(2):
        page.keyboard.press("ArrowLeft")  # no step is lost, however fast
    until(lambda: text(page, "#past-text") == "After 1. b2")
    click(page, 8)
    until(lambda: page.locator("#moves .variation").count() == 1)
    until(lambda: text(page, "#moves .variation [aria-current]") == "c1")
    until(lambda: page.locator("#past").is_hidden())  # people play on from there
    page.fill("#comment", "solid")
    page.keyboard.press("Enter")
    until(lambda: "solid" in text(page, "#moves .variation"))
    other = browser.new_page()
    other.goto(page.url)
    until(lambda: other.locator("#moves .variation").count() == 1)
    assert text(other, "#moves [aria-current]") == "c1"
    other.close()
    page.locator("#moves button", has_text="a3").click()
    until(lambda: text(page, "#past-text") == "After 2. a3")
    page.keyboard.press("Home")
    page.keyboard.press("End")
    until(lambda: text(page, "#past-text") == "After 2. a3" or page.locator("#past").is_hidden())


HIDDEN = """() => {
  const { scrollWidth, clientWidth } = document.querySelector("#past-text");
  return scrollWidth - clientWidth;
}"""


def test_against_a_computer_a_variation_is_tried_beside_the_game(page, server):
    go(page, server, "human~first", g="tictactoe", m="b2 a3")
    page.locator("#moves button").first.click()
    until(lambda: text(page, "#past-text") == "After 1. b2")
    click(page, 8)  # the computer's other move
    until(lambda: text(page, "#past-text") == "Variation, after 1… c1")
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate(HIDDEN) == 0
    click(page, 0)
    until(lambda: text(page, "#past-text") == "Variation, after 2. a3")
    until(lambda: page.locator("#moves li").count() == 5)  # one of them holds the variation
    page.click("#promote")
    until(lambda: page.locator("#promote").is_hidden())
    page.locator("#moves .variation button").first.click()
    until(lambda: ready(page) and page.locator("#past").is_hidden())
    until(lambda: page.locator(".zermelo-piece").count() == 2)  # the game is where it was
    page.locator("#moves button", has_text="c1").click()
    page.click("#go-on")
    until(lambda: text(page, "#status") == "Your move, player 1 (X).")
    until(lambda: "c1" in text(page, "#moves [aria-current]"))


def test_a_variation_is_deleted(page, server):
    go(page, server, "human~first", g="tictactoe", m="b2 ( a3 ) b3")
    numbered = "all => all.map((one) => one.dataset.ply + one.querySelector('button').textContent)"
    moves = page.eval_on_selector_all("#moves [data-ply]", numbered)
    assert moves == ["1.b2", "1.a3", "1…b3"]
    page.locator("#moves .variation button").click()
    page.click("#remove")
    until(lambda: text(page, "#notice").startswith("Press again to delete"))
    assert page.locator("#moves .variation").count() == 1
    page.click("#remove")
    until(lambda: text(page, "#past-text") == "At the start")
    until(lambda: page.locator("#moves .variation").count() == 0)
    until(lambda: text(page, "#notice") == "Deleted; Undo restores it.")
    page.click("#undo")
    until(lambda: page.eval_on_selector_all("#moves [data-ply]", numbered) == moves)


def test_a_line_is_played_by_a_click_and_shown_by_bar_and_graph(page, server):
    go(page, server, "human~human", g="tictactoe", m="b2 b3")
    page.check("#values")
    until(lambda: text(page, "#doing") == "Nothing is left to find out.")
    page.click("#tabs [value=analysis]")
    lines = page.locator("#lines .line")
    line = lines.first.locator("button").all_text_contents()
    assert len(line) == 5 and lines.count() == 7
    other = lines.nth(1).locator(".effect").text_content()
    place = lines.nth(1).bounding_box()
    page.click("#tabs [value=moves]")
    page.mouse.move(place["x"] + 20, place["y"] + 9)
    page.locator("#tabs [value=analysis]").dispatch_event("click")
    lines.nth(1).wait_for()
    page.wait_for_timeout(200)  # for the browser to tell what lies under a pointer at rest
    assert text(page, "#why").startswith("Proven. Best is ")
    page.mouse.move(place["x"] + 21, place["y"] + 9)
    until(lambda: text(page, "#why") == other)
    bar = page.get_by_label("Evaluation: player 1 (X) wins in 5 plies", exact=True)
    until(lambda: bar.count() == 1)
    page.locator("#lines button").nth(2).click()
    until(lambda: text(page, "#past-text") == f"After 3. {line[2]}")
    until(lambda: page.locator("#moves li").count() == 5)
    until(lambda: "in 2 plies" in text(page, "#verdict"))
    until(lambda: page.locator("#graph circle").count() == 6)
    page.click("#back")
    page.reload()
    until(lambda: page.is_checked("#values") and page.locator("#moves li").count() == 5)
    until(lambda: "in 5 plies" in text(page, "#verdict"))  # at once: nothing was forgotten


def test_a_threat_is_shown_by_a_key_until_the_position_changes(page, server):
    go(page, server, "human~human", g="tictactoe", m="b2 b3 a3")
    page.keyboard.press("x")
    threat = "If player 2 (O) passed, player 1 (X) would play c1, which completes three in a line"
    until(lambda: text(page, "#threat-words").startswith(threat))
    until(lambda: page.locator("#board .zermelo-hint").count() == 1)
    until(lambda: "which stops c1" in text(page, "#why"))
    page.keyboard.press("x")
    until(lambda: page.locator("#board .zermelo-hint").count() == 0)
    page.click("#threat")
    until(lambda: text(page, "#threat-words") != "")
    page.keyboard.press("ArrowLeft")
    until(lambda: text(page, "#threat-words") == "" and text(page, "#past-text") != "")
    until(lambda: page.get_attribute("#threat", "aria-pressed") == "false")


def test_keys_go_from_mistake_to_mistake_and_the_review_marks_the_one_shown(page, server):
    go(page, server, "human~human", g="tictactoe", m="b2 b3 b1")
    page.click("#tabs [value=review]")
    until(lambda: text(page, "#tally") == "X: 1 mistake · O: 1 blunder")
    for key, move in (("Left", "1… b3"), ("Right", "2. b1"), ("Left", "1… b3")):
        page.keyboard.press(f"Shift+Arrow{key}")
        until(lambda move=move: move in text(page, "#faults .current"))
    page.click("#fault-after")
    until(lambda: "2. b1" in text(page, "#faults .current"))
    until(lambda: page.locator("#past").is_hidden())


def test_a_board_is_flipped_and_arrows_show_the_best_moves(page, server):
    go(page, server, "human~human", g="morris", s=MORRIS)
    page.check("#values")
    until(lambda: page.locator(".zermelo-arrow").count() > 0)

    def height(point: int) -> float:
        return page.locator(f"[data-point='{point}'] rect").bounding_box()["y"]

    assert height(0) < height(21)
    page.click("#flip")
    assert height(0) > height(21)
    page.locator("[data-point='14']").focus()
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.point") == "2"  # down to who sits there
    for spec, flippable in (("connectfour", False), ("nim", False), ("kalah", True)):
        go(page, server, "human~human", g=spec)
        until(lambda flippable=flippable: page.locator("#flip").is_visible() == flippable)
