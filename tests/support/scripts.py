"""The JavaScript modules of the pages, called from tests: in a browser, without their page."""

from pathlib import Path
from typing import Any

import zermelo
from zermelo.web.catalogue import titles_script

ROOMS = ("publish", "board", "trees", "web")  # what has a name in two is the latter's
MODULES = {
    path.name: path
    for room in ROOMS
    for path in (Path(zermelo.__file__).parent / room / "static").rglob("*.js")
}


def served_module(route: Any) -> None:
    """Answer for http://modules.test: a module under its file's name, else an empty page."""
    name = route.request.url.rpartition("/")[2]
    if name in MODULES:
        route.fulfill(path=MODULES[name], content_type="text/javascript")
    elif name == "titles.js":
        route.fulfill(body=titles_script(), content_type="text/javascript")
    else:
        route.fulfill(body="<!doctype html>", content_type="text/html")


class Script:
    """Calls what modules export."""

    def __init__(self, page: Any) -> None:
        self.page = page

    def __call__(self, module: str, function: str, *given: Any) -> Any:
        """What a function says to the arguments given; it has the module's exports as `it`."""
        code = f"""async (given) => {{
            const it = await import("/{module}.js");
            return ({function})(...given);
        }}"""
        return self.page.evaluate(code, list(given))
