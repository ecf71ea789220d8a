"""Where everything stands at five sizes: nothing overlaps or is cut; a game moves nothing."""

import random
from typing import Any

import pytest

import zermelo
from pages import FAULTS, NAMES, PAGES, accessible, click, go, until
from zermelo import ONGOING
from zermelo.play.agenda import Agenda

SIZES = ((390, 844), (1280, 800), (1920, 1080))
PHONES = ((844, 390), (740, 360), (360, 640), (390, 844), (390, 664))
FURTHER = ((844, 390), (768, 1024))  # a phone on its side, and a tablet
GAMES = (
    "connectfour(width=5, height=4)",
    "hex(size=4)",
    "kalah(pits=3, seeds=2)",
    "morris(men=3)",
    "othello(size=4)",
    "quoridor(size=3, walls=1)",
    "amazons(size=4)",
)

STANDING = ("#board .zermelo-svg", "#seat-0", "#seat-1", "#undo", "#restart", "#tabs", "#values")
PLACES = """(standing) => standing.map((each) => {
  const { x, y, width, height } = document.querySelector(each).getBoundingClientRect();
  return [each, ...[x, y, width, height].map(Math.round)];
})"""


@pytest.fixture
def page(page):
    """A page that says nothing to the console, but for the answers that it was refused."""
    said = []
    page.on("console", lambda message: said.append(message.text))
    yield page
    assert [each for each in said if not each.startswith("Failed to load resource")] == []


def random_game(spec: str) -> list[tuple[str, tuple[int, ...]]]:
    """The moves of a whole game, and the points to click for each; a button has none."""
    game, luck, moves = zermelo.game(spec), random.Random(3), []
    state = game.start()
    while game.outcome(state) == ONGOING:
        move = luck.choice(list(game.moves(state)))
        moves.append((game.format_move(state, move), game.picture(state).clicks.get(move, ())))
        state = game.play(state, move)
    return moves


@pytest.fixture
def two_looks(monkeypatch) -> None:
    """The server searches each position twice, and rests instead of thinking on."""
    monkeypatch.setitem(Agenda.__init__.__kwdefaults__, "looks", 2)


@pytest.mark.long
@pytest.mark.usefixtures("two_looks")
@pytest.mark.parametrize("spec", GAMES)
def test_a_whole_game_moves_nothing(page, server, spec):
    go(page, server, "human~human", g=spec)
    page.check("#values")
    key = page.evaluate("sessionStorage.getItem('zermelo')")
    first: dict[int, Any] = {}
    for ply, (move, points) in enumerate([("", ()), *random_game(spec)]):
        for clicked, point in enumerate(points[:-1], 1):
            click(page, point)
            until(lambda count=clicked: page.locator(".zermelo-chosen-ring").count() == count)
            assert page.evaluate(PLACES, STANDING) == first[SIZES[-1][0]], (move, point)
        over = move and server.act(key, "move", move=move).json()["over"]
        until(lambda ply=ply: page.locator("#moves button").count() == ply)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            places = page.evaluate(PLACES, STANDING[: 5 if over else 7])  # the end has a card
            assert first.setdefault(width, places)[: len(places)] == places, (move, width)
            assert page.evaluate(FAULTS) == [], (move, width)
        if over:
            break
    until(lambda: page.locator("#ended").is_visible())
    for tab in ("review", "analysis", "tools", "moves"):
        page.set_viewport_size({"width": 1280, "height": 800})
        page.click(f"#tabs [value={tab}]")
        for width, height in SIZES + FURTHER:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(FAULTS) == [], (tab, width)
            assert page.evaluate(CUT) < 1, (tab, width)


CUT = """() => {
  const list = document.querySelector("#moves"), row = list.querySelector("li");
  const cut = (list.clientHeight + 2) % (row.getBoundingClientRect().height + 2);
  return list.scrollHeight > list.clientHeight + 1 ? cut : 0;
}"""
SMALL = """(least) => [...document.querySelectorAll(
  "a, button, select, input:not([type=hidden]), summary, textarea, [role=button], [role=treeitem]"
)].filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.hidden)
  .map((one) => [one, one.closest("label") ?? one.querySelector("rect") ?? one])
  .map(([one, shape]) => [one, shape.getBoundingClientRect()])
  .filter(([, { width, height }]) => width && (width < least || height < least))
  .map(([one, { width, height }]) => `${one.tagName} ${one.id}: ${width} x ${height}`)"""


USUAL = {"color_scheme": "light", "forced_colors": "none"}
COLOURS = ({"color_scheme": "dark"}, {"color_scheme": "dark", "forced_colors": "active"}, {})


@pytest.mark.parametrize("path", PAGES)
def test_every_page_is_whole_at_any_width_and_accessible_in_any_colours(page, server, path):
    """Nothing overlaps or is cut, and a finger hits everything on a phone."""
    for width, height in SIZES + FURTHER:
        page.set_viewport_size({"width": width, "height": height})
        page.goto("about:blank")
        page.goto(server.address + path)
        page.wait_for_selector(PAGES[path])
        until(lambda: page.evaluate(FAULTS) == [])
        assert width > 390 or page.evaluate(SMALL, 24) == []
        for colours in COLOURS if width in (390, 1280) else ():
            page.emulate_media(**USUAL | colours)
            assert accessible(page, NAMES) == [], (colours, width)


