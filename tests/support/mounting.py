"""The notebook's widget in a page of its own that keeps asking Python for its traits."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from processes import PATIENCE
from zermelo.notebook import Board

# The widget's model in the page: its traits, which it keeps asking for, and its messages.
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
