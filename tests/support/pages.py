"""Open, press and read pages in a browser, step through trees, and call single scripts."""

import re
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import zermelo
from processes import PATIENCE
from zermelo.web.catalogue import solved_script

# A game of each kind, against a computer that takes the first move; Morris begins near its end.
GAMES = {
    "tictactoe": {"g": "tictactoe"},
    "connectfour": {"g": "connectfour(width=4, height=4, k=3)"},
    "isolation": {"g": "isolation(width=4, height=3)"},
    "nim": {"g": "nim(rows=[1, 2, 3])"},
    "morris": {"g": "morris", "s": "WW.......B....W....B...B,0,0,W"},
}

PAGES = {  # path → an element that is there once the page has loaded
    "/": ".card",
    "/game?g=morris": "#second",
    "/play#g=gomoku&p=human~human&m=7,7": "#moves button",
    "/play#g=hex&p=human~level:3": ".zermelo-target",
    "/tree#g=tictactoe&m=0,0+1,1+0,2+0,1+2,1": "[role=treeitem]",
    "/exercises": "[role=treeitem]",
    "/exercises#e=order&t=((2,9),(3,5))": "[role=treeitem]",
    "/limits#g=nim(rows%3D[1,2])": ".limited:nth-child(3)",
    "/class": "#count:not(:empty)",
    "/play#y=tictactoe": "#chapters button",
    "/nosuch": "main a",
    "/game?g=nosuch": "main a",
}


def go(page, server, players="human~first", **link: str) -> None:
    """Open the page at a link, and wait for the board."""
    page.goto("about:blank")
    page.goto(f"{server.address}/play#{urlencode({'p': players, **link})}")
    page.wait_for_selector(".zermelo-target")


def load(page, server, saved: str, moves: int) -> None:
    """Open the page and load a saved game with this number of moves."""
    go(page, server, "human~human", g="tictactoe")
    file = {"name": "game.txt", "mimeType": "text/plain", "buffer": saved.encode()}
    page.set_input_files("#file", file)
    until(lambda: page.locator("#moves li").count() == moves)


def text(page, selector: str) -> str:
    return page.locator(selector).text_content() or ""


def until(condition, seconds: float = PATIENCE) -> None:
    ends = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < ends, "the page did not get there in time"
        time.sleep(0.03)


def ready(page) -> bool:
    """Whether the page waits for a person, or the game is over."""
    return bool(re.match("Your move|Game over|.* to move\\.$", text(page, "#status")))


def tool(page, selector: str) -> None:
    """Press a button in the tab of rarely used tools."""
    page.click("#tabs [value=tools]")
    page.click(selector)


def legal(page) -> list[int]:
    """The points that a legal move may click next."""
    return page.eval_on_selector_all(
        ".zermelo-legal", "all => all.map((one) => Number(one.dataset.point))"
    )


def click(page, point: int) -> None:
    page.locator(f"[data-point='{point}'] rect").click()


