"""Where everything stands at three widths: nothing overlaps, is cut or leaves its box; a game moves nothing."""

import random
from typing import Any

import pytest

import zermelo
from pages import PAGES, go, text, until
from zermelo import ONGOING

pytestmark = pytest.mark.browser

SIZES = ((390, 844), (1280, 800), (1920, 1080))
GAMES = (
    "connectfour(width=5, height=4)",
    "hex(size=4)",
    "kalah(pits=3, seeds=2)",
    "morris(men=3)",
    "othello(size=4)",
    "quoridor(size=3, walls=1)",
)

# What shows text, an image or a control, each line of a text a box; lists and code that scroll
# show a part of theirs. The lines of a tree lie under its nodes.
FAULTS = """() => {
  const CONTROL = "a, button, img, input, select, summary, svg, textarea, [role=img]";
  const root = document.querySelector("dialog[open]") ?? document.body, faults = [];
  const called = (one) => `${one.tagName} ${one.id} ${one.getAttribute("class") ?? ""}: ${one.textContent.trim().slice(0, 30)}`;
  const style = (one, name) => getComputedStyle(one)[name];
  const spoken = (one) => one !== root && (style(one, "clipPath") !== "none" || spoken(one.parentElement));
  const all = [...root.querySelectorAll(":not(option, .zt-edges)")].filter((one) => !one.ownerSVGElement
    && one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !spoken(one));
  const seen = (one, { left, top, right, bottom }) => {
    for (let each = one; each !== document.documentElement; each = each.parentElement) {
      if (style(each, "overflowX") === "visible") continue;
      const box = each.getBoundingClientRect();
      [left, top] = [Math.max(left, box.left), Math.max(top, box.top)];
      [right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)];
    }
    return { left, top, right, bottom };
  };
  const range = document.createRange();
  const boxes = all.filter((one) => !one.parentElement.closest(CONTROL) && (one.matches(CONTROL)
    || [...one.childNodes].some((each) => each.nodeType === 3 && each.data.trim()))).flatMap((one) => {
      range.selectNodeContents(one);
      const whole = one.matches("img, input, select, svg, textarea") || style(one, "display") !== "inline" && one.matches(CONTROL);
      return [...(whole ? one : range).getClientRects()].map((box) => [one, seen(one, box)]);
    }).filter(([, box]) => box.right - box.left > 1 && box.bottom - box.top > 1);
  boxes.forEach(([one, a], index) => {
    if (a.left < -1 || a.right > innerWidth + 1) faults.push(`beyond the page: ${called(one)}`);
    for (const [other, b] of boxes.slice(index + 1)) {
      if (one.contains(other) || other.contains(one)) continue;
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 2 && down > 2) faults.push(`overlap: ${called(one)} and ${called(other)}`);
    }
  });
  const canvas = document.createElement("canvas").getContext("2d");
  for (const one of all) {
    const wide = one.scrollWidth - one.clientWidth, high = one.scrollHeight - one.clientHeight;
    const cut = wide > 1 && !["visible", "auto"].includes(style(one, "overflowX")) || high > 1 && style(one, "overflowY") === "hidden";
    if (one.clientWidth && (cut || wide > 1 && one.matches("button, .button, .panel, aside, main, #board")))
      faults.push(`cut: ${called(one)}`);
    if (one.matches("select")) {
      canvas.font = style(one, "font");
      const room = one.clientWidth - parseFloat(style(one, "paddingLeft")) - parseFloat(style(one, "paddingRight"));
      const { width } = canvas.measureText(one.selectedOptions[0]?.text ?? "");
      if (width > room) faults.push(`cut: ${called(one)} ${one.selectedOptions[0].text}`);
    }
    if (!one.matches(".zt-item")) continue;
    const { left, right } = one.getBoundingClientRect();
    for (const part of one.children) {
      const box = part.getBoundingClientRect();
      if (box.width && style(part, "position") !== "absolute" && (box.left < left - 1 || box.right > right + 1))
        faults.push(`leaves its node: ${called(part)}`);
    }
  }
  if (document.documentElement.scrollWidth > innerWidth) faults.push("the page is too wide");
  return faults;
}"""

PLACES = """() => ["#board .zermelo-svg", "#seat-0", "#seat-1", "#undo", "#restart", "#tabs", "#values"].map((each) => {
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


def random_game(spec: str) -> list[str]:
    """The moves of a whole game."""
    game, luck, moves = zermelo.game(spec), random.Random(3), []
    state = game.start()
    while game.outcome(state) == ONGOING:
        move = luck.choice(list(game.moves(state)))
        moves.append(game.format_move(state, move))
        state = game.play(state, move)
    return moves


@pytest.mark.long
@pytest.mark.parametrize("spec", GAMES)
def test_a_whole_game_moves_nothing(page, server, spec):
    go(page, server, "human~human", g=spec)
    page.check("#values")
    key = page.evaluate("sessionStorage.getItem('zermelo')")
    first: dict[int, Any] = {}
    for ply, move in enumerate(["", *random_game(spec)]):
        over = move and server.act(key, "move", move=move).json()["over"]
        until(lambda ply=ply: page.locator("#moves button").count() == ply)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            places = page.evaluate(PLACES)[
                : 5 if over else 7
            ]  # the card of the end is above the tabs
            assert first.setdefault(width, places)[: len(places)] == places, (move, width)
            assert page.evaluate(FAULTS) == [], (move, width)
        if over:
            break
    until(lambda: text(page, "#ended-result") != "")
    for tab in ("review", "analysis", "tools"):
        page.click(f"#tabs [value={tab}]")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(FAULTS) == [], (tab, width)


@pytest.mark.parametrize("path", PAGES)
def test_nothing_overlaps_or_is_cut_on_any_page(page, server, path):
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.goto("about:blank")
        page.goto(server.address + path)
        page.wait_for_selector(PAGES[path])
        until(lambda: page.evaluate(FAULTS) == [])
