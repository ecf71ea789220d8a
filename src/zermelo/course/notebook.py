"""Notebooks: their code as Jupyter reads it, and cells run as Jupyter runs them."""

from __future__ import annotations

import ast
import inspect
import json
import re
from collections.abc import Callable
from types import CodeType
from typing import Any, Final

from zermelo.errors import UsageError, clip

AWAITING: Final = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
TIMED: Final = {"capture", "prun", "time", "timeit"}  # cell magics that run the cell as Python
CELL_MAGIC: Final = re.compile(r"\s*%%(\w+).*\n?")
MAGIC: Final = re.compile(r"(\s*)(?:%time (.*)|([\w., ]+=\s*)?[%!?].*|.*\?\s*)")


def cells_of(name: str, content: bytes) -> list[str]:
    """The code cells of a notebook's file; `UsageError` for anything else."""
    try:
        cells = json.loads(content)["cells"]
        return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    except (ValueError, LookupError, TypeError, RecursionError):
        raise UsageError(f"{clip(name, 200)} should be a Jupyter notebook") from None


def run_cell(text: str, file: str, names: dict[str, Any]) -> None:
    """Run a cell: it may have magics, which do nothing here, and `await` outside of functions."""
    cell_magic = CELL_MAGIC.match(text)
    if cell_magic and cell_magic[1] not in TIMED:
        return
    code = _compiled(text[cell_magic.end() :] if cell_magic else text, file)
    waiting = eval(code, names)
    if inspect.iscoroutine(waiting):
        import asyncio  # it takes as long as all else here

        asyncio.run(waiting)


def _compiled(text: str, file: str) -> CodeType:
    """A cell's code, where a line that Python refuses and Jupyter takes gives way to None.

    A line that continues a statement is Python, also if it begins with the `%` of a remainder.
    """
    lines = text.splitlines()
    while True:
        try:
            code: CodeType = compile("\n".join(lines), file, "exec", AWAITING)
            return code
        except SyntaxError as error:
            at = end = (error.lineno or 0) - 1
            magic = MAGIC.fullmatch(lines[at]) if 0 <= at < len(lines) else None
            if magic is None:
                raise
            indent, timed, assigned = magic.groups(default="")
            while lines[end].endswith("\\") and end + 1 < len(lines):
                end += 1
            lines[at : end + 1] = [indent + (timed or f"{assigned}None"), *[""] * (end - at)]


def jupyter_names(show: Callable[..., None]) -> dict[str, Any]:
    """The names that a notebook finds without importing them."""
    return {"display": show, "get_ipython": _Shell}


class _Shell:
    """Stands in for IPython, of which grading wants nothing."""

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *given, **named: None