def drag(page, point: int, target: int) -> None:
    """Drag the piece on a point to another point."""
    boxes = [page.locator(f"[data-point='{at}'] rect").bounding_box() for at in (point, target)]
    start, end = ((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=4)
    page.mouse.up()


def put(page, point: int) -> None:
    page.locator(f"#draft-board [data-point='{point}'] rect").click()


NAMES = "label-content-name-mismatch"  # a rule of axe-core that is off by default


# Only the violations: the whole result of axe-core takes five times as long to send.
VIOLATIONS = """(options) => axe.run(options).then(({ violations }) => violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`))"""


def accessible(page, *further: str) -> list[str]:
    """The violations that axe-core finds by its usual rules and `further` ones."""
    from axe_playwright_python.sync_playwright import Axe

    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    rules = {rule: {"enabled": True} for rule in further}
    return page.evaluate(VIOLATIONS, {"rules": rules, "resultTypes": ["violations"]})


# Texts (line by line), images and controls that overlap, are cut off or leave the page. Lists and
# code that scroll may hide a part; the lines of a tree may lie under its nodes.
FAULTS = """() => {
  const CONTROL = "a, button, img, input, select, summary, svg, textarea, [role=img]";
  const root = document.querySelector("dialog[open]") ?? document.body, faults = [];
  const style = (one, name) => getComputedStyle(one)[name];
  const called = (one) =>
    `${one.tagName} ${one.id} ${one.getAttribute("class")}: ${one.textContent.trim().slice(0, 30)}`;
  const spoken = (one) =>
    one !== root && (style(one, "clipPath") !== "none" || spoken(one.parentElement));
  const visible = { visibilityProperty: true, opacityProperty: true };
  const all = [...root.querySelectorAll(":not(option, .zt-edges)")].filter((one) =>
    !one.ownerSVGElement && one.checkVisibility(visible) && !spoken(one));
  const shapes = new Map(); // what each element lets its content be seen in
  const shape = (one) => {
    if (!shapes.has(one))
      shapes.set(one, style(one, "overflowX") === "visible" ? null : one.getBoundingClientRect());
    return shapes.get(one);
  };
  const seen = (one, { left, top, right, bottom }) => {
    for (let each = one; each !== document.documentElement; each = each.parentElement) {
      const box = shape(each);
      if (!box) continue;
      [left, top] = [Math.max(left, box.left), Math.max(top, box.top)];
      [right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)];
    }
    return { left, top, right, bottom };
  };
  const range = document.createRange();
  const texts = ({ childNodes }) =>
    [...childNodes].some((each) => each.nodeType === 3 && each.data.trim());
  const drawn = (one) => {
    range.selectNodeContents(one);
    const whole = one.matches("img, input, select, svg, textarea")
      || (style(one, "display") !== "inline" && one.matches(CONTROL));
    return [...(whole ? one : range).getClientRects()].map((box) => [one, seen(one, box)]);
  };
  const boxes = all
    .filter((one) => !one.parentElement.closest(CONTROL) && (one.matches(CONTROL) || texts(one)))
    .flatMap(drawn).filter(([, box]) => box.right - box.left > 1 && box.bottom - box.top > 1);
  boxes.forEach(([one, a], index) => {
    if (a.left < -1 || a.right > innerWidth + 1) faults.push(`beyond the page: ${called(one)}`);
    for (const [other, b] of boxes.slice(index + 1)) {
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 2 && down > 2 && !one.contains(other) && !other.contains(one))
        faults.push(`overlap: ${called(one)} and ${called(other)}`);
    }
  });
  const canvas = document.createElement("canvas").getContext("2d");
  for (const one of all) {
    const wide = one.scrollWidth - one.clientWidth > 1;
    const cut = (wide && !["visible", "auto"].includes(style(one, "overflowX")))
      || (one.scrollHeight - one.clientHeight > 1 && style(one, "overflowY") === "hidden")
      || (wide && one.matches("button, .button, .panel, aside, main, #board"));
    if (one.clientWidth && cut) faults.push(`cut: ${called(one)}`);
    if (one.matches("select")) {
      canvas.font = style(one, "font");
      const padding = ["Left", "Right"].map((side) => parseFloat(style(one, `padding${side}`)));
      const text = one.selectedOptions[0]?.text ?? "";
      if (canvas.measureText(text).width > one.clientWidth - padding[0] - padding[1])
        faults.push(`cut: ${called(one)} ${text}`);
    }
    const { left, right } = one.getBoundingClientRect();
    for (const part of one.matches(".zt-item") ? one.children : []) {
      const box = part.getBoundingClientRect();
      const inside = !box.width || (box.left > left - 1 && box.right < right + 1);
      if (!inside && style(part, "position") !== "absolute")
        faults.push(`leaves its node: ${called(part)}`);
    }
  }
  if (document.documentElement.scrollWidth > innerWidth) faults.push("the page is too wide");
  return faults;
}"""


def press_during(page: Any, selector: str, update: str, given: Any = None) -> None:
    """Press the element that `selector` finds, have the page run `update`, then release it."""
    place = page.locator(selector)
    place.scroll_into_view_if_needed()
    box = place.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.evaluate(update, given)
    page.mouse.up()


def press(page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).first.click()


def said(page) -> str:
    return page.locator(".zt-message").first.inner_text()


def clock(page) -> int:
    return int(page.locator(".zt-clock").first.inner_text().split(" / ")[0].replace(",", ""))


def step_through(page, steps: int, look=lambda: None) -> list[tuple[int, str]]:
    """Step through the player of trees to the end and back; return each step with its message.

    `look` is called at each step forward. On the way back every step has to say the same again.
    """
    heard = []
    while clock(page) < steps:
        press(page, "Forward")
        look()
        heard.append((clock(page), said(page)))
    for step in reversed(heard):
        assert (clock(page), said(page)) == step
        press(page, "Back")
    return heard


ROOMS = ("publish", "board", "trees", "web")  # the last room's file with a name is served
MODULES = {
    path.name: path
    for room in ROOMS
    for path in (Path(zermelo.__file__).parent / room / "static").rglob("*.js")
}


def served_module(route: Any) -> None:
    """Answer requests to http://modules.test with the module of that name, or an empty page."""
    name = route.request.url.rpartition("/")[2]
    if name in MODULES:
        route.fulfill(path=MODULES[name], content_type="text/javascript")
    elif name == "solved.js":
        route.fulfill(body=solved_script(), content_type="text/javascript")
    else:
        route.fulfill(body="<!doctype html>", content_type="text/html")


class Script:
    """Calls functions that modules export."""

    def __init__(self, page: Any) -> None:
        self.page = page

    def __call__(self, module: str, function: str, *given: Any) -> Any:
        """Return the result of a JavaScript function that has the module's exports as `it`."""
        code = f"""async (given) => {{
            const it = await import("/{module}.js");
            return ({function})(...given);
        }}"""
        return self.page.evaluate(code, list(given))
