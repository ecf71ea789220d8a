"""The page in a browser: open it, look at it, click on it."""

import json
import re
import time
from urllib.parse import urlencode

from processes import PATIENCE

# A game of each kind, against a computer that takes the first move; Morris begins near its end.
GAMES = {
    "tictactoe": {"g": "tictactoe"},
    "connectfour": {"g": "connectfour(width=4, height=4, k=3)"},
    "isolation": {"g": "isolation(width=4, height=3)"},
    "nim": {"g": "nim(rows=[1, 2, 3])"},
    "morris": {"g": "morris", "s": "WW.......B....W....B...B,0,0,W"},
}


def go(page, server, players="human~first", **link: str) -> None:
    """Open the page at a link, and wait for the board."""
    page.goto("about:blank")
    page.goto(f"{server.address}/play#{urlencode({'p': players, **link})}")
    page.wait_for_selector(".zermelo-target")


def load(page, server, saved: dict) -> None:
    """Open the page with a saved game."""
    go(page, server, "human~human", g="tictactoe")
    content = json.dumps(saved).encode()
    page.set_input_files(
        "#file", {"name": "game.json", "mimeType": "application/json", "buffer": content}
    )
    until(lambda: page.locator("#moves li").count() == len(saved["moves"]))


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
    """Press a button of the tab with what is rarely needed."""
    page.click("#tabs [value=tools]")
    page.click(selector)


def legal(page) -> list[int]:
    """The points that may be clicked now."""
    return page.eval_on_selector_all(
        ".zermelo-legal", "all => all.map((one) => Number(one.dataset.point))"
    )


def click(page, point: int) -> None:
    page.locator(f"[data-point='{point}'] rect").click()


def put(page, point: int) -> None:
    page.locator(f"#draft-board [data-point='{point}'] rect").click()


NAMES = "label-content-name-mismatch"  # a rule of axe-core that is off by default


def accessible(page, *further: str) -> list[str]:
    """What axe-core finds wrong, by its usual rules and `further` ones."""
    from axe_playwright_python.sync_playwright import Axe

    rules = {rule: {"enabled": True} for rule in further}
    result = Axe().run(page, options={"rules": rules}).response["violations"]
    return [f"{each['id']}: {[node['html'] for node in each['nodes']]}" for each in result]
