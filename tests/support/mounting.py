"""The notebook's widget in a page of its own, which asks Python for its traits again and again."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from processes import PATIENCE
from zermelo.notebook import Board

# What a page has of a widget: the traits, asked for again and again, and what it sends.
MOUNT = """async ([module, css, state]) => {
  window.traits = state;
  const heard = new Set();
  let said = 0; // messages to Python: what it answered to a question before them is old
  const ask = (message) => python(message).then(JSON.parse);
  const tell = (message) => { said++; ask(message).then(model.renew); };
  const look = (at) => ask({}).then((traits) => at === said && model.renew(traits));
  const model = {
    get: (name) => state[name],
    set: (name, value) => { state[name] = value; },
    on: (_, heed) => heard.add(heed),
    off: (_, heed) => heard.delete(heed),
    send: (message) => tell({ message }),
    save_changes: () => tell({ values: state.values }),
    renew: (traits) => { Object.assign(state, traits); heard.forEach((heed) => heed()); },
  };
  document.head.append(Object.assign(document.createElement("style"), { textContent: css }));
  const url = URL.createObjectURL(new Blob([module], { type: "text/javascript" }));
  const { default: widget } = await import(url);
  let asking = true; // one question at a time, however slow the machine
  const asked = () => asking && look(said).then(() => setTimeout(asked, 40));
  asked();
  const leave = widget.render({ model, el: document.body });
  window.leave = () => { asking = false; leave(); };
  window.heard = heard;
}"""


def say(widget: Board, message) -> None:
    """A message of the page's, as a notebook's kernel hands it on."""
    widget._handle_custom_msg(message, [])


def traits(widget: Board) -> dict:
    """What the page knows of the widget."""
    return {name: value for name, value in widget.get_state().items() if name[0] != "_"}


@contextmanager
def mount_widget(browser: Any, widget: Board, **look: Any) -> Iterator[Any]:
    """A page with the widget in it, which answers what the page sends; nothing in it may fail."""

    def python(message: dict) -> str:  # as text, which Playwright hands on much faster
        if "message" in message:
            say(widget, message["message"])
        else:
            widget.set_state(message)  # of nothing, where the page only asks
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
