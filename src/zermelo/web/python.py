"""Python in a page: the files that a web worker needs to start it, on servers and sites.

static/site.js          the addresses of the worker's files, and the settings of the games
static/tasks.js         the exercises of the courses
python.zip, rich.zip    the package, and the library that prints results in lessons
pyodide/                Python, if it is not loaded from another host
"""

import contextlib
import hashlib
import io
import json
import subprocess
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NamedTuple

from zermelo.errors import UsageError
from zermelo.web.guard import POLICY
from zermelo.web.studentcode import tasks

ARCHIVE: Final = "python.zip"
RICH: Final = "rich.zip"
TYPES: Final = {"js": "text/javascript", "mjs": "text/javascript", "wasm": "application/wasm"}
LEFT_OUT: Final = {"cli", "terminal", "notebook", "scaffold"}  # subpackages that pages lack
NATIVE: Final = (  # modules that run without the compiler
    "__init__", "arrays", "browser", "cache", "calling", "faults",
    "fingerprint", "kernel", "kinds", "prelude", "syntax", "values",
)  # fmt: skip
SOLVER: Final = ("__init__", "probe", "published", "score")
PUBLISH: Final = ("__init__", "inpage")
UNUSED: Final = {"markdown", "syntax", "_win32_console", "_windows", "_windows_renderer"}  # in rich
STARLETTE: Final = ("starlette", "starlette.middleware")
EXTRA: Final = ("typing_extensions.py",)
DATA: Final = (  # other files of the package that pages need
    *("players/levels.json", "contract/winchance.json", "games/*.txt", "books/made/*"),
    *("draw/*.txt", "draw/*.css", "board/studies/*.json", "course/**/*.toml"),
    *("reports/templates/*.css", "trees/static/paint.css"),
)

# Starlette imports anyio for functions that pages don't use; anyio needs sockets and threads.
STAND_IN: Final = '''"""Stands in for a module of anyio; objects of its classes do nothing."""


class Idle:
    """Neither waits nor cancels anything: nothing ever waits in a page."""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return False

    def cancel(self):
        """Nothing waits."""


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return type(name, (Idle,), {})
'''


def script(values: Mapping[str, object]) -> bytes:
    """A JavaScript module that exports these values."""
    lines = (f"{name} = {json.dumps(each, ensure_ascii=False)}" for name, each in values.items())
    return "".join(f"export const {line};\n" for line in lines).encode()


def site_script(content: Mapping[str, bytes], address: str, **more: Any) -> bytes:
    """The text of static/site.js: Pyodide's address, facts about a site's files, and `more`."""
    # The files that the worker loads first, with sizes and digests:
    parts = {address + name: part for name, part in LOADED.items()}
    first = [n for n in content if n == ARCHIVE or n in parts or n.startswith("own/")]
    sums = {name: hashlib.sha256(content[name]).hexdigest() for name in first}
    parts |= {name: Part(len(content[name]), digest) for name, digest in sums.items()}
    return script(
        {
            "PYODIDE": address,
            "ARCHIVE": ARCHIVE,
            "RICH": RICH,
            "OWN": sorted(name for name in content if name.startswith("own/")),
            "PARTS": parts,
            "MEMORY": memory_of(content, address),
            **more,
        }
    )


def memory_of(content: Mapping[str, bytes], address: str) -> str:
    """The name of the snapshot of memory after Python's imports; new files give a new name."""
    digest = hashlib.sha256(content[ARCHIVE] + address.encode())
    for name in sorted(content):
        if name.startswith("pyodide/"):
            digest.update(content[name])
    return f"memory-{digest.hexdigest()[:12]}"


def policy(address: str) -> str:
    """The Content-Security-Policy of pages that start Python from Pyodide's address."""
    other = f" {address}" if address.startswith(SCHEMES) else ""
    return POLICY.replace(
        "script-src 'self'", "script-src 'self' 'wasm-unsafe-eval' blob:"
    ).replace("connect-src 'self'", f"connect-src 'self'{other}")


class PythonFiles:
    """The files with which pages start Python; `given` is the folder or address of Pyodide."""

    def __init__(self, given: str | None = None) -> None:
        self._folder, self.address = place_of_pyodide(given)

    def file(self, name: str) -> tuple[bytes, str] | None:
        """The content and the media type of the file called `name`; None for any other name."""
        of_pyodide = name.removeprefix("pyodide/")
        if name == "static/worker.js":
            content = (files("zermelo.web") / name).read_bytes()
        elif name == "static/site.js":
            content = site_script(python_files(), self.address, GAMES={}, SETTINGS={"names": []})
        elif self._folder and of_pyodide in LOADED:
            content = (self._folder / of_pyodide).read_bytes()
        elif name in python_files():
            content = python_files()[name]
        else:
            return None
        return content, TYPES.get(name.rpartition(".")[2], "application/octet-stream")