IN_SIGHT = """(all) => all.map((each) => {
  const { left, top, right, bottom } = document.querySelector(each).getBoundingClientRect();
  return [Math.min(left, top), innerWidth - right, innerHeight - bottom].every((room) => room > -1);
})"""
MOMENT = """() => {
  const [box, list] = [".fault.current", "aside"].map((each) =>
    document.querySelector(each).getBoundingClientRect());
  return [box.top >= list.top && box.bottom <= list.bottom, list.height];
}"""
FINGER = 44  # pixels
HIDDEN_ROWS = """() => {
  const list = document.querySelector("#explored");
  list.replaceChildren(...Array.from({ length: 20 }, () => document.createElement("li")));
  list.parentElement.hidden = false;
  return list.scrollHeight - list.clientHeight;
}"""
NAMES_OF_PLAYERS = {
    "usual": ("Morphy", "Duke Karl / Count Isouard"),
    "long": ("Paul Charles Morphy of New Orleans", "Duke Karl of Brunswick with Count Isouard"),
}
NAME_FAULTS = """() => [...document.querySelectorAll(".seat-name")].filter((name) => {
  const [inner, outer] = [name, name.parentElement].map((each) => each.getBoundingClientRect());
  return inner.right > outer.right || inner.height > 32 || outer.height > 48;
}).map((name) => name.textContent)"""
EDGES = """() => [".theme", "aside", ".controls"].map((each) =>
  Math.round(document.querySelector(each).getBoundingClientRect().right))"""


@pytest.mark.usefixtures("two_looks")
def test_a_review_is_read_beside_the_board(page, server):
    """A phone shows a mistake beside board and buttons; the panel ends where the header does."""
    go(page, server, "human~human", g="tictactoe", m="1,1 0,1 0,0 2,2 2,0")
    page.check("#values")
    page.click("#tabs [value=review]")
    until(lambda: page.locator("#faults .plain").count())
    page.locator("#faults .plain").first.click()
    page.wait_for_selector(".fault.current")
    everything = ["#board .zermelo-svg", "#undo", "#restart", "#new", "#seat-0", "#seat-1", "aside"]
    for width, height in ((390, 844), (844, 390), (740, 360)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(IN_SIGHT, everything) == [True] * len(everything), width
        seen, room = page.evaluate(MOMENT)
        assert seen or height < 400, width
        assert room > (300 if width < height else 190), width
        small = page.evaluate(SMALL, FINGER if width < height else 36)
        assert [each for each in small if not each.startswith("BUTTON :")] == []  # but in sentences
    page.click("#tabs [value=tools]")
    page.click("#commented")
    page.fill("#comment", "Look.")
    page.keyboard.press("Enter")
    until(lambda: page.locator("#moves .comment").text_content() == "Look.")
    assert page.locator("#comment").is_hidden()
    page.click("#tabs [value=explore]")
    assert page.evaluate(HIDDEN_ROWS) <= 1
    for width, height in ((1280, 800), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        assert len(set(page.evaluate(EDGES))) == 1, width


@pytest.mark.parametrize("names", NAMES_OF_PLAYERS)
def test_long_names_and_lines_are_cut_to_their_place_on_a_phone(page, server, names):
    """Names have two lines, in which usual ones are whole, and so have moves tried."""
    go(page, server, "human~human", g="chess")
    white, black = NAMES_OF_PLAYERS[names]
    game = f'[White "{white}"]\n[Black "{black}"]\n\n1. e4 e5 2. Nf3 *\n'
    file = {"name": "game.pgn", "mimeType": "text/plain", "buffer": game.encode()}
    page.set_input_files("#file", file)
    until(lambda: page.locator("#moves button").count() == 3)
    page.locator("#moves button").first.click()
    page.locator("#past-text").evaluate(
        "(one) => { one.textContent = 'Played: ' + 'g8 h8 '.repeat(9); }"
    )
    scroll = "cut: SPAN" if names == "long" else "cut: SPAN past-text"
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        boards = []
        for tab in ("review", "analysis", "moves"):
            page.click(f"#tabs [value={tab}]")
            page.evaluate("scrollTo(0, 0)")  # else the board lies over the buttons
            boards += page.evaluate(PLACES, STANDING[:1])
            assert page.evaluate(NAME_FAULTS) == [], (tab, width)
            faults = [each for each in page.evaluate(FAULTS) if not each.startswith(scroll)]
            assert faults == [], (tab, width)
        assert boards == boards[:1] * 3, width
        assert page.evaluate(IN_SIGHT, ["#past-text", "#moves [aria-current]"]) == [True] * 2, width
        assert page.evaluate("document.documentElement.scrollHeight") <= height or width < height
