"""Pyodide, Python for browsers: its files and their source."""

from __future__ import annotations

import hashlib
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from zermelo.errors import UsageError

VERSION: Final = "0.29.5"  # tested
ADDRESS: Final = f"https://cdn.jsdelivr.net/npm/pyodide@{VERSION}/"


class Part(NamedTuple):
    """A file that a page loads: its size and its SHA-256."""

    size: int
    digest: str


LOADED: Final = {  # by a page, as on npm; pages accept no other content
    "pyodide.mjs": Part(17_616, "510ca14305230018f50c40fb81be673afd68080e70ce7733fcce6600dd6a1714"),
    "pyodide.asm.js": Part(
        1_074_322, "356c42f69e1695397e9d8670bd3c2e678248cde76e18bdae1731e848537b47d7"
    ),
    "pyodide.asm.wasm": Part(
        8_647_684, "54309a5a2cfd757b1f0fdbc9093c92503f7b341500110329d932487183912718"
    ),
    "python_stdlib.zip": Part(
        2_424_003, "831fd1e535084b972f87c6a35275de3d236efd5166f5e77ce89497710635e73c"
    ),
    "pyodide-lock.json": Part(
        122_027, "14d2c2dba101277999e17135e653d8f15389ad1437f53eae213bf0c3cdff723d"
    ),
}
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


def pyodide_folder(given: str | None) -> Path:
    """The folder to copy Pyodide from: the one given, or npm's.

    Raises `UsageError` without one.
    """
    places = [Path(given)] if given else list(_npm_folders())
    for place in places:
        if all((place / name).is_file() for name in FILES):
            return place
    if given:
        missing = next(name for name in FILES if not (places[0] / name).is_file())
        raise UsageError(f"{given} is no folder of Pyodide: it has no {missing}")
    raise UsageError(
        "there is no Pyodide here: npm install pyodide, or say where it is with --pyodide DIR"
    )


def _npm_folders() -> Iterator[Path]:
    """The folders of npm's packages, local and global."""
    yield Path("node_modules/pyodide")
    try:
        npm = subprocess.run(
            ["npm", "root", "--global"], capture_output=True, encoding="utf-8", check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return
    yield Path(npm.stdout.strip()) / "pyodide"


def part_of(content: bytes) -> Part:
    """The size and the digest of these bytes."""
    return Part(len(content), hashlib.sha256(content).hexdigest())


def copy_files(place: Path) -> Iterator[tuple[str, bytes]]:
    """Pyodide's files for a site, with a licence notice."""
    for name in FILES:
        yield f"pyodide/{name}", (place / name).read_bytes()
    version = json.loads((place / "package.json").read_text("utf-8"))["version"]
    yield "pyodide/NOTICE.txt", NOTICE.format(version=version).encode()
