"""Screenshots of every page, light and dark, on a desktop and on a phone.

    make bench NAME=screenshots [BENCH="gallery tree"]     every page, or some

They are written to build/screenshots/PAGE-THEME-SIZE.png, the README's to docs/.

It starts a server in the usual way; a headless Chromium takes the pictures.
"""

from __future__ import annotations

import argparse
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from PIL import Image

from chromium import browser
from visitors import server

SIZES: Final = {"desktop": (1280, 800), "phone": (390, 844)}
THEMES: Final = ("light", "dark")
OUT: Final = Path("build/screenshots")
COLOURS: Final = 256  # colours of a picture, enough for a page, in a small file
README: Final = ("gallery-light-desktop", "values-light-desktop", "mill-dark-desktop")
PATIENCE: Final = 180_000  # milliseconds for computations before a picture


class Page(NamedTuple):
    """A page: its address, and the steps before its picture is taken."""

    path: str
    prepare: Callable[[Any], None]


def board(game: str, moves: str) -> str:
    """The address of a game between two people."""
    return "play#" + urlencode({"g": game, "p": "human~human", "m": moves})


def drawn(page: Any) -> None:
    """Wait for all drawings of the gallery that are on the screen."""
    page.wait_for_function(
        "() => [...document.images].every((one) => one.naturalWidth > 0"
        " || one.getBoundingClientRect().top > innerHeight)"
    )


def ready(page: Any) -> None:
    """Wait for the board."""
    page.wait_for_selector(".zermelo-target")


def valued(page: Any) -> None:
    """Show the values, and wait until all are proven."""
    ready(page)
    page.check("#values")
    page.wait_for_selector("#board :is(.zermelo-win, .zermelo-loss, .zermelo-draw)")
    page.wait_for_selector("#board .zermelo-estimate", state="detached")
    page.wait_for_timeout(2000)


def opened(button: str) -> Callable[[Any], None]:
    """A function that opens a dialog of the board's page."""

    def prepare(page: Any) -> None:
        ready(page)
        if not page.locator(button).is_visible():  # on a phone, it is in a tab
            page.click("#tabs [value=tools]")
        page.click(button)
        page.wait_for_selector("dialog[open]")

    return prepare


def replayed(page: Any) -> None:
    """Wait for the tree."""
    page.wait_for_selector("[role=treeitem]")


def cut(page: Any) -> None:
    """Wait for the tree, and go to its second cut."""
    replayed(page)
    for _ in range(2):
        page.get_by_role("button", name="Next cut").click()


def limited(page: Any) -> None:
    """Wait for the games at all limits."""
    page.wait_for_selector(".limited:nth-child(3)")
    page.locator("#ply").fill("5")


PAGES: Final = {
    "gallery": Page("", drawn),
    "game": Page("game?g=morris", drawn),
    "values": Page(board("connectfour", "4 4 4 4 4 2 2 3 2 2 3 5 3 3"), valued),
    "mill": Page(board("morris", "a7 d6 a4 d5 a1xd6 f4 b4 d6 c4xd5 b6 d2 f6xd2"), ready),
    "won": Page(board("tictactoe", "b2 b3 a3 c1 a2 a1 c2"), ready),
    "new": Page(board("isolation", ""), opened("#new")),
    "set-up": Page(board("othello", "d3 c3"), opened("#set-up")),
    "limits": Page("limits#" + urlencode({"g": "tictactoe"}), limited),
    "order": Page("exercises#e=order&t=((2,9),(3,5),(4,(1,7)))", replayed),
    "tree": Page("tree#" + urlencode({"g": "tictactoe", "m": "a3 b2 c3 b3 b1"}), cut),
    "exercises": Page("exercises", replayed),
}


def small(png: bytes) -> bytes:
    """The picture with fewer colours, so that it takes only tens of kilobytes."""
    with Image.open(io.BytesIO(png)) as image:
        packed = image.convert("RGB").quantize(
            COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE
        )
    out = io.BytesIO()
    packed.save(out, "PNG", optimize=True)
    return out.getvalue()


def take(browser: Any, address: str, names: list[str]) -> None:
    """Take the pictures of these pages."""
    for size, (width, height) in SIZES.items():
        for theme in THEMES:
            context = browser.new_context(
                viewport={"width": width, "height": height}, color_scheme=theme
            )
            context.set_default_timeout(PATIENCE)
            for name in names:
                page = context.new_page()
                page.goto(f"{address}{PAGES[name].path}")
                PAGES[name].prepare(page)
                page.wait_for_timeout(500)  # animations have ended
                title = f"{name}-{theme}-{size}"
                file = (Path("docs") if title in README else OUT) / f"{title}.png"
                file.write_bytes(small(page.screenshot()))
                print(f"{file}  {file.stat().st_size // 1024} KiB")
                page.close()
            context.close()


def main() -> int:
    """Write the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pages", nargs="*", help=", ".join(PAGES))
    asked = parser.parse_args()
    for unknown in set(asked.pages).difference(PAGES):
        parser.error(f"there is no page {unknown!r}, but {', '.join(PAGES)}")
    OUT.mkdir(parents=True, exist_ok=True)
    with server() as address, browser() as chromium:
        take(chromium, address, asked.pages or list(PAGES))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
