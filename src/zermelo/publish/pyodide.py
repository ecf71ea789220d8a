"""Where a published page has Pyodide from: Python for browsers."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from zermelo.errors import UsageError

VERSION: Final = "0.29.5"  # what this was tested with
ADDRESS: Final = f"https://cdn.jsdelivr.net/pyodide/v{VERSION}/full/"
LOADED: Final = (  # by a page
    "pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json",
)  # fmt: skip
FILES: Final = (*LOADED, "package.json")
NOTICE: Final = """\
The files in this folder are Pyodide {version}, CPython compiled to WebAssembly, unchanged.

Pyodide is under the Mozilla Public License 2.0, https://mozilla.org/MPL/2.0/; its source is at
https://github.com/pyodide/pyodide. CPython and its standard library are under the PSF License,
https://docs.python.org/3/license.html.
"""


def is_address(text: str) -> bool:
    """Whether Pyodide is to be loaded from another host."""
    return text.startswith(("https://", "http://"))


def found(given: str | None) -> Path:
    """The folder that Pyodide is copied from: the one given, or what npm has installed.

    Raises `UsageError` where there is none.
    """
    places = [Path(given)] if given else list(_installed())
    for place in places:
        if all((place / name).is_file() for name in FILES):
            return place
    if given:
        missing = next(name for name in FILES if not (places[0] / name).is_file())
        raise UsageError(f"{given} is no folder of Pyodide: it has no {missing}")
    raise UsageError(
        "there is no Pyodide here: npm install pyodide, or say where it is with --pyodide DIR"
    )


def _installed() -> Iterator[Path]:
    """Where npm puts packages: for this folder, and for all."""
    yield Path("node_modules/pyodide")
    try:
        said = subprocess.run(
            ["npm", "root", "--global"], capture_output=True, encoding="utf-8", check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return
    yield Path(said.stdout.strip()) / "pyodide"


def copied(place: Path) -> Iterator[tuple[str, bytes]]:
    """The files of a site that has Pyodide itself, with its licence notice."""
    for name in FILES:
        yield f"pyodide/{name}", (place / name).read_bytes()
    version = json.loads((place / "package.json").read_text("utf-8"))["version"]
    yield "pyodide/NOTICE.txt", NOTICE.format(version=version).encode()
