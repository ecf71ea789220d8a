"""Python in a page: the files with which a worker of the browser starts it, on servers and sites.

static/site.js          where the worker finds everything, and with which games it begins
static/tasks.js         the exercises of the courses
python.zip, rich.zip    the package, and for lessons what prints results
pyodide/                Python, if it is not loaded from another host
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from zermelo.web import pyodide
from zermelo.web.grading import tasks
from zermelo.web.guard import POLICY

ARCHIVE: Final = "python.zip"
RICH: Final = "rich.zip"
TYPES: Final = {"js": "text/javascript", "mjs": "text/javascript", "wasm": "application/wasm"}
LEFT_OUT: Final = {"cli", "terminal", "notebook", "scaffold"}  # rooms
NATIVE: Final = (  # modules that run without the compiler
    "__init__", "arrays", "assignment", "browser", "cache", "calling", "cures",
    "fingerprint", "kernel", "kinddata", "kinds", "pausing", "prelude", "syntax", "values",
)  # fmt: skip
SOLVER: Final = ("__init__", "documented", "probe", "published", "score")
PUBLISH: Final = ("__init__", "inpage")
UNUSED: Final = {"markdown", "syntax", "_win32_console", "_windows", "_windows_renderer"}  # of rich
STARLETTE: Final = ("starlette", "starlette.middleware")
EXTRA: Final = ("typing_extensions",)

# Starlette imports anyio, which needs sockets and threads, for functions that no page uses.
ANYIO: Final = '''"""Stands in for anyio, of which a page's requests use no more than this."""


class CancelScope:
    """Cancels what would have to wait; nothing here does."""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return False

    def cancel(self):
        """Nothing waits."""
'''
PLACEHOLDER: Final = '''"""Stands in for a module of anyio's: its names are there, nothing else."""


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return type(name, (), {})
'''


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
        content = _make_file(name) if name in MADE else self._content(name)
        return None if content is None else (content, kind)

    def _content(self, name: str) -> bytes | None:
        if name == "static/worker.js":
            return (files("zermelo.web") / name).read_bytes()
        if name == "static/site.js":
            content = {ARCHIVE: _make_file(ARCHIVE)}
            return site_script(content, self.address, GAMES={}, SETTINGS={"names": []})
        if self._folder and name.removeprefix("pyodide/") in pyodide.LOADED:
            return (self._folder / name.removeprefix("pyodide/")).read_bytes()
        return None


def archive() -> bytes:
    """The archive; the same modules make the same bytes."""
    return _pack_archive(_files())


def rich_archive() -> bytes:
    """An archive with rich, which prints results."""
    folder = _folder("rich")
    paths = (path for path in folder.rglob("*.py") if path.stem not in UNUSED)
    return _pack_archive((f"rich/{path.relative_to(folder)}", path.read_bytes()) for path in paths)


def _pack_archive(contents: Iterable[tuple[str, bytes]]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as kept:
        for name, content in sorted(contents):
            kept.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def _files() -> Iterator[tuple[str, bytes]]:
    root = _folder("zermelo")
    for path in root.rglob("*.py"):
        inside = path.relative_to(root)
        room = inside.parts[0] if len(inside.parts) > 1 else ""
        wanted = {"native": NATIVE, "solver": SOLVER, "publish": PUBLISH}.get(room)
        if room not in LEFT_OUT and (wanted is None or path.stem in wanted):
            yield f"zermelo/{inside.as_posix()}", path.read_bytes()
    for name in ("players/levels.json", "contract/winchance.json"):
        yield f"zermelo/{name}", (root / name).read_bytes()
    for data in ("board/studies/*.json", "course/**/*.toml", "reports/templates/*.css"):
        for path in root.glob(data):
            yield f"zermelo/{path.relative_to(root).as_posix()}", path.read_bytes()
    for package in STARLETTE:
        for path in _folder(package).glob("*.py"):
            yield f"{package.replace('.', '/')}/{path.name}", path.read_bytes()
    for module in EXTRA:
        yield f"{module}.py", (_folder(module) / f"{module}.py").read_bytes()
    yield "anyio/__init__.py", ANYIO.encode()
    yield "anyio/abc.py", PLACEHOLDER.encode()
    yield "anyio/to_thread.py", PLACEHOLDER.encode()


def _folder(module: str) -> Path:
    """The folder of a module's file; a package's own folder."""
    spec = find_spec(module)
    assert spec is not None and spec.origin is not None, f"{module} is installed"
    return Path(spec.origin).parent


MADE: Final[dict[str, Callable[[], bytes]]] = {
    ARCHIVE: archive,
    RICH: rich_archive,
    "static/tasks.js": lambda: script({"TASKS": tasks()}),
}


def python_files() -> dict[str, bytes]:
    """The files that are the same on every site."""
    return {name: _make_file(name) for name in MADE}


@cache
def _make_file(name: str) -> bytes:
    return MADE[name]()
