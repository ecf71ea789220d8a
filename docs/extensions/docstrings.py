"""Docstrings as the project writes them, in the markup that autodoc reads.

    depth    how many plies to look ahead
    seconds  how long to think

is a list of terms; everything else already is what it should be.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from sphinx.application import Sphinx

TERM = re.compile(
    r"(?P<indent> *)(?P<names>\*{0,2}\w[\w.]*(?:, \*{0,2}\w[\w.]*)*)  +(?P<meaning>\S.*)"
)


def terms_listed(
    app: Sphinx, kind: str, name: str, what: Any, options: Any, lines: list[str]
) -> None:
    """Write lists of terms as definition lists, in place."""
    lines[:] = list(_list_terms(lines))


def _list_terms(lines: list[str]) -> Iterator[str]:
    inside = -1  # the column of a term's words, while one goes on
    quoted = False
    for line in lines:
        quoted = (quoted and bool(line.strip())) or line.lstrip().startswith(">>>")
        match = None if quoted else TERM.fullmatch(line)
        column = len(line) - len(line.lstrip())
        if match and column <= max(inside, 0) and not (0 < inside == column):
            inside = match.start("meaning")
            yield from ("", f"``{match['names']}``", f"    {match['meaning']}")
        elif inside > 0 and column == inside:
            yield f"    {line.strip()}"
        else:
            if inside > 0 and line.strip():
                yield ""
            inside = inside if not line.strip() else -1
            yield line


def setup(app: Sphinx) -> dict[str, Any]:
    """What Sphinx asks of an extension."""
    app.connect("autodoc-process-docstring", terms_listed)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
