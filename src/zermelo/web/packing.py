"""The Python of a page as one archive: the parts that it needs, and Starlette."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final

LEFT_OUT: Final = {"cli", "terminal", "notebook", "scaffold"}  # rooms
NATIVE: Final = (  # modules that run without the compiler
    "__init__", "arrays", "assignment", "browser", "calling", "cures",
    "cache", "fingerprint", "kernel", "kinddata", "kinds", "pausing", "prelude", "syntax",
    "values",
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


def archive() -> bytes:
    """The archive; the same modules make the same bytes."""
    return _packed(_files())


def rich_archive() -> bytes:
    """An archive with rich, which prints results."""
    folder = _folder("rich")
    paths = (path for path in folder.rglob("*.py") if path.stem not in UNUSED)
    return _packed((f"rich/{path.relative_to(folder)}", path.read_bytes()) for path in paths)


def _packed(contents: Iterable[tuple[str, bytes]]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as files:
        for name, content in sorted(contents):
            files.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
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
    for data in ("board/studies/*.json", "course/exercises/*.toml", "reports/templates/*.css"):
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
