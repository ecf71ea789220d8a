"""Python in a page: the files with which a worker of the browser starts it, on servers and sites.

static/site.js          where the worker finds everything, and with which games it begins
static/tasks.js         the exercises of the courses
python.zip, rich.zip    the package, and for lessons what prints results
pyodide/                Python, if it is not loaded from another host
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from zermelo.web import pyodide
from zermelo.web.grading import tasks
from zermelo.web.guard import POLICY
from zermelo.web.packing import archive, rich_archive

ARCHIVE: Final = "python.zip"
RICH: Final = "rich.zip"
TYPES: Final = {"js": "text/javascript", "mjs": "text/javascript", "wasm": "application/wasm"}


def script(values: Mapping[str, object]) -> bytes:
    """A module that exports these values."""
    lines = (f"{name} = {json.dumps(each, ensure_ascii=False)}" for name, each in values.items())
    return "".join(f"export const {line};\n" for line in lines).encode()


def site_script(content: Mapping[str, bytes], address: str, **more: Any) -> bytes:
    """static/site.js for the files of a site, with Pyodide at an address; and `more`."""
    return script(
        {
            "PYODIDE": address,
            "ARCHIVE": ARCHIVE,
            "RICH": RICH,
            "OWN": sorted(name for name in content if name.startswith("own/")),
            "PARTS": _parts(content, address),
            "MEMORY": memory_of(content, address),
            **more,
        }
    )


def _parts(content: Mapping[str, bytes], address: str) -> dict[str, pyodide.Part]:
    """The files that the worker loads first, with sizes and digests."""
    here = [name for name in content if name == ARCHIVE or name.startswith("own/")]
    known = {address + name: part for name, part in pyodide.LOADED.items()}
    here += [name for name in known if name in content]
    return known | {name: pyodide.part_of(content[name]) for name in here}


def memory_of(content: Mapping[str, bytes], address: str) -> str:
    """The name of the memory snapshot after Python's imports, which depends on the files."""
    digest = hashlib.sha256(content[ARCHIVE] + address.encode())
    for name in sorted(content):
        if name.startswith("pyodide/"):
            digest.update(content[name])
    return f"memory-{digest.hexdigest()[:12]}"


def address_of_pyodide(folder: Path | None, given: str | None) -> str:
    """Where pages load Pyodide from: their own folder, or another host."""
    return "pyodide/" if folder else (given or pyodide.ADDRESS).rstrip("/") + "/"


def policy(address: str) -> str:
    """The Content-Security-Policy of what starts Python from Pyodide's address."""
    other = f" {address}" if pyodide.is_address(address) else ""
    return POLICY.replace(
        "script-src 'self'", "script-src 'self' 'wasm-unsafe-eval' blob:"
    ).replace("connect-src 'self'", f"connect-src 'self'{other}")


class PythonFiles:
    """The files on a server, each made when it is first asked for.

    given  Pyodide's folder or address; by default npm's folder if it is there, else its public
           address. `UsageError` for a folder that is not Pyodide's
    """

    def __init__(self, given: str | None = None) -> None:
        self._given = given
        self._folder: Path | None = None
        if given and not pyodide.is_address(given):
            self._folder = pyodide.pyodide_folder(given)

    @property
    def address(self) -> str:
        """Where pages load Pyodide from."""
        return address_of_pyodide(self._folder, self._given)

    def file(self, name: str) -> tuple[bytes, str] | None:
        """The content of a file, with its media type; None for any other name."""
        kind = TYPES.get(name.rpartition(".")[2], "application/octet-stream")
        content = _made(name) if name in MADE else self._content(name)
        return None if content is None else (content, kind)

    def _content(self, name: str) -> bytes | None:
        if name == "static/worker.js":
            return (files("zermelo.web") / name).read_bytes()
        if name == "static/site.js":
            content = {ARCHIVE: _made(ARCHIVE)}
            return site_script(content, self.address, GAMES={}, SETTINGS={"names": []})
        if self._folder and name.removeprefix("pyodide/") in pyodide.LOADED:
            return (self._folder / name.removeprefix("pyodide/")).read_bytes()
        return None


MADE: Final[dict[str, Callable[[], bytes]]] = {
    ARCHIVE: archive,
    RICH: rich_archive,
    "static/tasks.js": lambda: script({"TASKS": tasks()}),
}


def python_files() -> dict[str, bytes]:
    """The files that are the same on every site."""
    return {name: _made(name) for name in MADE}


@cache
def _made(name: str) -> bytes:
    return MADE[name]()
