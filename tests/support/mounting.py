"""The notebook's widget in a page of its own that keeps asking Python for its traits."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from processes import PATIENCE
from zermelo.notebook import Board

# The widget's model in the page: its traits, which it keeps asking for, and its messages.
MOUNT = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")


def say(widget: Board, message) -> None:
    """Hand a message of the page to the widget, as a notebook's kernel does."""
    widget._handle_custom_msg(message, [])


def traits(widget: Board) -> dict:
    """The traits of the widget that the page gets."""
    return {name: value for name, value in widget.get_state().items() if name[0] != "_"}


@contextmanager
def mount_widget(browser: Any, widget: Board, **look: Any) -> Iterator[Any]:
    """Open a page with the widget, which answers the page; fail at any error in the page."""

    def python(message: dict) -> str:  # as text, which Playwright transfers much faster
        if "message" in message:
            say(widget, message["message"])
        else:
            widget.set_state(message)  # empty if the page only asks
        return json.dumps(traits(widget))

    page = browser.new_page(viewport={"width": 900, "height": 640}, **look)
    page.set_default_timeout(PATIENCE * 1000)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.expose_function("python", python)
    page.set_content("<!doctype html><title>widget</title><body></body>")
    page.evaluate(MOUNT, [Board._esm, Board._css, traits(widget)])
    yield page
    page.close()
    assert faults == []