@cache
def python_files() -> dict[str, bytes]:
    """Name → file, for the files that are the same on every site."""
    folder = _folder("rich")
    paths = (path for path in folder.rglob("*.py") if path.stem not in UNUSED)
    rich = ((f"rich/{path.relative_to(folder)}", path.read_bytes()) for path in paths)
    script_of_tasks = script({"TASKS": tasks()})
    return {ARCHIVE: archive(), RICH: _pack_archive(rich), "static/tasks.js": script_of_tasks}


def _pack_archive(contents: Iterable[tuple[str, bytes]]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as kept:
        for name, content in sorted(contents):
            kept.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def archive() -> bytes:
    """The package as a zip archive, whose bytes depend only on the files in it."""
    root = _folder("zermelo")
    paths = [path for data in DATA for path in root.glob(data)]
    for path in root.rglob("*.py"):
        room = path.relative_to(root).parts[0]
        wanted = {"native": NATIVE, "solver": SOLVER, "publish": PUBLISH}.get(room)
        if room not in LEFT_OUT and (wanted is None or path.stem in wanted):
            paths.append(path)
    places = {f"zermelo/{path.relative_to(root).as_posix()}": path for path in paths}
    for package in STARLETTE:
        folder = package.replace(".", "/")
        places |= {f"{folder}/{path.name}": path for path in _folder(package).glob("*.py")}
    for file in EXTRA:
        places[file] = _folder(file.removesuffix(".py")) / file
    contents = {name: path.read_bytes() for name, path in places.items()}
    stand_ins = ("anyio/__init__.py", "anyio/abc.py", "anyio/to_thread.py")
    return _pack_archive((contents | dict.fromkeys(stand_ins, STAND_IN.encode())).items())


def _folder(module: str) -> Path:
    """The folder of a module's file, or a package's own folder."""
    spec = find_spec(module)
    assert spec is not None and spec.origin is not None, f"{module} is installed"
    return Path(spec.origin).parent


VERSION: Final = "0.29.5"  # tested version of Pyodide
SCHEMES: Final = ("https://", "http://")  # of an address to load Pyodide from, not a folder
ADDRESS: Final = f"https://cdn.jsdelivr.net/npm/pyodide@{VERSION}/"


class Part(NamedTuple):
    """The size and the SHA-256 of a file that a page loads."""

    size: int
    digest: str


LOADED: Final = {  # Pyodide's files on npm; pages accept no other content
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


def place_of_pyodide(given: str | None, *, offline: bool = False) -> tuple[Path | None, str]:
    """The folder to copy Pyodide from, or None, and its address; `UsageError` if there is none."""
    if given is None or given.startswith(SCHEMES):
        if given is not None and offline:
            raise UsageError("--offline includes Pyodide, so --pyodide should be a folder")
        if not offline:
            return None, (given or ADDRESS).rstrip("/") + "/"
    return pyodide_folder(given), "pyodide/"


def pyodide_folder(given: str | None) -> Path:
    """Pyodide's folder: `given`, or npm's. Raises `UsageError` if it is missing or incomplete."""
    places = [Path(given)] if given else list(_npm_folders())
    for place in places:
        if all((place / name).is_file() for name in FILES):
            return place
    if given:
        missing = next(name for name in FILES if not (places[0] / name).is_file())
        raise UsageError(f"{given} is not Pyodide's folder: it has no {missing}")
    raise UsageError(
        "Pyodide is missing: run npm install pyodide, or give its folder with --pyodide DIR"
    )


def _npm_folders() -> Iterator[Path]:
    """The local and the global folder where npm installs Pyodide."""
    yield Path("node_modules/pyodide")
    with contextlib.suppress(OSError, subprocess.CalledProcessError):
        folder = subprocess.check_output(["npm", "root", "--global"], text=True).strip()
        yield Path(folder, "pyodide")


def copy_files(place: Path) -> Iterator[tuple[str, bytes]]:
    """Pyodide's files for a site, with a licence notice."""
    for name in FILES:
        yield f"pyodide/{name}", (place / name).read_bytes()
    version = json.loads((place / "package.json").read_text("utf-8"))["version"]
    yield "pyodide/NOTICE.txt", NOTICE.format(version=version).encode()
